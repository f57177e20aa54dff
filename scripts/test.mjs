import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs, stripVTControlCharacters } from "node:util";
import { startChild } from "./lib/child-processes.mjs";
import { runUntilStopped } from "./lib/cli.mjs";
import { directoryWarning } from "./lib/directory-age.mjs";
import { npmProgram } from "./lib/install.mjs";
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

/** The quick ones first. Those of a round run side by side: alone, access-control would wait half of its time. @returns {Suites[]} */
function allRounds() {
  return [
    {
      types: [
        ["next", "typegen"],
        [process.execPath, "node_modules/typescript-native/bin/tsc", "--noEmit"],
      ],
      lint: [["biome", "check", "."]],
      knip: [["knip"]],
      audit: [[...npmProgram(), "audit", "--audit-level=high", "--fetch-retries=0", "--fetch-timeout=20000"]],
      architecture: vitest("architecture"),
      unit: vitest("unit"),
    },
    { integration: vitest("integration"), "access-control": vitest("access-control") },
    { simulation: vitest("simulation") },
    { faults: vitest("faults") },
    { load: vitest("load") },
    { e2e: [["playwright", "test"]] },
  ];
}

/** @returns {Suites[]} */
function chosenRounds() {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { only: { type: "string" } } });
  const rounds = allRounds();
  if (positionals.length > 0) {
    const specs = positionals.filter((path) => path.startsWith("tests/e2e"));
    const others = positionals.filter((path) => !specs.includes(path));
    return [
      others.length > 0 ? { vitest: [["vitest", "run", ...others]] } : {},
      specs.length > 0 ? { playwright: [["playwright", "test", ...specs]] } : {},
    ];
  }
  if (values.only === undefined) return rounds;
  const names = values.only.split(",");
  const known = rounds.flatMap((round) => Object.keys(round));
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new Refusal(`There is no suite "${unknown.join(", ")}". There are: ${known.join(", ")}.`);
  return rounds.map((round) => Object.fromEntries(Object.entries(round).filter(([name]) => names.includes(name))));
}

/** A suite that hangs must not keep the later ones from running. */
const MAX_SUITE_MS = 20 * 60_000;

/** Names a test that failed, as Vitest and Playwright print it: the last lines may show one of many alone. */
const FAILURE = /^ *(FAIL |\d+\) )/;

/** What npm says where the registry cannot be asked. That finds no vulnerability and rules none out. */
const NOT_AUDITED = "audit endpoint returned an error";

/**
 * @param {string} name @param {Command[]} commands @param {import("./lib/settings.mjs").Settings} env
 * @returns {Promise<{ mark: "✓" | "✗" | "-", last: string }>} `-`: could not be checked
 */
async function run(name, commands, env) {
  for (const [program, ...args] of commands) {
    /** @type {string[]} */
    const failures = [];
    /** @param {string} line */
    const onLine = (line) => {
      say(line);
      if (FAILURE.test(stripVTControlCharacters(line))) failures.push(line);
    };
    const child = startChild(program, args, { cwd: ROOT, env, onLine });
    const limit = setTimeout(() => child.stop(), MAX_SUITE_MS);
    const { ok } = await child.exited;
    clearTimeout(limit);
    const last = [...new Set(failures), child.lastLines()].join("\n");
    if (!ok) return { mark: name === "audit" && last.includes(NOT_AUDITED) ? "-" : "✗", last };
  }
  return { mark: "✓", last: "" };
}

async function work() {
  const colours = process.stdout.isTTY ? { FORCE_COLOR: "1" } : {};
  const env = { ...bareSettings(), ...colours, NEXT_TELEMETRY_DISABLED: "1" };
  const results = [];
  for (const round of chosenRounds()) {
    const running = Object.entries(round).map(async ([name, commands]) => {
      say(`\n━━ ${name}`);
      const since = performance.now();
      return { name, ...(await run(name, commands, env)), seconds: (performance.now() - since) / 1000 };
    });
    results.push(...(await Promise.all(running)));
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
