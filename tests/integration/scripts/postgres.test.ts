import { spawn } from "node:child_process";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { freePort } from "@/scripts/lib/ports.mjs";
import { type Postgres, startPostgres } from "@/scripts/lib/postgres.mjs";
import { isAlive } from "@/scripts/lib/processes.mjs";
import { scratchFolder } from "@/tests/support/scratch";

let scratch = "";
const running: Postgres[] = [];

beforeEach(async () => {
  scratch = await scratchFolder();
});
afterEach(async () => {
  for (const postgres of running.splice(0)) await postgres.stop();
  await rm(scratch, { recursive: true });
});

async function start(): Promise<Postgres> {
  const postgres = await startPostgres({
    folder: join(scratch, "postgres"),
    port: await freePort(),
    settings: ["fsync=off"],
  });
  running.push(postgres);
  return postgres;
}

async function ask(postgres: Postgres, sql: string) {
  const client = new Client({ connectionString: postgres.url("postgres") });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test("the data is there after a second start", async () => {
  const first = await start();
  await ask(first, "create table kept as select 'here' as word");
  await first.stop();
  expect(await ask(await start(), "select word from kept")).toEqual([{ word: "here" }]);
});

test("an empty folder is filled; one that holds something else is left alone", async () => {
  const folder = join(scratch, "postgres");
  await mkdir(folder);
  await start();

  const other = join(scratch, "other");
  await mkdir(other);
  await writeFile(join(other, "mine"), "");
  const refused = startPostgres({ folder: other, port: await freePort() });
  await expect(refused).rejects.toThrow("Name another folder, or empty it.");
  expect(await readdir(other)).toEqual(["mine"]);
});

test("a database is made once", async () => {
  const postgres = await start();
  expect(await postgres.ensureDatabase("console")).toBe(true);
  expect(await postgres.ensureDatabase("console")).toBe(false);
});

test("a connection needs the password", async () => {
  const postgres = await start();
  const address = new URL(postgres.url("postgres"));
  address.password = "guessed";
  await expect(new Client({ connectionString: address.href }).connect()).rejects.toThrow(
    "password authentication failed",
  );
});

test("a postmaster that an earlier start left behind is stopped, and its data taken over", async () => {
  const left = await start();
  await ask(left, "create table kept as select 'here' as word");
  const next = await start();
  expect(isAlive(left.pid)).toBe(false);
  expect(await ask(next, "select word from kept")).toEqual([{ word: "here" }]);
});

test("a stale postmaster file whose pid another process has by now is no obstacle, and that process is not killed", async () => {
  const first = await start();
  const note = join(first.folder, "postmaster.pid");
  const text = await readFile(note, "utf8");
  await first.stop();

  const other = spawn("sleep", ["600"]);
  await writeFile(note, text.replace(String(first.pid), String(other.pid)));
  await ask(await start(), "select");
  expect(isAlive(other.pid!)).toBe(true);
  other.kill();
});
