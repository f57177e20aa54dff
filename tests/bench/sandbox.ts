import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { startSandbox } from "@/sandbox/start";
import { freePort } from "@/scripts/lib/ports.mjs";
import { startPostgres } from "@/scripts/lib/postgres.mjs";
import { signatureOf, signedBody } from "../integration/sandbox/signer";
import { newKeys } from "../support/sandbox";

// How many signed withdrawals a second one merchant's account takes over HTTP, with the callers in the same process.
const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);
const CALLERS = [1, 8, 32];

const folder = await mkdtemp(join(tmpdir(), "choba-bench-"));
const postgres = await startPostgres({ folder: join(folder, "postgres"), port: await freePort() });
await postgres.ensureDatabase("bench");

const config = join(folder, "sandbox.json");
const keys = newKeys();
const currencies = { JPY: { openingBalance: "900000000000", fees: { WITHDRAW: { flat: "150", perMille: "5" } } } };
await writeFile(config, JSON.stringify({ merchants: [{ number: 1, name: "Bench", ...keys, currencies }] }));
const sandbox = await startSandbox(
  {
    SANDBOX_DATABASE_URL: postgres.url("bench"),
    SANDBOX_PORT: 0,
    SANDBOX_OPERATOR_PORT: 0,
    SANDBOX_CONFIG: config,
  },
  { line: () => {}, error: console.error },
);

async function withdraw(): Promise<void> {
  const body = signedBody({
    amount: 100,
    channel: "BANK_TRANSFER",
    currency: "JPY",
    callbackUrl: "http://127.0.0.1:1/callback",
    referenceId: randomUUID(),
    playerId: "player-1",
    destination: "0001",
    destinationName: "みずほ銀行",
    destinationAccount: "0123456",
    destinationAccountName: "ヤマダ　タロウ",
    destinationBranchCode: "001",
    destinationBranchName: "東京営業部",
    timestamp: Math.floor(Date.now() / 1000),
    nonce: randomUUID(),
  });
  const headers = {
    "content-type": "application/json",
    "x-api-key": keys.apiKey,
    "x-signature": signatureOf(body, keys.secretKey),
  };
  const answer = await fetch(`${sandbox.sandbox}/withdraw`, { method: "POST", body, headers });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`a withdrawal was answered ${answer.status}: ${text}`);
}

console.log(
  `\nSandbox: signed withdrawals a second on one account. ${cpus().length} processors, load ${loadavg()[0]}.`,
);
for (const callers of CALLERS) {
  let accepted = 0;
  const end = Date.now() + SECONDS * 1000;
  const caller = async () => {
    for (; Date.now() < end; accepted += 1) await withdraw();
  };
  await Promise.all(Array.from({ length: callers }, caller));
  console.log(`${String(callers).padStart(4)} callers   ${Math.round(accepted / SECONDS)}/s`);
}

await sandbox.stop();
await postgres.stop();
await rm(postgres.folder, { recursive: true });
await rm(folder, { recursive: true, force: true });
