import "server-only";
import { DatabaseError, type Pool } from "pg";
import type { Db } from "@/lib/db/connection";
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

/** Committed, with its refusal and class; or the token is unknown, and nothing was kept. */
export type Kept = ({ kind: "kept"; refusal: Refusal | null; worth: Worth } & Address) | { kind: "unknown_address" };

/** Whose address it came to. The environment's is shared by all orders of the merchant's own systems. */
export type Address = { address: string; isShared: boolean };

/**
 * Resolves after the commit that holds the delivery. Rejects if no commit is known. `mayGather`: it waits a moment for
 * others, so that a flood costs few commits.
 */
export type BatchInsert = (arrival: Arrival, when: { mayGather: boolean }) => Promise<Kept>;

/** Two, so that one batch is on its way to the disk while the next is collected. */
const IN_FLIGHT_MAX = 2;
/** One batch of sixteen costs less than two of eight, so those wait for the one before theirs; but not for a slow one. */
const WORTH_OVERLAPPING = 28;
const SLOW_MS = 20;
const BATCH_MAX = 250;
/** How long a flood gathers before a commit. Each commit wakes processes that payouts and pages need, too. */
const GATHER_MS = 40;
/** The queue's limit when the database does not keep up. Beyond it a sender gets a retryable error. */
const WAITING_MAX_BYTES = 64 * 1024 * 1024;
/** The service waits ten seconds for an answer, and some of them may have passed. */
const PATIENCE_MS = 6_500;

const keepers = new WeakMap<Pool, BatchInsert>();

/**
 * The keeper of this database, one a process, so that deliveries that come together are committed together.
 *
 * @unguarded reached only through handle-callback, which asks for `deliveries:receive`
 */
export function batchInserterOf(db: Db): BatchInsert {
  const known = keepers.get(db.$client) ?? openKeeper(db.$client);
  keepers.set(db.$client, known);
  return known;
}

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
      // After everything that came in the same moment has been read.
      else setImmediate(() => void work());
    });
  };
}

/** Never rejects: each sender hears of its own delivery. */
async function commit(pool: Pool, batch: Waiting[]): Promise<void> {
  try {
    const kept = await insert(
      pool,
      batch.map(({ arrival }) => arrival),
    );
    // The next batch goes first, so that the database is at work while these are answered.
    setImmediate(() => {
      for (const { arrival, resolve } of batch) resolve(kept.get(arrival.id) ?? { kind: "unknown_address" });
    });
  } catch (error) {
    if (batch.length === 1 || isOfServer(error)) {
      for (const { reject } of batch) reject(error);
      return;
    }
    // One of them cannot be kept. Each is tried alone, so that it fails without its neighbours.
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
    ],
  };
  type Row = { id: string; refusal: Refusal | null; worth: Worth; address: string; is_shared: boolean };
  const { rows } = await pool.query<Row>(query);
  return new Map(rows.map(({ id, is_shared, ...row }) => [id, { kind: "kept", ...row, isShared: is_shared }]));
}

/** The server, or the way to it, is in trouble: the same would happen to any other row. */
function isOfServer(error: unknown): boolean {
  const code = error instanceof DatabaseError ? error.code : undefined;
  return code === undefined || /^(08|53|57|58|XX)|^25006$/.test(code);
}
