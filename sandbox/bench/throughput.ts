import { execFile } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { openDatabase } from "../database";
import { checkBooks } from "../ledger/check";
import { readMerchants } from "../merchants/file";
import { orderFee, orderMaker } from "../orders/create";
import { startSandbox } from "../start";
import { preparePgbench } from "./pgbench";

// How many withdrawals a second one merchant's account takes, beside pgbench in the same database and run.
// SANDBOX_DATABASE_URL names an empty database, on a server that allows 200 connections.
const ROUNDS = 5;
const SECONDS = 3;
const CALLERS = [8, 32, 128];
const AIMS = { "in process": 3, "signed HTTP": 1 };

const url = process.env.SANDBOX_DATABASE_URL;
if (!url) throw new Error("SANDBOX_DATABASE_URL must name an empty database");
const load = loadavg()[0] ?? 0;

const folder = await mkdtemp(join(tmpdir(), "sandbox-bench-"));
const config = join(folder, "sandbox.json");
const keys = { apiKey: randomBytes(16).toString("hex"), secretKey: randomBytes(32).toString("hex") };
const currencies = { JPY: { openingBalance: "900000000000", fees: { WITHDRAW: { flat: "150", perMille: "5" } } } };
await writeFile(config, JSON.stringify({ merchants: [{ number: 1, name: "Bench", ...keys, currencies }] }));

const quiet = { line: () => {}, error: (error: unknown) => console.error(error) };
const settings = { SANDBOX_DATABASE_URL: url, SANDBOX_PORT: 0, SANDBOX_OPERATOR_PORT: 0, SANDBOX_CONFIG: config };
const sandbox = await startSandbox(settings, quiet);
const pool = openDatabase(url, quiet.error);
const createOrder = orderMaker(pool);
const merchant = await theMerchant();
const pgbench = await preparePgbench(pool, url);

async function theMerchant() {
  const [first] = await readMerchants(config);
  if (!first) throw new Error("the bench has no merchant");
  return first;
}

async function inProcess(callers: number): Promise<number> {
  const end = Date.now() + SECONDS * 1000;
  let accepted = 0;
  const caller = async () => {
    while (Date.now() < end) {
      const amount = 100n;
      const { kind } = await createOrder({
        type: "WITHDRAW",
        merchant,
        currency: "JPY",
        amount,
        fee: orderFee(merchant, "WITHDRAW", "JPY", amount),
        method: "BANK_TRANSFER",
        playerId: "player-1",
        referenceId: randomUUID(),
        callbackUrl: "http://127.0.0.1:1/callback",
        parties: { receiver: null, given: { destination: "0001", destinationAccount: "0123456" } },
        createdAt: new Date(),
        settleAt: null,
        settleAs: null,
      });
      if (kind !== "created") throw new Error(`a withdrawal was ${kind}`);
      accepted += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return accepted / SECONDS;
}

async function overHttp(callers: number): Promise<number> {
  const script = fileURLToPath(new URL("callers.ts", import.meta.url));
  const told = [sandbox.sandbox, keys.apiKey, keys.secretKey, String(callers), String(SECONDS)];
  const { stdout } = await promisify(execFile)(process.execPath, ["--import", "tsx", script, ...told]);
  return Number(stdout);
}

const rates = new Map<string, number[]>();
const note = (what: string, callers: number, rate: number) => {
  const key = `${what} ${callers}`;
  rates.set(key, [...(rates.get(key) ?? []), rate]);
};
for (let round = 1; round <= ROUNDS; round += 1) {
  console.log(`round ${round} of ${ROUNDS}`);
  for (const callers of CALLERS) {
    note("pgbench", callers, await pgbench.run(callers, SECONDS));
    note("in process", callers, await inProcess(callers));
    note("signed HTTP", callers, await overHttp(callers));
  }
}

function summary(what: string, callers: number) {
  const sorted = [...(rates.get(`${what} ${callers}`) ?? [])].sort((a, b) => a - b);
  const [low = 0] = sorted;
  return { low, median: sorted[Math.floor(sorted.length / 2)] ?? 0, high: sorted.at(-1) ?? 0 };
}
const shown = ({ low, median, high }: ReturnType<typeof summary>) =>
  `${median.toFixed(0)}/s (${low.toFixed(0)}–${high.toFixed(0)})`.padEnd(24);

console.log("\nWithdrawals on one account");
for (const callers of CALLERS) {
  const least = summary("pgbench", callers);
  console.log(`${callers} callers`.padEnd(16), "pgbench".padEnd(12), shown(least));
  for (const [what, aim] of Object.entries(AIMS)) {
    const ours = summary(what, callers);
    const ratio = ours.median / least.median;
    console.log(
      "".padEnd(16),
      what.padEnd(12),
      shown(ours),
      `${ratio.toFixed(2)} ×  aim ≥ ${aim} ${ratio >= aim ? "✓" : "✗"}`,
    );
  }
}
const faults = await checkBooks(pool);
console.log(faults.length === 0 ? "The books are right." : `The books are wrong: ${faults.join("; ")}`);
if (load > availableParallelism() / 2)
  console.log(`The machine was busy (load ${load.toFixed(1)}): these are no figures to report.`);

await pgbench.clear();
await sandbox.stop();
await pool.end();
await rm(folder, { recursive: true });
if (faults.length > 0) process.exitCode = 1;
