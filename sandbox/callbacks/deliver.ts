import type { Pool } from "pg";
import { inTransaction } from "../database";
import type { Merchants } from "../merchants/registry";
import { retryDelayMs } from "./retry";
import { LIMIT_MS, type Sent, sendCallback } from "./send";

type Due = {
  id: string;
  merchant: number;
  /** The number of the attempt to be made. */
  number: number;
  host: string;
  url: string;
  body: string;
  signature: string | null;
};

type Claimed = Due & {
  /** As the claim has set it, in PostgreSQL's words. Another value later means that an operator wants it sent again. */
  nextAttemptAt: string | null;
  retryAfterMs: number | null;
};

const MAX_CONCURRENT = 128;
const MAX_CONCURRENT_PER_HOST = 32;

/**
 * Sends callbacks that are due. Each attempt is stored before it is made: if the process dies in between, a callback
 * that is sent once is not sent twice, and one that is retried is tried again when its attempt must be over.
 */
export function callbackSender(pool: Pool, merchants: Merchants, onError: (error: unknown) => void) {
  /** What is being sent, and to which host. */
  const underway = new Map<Promise<void>, string>();

  /** Starts what is due. A host without room has its turn when one of its sends has ended. */
  async function run(): Promise<void> {
    while (underway.size < MAX_CONCURRENT) {
      const claimed = await claim();
      if (!claimed) return;
      const sending: Promise<void> = sendCallback(claimed.url, claimed.body, claimed.signature)
        .then((sent) => record(claimed, sent))
        .catch(onError)
        .finally(() => underway.delete(sending));
      underway.set(sending, claimed.host);
    }
  }

  /** A host that answers slowly uses only its own share. */
  const fullHosts = () =>
    [...Map.groupBy(underway.values(), (host) => host)]
      .filter(([, sends]) => sends.length >= MAX_CONCURRENT_PER_HOST)
      .map(([host]) => host);

  /** Takes the callback that is due first, of the hosts that have room, and stores its attempt. */
  function claim(): Promise<Claimed | undefined> {
    return inTransaction(pool, async (sql) => {
      const found = await sql.query<Due>(
        `select id, merchant, host, url, body, signature, attempts + 1 as number from callbacks
         where next_attempt_at <= now() and host <> all($1) order by next_attempt_at, id
         limit 1 for update skip locked`,
        [fullHosts()],
      );
      const due = found.rows[0];
      if (!due) return undefined;
      const merchant = merchants.byNumber(due.merchant);
      const retryAfterMs = merchant ? retryDelayMs(merchant, due.number) : null;
      await sql.query("insert into callback_attempts (callback_id, number) values ($1, $2)", [due.id, due.number]);
      const { rows } = await sql.query<Pick<Claimed, "nextAttemptAt">>(
        `update callbacks set attempts = $2, next_attempt_at = now() + $3 * interval '1 millisecond'
         where id = $1 returning next_attempt_at::text as "nextAttemptAt"`,
        [due.id, due.number, retryAfterMs === null ? null : LIMIT_MS + retryAfterMs],
      );
      return { ...due, retryAfterMs, nextAttemptAt: rows[0]?.nextAttemptAt ?? null };
    });
  }

  function record({ id, number, retryAfterMs, nextAttemptAt }: Claimed, sent: Sent): Promise<void> {
    return inTransaction(pool, async (sql) => {
      await sql.query(
        `update callback_attempts set status = $3, answer = $4, problem = $5, acknowledged = $6,
           took_ms = extract(epoch from clock_timestamp() - started_at) * 1000
         where callback_id = $1 and number = $2`,
        // PostgreSQL stores no NUL in a text.
        [id, number, sent.status, sent.answer?.replaceAll("\0", "\ufffd"), sent.problem, sent.acknowledged],
      );
      await sql.query(
        `update callbacks set
           acknowledged_at = case when $2 then coalesce(acknowledged_at, now()) else acknowledged_at end,
           next_attempt_at = case when next_attempt_at is distinct from $3::timestamptz then next_attempt_at
                                  when $2 or acknowledged_at is not null then null
                                  else now() + $4 * interval '1 millisecond' end
         where id = $1`,
        [id, sent.acknowledged, nextAttemptAt, retryAfterMs],
      );
    });
  }

  return { run, finish: () => Promise.all(underway.keys()) };
}
