import type { Pool } from "pg";
import { kycCallback } from "../callbacks/bodies";
import { queueCallback } from "../callbacks/outbox";
import type { Clock } from "../clock";
import { inTransaction } from "../database";
import type { Merchant } from "../merchants/config";
import type { Merchants } from "../merchants/registry";
import { dueRegistrations, type Registration, type Result, setResult } from "./registrations";

/** Gives a registration its result and queues its callback; returns nothing where it already has a final result. */
export function resolveRegistration(pool: Pool, merchant: Merchant, result: Result): Promise<Registration | undefined> {
  return inTransaction(pool, async (sql) => {
    const resolved = await setResult(sql, result);
    if (resolved?.callbackUrl) {
      const callback = kycCallback({ ...resolved, callbackUrl: resolved.callbackUrl }, merchant);
      await queueCallback(sql, { merchant, callback, now: result.now });
    }
    return resolved;
  });
}

/** Gives registrations the results that are scheduled for now. */
export async function resolveDueRegistrations(pool: Pool, merchants: Merchants, clock: Clock): Promise<void> {
  for (const { id, merchant: number, resultStatus } of await dueRegistrations(pool)) {
    const merchant = merchants.byNumber(number);
    if (merchant && resultStatus) {
      await resolveRegistration(pool, merchant, { id, to: resultStatus, now: clock.now(), onlyScheduled: true });
    }
    // Still due where it already has a result, or where its merchant is no longer configured.
    await pool.query("update kyc_registrations set result_at = null where id = $1 and result_at <= now()", [id]);
  }
}
