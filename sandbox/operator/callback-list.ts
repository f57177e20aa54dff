import type { Pool } from "pg";

export type Attempt = {
  number: number;
  startedAt: string;
  tookMs: number | null;
  status: number | null;
  answer: string | null;
  problem: string | null;
  /** null while the answer is awaited, or when the process died meanwhile. */
  acknowledged: boolean | null;
};
export type ListedCallback = {
  id: string;
  merchant: number;
  transactionId: string | null;
  registrationId: string | null;
  url: string;
  body: string;
  signature: string | null;
  createdAt: Date;
  acknowledgedAt: Date | null;
  nextAttemptAt: Date | null;
  attempts: Attempt[];
};

/** The latest callbacks with every attempt to deliver them, newest first. */
export async function latestCallbacks(pool: Pool, limit: number): Promise<ListedCallback[]> {
  const { rows } = await pool.query<ListedCallback>(
    `select c.id, c.merchant, c.transaction_id as "transactionId", c.registration_id as "registrationId", c.url,
            c.body, c.signature, c.created_at as "createdAt", c.acknowledged_at as "acknowledgedAt",
            c.next_attempt_at as "nextAttemptAt",
            (select coalesce(json_agg(json_build_object(
               'number', a.number, 'startedAt', a.started_at, 'tookMs', a.took_ms, 'status', a.status,
               'answer', a.answer, 'problem', a.problem, 'acknowledged', a.acknowledged) order by a.number), '[]')
             from callback_attempts a where a.callback_id = c.id) as attempts
     from callbacks c order by c.id desc limit $1`,
    [limit],
  );
  return rows;
}
