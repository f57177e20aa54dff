import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { ROOT } from "@/scripts/lib/root.mjs";
import { scratchFolder } from "../../support/scratch";

/** A project whose build fails: it has come as far as removing what the build before has made. */
const FAILED = "The build in";

let folder = "";
let served = "";
beforeAll(async () => {
  folder = await scratchFolder();
  served = join(folder, ".next/standalone/bin/console.mjs");
  const next = join(folder, "node_modules/next/dist/bin");
  for (const made of [join(folder, ".data"), next]) mkdirSync(made, { recursive: true });
  cpSync(join(ROOT, "scripts"), join(folder, "scripts"), { recursive: true });
  symlinkSync(join(ROOT, "node_modules/esbuild"), join(folder, "node_modules/esbuild"));
  writeFileSync(join(next, "next"), "process.exit(1);");
});
beforeEach(() => {
  mkdirSync(join(served, ".."), { recursive: true });
  writeFileSync(served, "");
});
afterAll(() => rm(folder, { recursive: true }));

const heldBy = (owner: number, script: string) =>
  writeFileSync(join(folder, ".data/lock.json"), JSON.stringify({ owner, script, reaper: owner }));

/** What a build says, in a process of its own, as it is one of another folder. */
function build(first = "") {
  const lib = (name: string) => JSON.stringify(join(folder, `scripts/lib/${name}.mjs`));
  const script = `import { ensureBuilt } from ${lib("build")};
    import { lockFolder } from ${lib("lockfile")};
    ${first}
    await ensureBuilt("key");`;
  return spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" }).stderr;
}

test("what a running console serves is not built over", () => {
  heldBy(process.pid, "");
  expect(build()).toContain(`npm start is running from this folder, as process ${process.pid}`);
  expect(existsSync(served)).toBe(true);
});

test.each([
  ["that was killed", 4_194_304, ""],
  ["whose pid another process has", process.pid, "a-script-that-this-is-not.mjs"],
])("a console %s serves nothing", (_which, owner, script) => {
  heldBy(owner, script);
  expect(build()).toContain(FAILED);
  expect(existsSync(served)).toBe(false);
});

test("a start builds what it is going to serve", async () => {
  await rm(join(folder, ".data/lock.json"), { force: true });
  expect(build(`await lockFolder(${JSON.stringify(join(folder, ".data"))});`)).toContain(FAILED);
});

test("`npm run dev` does not hinder a build, as it serves none", async () => {
  const child = spawn(process.execPath, ["-e", "console.log(1); setInterval(() => {}, 1000)", "--", "--dev"]);
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child.stdout, "data");
  heldBy(child.pid ?? 0, "");
  expect(build()).toContain(FAILED);
});
