import type { TransactionView } from "@/lib/transactions/schema";
import type { Headline } from "@/lib/transactions/status/display-status";
import { mayBeAtService } from "@/lib/transactions/submission/submission";

type Order = Pick<TransactionView, "nextPollAt" | "submission" | "possiblySentUntil" | "replacedBy">;

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
    case "awaiting_approval":
    case "withdrawn":
    case "held":
    case "frozen":
      return headline;
    case "refused":
    case "declined":
    case "sent_back":
    case "expired":
    case "stopped":
      // Each says to request it again, which would pay a second time what the replacement pays.
      return order.replacedBy === null ? headline : null;
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
