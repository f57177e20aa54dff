import type { Pool } from "pg";
import { inBatches } from "../batches";

type Use = { merchant: number; nonce: string };

/** Takes a nonce for good: true for the first request that carries it, false for every other. */
export function nonceRegister(pool: Pool): (merchant: number, nonce: string) => Promise<boolean> {
  const use = inBatches<Use, boolean>(async (uses) => {
    const { rows } = await pool.query<Use>({
      name: "use nonces",
      // Not waited for on disk: the commit of an order is, and it takes with it all that was committed before.
      text: `with unawaited as (select set_config('synchronous_commit', 'off', true))
             insert into nonces (merchant, nonce)
             select used.* from unnest($1::int[], $2::text[]) as used, unawaited
             on conflict do nothing returning merchant, nonce`,
      values: [uses.map(({ merchant }) => merchant), uses.map(({ nonce }) => nonce)],
    });
    const fresh = new Set(rows.map(keyOf));
    // Two in one batch with the same nonce: `delete` lets only the first of them have it.
    return uses.map((one) => fresh.delete(keyOf(one)));
  });
  return (merchant, nonce) => use({ merchant, nonce });
}

const keyOf = ({ merchant, nonce }: Use) => `${merchant} ${nonce}`;

/** Nonces older than any timestamp that would still be accepted say nothing more. */
export async function forgetNonces(pool: Pool): Promise<void> {
  await pool.query("delete from nonces where seen_at < now() - interval '1 hour'");
}
