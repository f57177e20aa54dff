import { join } from "node:path";
import pg from "pg";
import { startAnnounced } from "./child-processes.mjs";
import { HOST } from "./ports.mjs";
import { postgresAccount } from "./postgres-account.mjs";
import { clearLeftOver, dataFolder, makeWay, runtimePassword, SUPERUSER } from "./postgres-data.mjs";
import { programs } from "./postgres-place.mjs";

/**
 * @typedef {Databases & import("./child-processes.mjs").Child} Postgres
 *
 * @typedef {object} Databases
 * @property {string} folder where the data really is
 * @property {(database: string) => string} url
 * @property {(database: string) => Promise<boolean>} ensureDatabase resolves to whether it has just been made
 * @property {(database: string) => Promise<string>} runtimeUrl for a role that owns nothing, made on first use
 *
 * @typedef {object} PostgresOptions
 * @property {string} folder for the data, made on first use; the caller ensures exclusive use
 * @property {number} port
 * @property {string[]} [settings] of PostgreSQL, each as "name=value"
 */

/**
 * Starts a PostgreSQL of our own and waits until it takes connections.
 * @param {PostgresOptions} options @returns {Promise<Postgres>}
 */
export async function startPostgres({ folder: wanted, port, settings = [] }) {
  makeWay(wanted);
  const account = postgresAccount(wanted);
  const bin = programs(account);
  const { folder, password } = await dataFolder(wanted, bin, account);
  await clearLeftOver(folder);

  const own = [`port=${port}`, `listen_addresses=${HOST}`, "unix_socket_directories=", "timezone=UTC"];
  const args = ["-D", folder, ...[...own, ...settings].flatMap((setting) => ["-c", setting])];
  const { child } = await startAnnounced(`PostgreSQL, whose data is in ${folder},`, args, {
    command: join(bin, "postgres"),
    cwd: "/",
    // A fast shutdown: sessions are ended and everything is on disk, without waiting for clients to leave.
    stopSignal: "SIGINT",
    // A standby takes read-only connections.
    readyBy: (line) => line.includes("database system is ready to accept") || undefined,
    ...account,
  });

  const url = (/** @type {string} */ database) => `postgres://${SUPERUSER}:${password}@${HOST}:${port}/${database}`;
  return {
    folder,
    url,
    ensureDatabase: (database) => onServer(url(SUPERUSER), (client) => ensureDatabase(client, database)),
    async runtimeUrl(database) {
      const own = runtimePassword(folder);
      await onServer(url(SUPERUSER), (client) => ensureRole(client, RUNTIME_ROLE, own));
      return `postgres://${RUNTIME_ROLE}:${own}@${HOST}:${port}/${database}`;
    },
    ...child,
  };
}

const RUNTIME_ROLE = "choba_runtime";

/**
 * @template T
 * @param {string} url @param {(client: pg.Client) => Promise<T>} work
 */
async function onServer(url, work) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** @param {pg.Client} client @param {string} database */
async function ensureDatabase(client, database) {
  const { rowCount } = await client.query("select from pg_database where datname = $1", [database]);
  if (rowCount) return false;
  await client.query(`create database ${client.escapeIdentifier(database)}`);
  return true;
}

/** A role that may sign in and nothing else; what it is granted, migrating says. @param {pg.Client} client @param {string} name @param {string} password */
async function ensureRole(client, name, password) {
  const { rowCount } = await client.query("select from pg_roles where rolname = $1", [name]);
  const role = client.escapeIdentifier(name);
  await client.query(`${rowCount ? "alter" : "create"} role ${role} login password ${client.escapeLiteral(password)}`);
}
