import { isFoundMoved } from "@/lib/transactions/discrepancies/resolution";
import type { TransactionView } from "@/lib/transactions/schema";
import { type Contested, discrepancyOf, headlineOf, nothingMoves } from "@/lib/transactions/status/display-status";
import { mayBeSentByLost } from "@/lib/transactions/status/sentence";
import { isFinal } from "@/lib/transactions/status/status";

type Order = Pick<TransactionView, "type" | "netAmount" | "resolution"> &
  Contested &
  Parameters<typeof mayBeSentByLost>[0];

/**
 * What an order moves in all, and what that is called. The service gives this figure before any money has moved, and
 * also where none will.
 */
export function netAmountOf(order: Order): { name: string; amount: string | null; isOver: boolean } {
  const { type, netAmount, resolution } = order;
  const headline = headlineOf(order);
  const isFoundUnmoved = headline === "resolved" && resolution !== null && !isFoundMoved(resolution.finding);
  // What the service has open may still move.
  const isStillOpen = order.status !== null && !isFinal(order.status);
  const isOver = (isFoundUnmoved && !isStillOpen) || (nothingMoves(headline) && !mayBeSentByLost(order));
  // Whether money has moved is what contradicting reports do not say.
  const isDoubtful = !isFoundUnmoved && (headline === "resolved" || discrepancyOf(order) !== null);
  const notCredited = isDoubtful ? "NET" : "EXPECTED";
  const name = type !== "DEPOSIT" || isOver || headline === "paid" ? type : notCredited;
  return { name, amount: isOver ? null : netAmount, isOver };
}
