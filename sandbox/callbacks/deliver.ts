import type { Pool } from "pg";
import { inTransaction } from "../database";
import type { Merchants } from "../merchants/registry";
import { retryDelayMs } from "./retry";
import { LIMIT_MS, type Sent, sendCallback } from "./send";

type Claimed = {
  id: string;
  number: number;
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
    const { rows } = await sql.query<Omit<Claimed, "delayMs"> & { merchant: number }>(
      `select id, merchant, url, body, signature, attempts + 1 as number from callbacks
       where next_attempt_at <= now() order by next_attempt_at, id limit $1 for update skip locked`,
      [AT_ONCE],
    );
    const claimed: Claimed[] = [];
    for (const { merchant: number, ...row } of rows) {
      const merchant = merchants.byNumber(number);
      const delayMs = merchant ? retryDelayMs(merchant, row.number) : null;
      claimed.push({ ...row, delayMs });
      await sql.query(
        `with begun as (insert into callback_attempts (callback_id, number, started_at) values ($1, $2, now()))
         update callbacks set attempts = $2, next_attempt_at = now() + $3 * interval '1 millisecond' where id = $1`,
        [row.id, row.number, delayMs === null ? null : LIMIT_MS + delayMs],
      );
    }
    return claimed;
  }

  async function attempt({ id, number, url, body, signature, delayMs }: Claimed): Promise<void> {
    await record(id, number, delayMs, await sendCallback(url, body, signature));
  }

  async function record(id: string, number: number, delayMs: number | null, sent: Sent): Promise<void> {
    await pool.query(
      `with over as (
         update callback_attempts set status = $3, answer = $4, problem = $5, acknowledged = $6,
           took_ms = extract(epoch from clock_timestamp() - started_at) * 1000
         where callback_id = $1 and number = $2
       )
       update callbacks set
         acknowledged_at = case when $6 then coalesce(acknowledged_at, now()) else acknowledged_at end,
         next_attempt_at = case when $6 or acknowledged_at is not null then null
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
      ],
    );
  }

  return { run, finish: () => Promise.all(underway) };
}
