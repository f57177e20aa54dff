import type { DueContext } from "../scheduled-task";
import { moveOrder } from "./move";
import type { Status } from "./status";

type Due = { transactionId: string; merchant: number; resultStatus: Status };

const BATCH_SIZE = 100;

/** Gives orders the status that is scheduled for now; returns when the next one is due. */
export async function moveDueOrders({ pool, merchants, clock }: DueContext): Promise<Date | null> {
  const { rows } = await pool.query<Due>(
    `select transaction_id as "transactionId", merchant, result_status as "resultStatus" from orders
     where result_at <= now() order by result_at limit $1`,
    [BATCH_SIZE],
  );
  const failures: unknown[] = [];
  for (const { transactionId, merchant: number, resultStatus } of rows) {
    try {
      const merchant = merchants.byNumber(number);
      const moved =
        merchant && (await moveOrder(pool, { merchant, transactionId, to: resultStatus, now: clock.now() }));
      // The merchant is no longer configured, or an operator moved the order first.
      if (moved?.kind !== "moved") {
        await pool.query("update orders set result_at = null where transaction_id = $1", [transactionId]);
      }
    } catch (error) {
      // One order that fails must not block the others.
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  const next = await pool.query<{ at: Date | null }>("select min(result_at) as at from orders");
  return next.rows[0]?.at ?? null;
}
