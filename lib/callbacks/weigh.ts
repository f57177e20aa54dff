import "server-only";
import type { Pool } from "pg";
import type { Db } from "@/lib/db/connection";
import type { Refusal, Worth } from "./delivery";
import { WEIGH } from "./keep-statement";
import type { Arrival } from "./keeping";

export type Weighed = { refusal: Refusal | null; worth: Worth };

const lines = new WeakMap<Pool, Promise<unknown>>();

/**
 * What one delivery would be worth, before it is kept; null where its address is nobody's. One after another, so that a
 * flood of them costs one connection.
 */
export async function weigh({ $client: pool }: Db, arrival: Arrival): Promise<Weighed | null> {
  const { environment, token, signature, refusal, names } = arrival;
  const values = [environment, token, signature, refusal, names?.of, names?.name, names?.otherName];
  const weighed = (lines.get(pool) ?? Promise.resolve()).then(() =>
    pool.query<Weighed>({ name: "weigh-delivery", text: WEIGH, values }),
  );
  lines.set(
    pool,
    weighed.catch(() => undefined),
  );
  return (await weighed).rows[0] ?? null;
}
