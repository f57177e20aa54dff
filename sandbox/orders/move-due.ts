import type { DueContext } from "../sandbox";
import { moveOrder } from "./move";
import type { Status } from "./status";

type Due = { transactionId: string; merchant: number; settleAs: Status };

const BATCH_SIZE = 100;

/** Gives orders the status that is scheduled for now; returns when the next one is due. */
export async function moveDueOrders({ pool, merchants, clock }: DueContext): Promise<Date | null> {
  const { rows } = await pool.query<Due>(
    `select transaction_id as "transactionId", merchant, settle_as as "settleAs" from orders
     where settle_at <= now() order by settle_at limit $1`,
    [BATCH_SIZE],
  );
  const failures: unknown[] = [];
  for (const { transactionId, merchant: number, settleAs } of rows) {
    try {
      const merchant = merchants.byNumber(number);
      const moved = merchant && (await moveOrder(pool, { merchant, transactionId, to: settleAs, now: clock.now() }));
      // The merchant is no longer configured, or an operator moved the order first.
      if (moved?.kind !== "moved") {
        await pool.query("update orders set settle_at = null where transaction_id = $1", [transactionId]);
      }
    } catch (error) {
      // One order that fails must not block the others.
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  const next = await pool.query<{ at: Date | null }>("select min(settle_at) as at from orders");
  return next.rows[0]?.at ?? null;
}
