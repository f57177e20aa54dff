import type { Misbehaviour } from "../faults/misbehaviour";
import type { Status } from "../orders/status";
import type { Twist } from "./twists";

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
  answer?: Misbehaviour;
  /** How its callback differs from the right one. */
  callback?: Twist;
};
