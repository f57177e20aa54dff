import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { discrepancyResolutions } from "@/drizzle/schema/discrepancies";
import { attempts } from "@/drizzle/schema/evidence";
import { proposals } from "@/drizzle/schema/proposals";
import { transactions } from "@/drizzle/schema/transactions";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import { closedSince } from "@/lib/dashboard/closed";
import { decidePayee, proposePayee, proposePayeeChange } from "@/lib/payees/commands";
import { decidePayeeImport, proposePayeeFile } from "@/lib/payees/file-import/commands";
import { payeeInput } from "@/lib/payees/schema";
import { tokyoDayOf } from "@/lib/time";
import { recordDiscrepancy } from "@/lib/transactions/discrepancies/record";
import { applyStatusReport } from "@/lib/transactions/status/apply-status-report";
import type { Source } from "@/lib/transactions/status/status";
import { decideWithdrawal } from "@/lib/withdrawals/approvals";
import { openTestContext, type TestContext } from "../../support/context";
import { typedPayee } from "../../support/forms";
import { requested } from "../../support/orders";

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
  context.clock.now = new Date("2026-11-23T14:06:00+09:00");
});
afterAll(() => context.close());

const MINUTE_MS = 60_000;
/** So much older the context makes each request. */
const DAY_MS = 24 * 60 * MINUTE_MS;
const later = (minutes: number) => {
  context.clock.now = new Date(context.clock.now.getTime() + minutes * MINUTE_MS);
};
const closed = async () => {
  const ops = await context.as("ops");
  return closedSince(ops, tokyoDayOf(ops.now()).from);
};

async function decide(id: string, referenceId: string) {
  const [intent] = await context.db.select().from(withdrawals).where(eq(withdrawals.transactionRow, id));
  const approver = await context.as("approver");
  const decision = { referenceId, decision: "declined", digest: intent!.digest, reason: "no" } as const;
  expect((await decideWithdrawal(approver, decision)).ok).toBe(true);
}

test("what was decided today counts once, with how long it waited, until the day is over", async () => {
  expect(await closed()).toEqual({ count: 0, medianSeconds: null });
  const first = await requested(context, { amount: "300000" });
  const second = await requested(context, { amount: "400000" });
  later(4);
  expect(await closed()).toMatchObject({ count: 0 });
  await decide(first.id, first.referenceId);
  later(6);
  await decide(second.id, second.referenceId);
  expect(await closed()).toEqual({ count: 2, medianSeconds: DAY_MS / 1000 + 7 * 60 });
  later(24 * 60);
  expect(await closed()).toEqual({ count: 0, medianSeconds: null });
});

test("a discrepancy that came back counts by when it was open, and never for less than no time", async () => {
  const { id } = await requested(context, { amount: "200", destinationAccount: "7000002" });
  const by = (await context.as("finance")).actor.id;
  const median = async () => (await closed()).medianSeconds;
  const discrepant = async (said: string) => {
    const at = context.clock.now;
    await context.db.transaction(async (tx) => {
      const [order] = await tx.select().from(transactions).where(eq(transactions.id, id));
      await recordDiscrepancy(tx, { now: () => at }, order!, [{ kind: "reports", said }]);
    });
  };
  const resolve = async () => {
    const at = context.clock.now;
    const resolution = { transactionRow: id, at, by, finding: "not_moved", reason: "no" } as const;
    await context.db.insert(discrepancyResolutions).values(resolution);
    await context.db.update(transactions).set({ resolvedAt: at }).where(eq(transactions.id, id));
  };
  await discrepant("one");
  later(5);
  await discrepant("two");
  later(5);
  await resolve();
  expect(await median()).toBe(10 * 60);
  later(30);
  await discrepant("three");
  // Still the one that was closed: the order's own time is later now.
  expect(await median()).toBe(10 * 60);
  later(20);
  await resolve();
  expect(await closed()).toEqual({ count: 2, medianSeconds: 15 * 60 });
  later(24 * 60);
});

test("an unknown outcome counts once the order was found, not again when it ends", async () => {
  const { id } = await requested(context, { amount: "100", destinationAccount: "7000001" });
  const now = context.clock.now;
  await context.db.insert(attempts).values({
    ...{ transactionRow: id, number: 1, nonce: "n", path: "/withdraw", body: "{}", signedAt: now, claimedAt: now },
    ...({ outcome: "unknown", endedAt: now } as const),
  });
  await context.db.update(transactions).set({ submission: "unknown" }).where(eq(transactions.id, id));
  expect(await closed()).toMatchObject({ count: 0 });
  const job = await context.as("job");
  const report = (status: string, source: Source) =>
    context.db.transaction((tx) => applyStatusReport(tx, job, id, { source, status }, {}));
  later(2);
  await report("SUCCESS", "unsigned_callback");
  expect(await closed()).toMatchObject({ count: 0 });
  later(10);
  await report("SUCCESS", "query");
  expect(await closed()).toEqual({ count: 1, medianSeconds: 12 * 60 });
  later(30);
  await report("COMPLETED", "query");
  expect(await closed()).toEqual({ count: 1, medianSeconds: 12 * 60 });
});

test("a file of payees is one item, as it is in the queue, and each other proposal is its own", async () => {
  later(24 * 60);
  const [ops, approver] = [await context.as("ops"), await context.as("approver")];
  const line = (account: string) => `0001,001,普通,${account},サトウ　ハナコ,,`;
  const header = "金融機関コード,支店コード,預金種目,口座番号,口座名義,プレイヤーID,表示名";
  const bytes = new TextEncoder().encode([header, ...["7654321", "7654322", "7654323"].map(line)].join("\r\n"));
  const made = await proposePayeeFile(ops, { bytes, name: "payees.csv" });
  if (!made.ok) throw new Error(made.error.kind);
  later(5);
  const { importId } = made.value;
  expect(await decidePayeeImport(approver, { importId, decision: "approved" })).toMatchObject({ ok: true });
  expect(await closed()).toEqual({ count: 1, medianSeconds: 5 * 60 });
  const one = { destinationAccount: "7777777" };
  const added = await proposePayee(ops, payeeInput.parse(typedPayee(one)));
  if (!added.ok) throw new Error(added.error.kind);
  await decidePayee(approver, { ...added.value, decision: "approved" });
  const payee = payeeInput.parse(typedPayee({ ...one, label: "Rent" }));
  const changed = await proposePayeeChange(ops, { payeeId: added.value.payeeId, seen: added.value.version, payee });
  if (!changed.ok) throw new Error(changed.error.kind);
  await decidePayee(approver, { ...changed.value, decision: "approved" });
  expect(await closed()).toMatchObject({ count: 3 });
});

test("a change of a user counts in each environment, as it waits in each", async () => {
  later(24 * 60);
  const [proposedBy, decidedBy] = [(await context.as("admin")).actor.id, (await context.another("admin")).actor.id];
  const proposedAt = context.clock.now;
  later(3);
  await context.db.insert(proposals).values({
    ...{ kind: "user", environment: null, subject: decidedBy, change: {}, proposedBy, proposedAt },
    ...{ decidedBy, decidedAt: context.clock.now },
  });
  // Its time was over, or what it would change was gone: no person closed it.
  await context.db.insert(proposals).values({
    ...{ kind: "user", environment: null, subject: proposedBy, change: {}, proposedBy: decidedBy, proposedAt },
    decidedAt: context.clock.now,
  });
  expect(await closed()).toEqual({ count: 1, medianSeconds: 3 * 60 });
});
