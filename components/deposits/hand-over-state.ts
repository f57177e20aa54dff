import { isFoundMoved } from "@/lib/transactions/discrepancies/resolution";
import type { TransactionView } from "@/lib/transactions/schema";
import { type Contested, type Headline, headlineOf } from "@/lib/transactions/status/display-status";

type Order = Contested & Pick<TransactionView, "resolution" | "replaces" | "replacedBy" | "discrepancyKind">;

/** Whether it may still be handed out. */
export function handOverState(order: Order): "payable" | "paid" | "over" | "doubtful" | "resolved" {
  const headline = headlineOf(order);
  if (headline !== "resolved" || order.resolution === null) return stateOf(headline);
  const { finding } = order.resolution;
  if (isFoundMoved(finding)) return "paid";
  // One that turned up, not paid, can be paid as long as the service has it open: with no other for the same payment,
  // and with nothing that the service states otherwise, such as its amount.
  const isAlone = order.replaces === null && order.replacedBy === null;
  const isOpen = stateOf(headlineOf({ ...order, conflict: false, resolved: false })) === "payable";
  const isPayable = finding === "not_moved" && order.discrepancyKind === "double" && isAlone && isOpen;
  return isPayable ? "payable" : "resolved";
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
