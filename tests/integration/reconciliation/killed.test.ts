import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startReconciliation } from "@/lib/reconciliation/commands";
import { getReconciliation, listReconciliationRows } from "@/lib/reconciliation/queries";
import { runReconciliation } from "@/lib/reconciliation/run";
import { rowsAsked } from "@/lib/reconciliation/schema";
import { bundled } from "../../support/bundle";
import { openTestContext, type TestContext } from "../../support/context";
import {
  LEDGER_HEADER,
  LEDGER_MAPPING,
  type ReportedOrder,
  reportOrders,
  uploadLedger,
} from "../../support/reconciliation";
import type { ReconcilerTask } from "./reconciler";

const LINES = 30_000;
const day = "2026-03-01";
const service = { baseUrl: "http://127.0.0.1:1", apiKey: "unused-key", secretKey: "0".repeat(64) };

let context: TestContext;
let program: string;
let text: string;

beforeAll(async () => {
  context = await openTestContext();
  program = await bundled("tests/integration/reconciliation/reconciler.ts");
  const orders = Array.from(
    { length: LINES },
    (_none, n): ReportedOrder => ({
      ...{ referenceId: `R-${n}`, transactionId: `T-${n}`, type: "DEPOSIT", currency: "JPY", amount: String(100 + n) },
      ...{ status: n === 5 ? "FAILED" : "COMPLETED", endedAt: `${day}T03:00:00.000Z`, playerId: "p" },
    }),
  );
  await reportOrders(context, orders);
  const lines = orders.map(({ referenceId, amount }) => `${referenceId},入金,JPY,${amount},計上済,${day} 12:00:00,p`);
  text = [LEDGER_HEADER, ...lines].join("\n");
});
afterAll(() => context.close());

const started = (runId: string) => {
  const task: ReconcilerTask = { databaseUrl: context.runtimeUrl, service, runId };
  return spawn(process.execPath, [program, JSON.stringify(task)], { stdio: ["ignore", "ignore", "inherit"] });
};

/** Kills the process while the database runs such a statement for it. */
async function killDuring(child: ChildProcess, statement: string): Promise<void> {
  const running = sql`select from pg_stat_activity
    where datname = current_database() and state = 'active' and pid <> pg_backend_pid() and query ilike ${`%${statement}%`}`;
  const ended = once(child, "exit");
  while ((await context.db.execute(running)).rowCount === 0) {
    if (child.exitCode !== null) throw new Error(`it ended before ${statement}`);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  child.kill("SIGKILL");
  expect(await ended).toEqual([null, "SIGKILL"]);
}

test.each([
  ["the import", "copy ledger_rows", "importing", 0],
  ["the matching", "with l as (", "matching", LINES],
])(
  "a process that is killed during %s leaves nothing of that step, and the next one does it whole",
  async (...given) => {
    const [_name, statement, state, rows] = given;
    const finance = await context.as("finance");
    const { fileId } = await uploadLedger(finance, text);
    const made = await startReconciliation(finance, {
      fileIds: [fileId],
      firstDay: day,
      lastDay: day,
      mapping: LEDGER_MAPPING,
    });
    if (!made.ok) throw new Error(made.error.kind);
    const { runId } = made.value;
    await killDuring(started(runId), statement);

    expect(await getReconciliation(finance, { runId })).toMatchObject({ state, figures: null });
    expect(await listReconciliationRows(finance, rowsAsked.parse({ runId }))).toBeNull();
    // The lock of the dead process is free as soon as the database has noticed.
    const job = await context.as("job");
    await expect
      .poll(async () => {
        const { rows: held } = await context.db.execute<{ count: number }>(
          sql`select count(*)::int as count from ledger_rows where run_id = ${runId}`,
        );
        expect(held[0]?.count).toBe(rows);
        await runReconciliation(job, { runId });
        return (await getReconciliation(finance, { runId }))?.state;
      })
      .toBe("done");
    const view = await getReconciliation(finance, { runId });
    expect(view?.figures?.classes.map((figures) => [figures.class, figures.count])).toEqual([
      ["credited_not_completed", 1],
      ["matched", LINES - 1],
    ]);
  },
);
