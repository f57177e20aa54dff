import { startChild } from "./lib/child-processes.mjs";
import { runUntilStopped } from "./lib/cli.mjs";
import { say } from "./lib/progress.mjs";
import { Refusal } from "./lib/refusal.mjs";
import { ROOT } from "./lib/root.mjs";
import { typescript } from "./lib/runtime.mjs";

// npm run bench: each thing beside the least that could do it, in the same run. `-- memory` runs one by its name.
const USUAL = [
  "first-load",
  "vitals",
  "lighthouse",
  "sandbox",
  "ingest",
  "audited-commits",
  "directory",
  "log",
  "transactions",
  "search",
  "reconciliation",
];
/** Drills that take long and compare nothing. */
const BY_NAME = ["batch-draft", "instances", "memory", "payouts", "retention"];

await runUntilStopped(work, { exitCodeWhenStopped: 130 });

async function work() {
  const { findBrowser } = await import("./lib/browser.mjs"); // Imports packages, which are there only now.
  const env = { ...process.env, CHROMIUM_PATH: await findBrowser() };
  const named = process.argv.slice(2);
  const unknown = named.filter((name) => ![...USUAL, ...BY_NAME].includes(name));
  if (unknown.length > 0) throw new Refusal(`There are: ${[...USUAL, ...BY_NAME].join(", ")}.`);
  for (const name of named.length > 0 ? named : USUAL) {
    const bench = typescript(`tests/bench/${name}.ts`);
    const { ok, how } = await startChild("node", bench, { cwd: ROOT, env, onLine: say }).exited;
    if (!ok) throw new Refusal(`The bench ${name} did not finish (${how}).`);
  }
}
