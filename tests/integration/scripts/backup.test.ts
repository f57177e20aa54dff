import { execFileSync, spawnSync } from "node:child_process";
import { chown, mkdir, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPool } from "@/lib/db/connection";
import { migrateDatabase } from "@/lib/db/migrate";
import { hasSchema } from "@/lib/db/schema-age";
import { freePort, HOST } from "@/scripts/lib/ports.mjs";
import { postgresAccount } from "@/scripts/lib/postgres-account.mjs";
import { ROOT } from "@/scripts/lib/root.mjs";
import { scratchFolder } from "../../support/scratch";

/*
 * Backup and restore as docs/operations.md has them, with PostgreSQL as the system's packages install it: the embedded
 * one comes without pg_dump.
 */
const LIB = "/usr/lib/postgresql";
const versions = await readdir(LIB).catch((): string[] => []);
const bin = join(LIB, versions.toSorted((a, b) => Number(b) - Number(a))[0] ?? "none", "bin");
const isInstalled = spawnSync(join(bin, "pg_dump"), ["--version"]).status === 0;

let folder: string;
let port: number;
let account: { uid?: number; gid?: number };
const url = (database: string, user = "postgres") => `postgres://${user}@${HOST}:${port}/${database}`;

function run(command: string, args: string[], more: Record<string, string> = {}) {
  const env = {
    ...process.env,
    PATH: [bin, process.env.PATH].join(delimiter),
    PGHOST: HOST,
    PGPORT: String(port),
    ...more,
  };
  return execFileSync(command, args, {
    ...account,
    cwd: folder,
    encoding: "utf8",
    env: { ...env, PGUSER: "postgres" },
  });
}

async function rowsOf(database: string, query: string) {
  const client = new Client({ connectionString: url(database) });
  await client.connect();
  const { rows } = await client.query(query);
  await client.end();
  return rows;
}

describe.skipIf(!isInstalled)("PostgreSQL of the system", () => {
  beforeAll(async () => {
    folder = await scratchFolder();
    port = await freePort();
    account = postgresAccount(join(folder, "data")) ?? {};
    await mkdir(join(folder, "backups"));
    if (account.uid !== undefined) {
      for (const path of [folder, join(folder, "backups")]) await chown(path, account.uid, account.gid ?? 0);
    }
    run("initdb", ["--pgdata=data", "--username=postgres", "--auth=trust", "--no-sync", "--encoding=UTF8"]);
    run("pg_ctl", [
      "--pgdata=data",
      "--log=log",
      "--wait",
      `--options=-p ${port} -k '' -h ${HOST} -c fsync=off`,
      "start",
    ]);
    for (const role of ["choba", "choba_runtime"]) await rowsOf("postgres", `create role ${role} login`);
    await rowsOf("postgres", "create database choba owner choba");
    await migrateDatabase(url("choba", "choba"), "choba_runtime");
    await rowsOf(
      "choba",
      `insert into users (email, name, role, password_hash) select n || '@example.com', 'User ' || n, 'support', 'x'
       from generate_series(1, 50) n`,
    );
  }, 60_000);
  afterAll(async () => {
    run("pg_ctl", ["--pgdata=data", "--mode=immediate", "stop"]);
    await rm(folder, { recursive: true });
  });

  test("a dump is made, read by its owner alone, and restored by the commands of the guide", async () => {
    const backup = () =>
      run("sh", [join(ROOT, "deploy/backup.sh")], {
        MIGRATION_DATABASE_URL: url("choba", "choba"),
        BACKUP_FOLDER: join(folder, "backups"),
      });
    expect(backup()).toMatch(/backup: .*\.dump, \d+ bytes/);
    const [dump = ""] = await readdir(join(folder, "backups"));
    expect((await stat(join(folder, "backups", dump))).mode & 0o077).toBe(0);

    const guide = await readFile(join(ROOT, "docs/operations.md"), "utf8");
    const [, commands = ""] = /```sh restore\n(.*?)```/s.exec(guide) ?? [];
    expect(commands).toContain("pg_restore");
    run("sh", ["-ec", commands], { BACKUP: join(folder, "backups", dump) });

    const inventory = `select c.relname, c.relkind, pg_get_userbyid(c.relowner) as owner, c.relacl::text as rights
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'graphile_worker', 'drizzle') and c.relkind in ('r', 'i', 'S', 'v') order by 1, 2`;
    expect(await rowsOf("choba_restored", inventory)).toEqual(await rowsOf("choba", inventory));
    const people = "select id, email, name from users order by id";
    expect(await rowsOf("choba_restored", people)).toEqual(await rowsOf("choba", people));
    const application = openPool(url("choba_restored", "choba_runtime"));
    expect(await hasSchema(application)).toBe(true);
    await expect(application.query("delete from audit_events")).rejects.toThrow("permission denied");
    await application.end();
    await migrateDatabase(url("choba_restored", "choba"), "choba_runtime");
  }, 60_000);

  test("the password is no argument, which every user of the machine can read", async () => {
    const programs = join(folder, "seen");
    await mkdir(programs);
    await writeFile(join(programs, "pg_dump"), '#!/bin/sh\necho "$PGPASSWORD" "$@" >&2; exit 1\n', { mode: 0o755 });
    const path = [programs, bin, process.env.PATH].join(delimiter);
    const dumping = (address: string) => {
      const env = {
        ...process.env,
        PATH: path,
        MIGRATION_DATABASE_URL: address,
        BACKUP_FOLDER: join(folder, "backups"),
      };
      return spawnSync("sh", [join(ROOT, "deploy/backup.sh")], { env, encoding: "utf8" }).stderr;
    };
    expect(dumping("postgres://choba:a%40b%25'c@db.test:5433/choba?sslmode=require")).toMatch(
      /^a@b%'c --format.* postgres:\/\/choba@db\.test:5433\/choba\?sslmode=require$/m,
    );
    expect(dumping("postgres:///choba")).toMatch(/^ --format.* postgres:\/\/\/choba$/m);
  });

  test("the database of the migration is dumped, also where it stands in a file beside DATABASE_URL", async () => {
    const programs = join(folder, "asked");
    await mkdir(programs);
    await writeFile(join(programs, "pg_dump"), '#!/bin/sh\nfor last; do :; done; echo "$last" >&2; exit 1\n', {
      mode: 0o755,
    });
    const fileOf = async (database: string) => {
      await writeFile(join(programs, database), `${url(database)}\n`);
      return join(programs, database);
    };
    const [owner, application] = [await fileOf("owner"), await fileOf("application")];
    const PATH = [programs, bin, process.env.PATH].join(delimiter);
    const dumped = (settings: Record<string, string>) => {
      const env = { PATH, NODE_ENV: "test", BACKUP_FOLDER: join(folder, "backups"), ...settings } as const;
      return spawnSync("sh", [join(ROOT, "deploy/backup.sh")], { env, encoding: "utf8" }).stderr.trim();
    };
    expect(dumped({ DATABASE_URL: url("application"), MIGRATION_DATABASE_URL_FILE: owner })).toBe(url("owner"));
    expect(dumped({ DATABASE_URL_FILE: application, MIGRATION_DATABASE_URL: url("owner") })).toBe(url("owner"));
    expect(dumped({ DATABASE_URL: url("application") })).toBe(url("application"));
    expect(dumped({ DATABASE_URL_FILE: application, MIGRATION_DATABASE_URL_FILE: "" })).toBe(url("application"));
    expect(dumped({ DATABASE_URL: url("application"), MIGRATION_DATABASE_URL_FILE: "/none" })).toContain(
      "No such file",
    );
  });

  const left = () => readdir(join(folder, "backups"));
  const failing = (args: string[], more: Record<string, string> = {}) =>
    run("sh", [join(ROOT, "deploy/backup.sh"), ...args], {
      MIGRATION_DATABASE_URL: url("none"),
      BACKUP_FOLDER: join(folder, "backups"),
      ...more,
    });

  test("a dump that fails leaves nothing, and says so", async () => {
    const before = await left();
    expect(() => failing([])).toThrow();
    expect(await left()).toEqual(before);
  });

  test("a night whose dump fails removes no earlier dump and is not called a backup", async () => {
    const old = join(folder, "backups/choba-20200101T000000Z.dump");
    await writeFile(old, "the last good one");
    await utimes(old, new Date(0), new Date(0));
    const before = await left();
    // The night comes immediately, and no second one does.
    const programs = join(folder, "programs");
    await mkdir(programs);
    const sleep = `#!/bin/sh\n[ -e ${folder}/slept ] && kill $PPID\ntouch ${folder}/slept\n`;
    await writeFile(join(programs, "sleep"), sleep, { mode: 0o755 });
    const ended = await Promise.resolve()
      .then(() => failing(["--every-day"], { PATH: [programs, bin, process.env.PATH].join(delimiter) }))
      .catch((error: { stdout: string; stderr: string }) => error);
    expect(ended).toMatchObject({ stdout: "", stderr: expect.stringContaining("backup: failed") });
    expect(await left()).toEqual(before);
  });

  test("a dump of which a part is missing does not pass for one", async () => {
    const before = await left();
    const programs = join(folder, "short");
    await mkdir(programs);
    const short = `#!/bin/sh\n${bin}/pg_dump "$@"\nfor one; do case $one in --file=*) truncate -s -1000 "\${one#--file=}"; esac; done\n`;
    await writeFile(join(programs, "pg_dump"), short, { mode: 0o755 });
    const path = [programs, bin, process.env.PATH].join(delimiter);
    expect(() => failing([], { MIGRATION_DATABASE_URL: url("choba", "choba"), PATH: path })).toThrow();
    expect(await left()).toEqual(before);
  });
});
