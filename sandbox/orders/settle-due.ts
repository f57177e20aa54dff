import type { Pool } from "pg";
import type { Clock } from "../clock";
import type { Merchants } from "../merchants/registry";
import { settleOrder } from "./settle";
import type { Status } from "./status";

type Due = { transactionId: string; merchant: number; settleAs: Status };

/** Settles the orders whose time has come, and says when the next one's does. */
export async function settleDueOrders(pool: Pool, merchants: Merchants, clock: Clock): Promise<Date | null> {
  const { rows } = await pool.query<Due>(
    `select transaction_id as "transactionId", merchant, settle_as as "settleAs" from orders
     where settle_at <= now() order by settle_at limit 100`,
  );
  for (const { transactionId, merchant: number, settleAs } of rows) {
    const merchant = merchants.byNumber(number);
    const settled = merchant && (await settleOrder(pool, merchant, transactionId, settleAs, clock.now()));
    // It cannot settle any more (its merchant is gone, or an operator was faster): nothing is due.
    if (settled?.kind !== "moved") {
      await pool.query("update orders set settle_at = null where transaction_id = $1", [transactionId]);
    }
  }
  const next = await pool.query<{ at: Date | null }>("select min(settle_at) as at from orders");
  return next.rows[0]?.at ?? null;
}
