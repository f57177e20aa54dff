import { execFileSync } from "node:child_process";
import { appendFile, chown, rm, stat, writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { freePort, HOST } from "@/scripts/lib/ports.mjs";
import { type Postgres, startPostgres } from "@/scripts/lib/postgres.mjs";

/**
 * A standby that a commit waits for, behind a proxy that holds back what it acknowledges: as far away as the other
 * availability zone of a region.
 */
export async function startStandby(primary: Postgres, folder: string, delayMs: () => number) {
  const link = await openDelay(primary.url("postgres"), delayMs);
  const client = new Client({ connectionString: primary.url("postgres") });
  await client.connect();
  await client.query("select pg_backup_start('standby', true)");
  execFileSync("cp", ["-a", primary.folder, folder]);
  const { rows } = await client.query<{ labelfile: string }>("select labelfile from pg_backup_stop(false)");
  await writeOwned(folder, "backup_label", rows[0]?.labelfile ?? "");
  await writeOwned(folder, "standby.signal", "");
  for (const name of ["postmaster.pid", "postmaster.opts"]) await rm(join(folder, name), { force: true });
  const { username, password } = new URL(primary.url("postgres"));
  const from = `host=${HOST} port=${link.port} user=${username} password=${password}`;
  await appendFile(join(folder, "postgresql.auto.conf"), `primary_conninfo = '${from}'\n`);
  const standby = await startPostgres({ folder, port: await freePort() });
  await client.query("alter system set synchronous_standby_names = '*'");
  await client.query("select pg_reload_conf()");
  for (;;) {
    const { rows: followers } = await client.query("select sync_state as how from pg_stat_replication");
    if (followers[0]?.how === "sync") break;
    await pause(100);
  }
  await client.end();
  return {
    stop: async () => {
      await standby.stop();
      link.close();
    },
  };
}

/** The server's account owns its data. */
async function writeOwned(folder: string, name: string, text: string) {
  const { uid, gid } = await stat(folder);
  await writeFile(join(folder, name), text);
  await chown(join(folder, name), uid, gid);
}

/** A TCP proxy that delays what the caller says, in order. */
async function openDelay(target: string, delayMs: () => number) {
  const { hostname, port: to } = new URL(target);
  const port = await freePort();
  const server = createServer((caller) => {
    const service = connect(Number(to), hostname);
    for (const end of [caller, service]) end.setNoDelay(true).on("error", () => end.destroy());
    caller.on("close", () => service.destroy());
    service.on("close", () => caller.destroy());
    service.pipe(caller);
    caller.on("data", (chunk) => {
      const ms = delayMs();
      if (ms > 0) setTimeout(() => service.write(chunk), ms);
      else service.write(chunk);
    });
  });
  await new Promise<void>((done) => server.listen(port, HOST, done));
  return { port, close: () => server.close() };
}
