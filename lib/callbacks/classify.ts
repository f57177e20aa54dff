import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import type { Pool } from "pg";
import type { Db } from "@/lib/db/connection";
import { perPool } from "@/lib/db/per-pool";
import type { Arrival } from "./batch-insert";
import { CLASSIFY } from "./batch-insert-sql";
import type { Refusal, Worth } from "./delivery";

export type Classified = { refusal: Refusal | null; worth: Worth };

type Waiting = {
  arrival: Arrival;
  resolve: (weighed: Classified | null) => void;
  reject: (error: unknown) => void;
};
type Line = { waiting: Waiting[]; isAsking: boolean };

const BATCH_MAX = 250;

/** Pause between queries during a flood: each wakes a database process. */
const GATHER_MS = 25;

const lineOf = perPool((): Line => ({ waiting: [], isAsking: false }));

/**
 * The class that a delivery would get, before it is stored; null for an unknown token. Deliveries that arrive during a
 * query share the next one, so that a flood uses one connection and few queries.
 * @unguarded reached only through handle-callback, which asks for `callbacks:receive`
 */
export function classify({ $client: pool }: Db, arrival: Arrival): Promise<Classified | null> {
  const line = lineOf(pool);
  return new Promise((resolve, reject) => {
    line.waiting.push({ arrival, resolve, reject });
    if (!line.isAsking) void work(pool, line);
  });
}

async function work(pool: Pool, line: Line): Promise<void> {
  line.isAsking = true;
  while (line.waiting.length > 0) {
    await answer(pool, line.waiting.splice(0, BATCH_MAX));
    await pause(GATHER_MS);
  }
  line.isAsking = false;
}

/** Never rejects: each sender gets the outcome of its own delivery. */
async function answer(pool: Pool, batch: Waiting[]): Promise<void> {
  try {
    const weighed = await ask(
      pool,
      batch.map(({ arrival }) => arrival),
    );
    for (const [index, { resolve }] of batch.entries()) resolve(weighed.get(index) ?? null);
  } catch (error) {
    const [first, ...others] = batch;
    if (others.length === 0) first?.reject(error);
    // One of them may cause the error. Each is tried alone, so that only that one fails.
    else for (const one of batch) await answer(pool, [one]);
  }
}

async function ask(pool: Pool, arrivals: Arrival[]): Promise<Map<number, Classified>> {
  const column = <T>(of: (arrival: Arrival) => T) => arrivals.map(of);
  const values = [
    column(({ environment }) => environment),
    column(({ token }) => token),
    column(({ signature }) => signature),
    column(({ refusal }) => refusal),
    column(({ names }) => names?.of ?? null),
    column(({ names }) => names?.name ?? null),
    column(({ names }) => names?.otherName ?? null),
    column(({ names }) => names?.status ?? null),
  ];
  const { rows } = await pool.query<Classified & { index: number }>({
    name: "weigh-deliveries",
    text: CLASSIFY,
    values,
  });
  return new Map(rows.map(({ index, ...weighed }) => [index, weighed]));
}
