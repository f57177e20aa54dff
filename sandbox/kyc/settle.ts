import type { Pool } from "pg";
import { kycCallback } from "../callbacks/bodies";
import { queueCallback } from "../callbacks/outbox";
import type { Clock } from "../clock";
import { inTransaction } from "../database";
import type { Merchant } from "../merchants/file";
import type { Merchants } from "../merchants/registry";
import type { KycStatus } from "./provider-status";
import { dueRegistrations, type Registration, setStatus } from "./registrations";

/** Gives a registration its result and queues the callback, if one was asked for. */
export async function settleRegistration(pool: Pool, merchant: Merchant, id: string, to: KycStatus, now: Date) {
  return inTransaction(pool, async (sql): Promise<Registration | undefined> => {
    const moved = await setStatus(sql, id, to, now);
    if (moved?.callbackUrl) {
      const news = kycCallback({ ...moved, callbackUrl: moved.callbackUrl }, merchant);
      await queueCallback(sql, merchant, news, now);
    }
    return moved;
  });
}

/** Settles the registrations whose time has come, and says when the next one's does. */
export async function settleDueRegistrations(pool: Pool, merchants: Merchants, clock: Clock): Promise<Date | null> {
  for (const { id, merchant: number, settleAs } of await dueRegistrations(pool)) {
    const merchant = merchants.byNumber(number);
    const moved = merchant && settleAs && (await settleRegistration(pool, merchant, id, settleAs, clock.now()));
    if (!moved) await pool.query("update kyc_registrations set settle_at = null where id = $1", [id]);
  }
  const next = await pool.query<{ at: Date | null }>("select min(settle_at) as at from kyc_registrations");
  return next.rows[0]?.at ?? null;
}
