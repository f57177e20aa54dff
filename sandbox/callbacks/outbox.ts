import type { Sql } from "../database";
import type { Merchant } from "../merchants/file";
import { type Twist, twisted } from "../scenarios/twists";
import { canonical, sign } from "../wire/canonical";
import { writeJson } from "../wire/digits";
import type { News } from "./bodies";

/** Writes a callback beside the change that it tells of; it is sent once that is committed. */
export async function queueCallback(sql: Sql, merchant: Merchant, news: News, now: Date, twist?: Twist): Promise<void> {
  for (const { body, afterMs, signing } of twisted(news.body, twist)) {
    const isSigned = merchant.announced.signedCallbacks || signing === "another key";
    const key = signing === "another key" ? `not ${merchant.secretKey}` : merchant.secretKey;
    const signature = isSigned ? sign(canonical(Object.entries(body)), key) : null;
    await sql.query({
      name: "queue callback",
      text: `insert into callbacks
               (merchant, transaction_id, registration_id, url, body, signature, created_at, next_attempt_at)
             values ($1, $2, $3, $4, $5, $6, $7, now() + $8 * interval '1 millisecond')`,
      values: [
        merchant.number,
        news.transactionId,
        news.registrationId,
        news.url,
        writeJson(body),
        signature,
        now,
        afterMs,
      ],
    });
  }
}
