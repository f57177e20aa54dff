import { isPossiblySent } from "@/lib/transactions/submission/submission";
import { type Contested, type Headline, headlineOf } from "./display-status";

type Described = Contested & { possiblySentUntil: string | null; createdAt: string; replaces: string | null };

/** A lost database may have sent it: one that was created after the change of the database only inherits the mark. */
export const mayBeSentByLost = (order: Described) =>
  !order.conflict &&
  isPossiblySent(order) &&
  order.possiblySentUntil !== null &&
  order.createdAt <= order.possiblySentUntil;

/** The message at `orders.sentence` that is true of an order. */
export function sentenceKeyOf(order: Described): Headline | "possiblySent" | "doubleStopped" | "doubleReplacing" {
  if (mayBeSentByLost(order)) return "possiblySent";
  const headline = headlineOf(order);
  // The order that turned up is the one that it replaces.
  if (headline === "double" && order.replaces !== null) {
    return order.submission === "stopped" ? "doubleStopped" : "doubleReplacing";
  }
  return headline === "unknown" && order.possiblySentUntil !== null ? "possiblySent" : headline;
}
