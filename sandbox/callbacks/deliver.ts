import type { Pool } from "pg";
import { inTransaction, type Sql } from "../database";
import type { Merchants } from "../merchants/registry";
import { retryDelayMs } from "./retry";
import { LIMIT_MS, type Sent, sendCallback } from "./send";
import { Slots } from "./slots";

type Due = {
  id: string;
  merchant: number;
  number: number;
  host: string;
  url: string;
  body: string;
  signature: string | null;
};

type Claimed = Due & {
  /** What the claim has put there, as PostgreSQL writes it. Another time means that an operator wants it sent again. */
  nextAttemptAt: string | null;
  delayMs: number | null;
};

/** Sockets that are open at one time, in all and to one host. */
const MOST = 128;
const MOST_FOR_ONE_HOST = 32;

type Events = { onSent: () => void; onError: (error: unknown) => void };

/**
 * Sends what is due. An attempt is written down before it is made: should the
 * process die in between, a callback that is sent once is not sent twice, and
 * one that is retried is tried again when its attempt must be over.
 */
export function callbackSender(pool: Pool, merchants: Merchants, { onSent, onError }: Events) {
  const slots = new Slots(MOST, MOST_FOR_ONE_HOST);
  const underway = new Set<Promise<void>>();

  async function run(): Promise<Date | null> {
    while (slots.free > 0) {
      const claimed = await claim();
      if (claimed.length === 0) return nextDue();
      for (const one of claimed) begin(one);
    }
    // The next one that ends makes room, and wakes us.
    return null;
  }

  function begin(claimed: Claimed): void {
    const sending: Promise<void> = attempt(claimed)
      .catch(onError)
      .finally(() => {
        slots.release(claimed.host);
        underway.delete(sending);
        onSent();
      });
    underway.add(sending);
  }

  /** When the next falls due, of those whose host has room; the others wait for one of theirs to end. */
  async function nextDue(): Promise<Date | null> {
    const { rows } = await pool.query<{ at: Date | null }>(
      "select min(next_attempt_at) as at from callbacks where host <> all($1)",
      [slots.full],
    );
    return rows[0]?.at ?? null;
  }
  /** Takes a slot for each callback that is due and has one, and writes its attempt down. */
  async function claim(): Promise<Claimed[]> {
    let taken: Due[] = [];
    try {
      return await inTransaction(pool, async (sql) => {
        const { rows } = await sql.query<Due>({
          name: "due callbacks",
          text: `select id, merchant, host, url, body, signature, attempts + 1 as number from callbacks
                 where next_attempt_at <= now() and host <> all($2) order by next_attempt_at, id
                 limit $1 for update skip locked`,
          values: [slots.free, slots.full],
        });
        taken = rows.filter(({ host }) => slots.take(host));
        return taken.length === 0 ? [] : await writeDown(sql, taken);
      });
    } catch (error) {
      for (const { host } of taken) slots.release(host);
      throw error;
    }
  }

  async function writeDown(sql: Sql, due: Due[]): Promise<Claimed[]> {
    const delays = due.map(({ merchant: number, number: attempt }) => {
      const merchant = merchants.byNumber(number);
      return merchant ? retryDelayMs(merchant, attempt) : null;
    });
    const { rows } = await sql.query<{ id: string; at: string | null }>({
      name: "begin attempts",
      text: `with given as (
               select * from unnest($1::bigint[], $2::int[], $3::float8[]) as given (callback, attempt, wait_ms)
             ), begun as (
               insert into callback_attempts (callback_id, number, started_at) select callback, attempt, now() from given
             )
             update callbacks set attempts = attempt, next_attempt_at = now() + wait_ms * interval '1 millisecond'
             from given where id = callback returning id, next_attempt_at::text as at`,
      values: [
        due.map(({ id }) => id),
        due.map(({ number }) => number),
        delays.map((delayMs) => (delayMs === null ? null : LIMIT_MS + delayMs)),
      ],
    });
    const next = new Map(rows.map(({ id, at }) => [id, at]));
    return due.map((one, index) => ({
      ...one,
      delayMs: delays[index] ?? null,
      nextAttemptAt: next.get(one.id) ?? null,
    }));
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
