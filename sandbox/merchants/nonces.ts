import type { Pool } from "pg";
import { inBatches } from "../batches";
import type { Sql } from "../database";

export type NonceUse = { merchant: number; nonce: string };

/** Takes a nonce for good: true for the first request that carries it, false for every other. */
export function nonceRegister(pool: Pool): (merchant: number, nonce: string) => Promise<boolean> {
  const use = inBatches<NonceUse, boolean>({
    write: async (uses) => {
      const { rows } = await pool.query<NonceUse>({
        name: "use nonces",
        // Not waited for on disk: whatever else the request writes commits later, and takes this with it.
        text: `with unawaited as (select set_config('synchronous_commit', 'off', true))
             insert into nonces (merchant, nonce)
             select used.* from unnest($1::int[], $2::text[]) as used, unawaited
             on conflict do nothing returning merchant, nonce`,
        values: [uses.map(({ merchant }) => merchant), uses.map(({ nonce }) => nonce)],
      });
      const fresh = new Set(rows.map(keyOfNonce));
      // Two in one batch with the same nonce: `delete` lets only the first of them have it.
      return uses.map((one) => fresh.delete(keyOfNonce(one)));
    },
  });
  return (merchant, nonce) => use({ merchant, nonce });
}

export const keyOfNonce = ({ merchant, nonce }: NonceUse) => `${merchant} ${nonce}`;

/** Which of these nonces have been used, by their keys. */
export async function usedNonces(sql: Sql, uses: NonceUse[]): Promise<Set<string>> {
  const { rows } = await sql.query<NonceUse>({
    name: "used nonces",
    text: `select used.* from unnest($1::int[], $2::text[]) as used (merchant, nonce),
             lateral (select from nonces where (merchant, nonce) = (used.merchant, used.nonce) offset 0) as earlier`,
    values: [uses.map(({ merchant }) => merchant), uses.map(({ nonce }) => nonce)],
  });
  return new Set(rows.map(keyOfNonce));
}

/** Nonces older than any timestamp that would still be accepted say nothing more. */
export async function forgetNonces(pool: Pool): Promise<void> {
  await pool.query("delete from nonces where seen_at < now() - interval '1 hour'");
}
