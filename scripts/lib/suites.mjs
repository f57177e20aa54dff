import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { auditDependencies } from "./audit.mjs";
import { findBrowser } from "./browser.mjs";
import { startChild } from "./children.mjs";
import { say } from "./progress.mjs";
import { countsOfCheck, countsOfPlaywright, countsOfVitest, NOT_CHECKED } from "./reports.mjs";
import { ROOT } from "./root.mjs";

/**
 * @typedef {import("./settings.mjs").Settings} Settings
 * @typedef {import("./reports.mjs").Counts} Counts
 * @typedef {{ name: string, run: (env: Settings) => Promise<Counts> }} Suite
 */

/**
 * Runs one of the installed programs, and shows what it says as it says it.
 * @param {string} program @param {string[]} args @param {Settings} env
 */
async function runs(program, args, env) {
  const colours = process.stdout.isTTY ? { FORCE_COLOR: "1" } : {};
  const command = join(ROOT, "node_modules/.bin", program);
  const child = startChild(command, args, { cwd: ROOT, env: { ...env, ...colours }, onLine: say });
  const { ok } = await child.exited;
  return { ok, last: child.lastLines() };
}

/**
 * @param {string} name @param {[program: string, ...args: string[]][]} commands
 * @returns {Suite}
 */
const check = (name, ...commands) => ({
  name,
  async run(env) {
    for (const [program, ...args] of commands) {
      const ended = await runs(program, args, env);
      if (!ended.ok) return countsOfCheck(ended);
    }
    return countsOfCheck({ ok: true, last: "" });
  },
});

/** @param {string} name @returns {Suite} */
const vitest = (name) => ({
  name,
  run: (env) =>
    withReport(async (file) => {
      const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
      return countsOfVitest(file, await runs("vitest", ["run", "--project", name, ...reporters], env));
    }),
});

/** @returns {Suite} */
const playwright = () => ({
  name: "e2e",
  run: (env) =>
    withReport(async (file) => {
      const browser = await findBrowser();
      const own = { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
      return countsOfPlaywright(file, await runs("playwright", ["test", "--reporter=list,json"], { ...env, ...own }));
    }),
});

/** Known weaknesses in the packages; skipped, and said so, where the registry cannot be asked. @type {Suite} */
const audit = {
  name: "audit",
  async run(env) {
    const verdict = await auditDependencies(env);
    if (verdict.kind === "not checked") return NOT_CHECKED;
    return countsOfCheck({
      ok: verdict.kind === "clean",
      last: verdict.kind === "weak" ? verdict.found.join("\n") : "",
    });
  },
};

/** @param {(file: string) => Promise<Counts>} work */
async function withReport(work) {
  const folder = mkdtempSync(join(tmpdir(), "choba-report-"));
  try {
    return await work(join(folder, "report.json"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @type {Suite[]} the quick ones first */
export const SUITES = [
  check("types", ["next", "typegen"], ["tsc", "--noEmit"]),
  check("lint", ["biome", "check", "."]),
  check("knip", ["knip"]),
  audit,
  vitest("architecture"),
  vitest("unit"),
  vitest("integration"),
  vitest("simulation"),
  ...(existsSync(join(ROOT, "tests/faults")) ? [vitest("faults")] : []),
  vitest("load"),
  vitest("access-control"),
  playwright(),
];
