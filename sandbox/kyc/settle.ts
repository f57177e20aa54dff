import type { Pool } from "pg";
import { kycCallback } from "../callbacks/bodies";
import { queueCallbacks } from "../callbacks/outbox";
import type { Clock } from "../clock";
import { inTransaction } from "../database";
import type { Merchants } from "../merchants/registry";
import { dueRegistrations, type Registration, type Result, setResults } from "./registrations";

/** Gives registrations their results and queues the callbacks that were asked for; without those that have one already. */
export function settleRegistrations(
  pool: Pool,
  merchants: Merchants,
  results: Result[],
  now: Date,
): Promise<Registration[]> {
  return inTransaction(pool, async (sql) => {
    const moved = await setResults(sql, results, now);
    const callbacks = moved.flatMap(({ callbackUrl, ...registration }) => {
      const merchant = merchants.byNumber(registration.merchant);
      return merchant && callbackUrl
        ? [{ merchant, news: kycCallback({ ...registration, callbackUrl }, merchant), now }]
        : [];
    });
    await queueCallbacks(sql, callbacks);
    return moved;
  });
}

/** Settles the registrations whose time has come, and says when the next one's does. */
export async function settleDueRegistrations(pool: Pool, merchants: Merchants, clock: Clock): Promise<Date | null> {
  const due = await dueRegistrations(pool);
  const results = due.flatMap(({ id, merchant, settleAs }) =>
    merchants.byNumber(merchant) && settleAs ? [{ id, to: settleAs }] : [],
  );
  if (results.length > 0) await settleRegistrations(pool, merchants, results, clock.now());
  // Those that had a result already, or have no merchant any more, are not due.
  const ids = due.map(({ id }) => id);
  await pool.query(
    "update kyc_registrations set settle_at = null where id = any($1::bigint[]) and settle_at <= now()",
    [ids],
  );
  const next = await pool.query<{ at: Date | null }>("select min(settle_at) as at from kyc_registrations");
  return next.rows[0]?.at ?? null;
}
