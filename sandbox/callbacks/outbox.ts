import type { Sql } from "../database";
import type { Merchant } from "../merchants/file";
import { canonical, sign } from "../wire/canonical";
import { writeJson } from "../wire/digits";
import type { News } from "./bodies";

/** Writes a callback beside the change that it tells of; it is sent once that is committed. */
export async function queueCallback(sql: Sql, merchant: Merchant, news: News, now: Date): Promise<void> {
  const signature = merchant.announced.signedCallbacks
    ? sign(canonical(Object.entries(news.body)), merchant.secretKey)
    : null;
  await sql.query({
    name: "queue callback",
    text: `insert into callbacks
             (merchant, transaction_id, registration_id, url, body, signature, created_at, next_attempt_at)
           values ($1, $2, $3, $4, $5, $6, $7, now())`,
    values: [merchant.number, news.transactionId, news.registrationId, news.url, writeJson(news.body), signature, now],
  });
}
