import { isFoundMoved } from "@/lib/transactions/discrepancies/resolution";
import type { TransactionView } from "@/lib/transactions/schema";
import { type Contested, type Headline, headlineOf } from "@/lib/transactions/status/display-status";

type Order = Contested & Pick<TransactionView, "resolution" | "replacedBy">;

/** Whether it may still be handed out. */
export function handOverState(order: Order): "payable" | "paid" | "over" | "doubtful" | "resolved" {
  const headline = headlineOf(order);
  if (headline !== "resolved" || order.resolution === null) return stateOf(headline);
  const { finding } = order.resolution;
  if (isFoundMoved(finding)) return "paid";
  // Found not to be paid, it can be paid as long as the service has it open. What replaces it is handed out instead.
  const isOpen = stateOf(headlineOf({ ...order, conflict: false, resolved: false })) === "payable";
  return finding === "not_moved" && isOpen && order.replacedBy === null ? "payable" : "resolved";
}

function stateOf(headline: Headline): "payable" | "paid" | "over" | "doubtful" {
  switch (headline) {
    case "paid":
      return "paid";
    case "conflict":
    case "altered":
    case "double":
    case "amount":
    case "resolved":
      return "doubtful";
    case "open":
    case "unfamiliar":
    case "unheard":
    case "underway":
    case "unknown":
      return "payable";
    case "failed":
    case "closed":
    case "refused":
    case "not_created":
    case "awaiting_approval":
    case "declined":
    case "sent_back":
    case "withdrawn":
    case "expired":
    case "stopped":
    case "held":
    case "frozen":
      return "over";
  }
}
