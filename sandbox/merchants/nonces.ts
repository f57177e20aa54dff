import type { Pool } from "pg";

/** Uses up a nonce: true for the first request that carries it, false for every other. */
export async function takeNonce(pool: Pool, merchant: number, nonce: string): Promise<boolean> {
  const { rowCount } = await pool.query("insert into nonces (merchant, nonce) values ($1, $2) on conflict do nothing", [
    merchant,
    nonce,
  ]);
  return rowCount === 1;
}

/** Removes nonces that are older than any timestamp that would still be accepted. */
export async function forgetNonces(pool: Pool): Promise<void> {
  await pool.query("delete from nonces where seen_at < now() - interval '1 hour'");
}
