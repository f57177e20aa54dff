import type { TransactionView } from "@/lib/transactions/schema";
import type { Headline } from "@/lib/transactions/status/display-status";
import { mayBeAtService } from "@/lib/transactions/submission/submission";

type Order = Pick<TransactionView, "nextPollAt" | "submission" | "possiblySentUntil">;

/**
 * Which sentence says what is being done about an order; null where there is nothing to say. `mayAsk`: the reader may
 * query its status.
 */
export function nextStepKey(order: Order, headline: Headline, mayAsk: boolean) {
  const { nextPollAt } = order;
  switch (headline) {
    case "altered":
    case "double":
    case "amount":
    case "resolved":
    case "refused":
    case "awaiting_approval":
    case "declined":
    case "sent_back":
    case "withdrawn":
    case "expired":
    case "stopped":
    case "held":
    case "frozen":
      return headline;
    case "not_created":
      return nextPollAt ? "watched" : null;
    case "underway":
      return "resend";
    case "closed":
      return nextPollAt ? "closedWatched" : "final";
    case "paid":
    case "failed":
      return "final";
    case "conflict":
    case "open":
    case "unfamiliar":
    case "unheard":
    case "unknown":
      if (nextPollAt) return "waiting";
      return mayAsk && mayBeAtService(order) ? "ask" : null;
  }
}
