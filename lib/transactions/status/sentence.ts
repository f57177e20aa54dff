import { type Contested, type Headline, headlineOf } from "./display-status";

type Described = Contested & { possiblySentUntil: string | null };

/** The message at `orders.sentence` that is true of an order. */
export function sentenceKeyOf(order: Described): Headline | "possiblySent" {
  const headline = headlineOf(order);
  return headline === "unknown" && order.possiblySentUntil !== null ? "possiblySent" : headline;
}
