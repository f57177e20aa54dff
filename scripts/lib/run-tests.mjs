import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { directoryWarning } from "./directory-age.mjs";
import { say } from "./progress.mjs";
import { Refusal } from "./refusal.mjs";
import { ROOT } from "./root.mjs";
import { bareSettings } from "./settings.mjs";
import { SUITES } from "./suites.mjs";

/** @typedef {{ name: string, seconds: number } & import("./reports.mjs").Counts} Line */

/**
 * Runs the suites one after another, the quick ones first, and sums them up; the process fails when any test did.
 * @param {string[]} args
 */
export async function runTests(args) {
  const env = { ...bareSettings(), NEXT_TELEMETRY_DISABLED: "1" };
  /** @type {Line[]} */
  const lines = [];
  for (const { name, run } of chosen(args)) {
    say(`\n━━ ${name}`);
    const since = performance.now();
    const counts = await run(env);
    lines.push({ name, ...counts, seconds: (performance.now() - since) / 1000 });
  }

  say("");
  for (const line of lines) say(asText(line));
  // Once more at the end, where they are found without reading the whole.
  for (const { name, faults } of lines) for (const fault of faults) say(`\n✗ ${name} › ${fault}`);
  const [passed, failed, skipped] = [sum(lines, "passed"), sum(lines, "failed"), sum(lines, "skipped")];
  say(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const warning = directoryWarning(dependencies["zengin-code"], new Date());
  if (warning !== null) say(warning);
  if (failed > 0) process.exitCode = 1;
}

/** @param {string[]} args */
function chosen(args) {
  const { only } = parseArgs({ args, options: { only: { type: "string" } } }).values;
  if (only === undefined) return SUITES;
  const names = only.split(",");
  const unknown = names.filter((name) => !SUITES.some((suite) => suite.name === name));
  const known = SUITES.map(({ name }) => name).join(", ");
  if (unknown.length > 0) throw new Refusal(`There is no suite "${unknown.join(", ")}". There are: ${known}.`);
  return SUITES.filter(({ name }) => names.includes(name));
}

/** @param {Line[]} lines @param {"passed" | "failed" | "skipped"} key */
const sum = (lines, key) => lines.reduce((total, line) => total + line[key], 0);

/** @param {Line} line */
const asText = ({ name, passed, failed, skipped, seconds }) =>
  [
    failed > 0 ? "✗" : "✓",
    name.padEnd(12),
    `${passed} passed`.padStart(12),
    `${failed} failed`.padStart(10),
    skipped > 0 ? `${skipped} skipped`.padStart(11) : "".padStart(11),
    `${seconds.toFixed(1)} s`.padStart(9),
  ].join(" ");
