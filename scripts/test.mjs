import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startChild } from "./lib/child-processes.mjs";
import { runUntilStopped } from "./lib/cli.mjs";
import { directoryWarning } from "./lib/directory-age.mjs";
import { npmProgram } from "./lib/install.mjs";
import { prepare } from "./lib/prepare.mjs";
import { say } from "./lib/progress.mjs";
import { Refusal } from "./lib/refusal.mjs";
import { ROOT } from "./lib/root.mjs";
import { bareSettings } from "./lib/settings.mjs";

// npm test: every suite from a bare clone. `-- --only unit,e2e` runs some suites, `-- tests/unit/money` files or folders.

/** @typedef {[program: string, ...args: string[]]} Command */
/** @typedef {Record<string, Command[]>} Suites */

/** @param {string} name @returns {Command[]} */
function vitest(name) {
  return [["vitest", "run", "--project", name]];
}

/** The quick ones first. @returns {Suites} */
function allSuites() {
  return {
    types: [
      ["next", "typegen"],
      ["tsc", "--noEmit"],
    ],
    lint: [["biome", "check", "."]],
    knip: [["knip"]],
    audit: [[...npmProgram(), "audit", "--audit-level=high", "--fetch-retries=0", "--fetch-timeout=20000"]],
    architecture: vitest("architecture"),
    unit: vitest("unit"),
    integration: vitest("integration"),
    simulation: vitest("simulation"),
    faults: vitest("faults"),
    load: vitest("load"),
    "access-control": vitest("access-control"),
    e2e: [["playwright", "test"]],
  };
}

/** @returns {Suites} */
function chosenSuites() {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { only: { type: "string" } } });
  const all = allSuites();
  if (positionals.length > 0) {
    const specs = positionals.filter((path) => path.startsWith("tests/e2e"));
    const others = positionals.filter((path) => !specs.includes(path));
    return {
      ...(others.length > 0 && { vitest: [["vitest", "run", ...others]] }),
      ...(specs.length > 0 && { playwright: [["playwright", "test", ...specs]] }),
    };
  }
  if (values.only === undefined) return all;
  const names = values.only.split(",");
  const unknown = names.filter((name) => !(name in all));
  const known = Object.keys(all).join(", ");
  if (unknown.length > 0) throw new Refusal(`There is no suite "${unknown.join(", ")}". There are: ${known}.`);
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
}

/** A suite that hangs must not keep the later ones from running. */
const MAX_SUITE_MS = 20 * 60_000;

/** What npm says where the registry cannot be asked. That finds no vulnerability and rules none out. */
const NOT_AUDITED = "audit endpoint returned an error";

/**
 * @param {string} name @param {Command[]} commands @param {import("./lib/settings.mjs").Settings} env
 * @returns {Promise<{ mark: "✓" | "✗" | "-", last: string }>} `-`: could not be checked
 */
async function run(name, commands, env) {
  for (const [program, ...args] of commands) {
    const child = startChild(program, args, { cwd: ROOT, env, onLine: say });
    const limit = setTimeout(() => child.stop(), MAX_SUITE_MS);
    const { ok } = await child.exited;
    clearTimeout(limit);
    const last = child.lastLines();
    if (!ok) return { mark: name === "audit" && last.includes(NOT_AUDITED) ? "-" : "✗", last };
  }
  return { mark: "✓", last: "" };
}

async function work() {
  await prepare();
  const colours = process.stdout.isTTY ? { FORCE_COLOR: "1" } : {};
  const env = { ...bareSettings(), ...colours, NEXT_TELEMETRY_DISABLED: "1" };
  const results = [];
  for (const [name, commands] of Object.entries(chosenSuites())) {
    say(`\n━━ ${name}`);
    const since = performance.now();
    results.push({ name, ...(await run(name, commands, env)), seconds: (performance.now() - since) / 1000 });
  }

  const failed = results.filter(({ mark }) => mark === "✗");
  // Once more at the end, where it is found without reading the whole log.
  for (const { name, last } of failed) say(`\n━━ ${name} failed\n${last}`);
  say("");
  for (const { mark, name, seconds } of results) say(`${mark} ${name.padEnd(15)} ${seconds.toFixed(1).padStart(7)} s`);
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const warning = directoryWarning(dependencies["zengin-code"], new Date());
  if (warning !== null) say(warning);
  if (failed.length > 0) process.exitCode = 1;
}

await runUntilStopped(work, { exitCodeWhenStopped: 130 });
