import type { Pool } from "pg";
import type { Clock } from "../clock";
import type { Merchants } from "../merchants/registry";
import { moveOrder } from "./move";
import { dueOrders, type Order } from "./order";

/** Any move ends what was scheduled. */
const isScheduled = ({ resultAt }: Order) => resultAt !== null;

/** Gives orders the status that is scheduled for now. */
export async function moveDueOrders(pool: Pool, merchants: Merchants, clock: Clock): Promise<void> {
  const failures: unknown[] = [];
  for (const { transactionId, merchant: number, resultStatus } of await dueOrders(pool)) {
    try {
      const merchant = merchants.byNumber(number);
      if (merchant && resultStatus) {
        await moveOrder(pool, { merchant, transactionId, to: resultStatus, now: clock.now(), onlyIf: isScheduled });
      }
      // Still due where an operator moved it first, or where its merchant is no longer configured.
      await pool.query("update orders set result_at = null where transaction_id = $1 and result_at <= now()", [
        transactionId,
      ]);
    } catch (error) {
      // One order that fails must not block the others.
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
