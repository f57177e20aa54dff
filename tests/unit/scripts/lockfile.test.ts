import { mkdtemp, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lockFolder } from "@/scripts/lib/lockfile.mjs";

/** No process has it: the kernel gives out numbers up to 4,194,304 and never the last. */
const UNUSED_PID = 4_194_304;

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "choba-lockfile-"));
});
afterEach(() => rm(folder, { recursive: true }));

const note = () => join(folder, "lock.json");
const held = async (more: object) => writeFile(note(), JSON.stringify({ reaper: UNUSED_PID, ...more }));

test("a folder in use is refused, with the process that uses it", async () => {
  const script = basename(process.argv[1] ?? "");
  await held({ owner: process.pid, script });
  await expect(lockFolder(folder)).rejects.toThrow(`It is already running from ${folder}, as process ${process.pid}`);
});

test("a process that was killed leaves a folder that can be used", async () => {
  await held({ owner: UNUSED_PID, script: "start.mjs" });
  await lockFolder(folder);
  expect(JSON.parse(await readFile(note(), "utf8"))).toMatchObject({ owner: process.pid });
});

test.each(["", '{"owner":12'])("a note that a full disk cut short holds nothing: %j", async (text) => {
  await writeFile(note(), text);
  const aMinuteAgo = new Date(Date.now() - 60_000);
  await utimes(note(), aMinuteAgo, aMinuteAgo);
  await lockFolder(folder);
  expect(JSON.parse(await readFile(note(), "utf8"))).toMatchObject({ owner: process.pid });
});

test("a note that is just being written is waited for", async () => {
  await writeFile(note(), "");
  const later = lockFolder(folder);
  await held({ owner: process.pid, script: basename(process.argv[1] ?? "") });
  await expect(later).rejects.toThrow("It is already running");
});

test("a process that reuses the pid of a killed one is not taken for it", async () => {
  await held({ owner: process.pid, script: "a-script-that-this-is-not.mjs" });
  await lockFolder(folder);
  expect(JSON.parse(await readFile(note(), "utf8"))).toMatchObject({ owner: process.pid });
});
