import type { Pool } from "pg";
import { inTransaction } from "../database";
import type { Merchants } from "../merchants/registry";
import { retryDelayMs } from "./retry";
import { LIMIT_MS, type Sent, sendCallback } from "./send";

type Claimed = {
  id: string;
  number: number;
  /** What the claim has put there, as PostgreSQL writes it. Another time means that an operator wants it sent again. */
  nextAttemptAt: string | null;
  url: string;
  body: string;
  signature: string | null;
  delayMs: number | null;
};

const AT_ONCE = 32;

type Events = { onSent: () => void; onError: (error: unknown) => void };

/**
 * Sends what is due. An attempt is written down before it is made: should the
 * process die in between, a callback that is sent once is not sent twice, and
 * one that is retried is tried again when its attempt must be over.
 */
export function callbackSender(pool: Pool, merchants: Merchants, { onSent, onError }: Events) {
  const underway = new Set<Promise<void>>();

  async function run(): Promise<Date | null> {
    for (const claimed of await inTransaction(pool, claim)) {
      const sending: Promise<void> = attempt(claimed)
        .catch(onError)
        .finally(() => {
          underway.delete(sending);
          onSent();
        });
      underway.add(sending);
    }
    const { rows } = await pool.query<{ at: Date | null }>("select min(next_attempt_at) as at from callbacks");
    return rows[0]?.at ?? null;
  }

  async function claim(sql: Pick<Pool, "query">): Promise<Claimed[]> {
    const { rows } = await sql.query<Omit<Claimed, "delayMs" | "nextAttemptAt"> & { merchant: number }>(
      `select id, merchant, url, body, signature, attempts + 1 as number from callbacks
       where next_attempt_at <= now() order by next_attempt_at, id limit $1 for update skip locked`,
      [AT_ONCE],
    );
    const claimed: Claimed[] = [];
    for (const { merchant: number, ...row } of rows) {
      const merchant = merchants.byNumber(number);
      const delayMs = merchant ? retryDelayMs(merchant, row.number) : null;
      const begun = await sql.query<{ at: string | null }>(
        `with begun as (insert into callback_attempts (callback_id, number, started_at) values ($1, $2, now()))
         update callbacks set attempts = $2, next_attempt_at = now() + $3 * interval '1 millisecond' where id = $1
         returning next_attempt_at::text as at`,
        [row.id, row.number, delayMs === null ? null : LIMIT_MS + delayMs],
      );
      claimed.push({ ...row, delayMs, nextAttemptAt: begun.rows[0]?.at ?? null });
    }
    return claimed;
  }

  async function attempt(claimed: Claimed): Promise<void> {
    await record(claimed, await sendCallback(claimed.url, claimed.body, claimed.signature));
  }

  async function record({ id, number, delayMs, nextAttemptAt }: Claimed, sent: Sent): Promise<void> {
    await pool.query(
      `with over as (
         update callback_attempts set status = $3, answer = $4, problem = $5, acknowledged = $6,
           took_ms = extract(epoch from clock_timestamp() - started_at) * 1000
         where callback_id = $1 and number = $2
       )
       update callbacks set
         acknowledged_at = case when $6 then coalesce(acknowledged_at, now()) else acknowledged_at end,
         next_attempt_at = case when next_attempt_at is distinct from $8::timestamptz then next_attempt_at
                                when $6 or acknowledged_at is not null then null
                                else now() + $7 * interval '1 millisecond' end
       where id = $1`,
      // PostgreSQL keeps no NUL in a text.
      [
        id,
        number,
        sent.status,
        sent.answer?.replaceAll("\0", "\ufffd") ?? null,
        sent.problem,
        sent.acknowledged,
        delayMs,
        nextAttemptAt,
      ],
    );
  }

  return { run, finish: () => Promise.all(underway) };
}
