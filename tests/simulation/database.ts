import { Pool, type PoolClient, type QueryConfig, type QueryResult } from "pg";
import { connect, type Db } from "@/lib/db/connection";
import { clearing, createConsoleDatabase } from "../support/database";
import type { Mishap, Process } from "./process";

/** The connection went away: rolled back, or unknown. */
export class ConnectionLost extends Error {
  override name = "ConnectionLost";
}

type Query = (query: string | QueryConfig, values?: unknown[]) => Promise<QueryResult>;

export type Database = {
  /** The database as one process sees it. */
  of: (process: Process) => Db;
  /** For those who watch, not for those who are watched. */
  query: Query;
  /** The same for what changes nothing. */
  read: Query;
  /** How many changes were committed so far. */
  readonly writes: number;
  /** As if nothing had ever happened; people and their sessions stay. */
  clear: () => Promise<void>;
  close: () => Promise<void>;
};

/**
 * One PostgreSQL connection that all processes of a simulation share. Each transaction is one step and runs whole, so
 * none ever waits for another; what comes between two transactions of a process is up to the simulation.
 */
export async function openDatabase(): Promise<Database> {
  const database = await createConsoleDatabase();
  const pool = new Pool({ connectionString: database.url, max: 1 });
  const client = await pool.connect();
  await client.query("set synchronous_commit = off");
  const query = preparing(client);
  let writes = 0;
  const wrote = () => {
    writes += 1;
  };
  const clear = await clearing({ query });
  return {
    of: (process) => connect(watched(pool, { run: query, wrote, process })),
    async query(text, values) {
      wrote();
      return query(text, values);
    },
    read: query,
    get writes() {
      return writes;
    },
    async clear() {
      await client.query(clear);
      wrote();
    },
    async close() {
      client.release();
      await pool.end();
      await database.drop();
    },
  };
}

/** Each text is parsed and planned once a connection. Nothing else about it changes, and it costs half. */
function preparing(client: PoolClient): Query {
  const names = new Map<string, string>();
  return (query, values) => {
    const config = typeof query === "string" ? { text: query } : query;
    const name = names.get(config.text) ?? `q${names.size}`;
    names.set(config.text, name);
    return client.query({ ...config, name, values: values ?? config.values ?? [] });
  };
}

type Seen = { run: Query; wrote: () => void; process: Process };

/** A pool as drizzle and the use cases see it, with a boundary before each transaction and each lone query. */
function watched(pool: Pool, seen: Seen): Pool {
  const { run, wrote, process } = seen;
  const alone: Query = async (query, values) => {
    const mishap = await process.boundary();
    if (mishap.kind === "dies") return process.die();
    try {
      if (mishap.kind === "loses the database") throw new ConnectionLost();
      const result = await run(query, values);
      if (!/^\s*select/i.test(typeof query === "string" ? query : query.text)) wrote();
      if (mishap.kind === "dies after it is done") return process.die();
      if (mishap.kind === "loses the acknowledgement") throw new ConnectionLost();
      return result;
    } finally {
      // Also where it failed: what else the process does may all be waiting, and a step would never end.
      process.rested();
    }
  };
  const begin = async () => {
    const mishap = await process.boundary();
    process.inTransaction = true;
    return { query: within(seen, mishap), release: () => process.rested() };
  };
  return new Proxy(pool, {
    get: (target, name) => (name === "query" ? alone : name === "connect" ? begin : Reflect.get(target, name, target)),
  });
}

/** The statements of one transaction, the first of which is its `begin`. */
function within({ run, wrote, process }: Seen, mishap: Mishap): Query {
  let statements = 0;
  let lost = false;
  const leave = async (how: "commit" | "rollback") => {
    await run(how);
    process.inTransaction = false;
  };
  return async (query, values) => {
    if (lost) throw new ConnectionLost();
    const text = typeof query === "string" ? query : query.text;
    if (text === "rollback") return leave("rollback").then(() => run("select 1"));
    const isCommit = text === "commit";
    statements += 1;
    const now = "atStatement" in mishap && (statements > mishap.atStatement || isCommit);
    if (now) {
      await leave("rollback");
      if (mishap.kind === "dies") return process.die();
      lost = true;
      throw new ConnectionLost();
    }
    const result = await run(query, values);
    if (!isCommit) return result;
    process.inTransaction = false;
    wrote();
    if (mishap.kind === "dies after it is done") return process.die();
    lost = mishap.kind === "loses the acknowledgement";
    if (lost) throw new ConnectionLost();
    return result;
  };
}
