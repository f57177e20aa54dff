import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import type { transactions } from "@/drizzle/schema/transactions";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import { startBackfill } from "@/lib/backfill/commands";
import { runBackfill } from "@/lib/backfill/run";
import { decideResume, proposeResume } from "@/lib/freezes/commands";
import { listFreezes } from "@/lib/freezes/queries";
import { checkOrderStatus } from "@/lib/transactions/commands";
import { freezeAfterChange } from "@/lib/transactions/freezes/database-change";
import { manyRows } from "./batch-rows";
import { batchOf, requestAsSeen, sendWhole, uploaded } from "./batches";
import { openTestContext, type TestContext } from "./context";
import { openService, type Service } from "./service";

/*
 * A file was paid from a database that was lost with all that is known of it. The same file is uploaded again: it has the
 * same reference IDs, and each row is asked about before anything is sent. The service would pay a repeated ID twice.
 */

/** All that a lost database sent has expired by then. */
export const EXPIRED_MINUTES = 16;

export let service: Service;
export let lost: TestContext;
export let restored: TestContext;

/** The service, the database that was lost, and before each test one that was restored from before it paid. */
export function openLostDatabase(): void {
  beforeAll(async () => {
    const currencies = { JPY: { openingBalance: "1000000000", fees: {} } };
    service = await openService({ repeatedReference: "second", currencies });
    lost = await openTestContext(service);
  });
  afterAll(async () => {
    await lost.close();
    await service.close();
  });
  beforeEach(async () => {
    await service.setClock(0);
    restored = await openTestContext(service);
    return restored.close;
  });
}

let used = 0;
/** Rows that no other test has. */
export function newRows(count: number) {
  used += 100;
  return manyRows(count, used);
}

/** Paid by the lost database. */
export async function paidRows() {
  const rows = newRows(6);
  const batchId = await uploaded(lost, rows);
  expect(await requestAsSeen(lost, batchId)).toMatchObject({ value: { state: "sending" } });
  const sent = await sendWhole(lost, batchId);
  expect(sent.state).toBe("sent");
  return { rows, ids: sent.rows.map(({ referenceId }) => referenceId) };
}

/** The change of the database is noticed, two admins resume, and what was on its way has expired. */
export async function noticed() {
  const [job, admin, other] = [await restored.as("job"), await restored.as("admin"), await restored.another("admin")];
  const foundAt = restored.clock.now.toISOString();
  await freezeAfterChange(job, { differences: ["system_identifier"], foundAt, missing: [] }, null);
  const [freeze] = await listFreezes(admin);
  const proposed = await proposeResume(admin, { freezeId: freeze!.id });
  if (!proposed.ok) throw new Error(proposed.error.kind);
  await decideResume(other, { ...proposed.value, apply: true });
}

export async function later(minutes: number, isTold = true) {
  restored.clock.now = new Date(restored.clock.now.getTime() + minutes * 60_000);
  await service.setClock(restored.clock.now.getTime() - Date.now(), isTold);
}

export const atService = async (ids: string[]) =>
  (await service.orders()).flatMap(({ referenceId }) => (ids.includes(referenceId) ? referenceId : [])).sort();

/** Sends, and checks what is unknown. */
export async function sendAndCheck(batchId: string) {
  const job = await restored.as("job");
  for (let turn = 0; turn < 6; turn += 1) {
    await sendWhole(restored, batchId, 1);
    const unknown = `select reference_id as "referenceId" from transactions where submission = 'unknown'`;
    for (const order of (await restored.pool.query(unknown)).rows) await checkOrderStatus(job, order);
  }
  return batchOf(restored, batchId);
}
export const submissions = async () =>
  (await restored.pool.query("select reference_id, submission from transactions order by 1")).rows;

export type Order = typeof transactions.$inferSelect;

/** Sent and paid by the former database, which had its approvals. */
export async function paidByFormer(
  { id, amount, currency, playerId, callbackToken, referenceId }: Order,
  how: "complete" | "fail" | "cancel" = "complete",
) {
  const { api } = await restored.as("job");
  const [intent] = await restored.db.select().from(withdrawals).where(eq(withdrawals.transactionRow, id));
  const sent = await api.sendWithdraw(
    api.prepareWithdraw({
      ...{ amount, currency, referenceId, playerId: playerId!, channel: "BANK_TRANSFER" },
      callbackUrl: `http://console.test/${callbackToken}`,
      ...{ destination: intent!.destination, destinationName: intent!.destinationName },
      ...{ destinationAccount: intent!.destinationAccount, destinationAccountName: intent!.destinationAccountName },
      ...{
        destinationBranchCode: intent!.destinationBranchCode!,
        destinationBranchName: intent!.destinationBranchName!,
      },
    }),
  );
  expect(sent.result).toMatchObject({ ok: true });
  await service.decide(referenceId, how);
}

/** The next request is. */
export const refused = () => service.misbehave({ path: "/withdraw", kind: "status", when: "before", status: 400 });

/** Added by their IDs, as after a restore. */
export async function imported(ids: string[]) {
  const run = await startBackfill(await restored.as("finance"), { ids: ids.join("\n") });
  if (!run.ok) throw new Error(run.error.kind);
  await runBackfill(await restored.as("job"), run.value);
}
