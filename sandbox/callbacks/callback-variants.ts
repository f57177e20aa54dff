import Big from "big.js";
import { Digits } from "../wire/digits";
import type { FlatValue } from "../wire/flat-json";
import type { CallbackBody } from "./bodies";

/** How a scenario's callback differs from the right one. */
export type CallbackVariant =
  | "lost"
  | "doubled"
  | "ten times"
  | "out of order"
  | "wrong amount"
  | "wrong signature"
  | "unknown status"
  | "extra fields";

/** One callback to send. It is never sent where `afterMs` is null. */
export type Copy = { body: CallbackBody; afterMs: number | null; signing: "as set up" | "another key" };

const STALE_AFTER_MS = 1_000;

/** The callbacks that are sent in place of the right one. */
export function copiesOf(body: CallbackBody, variant: CallbackVariant | undefined): Copy[] {
  const right: Copy = { body, afterMs: 0, signing: "as set up" };
  switch (variant) {
    case undefined:
      return [right];
    case "lost":
      return [{ ...right, afterMs: null }];
    case "doubled":
      return [right, right];
    case "ten times":
      return Array<Copy>(10).fill(right);
    case "out of order":
      return [right, { ...right, body: { ...body, status: "PENDING", actual_amount: null }, afterMs: STALE_AFTER_MS }];
    case "wrong amount":
      return [
        { ...right, body: { ...body, amount: oneMore(body.amount), actual_amount: oneMore(body.actual_amount) } },
      ];
    case "wrong signature":
      return [{ ...right, signing: "another key" }];
    case "unknown status":
      return [{ ...right, body: { ...body, status: "SETTLED" } }];
    case "extra fields":
      return [
        { ...right, body: { ...body, processed_by: "サンドボックス", priority: new Digits("1"), is_test: true } },
      ];
  }
}

/** 12000 becomes 12001 and "12.50" becomes "13.50": the digits after the point stay. */
function oneMore(amount: FlatValue | undefined): FlatValue {
  const digits = amount instanceof Digits ? amount.text : String(amount ?? 0);
  const more = Big(digits)
    .plus(1)
    .toFixed(digits.split(".")[1]?.length ?? 0);
  return amount instanceof Digits ? new Digits(more) : more;
}
