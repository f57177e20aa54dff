import { readdir, readFile } from "node:fs/promises";
import { DatabaseError, Pool, type PoolClient } from "pg";

/** Where SQL can be sent: the pool, or one connection inside a transaction. */
export type Sql = Pick<PoolClient, "query">;

export function openDatabase(connectionString: string, onError: (error: Error) => void): Pool {
  const pool = new Pool({ connectionString, max: 10 });
  // A connection that dies emits an error, idle or in use; without a listener it would end the process.
  pool.on("error", onError);
  pool.on("connect", (client) => client.on("error", onError));
  return pool;
}

/** Runs `work` in one transaction. Where the answer to the commit is lost, this fails although the work may be done. */
export async function inTransaction<T>(pool: Pool, work: (sql: Sql) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query("begin");
    const result = await work(client);
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** The name of the constraint that refused a statement, if one did. */
export const violatedConstraint = (error: unknown): string | undefined =>
  error instanceof DatabaseError ? error.constraint : undefined;

/** Applies the migrations that this database lacks. Instances that start together take turns. */
export async function migrate(pool: Pool, folder = new URL("./migrations/", import.meta.url)): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();

  await inTransaction(pool, async (sql) => {
    await sql.query("select pg_advisory_xact_lock(hashtext('sandbox migrations'))");
    await sql.query(
      "create table if not exists migrations (name text primary key, applied_at timestamptz default now())",
    );
    const { rows } = await sql.query<{ name: string }>("select name from migrations order by name");
    const applied = rows.map(({ name }) => name);
    const unknown = applied.filter((name) => !names.includes(name));
    if (unknown.length > 0) {
      throw new Error(
        `its database was created by another version of the sandbox (${unknown.join(", ")}) and cannot be upgraded: ` +
          "use an empty database. A demo's databases are in the folder .data; delete that folder to start afresh",
      );
    }
    for (const name of names.filter((name) => !applied.includes(name))) {
      await sql.query(await readFile(new URL(name, folder), "utf8"));
      await sql.query("insert into migrations (name) values ($1)", [name]);
    }
  });
}
