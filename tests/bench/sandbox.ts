import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { measureThroughput } from "@/sandbox/bench/throughput";
import { freePort } from "@/scripts/lib/ports.mjs";
import { startPostgres } from "@/scripts/lib/postgres.mjs";
import { median } from "./figures";

/** How many times pgbench's two-row update and entry the sandbox takes withdrawals on one account. */
const AIMS = { inProcess: 3, signedHttp: 1 };

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3);

try {
  execFileSync("pgbench", ["--version"]);
} catch {
  console.log("\nSandbox throughput: not measured, there is no pgbench on this machine (Debian: postgresql-contrib).");
  process.exit(0);
}

const scratch = await mkdtemp(join(tmpdir(), "choba-bench-"));
const folder = join(scratch, "postgres");
const postgres = await startPostgres({ folder, port: await freePort(), settings: ["max_connections=300"] });
await postgres.ensureDatabase("bench");
const plan = { url: postgres.url("bench"), rounds: ROUNDS, seconds: SECONDS, callers: [8, 32, 128] };
/** Who else was at work: each of our processes competes with all of theirs, as pgbench's many do less. */
const load = () => loadavg()[0]?.toFixed(1);
const loadBefore = load();
const measured = await measureThroughput(plan);

const spread = (values: number[]) =>
  `${Math.round(median(values))}/s (${Math.round(Math.min(...values))}–${Math.round(Math.max(...values))})`.padEnd(26);

console.log(
  `\nSandbox: withdrawals a second on one account, beside pgbench in the same database, median of ${ROUNDS} (min–max).`,
);
console.log("pgbench updates two rows of 100,000 and inserts an entry in a transaction; all commit to disk.");
console.log(
  `${cpus().length} processors, load ${loadBefore} before the run; with others at work, ours come off worse.`,
);
for (const { callers, pgbench, bound, inProcess, httpBound, signedHttp } of measured) {
  const times = (values: number[]) => median(values) / median(pgbench);
  const ratio = (values: number[], aim: number) =>
    `${times(values).toFixed(2)} × ${times(values) >= aim ? "✓" : "✗"}`.padEnd(10);
  console.log(`${String(callers).padStart(4)} callers   pgbench ${spread(pgbench)}`);
  // Who waits for an answer before asking again cannot fill a larger batch than there are callers.
  console.log(
    `   the bound    ${spread(bound)}${times(bound).toFixed(2)} ×   batches of ${callers}, written by pgbench alone`,
  );
  console.log(`   in process   ${spread(inProcess)}${ratio(inProcess, AIMS.inProcess)}aim ≥ ${AIMS.inProcess}`);
  console.log(
    `   bound, HTTP  ${spread(httpBound)}${times(httpBound).toFixed(2)} ×   such batches behind a server that checks nothing`,
  );
  console.log(`   signed HTTP  ${spread(signedHttp)}${ratio(signedHttp, AIMS.signedHttp)}aim ≥ ${AIMS.signedHttp}`);
}

await postgres.stop();
await rm(postgres.folder, { recursive: true });
await rm(scratch, { recursive: true });
