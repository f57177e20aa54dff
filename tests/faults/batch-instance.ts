import { createInterface } from "node:readline";
import { sendBatch } from "@/lib/batches/send";
import { openPool } from "@/lib/db/connection";
import { checkOrderStatus } from "@/lib/transactions/commands";
import { recoverStuckOrders } from "@/lib/transactions/submission/recover-stuck";
import { sendWithdrawal } from "@/lib/withdrawals/submit";
import { processContext } from "./process-context";

/** Passed as JSON in the only argument. */
export type BatchInstance = {
  name: string;
  databaseUrl: string;
  service: { baseUrl: string; apiKey: string; secretKey: string };
  aheadMs: number;
};
/** A line on its standard input: the time its clock shows from now on. */
export type BatchInstanceCommand = { aheadMs: number };

/*
 * The jobs of one instance as far as batches go, over and over, until it is killed. Each line that it writes is
 * something that it threw.
 */
const { name, databaseUrl, service, ...start }: BatchInstance = JSON.parse(process.argv[2] ?? "");
const ROUND_MS = 40;
/** More than the service takes: nothing waits for its turn. */
const WITHOUT_PAUSE = 1_000;

let { aheadMs } = start;
const now = () => new Date(Date.now() + aheadMs);
const pool = openPool(databaseUrl, () => undefined);
const ctx = processContext({ name, pool, service, now, monotonicMs: () => performance.now() + aheadMs });

createInterface({ input: process.stdin }).on("line", (line) => {
  const command: BatchInstanceCommand = JSON.parse(line);
  aheadMs = command.aheadMs;
});

async function tried(what: string, work: Promise<unknown>) {
  await work.catch((error: unknown) => console.log(`${what}: ${String(error).split("\n")[0]}`));
}

const sending = () => pool.query<{ id: string }>("select id from batches where state = 'sending'");
const open = () =>
  pool.query<{ id: string; referenceId: string; submission: string }>(
    `select id, reference_id as "referenceId", submission from transactions where submission in ('queued', 'unknown')`,
  );

async function round() {
  await recoverStuckOrders(ctx);
  for (const { id, referenceId, submission } of (await open()).rows) {
    const isQueued = submission === "queued";
    await (isQueued ? sendWithdrawal(ctx, { transactionRow: id }) : checkOrderStatus(ctx, { referenceId }));
  }
  for (const { id } of (await sending()).rows) await sendBatch(ctx, { batchId: id, rowsPerSecond: WITHOUT_PAUSE });
}

for (;;) {
  await tried("round", round());
  await new Promise((resolve) => setTimeout(resolve, ROUND_MS));
}
