import type { CallbackVariant } from "../callbacks/callback-variants";
import type { Fault } from "../faults/fault-injection";
import type { Status } from "../orders/status";

/** What happens to an order whose input asks for it. */
export type Scenario = {
  /** The account number that asks for it, as `destinationAccount` or `payerAccount`. */
  account: string;
  /** The line of the table in the README. */
  says: string;
  /** How it ends, and how long after it was made; null is never. */
  ending?: { status: Status; afterMs: number } | null;
  /** The create is refused for want of money. */
  insufficient?: true;
  /** How the answer to the create goes wrong. */
  answer?: Fault;
  /** How its callback differs from the right one. */
  callback?: CallbackVariant;
};
