import { Client, DatabaseError } from "pg";
import { isSilence } from "@/lib/db/connection-errors";
import { env, SettingsError } from "@/lib/env";
import { describeError } from "@/lib/log";
import { optionsOf } from "./lib/options";

/**
 * npm run failover -- --standby postgres://postgres@STANDBY/choba, with the settings of the console: promotes the standby
 * once the server at DIRECT_DATABASE_URL, or else DATABASE_URL (or `--former URL`), no longer answers as a primary, and
 * says what has to be done next.
 * Exit code 1: the former primary still serves; 2: whether it does is not known, or the standby cannot be promoted.
 */
const values = optionsOf({ standby: { type: "string" }, former: { type: "string" } }, "--standby URL [--former URL]");

/** Long enough for a slow network, short enough for the night. */
const CONNECT_MS = 5_000;
const PROMOTE_SECONDS = 60;

async function connected<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  client.on("error", () => undefined); // A query in flight fails with its own error.
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const IS_STANDBY = "select pg_is_in_recovery() as standby";

const isStandby = async (client: Client): Promise<boolean> =>
  (await client.query(IS_STANDBY)).rows[0]?.standby === true;

/** Refused sign-ins and full servers answer too: only silence, or a standby, is no primary. Throws where neither is known. */
async function stillServes(url: string): Promise<boolean> {
  try {
    return await connected(url, async (client) => !(await isStandby(client)));
  } catch (error) {
    if (isSilence(error)) return false;
    if (error instanceof DatabaseError) return true;
    const reason = describeError(error).message;
    throw new Error(
      `Nothing was promoted: it is not known whether the former primary still serves (${reason}). Correct its address, or name one with --former.`,
    );
  }
}

/** A pooler answers with errors of its own, and makes a query wait: only a result is the answer of a server behind it. */
async function servesBehind(pooler: string): Promise<boolean> {
  const query = { text: IS_STANDBY, query_timeout: CONNECT_MS };
  return connected(pooler, async (client) => (await client.query(query)).rows[0]?.standby === false).catch(() => false);
}

async function formerServes(): Promise<boolean> {
  if (values.former !== undefined) return stillServes(values.former);
  const { databaseUrl, directDatabaseUrl } = env();
  if (directDatabaseUrl === null) return stillServes(databaseUrl);
  return (await stillServes(directDatabaseUrl)) || servesBehind(databaseUrl);
}

async function promote(client: Client) {
  if (await isStandby(client)) {
    const { rows: received } = await client.query<{ at: string | null }>(
      "select to_char(pg_last_xact_replay_timestamp() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as at",
    );
    console.log(`standby: its newest commit is of ${received[0]?.at ?? "an unknown time"} UTC`);
    const { rows } = await client.query("select pg_promote(true, $1) as promoted", [PROMOTE_SECONDS]);
    if (rows[0]?.promoted !== true) throw new Error(`not promoted within ${PROMOTE_SECONDS} s; see its log`);
  } else {
    console.log("standby: it is a primary already");
  }
  const { rows } = await client.query("select left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) as timeline");
  return rows[0]?.timeline;
}

try {
  const { standby } = values;
  if (standby === undefined) throw new Error("--standby: names the server to promote, as its superuser");
  if (await formerServes()) {
    console.error(
      "The former primary still answers. Stop it first: two primaries would pay twice. If a pooler answers in its place, name the primary with --former.",
    );
    process.exit(1);
  }
  console.log("former primary: no answer from here; make sure that it stays off");
  const timeline = await connected(standby, promote);
  const { host } = new URL(standby);
  console.log(`standby: promoted, timeline ${timeline}`);
  console.log(
    `Next: point DATABASE_URL, MIGRATION_DATABASE_URL and, where it is set, DIRECT_DATABASE_URL to ${host}, and READ_DATABASE_URL, where it is set, to a standby of it, then run restore-check. Payouts are frozen until two people resume them.`,
  );
} catch (error) {
  console.error(error instanceof SettingsError ? error.message : describeError(error).message);
  process.exit(2);
}
