import "server-only";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { perProcess } from "@/lib/process/per-process";
import { connect, type Db, db, readPool } from "./connection";

/*
 * Lists, search, exports and reports may be read from a standby (READ_DATABASE_URL). A list never shows less than what the
 * primary had committed when it was asked: the standby has replayed that much, or the primary is read.
 */

/** How long a list waits for the standby to catch up. */
const CATCH_UP_MS = 150;
const POLL_MS = 10;
/** Time limit of the check before each read. */
const CHECK_MS = 1_000;
/** How long the primary is used after a failed check. */
const REST_MS = { behind: 1_000, away: 5_000 };

/** A server has several databases, and a standby has all of them. */
type Place = { system: string | null; database: string };
type State = Place & { replayed: boolean; isStandby: boolean; newestCommit: Date | null };
type Rest = keyof typeof REST_MS;
type Replica = { db: Db; lagMaxMs: number; restsUntil: number };

const replicas = perProcess("replicas", () => new WeakMap<Db, Replica>());

/** Sets the standby for reads from this database. */
export function attachReplica(primary: Db, standby: Db, { lagMaxMs }: { lagMaxMs: number }): void {
  replicas.set(primary, { db: standby, lagMaxMs, restsUntil: 0 });
}

/** The application's database, with the standby of its settings. */
export function readableDb(): Db {
  const primary = db();
  const [pool, { readDatabase }] = [readPool(), env()];
  if (pool && readDatabase && !replicas.has(primary)) attachReplica(primary, connect(pool), readDatabase);
  return primary;
}

type Reader = { db: Db };

/**
 * Reads from a standby that has replayed everything committed so far, or else from the primary. Not for decisions about
 * money.
 */
export async function readFresh<C extends Reader, T>(ctx: C, work: (reader: C) => Promise<T>): Promise<T> {
  return (await reading(ctx, 0, work)).value;
}

/** The same for figures that may be slightly old. `asOf`: their latest commit, if the standby is behind. */
export async function readRecent<C extends Reader, T>(
  ctx: C,
  work: (reader: C) => Promise<T>,
): Promise<{ value: T; asOf: Date | null }> {
  return reading(ctx, replicas.get(ctx.db)?.lagMaxMs ?? 0, work);
}

/** The database for a streamed read, which cannot be restarted. */
export async function freshDb(primary: Db): Promise<Db> {
  return (await choose(primary, 0))?.replica.db ?? primary;
}

async function reading<C extends Reader, T>(
  ctx: C,
  lagMaxMs: number,
  work: (reader: C) => Promise<T>,
): Promise<{ value: T; asOf: Date | null }> {
  const chosen = await choose(ctx.db, lagMaxMs);
  if (chosen) {
    try {
      return { value: await work({ ...ctx, db: chosen.replica.db }), asOf: chosen.asOf };
    } catch (error) {
      // A standby may disconnect, or cancel a query that blocks its replay. Bugs of ours fail on the primary, too.
      rest(chosen.replica, "away", error);
    }
  }
  return { value: await work(ctx), asOf: null };
}

function rest(replica: Replica, why: Rest, error?: unknown): void {
  replica.restsUntil = Date.now() + REST_MS[why];
  if (why === "away") log.warn({ error }, "database: the standby for reading is not used for a while");
}

/** Null: read the primary. `asOf` is null if the standby has everything. */
async function choose(of: Db, lagMaxMs: number): Promise<{ replica: Replica; asOf: Date | null } | null> {
  const replica = replicas.get(of);
  if (!replica || Date.now() < replica.restsUntil) return null;
  const { rows } = await of.$client.query<Place & { lsn: string; at: Date }>(NOW_ON_PRIMARY);
  const [primary] = rows;
  if (!primary) return null;
  try {
    const end = performance.now() + CATCH_UP_MS;
    for (;;) {
      const state = await stateOf(replica, primary.lsn);
      const isSame = state.system === primary.system && state.database === primary.database;
      if (!state.isStandby || !isSame) throw new Error("it is no standby of this database");
      if (state.replayed) return { replica, asOf: null };
      const lagMs = state.newestCommit ? primary.at.getTime() - state.newestCommit.getTime() : Number.POSITIVE_INFINITY;
      if (lagMs <= lagMaxMs) return { replica, asOf: state.newestCommit };
      if (performance.now() > end) break;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    rest(replica, "behind");
  } catch (error) {
    rest(replica, "away", error);
  }
  return null;
}

const NOW_ON_PRIMARY = `select pg_current_wal_flush_lsn() as lsn, clock_timestamp() as at,
    system_identifier as system, current_database() as database
  from database_identity()`;

async function stateOf(replica: Replica, lsn: string): Promise<State> {
  const query = {
    text: `select pg_is_in_recovery() as "isStandby", system_identifier as system, current_database() as database,
        coalesce(pg_last_wal_replay_lsn() >= $1, false) as replayed, pg_last_xact_replay_timestamp() as "newestCommit"
      from database_identity()`,
    values: [lsn],
    query_timeout: CHECK_MS,
  };
  const { rows } = await replica.db.$client.query<State>(query);
  const [state] = rows;
  if (!state) throw new Error("the standby gave no answer");
  return state;
}
