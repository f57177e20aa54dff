import "server-only";
import { drizzle } from "drizzle-orm/node-postgres";
import { Pool, type PoolClient, type PoolConfig } from "pg";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { perProcess } from "@/lib/process/per-process";
import { withNamedStatements } from "./named-statements";

export type Db = ReturnType<typeof connect>;
export type Tx = Parameters<Parameters<Db["transaction"]>[0]>[0];

type Begun = { client: PoolClient; undos: (() => void)[] };

/** By transaction. Of the process, as another bundle may have begun one. */
const begun = () => perProcess("transactions", () => new WeakMap<object, Begun>());

function begunAs(tx: Tx): Begun {
  const found = begun().get(tx);
  if (!found) throw new Error("a transaction that was not begun here");
  return found;
}

/** The connection that a transaction runs on, for what drizzle has no word for. */
export const clientOf = (tx: Tx): PoolClient => begunAs(tx).client;

/** Takes back what is kept in memory of a transaction, where that is not committed. */
export function onRollback(tx: Tx, undo: () => void): void {
  begunAs(tx).undos.push(undo);
}

/**
 * The database over this pool. A transaction always returns its connection here: drizzle would leak one whose `begin`
 * fails, and a restart of the server would exhaust the pool.
 */
export function connect(pool: Pool) {
  const db = drizzle({ client: pool });
  const transaction: typeof db.transaction = async (work, config) => {
    const client = await pool.connect();
    const undos: (() => void)[] = [];
    try {
      return await drizzle({ client: withNamedStatements(client) }).transaction((tx) => {
        begun().set(tx, { client, undos });
        return work(tx);
      }, config);
    } catch (error) {
      for (const undo of undos) undo();
      throw error;
    } finally {
      client.release();
    }
  };
  db.transaction = transaction;
  return db;
}

const logLost = (error: Error) => log.warn({ error }, "database: a connection was lost");

/** Idle time before TCP probes, so that a vanished database is noticed without a query. */
const KEEP_ALIVE_MS = 10_000;

type Limits = Pick<PoolConfig, "max" | "connectionTimeoutMillis" | "query_timeout">;

/** A pool that survives broken connections, idle or in use; `lost` is called for each. */
export function openPool(databaseUrl: string, lost: (error: Error) => void = logLost, limits: Limits = {}): Pool {
  const pool = new Pool({
    ...{ connectionString: databaseUrl, max: 12, application_name: "choba" },
    ...{ keepAlive: true, keepAliveInitialDelayMillis: KEEP_ALIVE_MS },
    ...limits,
  });
  // Without a listener either event would end the process. A running query fails with its own error.
  pool.on("error", lost);
  pool.on("connect", (client) => client.on("error", lost));
  return pool;
}

/** Every pool of the process, to be ended with it. */
const pools = () => perProcess("pools", () => new Set<Pool>());

const poolOf = (name: string, open: () => Pool): Pool =>
  perProcess(name, () => {
    const opened = open();
    pools().add(opened);
    return opened;
  });

export const pool = (): Pool => poolOf("pool", () => openAppPool({ max: env().databaseConnections.usual }));

/** For the job runner, which uses LISTEN: a transaction pooler changes the session between transactions. */
export function sessionPool(): Pool {
  const { directDatabaseUrl } = env();
  if (directDatabaseUrl === null) return pool();
  return poolOf("session pool", () => openPool(directDatabaseUrl, logLost, { max: SESSION_MAX }));
}

/** One listens; the others take jobs and record their results. */
const SESSION_MAX = 4;

function openAppPool(limits: Limits, url = env().databaseUrl): Pool {
  const opened = openPool(url, logLost, limits);
  if (!env().preparedStatements) opened.on("connect", forgetNames);
  return opened;
}

/** For a program that ends soon. Named statements gain it nothing, and behind a pooler those of its last run remain. */
export function openShortPool(databaseUrl: string): Pool {
  const opened = openPool(databaseUrl);
  opened.on("connect", forgetNames);
  return opened;
}

/** Prepared statements belong to one session, and poolers before PgBouncer 1.21 do not track them. */
function forgetNames(client: PoolClient): void {
  const { query } = client;
  const nameless = (first: unknown) =>
    typeof first === "object" && first !== null && !("submit" in first) ? { ...first, name: undefined } : first;
  client.query = (first: unknown, ...rest: unknown[]) => Reflect.apply(query, client, [nameless(first), ...rest]);
}

export const db = (): Db => perProcess("database", () => connect(pool()));

/** An unreachable standby delays a list by no more than this. */
const READ_CONNECT_MS = 1_000;

/** The standby for reading; null where none is configured. */
export function readPool(): Pool | null {
  const { readDatabase, databaseConnections } = env();
  if (readDatabase === null) return null;
  const limits = { max: databaseConnections.usual, connectionTimeoutMillis: READ_CONNECT_MS };
  return poolOf("read pool", () => openAppPool(limits, readDatabase.url));
}

/**
 * For callbacks and health checks only, whose callers wait ten seconds at most. Slow work elsewhere cannot take these
 * connections, and a stalled database releases them by time-out.
 */
const URGENT = { connectionTimeoutMillis: 4_000, query_timeout: 5_000 };

export const urgentPool = (): Pool =>
  poolOf("urgent pool", () => openAppPool({ ...URGENT, max: env().databaseConnections.urgent }));

export const urgentDb = (): Db => perProcess("urgent database", () => connect(urgentPool()));

/** Called when the process ends. */
export async function endPools(): Promise<void> {
  await Promise.all([...pools()].map((one) => one.end()));
}
