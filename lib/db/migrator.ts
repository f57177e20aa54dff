import "server-only";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { ClientBase } from "pg";
import { log } from "@/lib/log";
import { differingMigration, RECORDED_MIGRATIONS, type RecordedMigration } from "./recorded-migrations";

/** First line of a migration that cannot run in a transaction, such as CREATE INDEX CONCURRENTLY. */
const OUTSIDE = /^-- outside a transaction$/m;

type Migration = { tag: string; when: number; hash: string; statements: string[]; outside: boolean };

/** Lock time-out of a statement. Later queries on the table wait behind it, so it is short. */
const LOCK_TIMEOUT_MS = 800;
/** Pause between attempts. A long report or a dump may hold a lock for minutes. */
const AGAIN_MS = 3_000;
const ATTEMPTS = 200;

/** Lock time-out or deadlock: nothing was changed, and another attempt may succeed. */
const RETRIED = ["55P03", "40P01"];

type Patience = { lockTimeoutMs?: number; againMs?: number; attempts?: number };
export type MigratorOptions = Patience & { folder: string };

/**
 * Runs pending migrations, each as a unit. Requests wait no longer than the lock time-out: a migration that gets no
 * lock steps back and retries.
 */
export async function runPending(client: ClientBase, options: MigratorOptions): Promise<void> {
  await client.query("create schema if not exists drizzle");
  // As created by drizzle's migrator, which earlier versions used.
  await client.query(`create table if not exists drizzle.__drizzle_migrations
    (id serial primary key, hash text not null, created_at bigint)`);
  const { rows } = await client.query<RecordedMigration>(RECORDED_MIGRATIONS);
  const migrations = await migrationsIn(options.folder);
  const differing = differingMigration(migrations, rows);
  if (differing) throw new Error(madeByAnother(differing.tag));
  const newest = Math.max(0, ...rows.map(({ created_at }) => Number(created_at)));
  for (const migration of migrations) {
    if (migration.when <= newest) continue;
    const since = performance.now();
    await (migration.outside ? outside : inTransaction)(client, migration, options);
    log.info({ migration: migration.tag, ms: Math.round(performance.now() - since) }, "migrate: done");
  }
}

const madeByAnother = (tag: string) =>
  `The database was made by another version (${tag} differs) and cannot be brought up to date: before 1.0 each minor ` +
  "version needs an empty database. For the demo: stop it, remove .data and start again, which loses what is in it. For " +
  "an installation: docs/operations.md, Upgrade.";

const RECORD = "insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)";

function inTransaction(client: ClientBase, { tag, when, hash, statements }: Migration, options: MigratorOptions) {
  return asUnit(client, tag, options, async () => {
    for (const statement of statements) await client.query(statement);
    await client.query(RECORD, [hash, when]);
  });
}

/** One transaction, which steps back and begins again while it gets no lock. */
export function asUnit(client: ClientBase, tag: string, patience: Patience, work: () => Promise<void>): Promise<void> {
  return withRetries(tag, patience, async () => {
    await client.query("begin");
    try {
      await client.query(`set local lock_timeout = ${patience.lockTimeoutMs ?? LOCK_TIMEOUT_MS}`);
      await work();
      await client.query("commit");
    } catch (error) {
      await client.query("rollback");
      throw error;
    }
  });
}

const CONCURRENT_INDEX = /create\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+"?(\w+)"?/i;

/**
 * Runs statement by statement. The lint requires each to be idempotent, so an interrupted migration is repeated. They
 * block no reads or writes, so they have no time limit.
 */
async function outside(client: ClientBase, { tag, when, hash, statements }: Migration, options: MigratorOptions) {
  for (const statement of statements) {
    await withRetries(tag, options, async () => {
      await dropInvalid(client, statement);
      await client.query(statement);
    });
  }
  await client.query(RECORD, [hash, when]);
}

/** An index left invalid by an interrupted build slows every insert and serves no query. */
async function dropInvalid(client: ClientBase, statement: string): Promise<void> {
  const name = CONCURRENT_INDEX.exec(statement)?.[1];
  if (name === undefined) return;
  const { rowCount } = await client.query(
    "select from pg_index i join pg_class c on c.oid = i.indexrelid where c.relname = $1 and not i.indisvalid",
    [name],
  );
  if (rowCount) await client.query(`drop index concurrently "${name}"`);
}

async function withRetries(tag: string, options: Patience, work: () => Promise<void>): Promise<void> {
  const attempts = options.attempts ?? ATTEMPTS;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const code = error instanceof Error && "code" in error ? String(error.code) : "";
      if (!RETRIED.includes(code)) throw error;
      if (attempt >= attempts) throw new Error(`${tag}: got no lock in ${attempts} attempts; what holds it?`);
      log.warn({ migration: tag, attempt }, "migrate: another transaction holds the lock; trying again");
      await pause(options.againMs ?? AGAIN_MS);
    }
  }
}

async function migrationsIn(folder: string): Promise<Migration[]> {
  const journal: { entries: { tag: string; when: number; hash: string }[] } = JSON.parse(
    await readFile(join(folder, "meta/_journal.json"), "utf8"),
  );
  return Promise.all(
    journal.entries.map(async ({ tag, when, hash }) => {
      const text = await readFile(join(folder, `${tag}.sql`), "utf8");
      return {
        ...{ tag, when, hash },
        statements: text.split("--> statement-breakpoint").filter((statement) => statement.trim() !== ""),
        outside: OUTSIDE.test(text),
      };
    }),
  );
}
