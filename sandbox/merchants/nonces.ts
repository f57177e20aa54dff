import type { Pool } from "pg";

/** Uses up a nonce: true for the first request that carries it, false for every other. */
export async function takeNonce(pool: Pool, merchant: number, nonce: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    // This commit does not wait for the disk, which would delay every query. The commit of an order flushes it, too.
    `insert into nonces (merchant, nonce) select $1, $2 from set_config('synchronous_commit', 'off', true)
     on conflict do nothing`,
    [merchant, nonce],
  );
  return rowCount === 1;
}

/** Removes nonces that are older than any timestamp that would still be accepted. */
export async function forgetNonces(pool: Pool): Promise<void> {
  await pool.query("delete from nonces where seen_at < now() - interval '1 hour'");
}
