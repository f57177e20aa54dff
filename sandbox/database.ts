import { readdir, readFile } from "node:fs/promises";
import { DatabaseError, Pool, type PoolClient } from "pg";

/** Where SQL can be sent: the pool, or one connection inside a transaction. */
export type Sql = Pick<PoolClient, "query">;

export function openDatabase(connectionString: string, onError: (error: Error) => void): Pool {
  // A plan is kept for as long as its connection. One made while a table was small must not read all of it when it
  // has grown by a million rows, and every question that is asked often has an index.
  const options = "-c enable_seqscan=off";
  const pool = new Pool({ connectionString, max: 10, pipeline: true, options });
  // A connection that dies, idle or at work, says so here; unheard, it would end the process.
  pool.on("error", onError);
  pool.on("connect", (client) => client.on("error", onError));
  return pool;
}

/** The commit was sent and its answer lost: the work may have been done, so it must not be done again. */
export class CommitLost extends Error {}

export const inTransaction = <T>(pool: Pool, work: (sql: Sql) => Promise<T>): Promise<T> =>
  withConnection(pool, async (client) => {
    await client.query("begin");
    const result = await work(client);
    await client.query("commit").catch(commitFailed);
    return result;
  });

type Line = { client: Promise<PoolClient>; asked: number; broken?: Error };

/**
 * For transactions that are one statement each: sent with their commit, in one round trip. What is asked before an
 * answer has come is sent right behind on the same connection, so that the database waits for nobody in between.
 */
export function oneAfterTheOther(pool: Pool): <T>(ask: (sql: Sql) => Promise<T>) => Promise<T> {
  let line: Line | null = null;

  function leave(mine: Line) {
    if (line === mine) line = null;
  }

  return async (ask) => {
    line ??= { client: pool.connect(), asked: 0 };
    const mine = line;
    mine.asked += 1;
    try {
      const client = await mine.client.catch((error) => {
        leave(mine);
        throw error;
      });
      return await ask(client).catch((cause) => {
        if (isRolledBack(cause)) throw cause;
        mine.broken = cause;
        leave(mine);
        return commitFailed(cause);
      });
    } finally {
      mine.asked -= 1;
      if (mine.asked === 0) {
        leave(mine);
        void mine.client.then(
          (client) => client.release(mine.broken),
          () => undefined,
        );
      }
    }
  };
}

/**
 * A transaction in two round trips: what `read` asks is sent together, then
 * what `write` asks with the commit right behind. Both must send all that they
 * send before they first wait. A write that fails turns the commit into a rollback.
 */
export const inTwoTrips = <R, T>(
  pool: Pool,
  read: (sql: Sql) => Promise<R>,
  write: (sql: Sql, found: R) => { sent: Promise<unknown>; result: T },
): Promise<T> =>
  withConnection(pool, async (client) => {
    const [, found] = await Promise.all([client.query("begin"), read(client)]);
    const { sent, result } = write(client, found);
    const ends = await Promise.allSettled([sent, client.query("commit")]);
    for (const end of ends) if (end.status === "rejected") commitFailed(end.reason);
    return result;
  });

// An ERROR has rolled everything back. A FATAL one, or a dead connection, may have come after the commit.
const isRolledBack = (cause: unknown) => cause instanceof DatabaseError && cause.severity === "ERROR";

function commitFailed(cause: unknown): never {
  if (isRolledBack(cause)) throw cause;
  throw new CommitLost("the answer to a commit was lost", { cause });
}

async function withConnection<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    return await work(client);
  } catch (error) {
    await client.query("rollback").catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Applies the migrations that this database has not seen. Instances that start together take turns. */
export async function migrate(pool: Pool): Promise<void> {
  const folder = new URL("./migrations/", import.meta.url);
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();

  await inTransaction(pool, async (sql) => {
    await sql.query("select pg_advisory_xact_lock(hashtext('sandbox migrations'))");
    await sql.query(
      "create table if not exists migrations (name text primary key, applied_at timestamptz default now())",
    );
    const { rows } = await sql.query<{ name: string }>("select name from migrations");
    const applied = new Set(rows.map((row) => row.name));
    for (const name of names.filter((name) => !applied.has(name))) {
      await sql.query(await readFile(new URL(name, folder), "utf8"));
      await sql.query("insert into migrations (name) values ($1)", [name]);
    }
  });
}
