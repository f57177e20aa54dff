import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import type { ClientBase, Pool } from "pg";

/** Changes existing rows in batches, as a job, while the console serves. Migrations change tables, never their rows. */
export type DataMigration = {
  name: string;
  /** Changes up to `size` rows after this key and returns the last key, or null if none was left. Safe to repeat. */
  batch: (client: ClientBase, after: string | null, size: number) => Promise<string | null>;
};

/** In order of execution. An entry stays until a migration that needs it has been released. */
export const DATA_MIGRATIONS: DataMigration[] = [];

const LOCK = 7_420_013;
const SIZE = 1_000;
const SIZE_MIN = 50;
/**
 * A batch holds locks on its rows for as long as it takes: one that took longer is followed by a smaller one. The first is
 * the smallest, as nothing is known of the table yet.
 */
const BATCH_MS = 150;
/** Between batches, so that replication and vacuum keep up. */
const PAUSE_MS = 50;

/** Their progress. Created by the owner; the application's role records it. */
export const ensureDataMigrations = (client: ClientBase) =>
  client.query(`create table if not exists drizzle.data_migrations
    (name text primary key, after text, done_at timestamptz)`);

export async function isDataMigrated(client: ClientBase, name: string): Promise<boolean> {
  const { rowCount } = await client.query(
    "select from drizzle.data_migrations where name = $1 and done_at is not null",
    [name],
  );
  return rowCount === 1;
}

type Options = { until: () => boolean; size?: number; pauseMs?: number };

/** Continues where the last run ended, until all are done or it must stop. One process at a time. */
export async function migrateData(
  pool: Pool,
  migrations: readonly DataMigration[],
  { until, size = SIZE, pauseMs = PAUSE_MS }: Options,
): Promise<void> {
  for (const { name, batch } of migrations) {
    let rows = Math.min(size, SIZE_MIN);
    while (!until()) {
      const since = performance.now();
      if (await nextBatch(pool, name, (client, after) => batch(client, after, rows))) break;
      const took = performance.now() - since;
      if (took > BATCH_MS) rows = Math.max(Math.min(size, SIZE_MIN), Math.floor(rows / 2));
      else if (took < BATCH_MS / 3) rows = Math.min(size, rows * 2);
      await pause(pauseMs);
    }
  }
}

/** One batch and its progress in one transaction; resolves to whether this process is done. */
async function nextBatch(
  pool: Pool,
  name: string,
  work: (client: ClientBase, after: string | null) => Promise<string | null>,
): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    const { rows: locks } = await client.query("select pg_try_advisory_xact_lock($1, hashtext($2)) as mine", [
      ...[LOCK, name],
    ]);
    const isMine: boolean = locks[0]?.mine ?? false;
    const isDone = !isMine || (await batchOnce(client, name, work));
    await client.query("commit");
    return isDone;
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    client.release();
  }
}

async function batchOnce(
  client: ClientBase,
  name: string,
  work: (client: ClientBase, after: string | null) => Promise<string | null>,
): Promise<boolean> {
  await client.query("insert into drizzle.data_migrations (name) values ($1) on conflict do nothing", [name]);
  const { rows } = await client.query<{ after: string | null; done: boolean }>(
    "select after, done_at is not null as done from drizzle.data_migrations where name = $1",
    [name],
  );
  if (rows[0]?.done) return true;
  const last = await work(client, rows[0]?.after ?? null);
  await client.query(
    "update drizzle.data_migrations set after = coalesce($2, after), done_at = case when $2 is null then now() end where name = $1",
    [name, last],
  );
  return last === null;
}
