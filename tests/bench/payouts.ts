import { randomUUID } from "node:crypto";
import { loadavg } from "node:os";
import { Pool } from "pg";
import { IN_FLIGHT_MAX } from "@/lib/batches/state";
import { sendWithdrawal } from "@/lib/withdrawals/submit";
import { signatureOf, signedBody } from "../integration/sandbox/signer";
import { manyRows } from "../support/batch-rows";
import { requestAsSeen, sendWhole, uploaded } from "../support/batches";
import { requested } from "../support/orders";
import { openDurableService } from "./durable-service";
import { median } from "./figures";

/*
 * Payouts sent a second, of a batch without its rate limit and one by one, beside a bare loop with as many senders that
 * commits an intent, signs, posts to the same sandbox and commits the outcome.
 */
const AIM = 0.3;
const SENDERS = IN_FLIGHT_MAX;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const PAYOUTS = 60;

const { service, context, close } = await openDurableService();
const job = await context.as("job");
const pool = new Pool({ connectionString: context.url, max: SENDERS });
await pool.query("create table bare_payouts (id text primary key, body text, outcome text, answer text)");

/** Does all of it with so many senders, and says how many were done a second. */
async function rateOf(work: (() => Promise<unknown>)[]): Promise<number> {
  const left = work.values();
  const since = performance.now();
  const sender = async () => {
    for (const one of left) await one();
  };
  await Promise.all(Array.from({ length: SENDERS }, sender));
  return work.length / ((performance.now() - since) / 1000);
}

async function bare() {
  const referenceId = randomUUID();
  const body = signedBody({
    ...{ amount: 100, channel: "BANK_TRANSFER", currency: "JPY", callbackUrl: "http://127.0.0.1:1/callback" },
    ...{ referenceId, playerId: "player-1", destination: "0001", destinationName: "みずほ銀行" },
    ...{ destinationAccount: "0123456", destinationAccountName: "ヤマダ　タロウ" },
    ...{ destinationBranchCode: "001", destinationBranchName: "東京営業部" },
    ...{ timestamp: Math.floor(Date.now() / 1000), nonce: randomUUID() },
  });
  await pool.query("insert into bare_payouts (id, body) values ($1, $2)", [referenceId, body]);
  const headers = {
    "content-type": "application/json",
    "x-api-key": service.apiKey,
    "x-signature": signatureOf(body, service.secretKey),
  };
  const answer = await fetch(`${service.baseUrl}/withdraw`, { method: "POST", body, headers });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`a withdrawal was answered ${answer.status}: ${text}`);
  await pool.query("update bare_payouts set outcome = 'accepted', answer = $2 where id = $1", [referenceId, text]);
}

async function single() {
  const { id } = await requested(context, { amount: "100", destinationAccount: String(2_000_000 + number) });
  number += 1;
  return async () => {
    const outcome = await sendWithdrawal(job, { transactionRow: id });
    if (outcome !== "accepted") throw new Error(`a payout was ${outcome}`);
  };
}
let number = 0;

async function ofBatch(): Promise<number> {
  const rows = manyRows(PAYOUTS, number).map((row) => ({ ...row, amount: "100" }));
  number += PAYOUTS;
  const batchId = await uploaded(context, rows);
  const asked = await requestAsSeen(context, batchId);
  if (!asked.ok || asked.value.state !== "sending") throw new Error(`not sent: ${JSON.stringify(asked)}`);
  const since = performance.now();
  const { state } = await sendWhole(context, batchId);
  if (state !== "sent") throw new Error(`the batch is ${state}`);
  return PAYOUTS / ((performance.now() - since) / 1000);
}

const rates = { bare: [] as number[], single: [] as number[], batch: [] as number[] };
for (let round = 0; round <= ROUNDS; round += 1) {
  context.clock.now = new Date();
  const singles: (() => Promise<unknown>)[] = [];
  for (let n = 0; n < PAYOUTS; n += 1) singles.push(await single());
  const [bareRate, singleRate, batchRate] = [
    await rateOf(Array.from({ length: PAYOUTS }, () => bare)),
    await rateOf(singles),
    await ofBatch(),
  ];
  // The first one warms up.
  if (round === 0) continue;
  rates.bare.push(bareRate);
  rates.single.push(singleRate);
  rates.batch.push(batchRate);
}

const load = loadavg()[0]?.toFixed(1);
console.log(`\nPayouts sent a second by ${SENDERS} senders, each committed to disk; median of ${ROUNDS}, load ${load}`);
const base = median(rates.bare);
console.log(`   a bare loop            ${base.toFixed(0)}/s`);
for (const [name, key] of [
  ["requested one by one", "single"],
  ["a batch              ", "batch"],
] as const) {
  const ratio = median(rates[key]) / base;
  const mark = ratio >= AIM ? "✓" : "✗";
  console.log(`   ${name}   ${median(rates[key]).toFixed(0)}/s   ${ratio.toFixed(2)} ×   aim ≥ ${AIM} ${mark}`);
}

await pool.end();
await close();
