import "server-only";
import { DatabaseError, type Pool } from "pg";
import { perPool } from "@/lib/db/per-pool";
import type { Environment } from "@/lib/environment";
import { BATCH_INSERT } from "./batch-insert-sql";
import type { Named, Refusal, Signature, Worth } from "./delivery";

/** One delivery as received, before its token is resolved. */
export type Arrival = {
  id: string;
  environment: Environment;
  token: string;
  receivedAt: Date;
  sourceAddress: string | null;
  headers: Record<string, string>;
  body: Buffer;
  signature: Signature;
  refusal: Refusal | null;
  names: Named | null;
};

/** `kept`: committed, with its refusal and class. `unknown_address`: nothing was stored. */
export type Kept = ({ kind: "kept"; refusal: Refusal | null; worth: Worth } & Address) | { kind: "unknown_address" };

/** The address that received it. The environment's is shared by all orders that other systems create. */
export type Address = { address: string; isShared: boolean };

/**
 * Resolves after the commit that stores the delivery; rejects if the commit is not confirmed. `mayGather`: may wait for
 * others, so that a flood needs few commits.
 */
export type BatchInsert = (arrival: Arrival, when: { mayGather: boolean }) => Promise<Kept>;

/** Two, so that one batch is collected while the other is being committed. */
const IN_FLIGHT_MAX = 2;
/** One batch of sixteen costs less than two of eight: smaller ones wait for the running commit, unless it is slow. */
const WORTH_OVERLAPPING = 28;
const SLOW_MS = 20;
const BATCH_MAX = 250;
/** How long a burst gathers before a commit. Each commit also wakes database processes that payouts and pages need. */
const GATHER_MS = 40;
/** Limit of the queue when the database falls behind. Beyond it a sender gets an error that it may retry. */
const WAITING_MAX_BYTES = 64 * 1024 * 1024;
/** The service waits ten seconds for a response, part of which may have passed already. */
const PATIENCE_MS = 6_500;

/**
 * One inserter per process and database, so that concurrent deliveries share a commit.
 * @unguarded reached only through handle-callback, which asks for `deliveries:receive`
 */
export const batchInserterOf = perPool(openKeeper);

type Waiting = {
  arrival: Arrival;
  bytes: number;
  mayGather: boolean;
  resolve: (kept: Kept) => void;
  reject: (error: unknown) => void;
};

/**
 * Commits deliveries in small batches: those that arrive during a commit form the next batch. A large batch, or one
 * behind a slow commit, starts immediately. A single sender is answered as fast as by one insert.
 */
function openKeeper(pool: Pool): BatchInsert {
  const waiting: Waiting[] = [];
  let waitingBytes = 0;
  let inFlight = 0;
  const slow = new Set<Waiting[]>();
  let gathering: NodeJS.Timeout | null = null;

  async function work() {
    const mayOverlap = slow.size > 0 || waiting.length >= WORTH_OVERLAPPING;
    if (waiting.length === 0 || inFlight === IN_FLIGHT_MAX || (inFlight > 0 && !mayOverlap)) return;
    inFlight += 1;
    const batch = waiting.splice(0, BATCH_MAX);
    for (const { bytes } of batch) waitingBytes -= bytes;
    const watch = setTimeout(() => {
      slow.add(batch);
      void work();
    }, SLOW_MS);
    await commit(pool, batch);
    clearTimeout(watch);
    slow.delete(batch);
    inFlight -= 1;
    if (gathering === null || waiting.some(({ mayGather }) => !mayGather)) void work();
  }

  function gathered() {
    gathering = null;
    void work();
  }

  return (arrival, { mayGather }) => {
    const bytes = arrival.body.byteLength;
    if (waitingBytes + bytes > WAITING_MAX_BYTES) return Promise.reject(new Error("too much waits for the database"));
    waitingBytes += bytes;
    return new Promise((resolve, reject) => {
      waiting.push({ arrival, bytes, mayGather, resolve, reject });
      if (mayGather) gathering ??= setTimeout(gathered, GATHER_MS);
      // After all requests of this tick have been read.
      else setImmediate(() => void work());
    });
  };
}

/** Never rejects: each sender gets the outcome of its own delivery. */
async function commit(pool: Pool, batch: Waiting[]): Promise<void> {
  try {
    const kept = await insert(
      pool,
      batch.map(({ arrival }) => arrival),
    );
    // Starts the next batch before the responses, so that the database stays busy.
    setImmediate(() => {
      for (const { arrival, resolve } of batch) resolve(kept.get(arrival.id) ?? { kind: "unknown_address" });
    });
  } catch (error) {
    if (batch.length === 1 || isOfServer(error)) {
      for (const { reject } of batch) reject(error);
      return;
    }
    // One of them cannot be stored. Each is tried alone, so that only that one fails.
    for (const one of batch) await commit(pool, [one]);
  }
}

async function insert(pool: Pool, arrivals: Arrival[]): Promise<Map<string, Kept>> {
  const column = <T>(of: (arrival: Arrival) => T) => arrivals.map(of);
  const query = {
    name: "keep-deliveries",
    text: BATCH_INSERT,
    query_timeout: PATIENCE_MS,
    values: [
      column(({ id }) => id),
      column(({ environment }) => environment),
      column(({ token }) => token),
      column(({ receivedAt }) => receivedAt.toISOString()),
      column(({ sourceAddress }) => sourceAddress),
      column(({ headers }) => JSON.stringify(headers)),
      column(({ body }) => body),
      column(({ signature }) => signature),
      column(({ refusal }) => refusal),
      column(({ names }) => names?.of ?? null),
      column(({ names }) => names?.name ?? null),
      column(({ names }) => names?.otherName ?? null),
      column(({ names }) => names?.status ?? null),
    ],
  };
  type Row = { id: string; refusal: Refusal | null; worth: Worth; address: string; is_shared: boolean };
  const { rows } = await pool.query<Row>(query);
  return new Map(rows.map(({ id, is_shared, ...row }) => [id, { kind: "kept", ...row, isShared: is_shared }]));
}

/** The server or the connection failed: any other row would fail too. */
function isOfServer(error: unknown): boolean {
  const code = error instanceof DatabaseError ? error.code : undefined;
  return code === undefined || /^(08|53|57|58|XX)|^25006$/.test(code);
}
