import { and, eq, isNull } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { balanceSnapshots } from "@/drizzle/schema/balances";
import { batches } from "@/drizzle/schema/batches";
import { attempts } from "@/drizzle/schema/evidence";
import { notifications } from "@/drizzle/schema/notifications";
import { circuitBreakers } from "@/drizzle/schema/polling";
import { transactions } from "@/drizzle/schema/transactions";
import { pauseBatch, resumeBatch } from "@/lib/batches/pause";
import { detectNotifications } from "@/lib/notifications/detect";
import { fanOut } from "@/lib/notifications/fan-out";
import { getTransaction } from "@/lib/transaction-detail/queries";
import { resolveDiscrepancy } from "@/lib/transactions/discrepancies/resolve";
import { becomeUnknown } from "@/lib/transactions/freezes/database-change";
import { applyStatusReport } from "@/lib/transactions/status/apply-status-report";
import type { Report } from "@/lib/transactions/status/status-report";
import { addEndpoint, enableEndpoint, removeEndpoint } from "@/lib/webhooks/commands";
import { deliverWebhooks } from "@/lib/webhooks/deliver";
import { uploaded } from "../../support/batches";
import {
  admin,
  channel,
  context,
  job,
  log,
  only,
  openNotifications,
  outbox,
  receiver,
  save,
  tellAll,
} from "../../support/notification-console";
import { requested } from "../../support/orders";
import { wait } from "../../support/sign-in";

openNotifications();

describe("states that time brings about", () => {
  test("begin once, end when they are over, and begin again as another notification", async () => {
    await save({ lowBalance: [{ currency: "THB", amount: "1000000" }] });
    const at = context.clock.now;
    const snapshot = (available: string) =>
      context.db.insert(balanceSnapshots).values({
        ...{ environment: "sandbox", currency: "THB", available, ledger: available },
        ...{ firstSeenAt: at, lastSeenAt: at },
      } as const);
    await snapshot("999999");
    await context.db.insert(circuitBreakers).values({ environment: "sandbox", failures: 5, trips: 1, openUntil: at });
    for (let minute = 0; minute < 3; minute++) await detectNotifications(job);
    expect((await outbox()).map(({ event, subject }) => [event, subject]).sort()).toEqual([
      ["low_balance", "balance:THB"],
      ["service_unreachable", "service:"],
    ]);
    await snapshot("1000000");
    await context.db.delete(circuitBreakers);
    await detectNotifications(job);
    expect((await outbox()).every(({ endedAt }) => endedAt !== null)).toBe(true);
    await snapshot("5");
    await detectNotifications(job);
    const open = and(eq(notifications.event, "low_balance"), isNull(notifications.endedAt));
    expect(await context.db.$count(notifications, open)).toBe(1);
    expect(await outbox()).toHaveLength(3);
  });

  test("an outcome is reported ten minutes after it became unknown, whenever its request was signed for", async () => {
    const { id, referenceId } = await requested(context);
    await context.db.update(transactions).set({ submission: "unknown" }).where(eq(transactions.id, id));
    const endedAt = context.clock.now;
    const earlier = (seconds: number) => new Date(endedAt.getTime() - seconds * 1_000);
    await context.db.insert(attempts).values({
      ...{ transactionRow: id, number: 1, nonce: "n", path: "/", body: "{}", outcome: "unknown", endedAt },
      // As with the short fuse.
      ...{ signedAt: earlier(270), claimedAt: earlier(30) },
    });
    await context.pool.query("delete from notifications");
    wait(context, 599);
    await detectNotifications(job);
    expect(await outbox()).toEqual([]);
    wait(context, 1);
    await detectNotifications(job);
    expect(await outbox()).toMatchObject([{ event: "outcome_unknown", subject: `order:${referenceId}` }]);
  });

  test("so is one that a lost database may have sent, of which there is no attempt", async () => {
    const { id, referenceId } = await requested(context);
    const [order] = await context.db.select().from(transactions).where(eq(transactions.id, id));
    // It was marked hours before its approval: it is unknown from its turn on.
    const possiblySentUntil = new Date(context.clock.now.getTime() - 3 * 3_600_000);
    await context.db.transaction((tx) => becomeUnknown(tx, job, { ...order!, possiblySentUntil }));
    await context.pool.query("delete from notifications");
    wait(context, 599);
    await detectNotifications(job);
    expect(await outbox()).toEqual([]);
    wait(context, 1);
    await detectNotifications(job);
    expect(await outbox()).toMatchObject([{ event: "outcome_unknown", subject: `order:${referenceId}` }]);
  });
});

describe("an alarm that ends and begins again within a minute is announced again", () => {
  /** What was open before it ended has gone, and what begins is to be sent. */
  async function isAnnouncedAgain(event: "batch_paused" | "webhook_disabled" | "discrepancy") {
    const rows = (await outbox()).filter((row) => row.event === event);
    expect(rows.map(({ endedAt, fannedOutAt }) => [endedAt !== null, fannedOutAt !== null])).toEqual([
      [true, true],
      [false, false],
    ]);
    expect(await log()).toMatchObject([{ event, state: "withdrawn" }]);
    await tellAll();
    expect((await log()).map(({ state }) => state).sort()).toEqual(["sent", "withdrawn"]);
  }

  test("a batch that is paused, goes on and is paused", async () => {
    const { channelId } = await channel();
    await save({ routes: only("batch_paused", [channelId]) });
    const batchId = await uploaded(context, [{ amount: "12,000" }]);
    await context.db.update(batches).set({ state: "sending" }).where(eq(batches.id, batchId));
    const ops = await context.as("ops");
    expect(await pauseBatch(ops, { batchId })).toMatchObject({ ok: true });
    await fanOut(job);
    wait(context, 1);
    expect(await resumeBatch(ops, { batchId })).toMatchObject({ ok: true });
    expect(await pauseBatch(ops, { batchId })).toMatchObject({ ok: true });
    await isAnnouncedAgain("batch_paused");
    expect(await resumeBatch(ops, { batchId })).toMatchObject({ ok: true });
  });

  test("a webhook endpoint that is switched off, on and off", async () => {
    const { channelId } = await channel();
    await save({ routes: only("webhook_disabled", [channelId]) });
    const added = await addEndpoint(admin, { name: "ledger", url: receiver.url, types: ["order.created"] });
    if (!added.ok) throw new Error(added.error.kind);
    const { endpointId } = added.value;
    receiver.behaviour.status = 410;
    context.clock.now = new Date();
    await requested(context);
    wait(context, 1);
    await deliverWebhooks(job);
    await fanOut(job);
    wait(context, 1);
    expect(await enableEndpoint(admin, { endpointId })).toMatchObject({ ok: true });
    await deliverWebhooks(job);
    receiver.behaviour.status = 200;
    await isAnnouncedAgain("webhook_disabled");
    expect(await removeEndpoint(admin, { endpointId })).toMatchObject({ ok: true });
  });

  test("a discrepancy that is resolved, and comes back with news", async () => {
    const { channelId } = await channel();
    await save({ routes: only("discrepancy", [channelId]) });
    const { id, referenceId } = await requested(context);
    await context.db.update(transactions).set({ submission: "accepted" }).where(eq(transactions.id, id));
    const report = (status: string, more: Partial<Report> = {}) =>
      context.db.transaction((tx) =>
        applyStatusReport(tx, job, id, { source: "signed_callback", status, ...more }, {}),
      );
    for (const status of ["COMPLETED", "FAILED"]) await report(status);
    await fanOut(job);
    wait(context, 1);
    const finance = await context.as("finance");
    const { seen = null } = (await getTransaction(finance, { referenceId }))?.discrepancy ?? {};
    const found = { referenceId, finding: "not_moved", reason: "mail of 20 Nov", seen } as const;
    expect(await resolveDiscrepancy(finance, found)).toMatchObject({ ok: true });
    await report("FAILED", { amount: "99" });
    await isAnnouncedAgain("discrepancy");
    // One that is not resolved yet is announced once.
    await report("FAILED", { amount: "98" });
    expect(await context.db.$count(notifications, eq(notifications.event, "discrepancy"))).toBe(2);
    await context.db.update(transactions).set({ resolvedAt: context.clock.now }).where(eq(transactions.id, id));
  });
});
