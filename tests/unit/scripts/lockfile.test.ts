import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { claim } from "@/scripts/lib/claim.mjs";

/** No process has it: the kernel gives out numbers up to 4,194,304 and never the last. */
const NOBODY = 4_194_304;

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "choba-claim-"));
});
afterEach(() => rm(folder, { recursive: true }));

const note = () => join(folder, "launcher.pid");
const held = async (more: object) => writeFile(note(), JSON.stringify({ guardian: NOBODY, ...more }));

test("a folder in use is refused, with the process that uses it", async () => {
  const script = basename(process.argv[1] ?? "");
  await held({ launcher: process.pid, script });
  await expect(claim(folder)).rejects.toThrow(`It is already running from ${folder}, as process ${process.pid}`);
});

test("a launcher that was killed leaves a folder that can be used", async () => {
  await held({ launcher: NOBODY, script: "start.mjs" });
  await claim(folder);
  expect(JSON.parse(await readFile(note(), "utf8"))).toMatchObject({ launcher: process.pid });
});

test("another process that has the number of a killed launcher by now is not taken for it", async () => {
  await held({ launcher: process.pid, script: "a-script-that-this-is-not.mjs" });
  await claim(folder);
  expect(JSON.parse(await readFile(note(), "utf8"))).toMatchObject({ launcher: process.pid });
});
