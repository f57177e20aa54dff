import type { Pool } from "pg";
import type { Sandbox } from "../sandbox";
import type { Status } from "./status";

type Due = { transactionId: string; merchant: number; settleAs: Status };

const AT_ONCE = 512;

/** Settles the orders whose time has come, and says when the next one's does. */
export async function settleDueOrders(
  pool: Pool,
  { merchants, clock, moveOrder }: Pick<Sandbox, "merchants" | "clock" | "moveOrder">,
): Promise<Date | null> {
  const { rows } = await pool.query<Due>(
    `select transaction_id as "transactionId", merchant, settle_as as "settleAs" from orders
     where settle_at <= now() order by settle_at limit $1`,
    [AT_ONCE],
  );
  const ends = await Promise.allSettled(
    rows.map(async ({ transactionId, merchant: number, settleAs }) => {
      const merchant = merchants.byNumber(number);
      return merchant && moveOrder({ merchant, transactionId, to: settleAs, now: clock.now() });
    }),
  );
  // Those that cannot settle any more (their merchant is gone, or an operator was faster) are not due.
  const over = rows.filter((_, at) => {
    const end = ends[at];
    return end?.status === "fulfilled" && end.value?.kind !== "moved";
  });
  if (over.length > 0) {
    const ids = over.map(({ transactionId }) => transactionId);
    await pool.query("update orders set settle_at = null where transaction_id = any($1::uuid[])", [ids]);
  }
  const failed = ends.find((end) => end.status === "rejected");
  if (failed) throw failed.reason;

  const next = await pool.query<{ at: Date | null }>("select min(settle_at) as at from orders");
  return next.rows[0]?.at ?? null;
}
