import { execFileSync } from "node:child_process";
import { appendFileSync, chownSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { vi } from "vitest";
import { freePort } from "@/scripts/lib/ports.mjs";
import { type Postgres, startPostgres } from "@/scripts/lib/postgres.mjs";
import { openTcpProxy, type TcpProxy } from "./tcp-proxy";

/** Runs work on a connection of its own, which may die with its server. */
export async function onDatabase<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Connects as the owner of the data. */
function writeOwned(folder: string, name: string, text: string) {
  const { uid, gid } = statSync(folder);
  writeFileSync(join(folder, name), text);
  chownSync(join(folder, name), uid, gid);
}

/** A base backup that follows the server at `from`: PostgreSQL's own program for that is not in the package. */
export async function copyAsStandby(primary: Postgres, folder: string, from = primary.url("postgres")) {
  await onDatabase(primary.url("postgres"), async (client) => {
    await client.query("select pg_backup_start('standby', true)");
    execFileSync("cp", ["-a", primary.folder, folder]);
    const { rows } = await client.query("select labelfile from pg_backup_stop(false)");
    writeOwned(folder, "backup_label", rows[0].labelfile);
  });
  for (const name of ["postmaster.pid", "postmaster.opts"]) rmSync(join(folder, name), { force: true });
  writeOwned(folder, "standby.signal", "");
  const { hostname, port, username, password } = new URL(from);
  const conninfo = `host=${hostname} port=${port} user=${username} password=${password}`;
  appendFileSync(join(folder, "postgresql.auto.conf"), `primary_conninfo = '${conninfo}'\n`);
}

export type Standby = { postgres: Postgres; link: TcpProxy };

/** A standby that streams from the primary through a link that a test can cut. */
export async function startStandby(
  primary: Postgres,
  { folder, isSynchronous }: { folder: string; isSynchronous: boolean },
): Promise<Standby> {
  const link = await openTcpProxy(primary.url("postgres"));
  await copyAsStandby(primary, folder, link.through(primary.url("postgres")));
  const postgres = await startPostgres({ folder, port: await freePort(), settings: ["fsync=off"] });
  await onDatabase(primary.url("postgres"), async (client) => {
    if (isSynchronous) {
      await client.query("alter system set synchronous_standby_names = '*'");
      await client.query("select pg_reload_conf()");
    }
    const wanted = isSynchronous ? "sync" : "async";
    const follows = async () => {
      const { rows } = await client.query("select state, sync_state from pg_stat_replication");
      return rows[0]?.state === "streaming" && rows[0].sync_state === wanted;
    };
    await vi.waitUntil(follows, { timeout: 10_000 });
  });
  return { postgres, link };
}
