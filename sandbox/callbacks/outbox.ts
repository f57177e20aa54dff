import type { Sql } from "../database";
import type { Merchant } from "../merchants/file";
import { type Twist, twisted } from "../scenarios/twists";
import { canonical, sign } from "../wire/canonical";
import { writeJson } from "../wire/digits";
import type { News } from "./bodies";

/** A callback to be sent, and how it differs from the right one, if it does. */
export type Queued = { merchant: Merchant; news: News; now: Date; twist?: Twist };

/** Writes callbacks beside the changes that they tell of; they are sent once that is committed. */
export async function queueCallbacks(sql: Sql, queued: Queued[]): Promise<void> {
  const copies = queued.flatMap(({ merchant, news, now, twist }) =>
    twisted(news.body, twist).map((copy) => ({ merchant, news, now, ...copy })),
  );
  if (copies.length === 0) return;
  await sql.query({
    name: "queue callbacks",
    text: `insert into callbacks
             (merchant, transaction_id, registration_id, url, body, signature, created_at, next_attempt_at)
           select merchant, transaction_id, registration_id, url, body, signature, created_at,
                  now() + after_ms * interval '1 millisecond'
           from unnest($1::int[], $2::uuid[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::timestamptz[],
                       $8::float8[])
             as queued (merchant, transaction_id, registration_id, url, body, signature, created_at, after_ms)`,
    values: [
      copies.map(({ merchant }) => merchant.number),
      copies.map(({ news }) => news.transactionId),
      copies.map(({ news }) => news.registrationId),
      copies.map(({ news }) => news.url),
      copies.map(({ body }) => writeJson(body)),
      copies.map(signatureOf),
      copies.map(({ now }) => now),
      copies.map(({ afterMs }) => afterMs),
    ],
  });
}

function signatureOf({ merchant, body, signing }: { merchant: Merchant } & ReturnType<typeof twisted>[number]) {
  if (signing === "another key") return sign(canonical(Object.entries(body)), `not ${merchant.secretKey}`);
  return merchant.announced.signedCallbacks ? sign(canonical(Object.entries(body)), merchant.secretKey) : null;
}
