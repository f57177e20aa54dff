import { randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { Client } from "pg";
import { countRequestsAlone } from "./request-counting";

/** `url` is the owner's; the application connects by `runtimeUrl`, as a role that owns nothing. */
export type TestDatabase = { url: string; runtimeUrl: string; drop: () => Promise<void> };

const RUNTIME_ROLE = "test_runtime";
const RUNTIME_PASSWORD = "runtime";

const MAKING_TEMPLATE = 7_420_012;

/** An empty database on the server of this test run. */
export const createDatabase = (): Promise<TestDatabase> =>
  onServer(async (server) => {
    await server.query("select pg_advisory_lock($1)", [MAKING_TEMPLATE]);
    await ensureRuntimeRole(server);
    await server.query("select pg_advisory_unlock($1)", [MAKING_TEMPLATE]);
    return create(server, "template1");
  });

/** A database with the console's tables. */
export const createConsoleDatabase = (): Promise<TestDatabase> =>
  createCopy("console_template", async ({ url }) => {
    // Fetched when needed: tests in the browser may not load what belongs to the server.
    const { migrateDatabase } = await import("@/lib/db/migrate");
    await migrateDatabase(url, RUNTIME_ROLE);
    await countRequestsAlone(url);
  });

type Addresses = Pick<TestDatabase, "url" | "runtimeUrl">;

/** A copy of the database of this name, which is filled once a run. */
export const createCopy = (template: string, fill: (empty: Addresses) => Promise<void>): Promise<TestDatabase> =>
  onServer(async (server) => {
    await ensureTemplate(server, template, fill);
    return create(server, template);
  });

async function create(server: Client, template: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  // Its files are copied, not written to the log page by page: a tenth of the time, where nothing waits for the disk.
  await server.query(`create database ${name} template ${template} strategy file_copy`);
  return {
    ...addressesOf(name),
    drop: () =>
      onServer(async (again) => {
        await untilLeft(again, name);
        await again.query(`drop database ${name} with (force)`);
      }),
  };
}

/**
 * Statements that make a console's database as if nothing had ever happened there; people stay. They cost a tenth of
 * what another database does. The triggers that refuse to remove anything hold for all other clients.
 */
export async function clearing({ query }: { query: (text: string) => Promise<{ rows: { name: string }[] }> }) {
  const { rows } = await query(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname = 'public' and tablename not in ('users', 'sessions')`,
  );
  const tables = [...rows.map(({ name }) => name), "graphile_worker._private_jobs"];
  const removed = tables.map((table) => `delete from ${table}`).join("; ");
  return `set session_replication_role = replica; ${removed}; set session_replication_role = origin`;
}

const PATIENCE_MS = 1_000;

/** A pool that was ended is still leaving; thrown out, its connections would report unhandled errors. */
async function untilLeft(server: Client, name: string): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (Date.now() < end) {
    const { rowCount } = await server.query("select from pg_stat_activity where datname = $1", [name]);
    if (rowCount === 0) return;
    await setTimeout(20);
  }
}

/** Test files run at the same time: the first one makes the template, the others wait for it. */
async function ensureTemplate(server: Client, template: string, fill: (empty: Addresses) => Promise<void>) {
  await server.query("select pg_advisory_lock($1)", [MAKING_TEMPLATE]);
  const { rowCount } = await server.query("select from pg_database where datname = $1", [template]);
  if (!rowCount) {
    const unfinished = `${template}_unfinished`;
    await server.query(`drop database if exists ${unfinished}`);
    await server.query(`create database ${unfinished}`);
    await ensureRuntimeRole(server);
    await fill(addressesOf(unfinished));
    await server.query(`alter database ${unfinished} rename to ${template}`);
  }
  await server.query("select pg_advisory_unlock($1)", [MAKING_TEMPLATE]);
}

async function ensureRuntimeRole(server: Client) {
  const { rowCount } = await server.query("select from pg_roles where rolname = $1", [RUNTIME_ROLE]);
  if (!rowCount) await server.query(`create role ${RUNTIME_ROLE} login password '${RUNTIME_PASSWORD}'`);
}

function runtimeAddress(ownerUrl: string): string {
  const url = new URL(ownerUrl);
  [url.username, url.password] = [RUNTIME_ROLE, RUNTIME_PASSWORD];
  return url.href;
}

async function onServer<T>(work: (server: Client) => Promise<T>): Promise<T> {
  const server = new Client({ connectionString: serverUrl() });
  await server.connect();
  try {
    return await work(server);
  } finally {
    await server.end();
  }
}

function addressesOf(database: string): Addresses {
  const url = new URL(serverUrl());
  url.pathname = `/${database}`;
  return { url: url.href, runtimeUrl: runtimeAddress(url.href) };
}

function serverUrl(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (!url)
    throw new Error("TEST_DATABASE_URL is not set: run database tests through `npx vitest --project integration`");
  return url;
}
