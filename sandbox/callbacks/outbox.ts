import type { Sql } from "../database";
import type { Merchant } from "../merchants/config";
import { canonical, sign } from "../wire/canonical";
import type { Callback } from "./bodies";
import { type CallbackVariant, type Copy, copiesOf } from "./callback-variants";

type Queued = { merchant: Merchant; callback: Callback; now: Date; variant?: CallbackVariant | undefined };

/** Stores a callback in the transaction that changes its order or registration; it is sent after the commit. */
export async function queueCallback(sql: Sql, { merchant, callback, now, variant }: Queued): Promise<void> {
  const { url, transactionId, registrationId } = callback;
  for (const copy of copiesOf(callback.body, variant)) {
    await sql.query(
      `insert into callbacks
         (merchant, transaction_id, registration_id, url, host, body, signature, created_at, next_attempt_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, now() + $9 * interval '1 millisecond')`,
      [
        merchant.number,
        transactionId,
        registrationId,
        url,
        new URL(url).host,
        JSON.stringify(copy.body),
        signatureOf(copy, merchant),
        now,
        copy.afterMs,
      ],
    );
  }
}

function signatureOf({ body, signing }: Copy, { announced, secretKey }: Merchant): string | null {
  if (signing === "another key") return sign(canonical(Object.entries(body)), `not ${secretKey}`);
  return announced.signedCallbacks ? sign(canonical(Object.entries(body)), secretKey) : null;
}
