import { eq } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { discrepancies } from "@/drizzle/schema/discrepancies";
import { notifications } from "@/drizzle/schema/notifications";
import { transactions } from "@/drizzle/schema/transactions";
import { webhookDeliveries, webhookEndpoints, webhookEvents } from "@/drizzle/schema/webhooks";
import { getOrder } from "@/lib/api/orders";
import type { Ctx } from "@/lib/auth/context";
import { createVault } from "@/lib/auth/crypto";
import { createOutgoing } from "@/lib/outgoing/client";
import { tokyoDay } from "@/lib/time";
import { resolveDiscrepancy } from "@/lib/transactions/discrepancies/resolve";
import { applyStatusReport } from "@/lib/transactions/status/apply-status-report";
import type { Report } from "@/lib/transactions/status/status-report";
import {
  addEndpoint,
  enableEndpoint,
  removeEndpoint,
  replayWebhooks,
  rotateEndpointSecret,
  sendNow,
  testEndpoint,
} from "@/lib/webhooks/commands";
import { deliverWebhooks } from "@/lib/webhooks/deliver";
import type { WebhookEventType } from "@/lib/webhooks/events";
import { listEndpoints, listWebhookDeliveries } from "@/lib/webhooks/queries";
import { removeOldWebhooks } from "@/lib/webhooks/retention";
import { webhookLogAddress } from "@/lib/webhooks/schema";
import { openTestContext, type TestContext } from "../../support/context";
import { requested } from "../../support/orders";
import { wait } from "../../support/sign-in";
import { startReceiver } from "../../support/webhook-receiver";

let context: TestContext;
let admin: Ctx;
let job: Ctx;
let receiver: Awaited<ReturnType<typeof startReceiver>>;

beforeAll(async () => {
  receiver = await startReceiver();
  context = await openTestContext(undefined, { post: createOutgoing({ allowLoopback: true, timeoutMs: 2_000 }) });
  [admin, job] = [await context.as("admin"), await context.as("job")];
});
afterAll(async () => {
  await receiver.close();
  await context.close();
});
beforeEach(async () => {
  await context.pool.query("alter table webhook_events disable trigger kept_for_a_month");
  await context.pool.query("delete from webhook_deliveries; delete from webhook_events; delete from webhook_endpoints");
  await context.pool.query("alter table webhook_events enable trigger kept_for_a_month");
  receiver.received.length = 0;
  Object.assign(receiver.behaviour, { status: 200, statusOf: null });
  context.clock.now = new Date();
});

async function endpoint(types: WebhookEventType[] = ["order.created", "order.updated"]) {
  const added = await addEndpoint(admin, { name: "ledger", url: receiver.url, types });
  if (!added.ok) throw new Error(added.error.kind);
  return added.value;
}
const change = (id: string, to: Partial<typeof transactions.$inferInsert>) =>
  context.db.update(transactions).set(to).where(eq(transactions.id, id));
/** The triggers take the database's clock, which has gone on meanwhile. */
async function deliver(seconds = 1) {
  context.clock.now = new Date(Math.max(context.clock.now.getTime(), Date.now()) + seconds * 1_000);
  await deliverWebhooks(job);
}
const events = () => context.db.select().from(webhookEvents).orderBy(webhookEvents.position);
const bodies = () => receiver.received.map(({ body }) => JSON.parse(body));
const states = async () => (await listWebhookDeliveries(admin)).deliveries.map(({ state }) => state).reverse();

describe("an event", () => {
  test("exists exactly where its change does, with what is held of the order then", async () => {
    await requested(context);
    expect(await events()).toEqual([]);
    await endpoint();
    const { id, referenceId } = await requested(context);
    await change(id, { submission: "accepted", status: "SUCCESS", statusSource: "create_answer" });
    await change(id, { polls: 3 });
    await expect(
      context.db.transaction(async (tx) => {
        await tx.update(transactions).set({ status: "COMPLETED" }).where(eq(transactions.id, id));
        throw new Error("rolled back");
      }),
    ).rejects.toThrow("rolled back");
    expect(await events()).toMatchObject([
      { type: "order.created", subject: referenceId, data: { amount: "12000", submission: "queued", status: null } },
      { type: "order.updated", subject: referenceId, data: { submission: "accepted", status: "SUCCESS" } },
    ]);
    await deliver();
    expect(bodies().map(({ type, data }) => [type, data.status])).toEqual([
      ["order.created", null],
      ["order.updated", "SUCCESS"],
    ]);
    // Whom it pays is in none.
    expect(JSON.stringify(bodies())).not.toMatch(/ヤマダ|YAMADA|destination/i);
  });

  test("never says of an order whose reports contradict each other that it is undisputed and paid", async () => {
    await endpoint();
    const sent = { submission: "accepted", status: "SUCCESS", statusSource: "create_answer" } as const;
    const hear = ({ id }: { id: string }, report: Partial<Report>) =>
      context.db.transaction((tx) =>
        applyStatusReport(tx, job, id, { source: "query", status: "COMPLETED", ...report }, {}),
      );
    const of = async ({ referenceId }: { referenceId: string }) =>
      (await events()).filter(({ subject }) => subject === referenceId).map(({ data }) => data);

    const other = await requested(context);
    await change(other.id, sent);
    await hear(other, { actualAmount: "99000", fee: "100" });
    expect((await of(other)).slice(2)).toMatchObject([
      { status: "COMPLETED", actualAmount: "99000", discrepancy: true },
    ]);

    const reopened = await requested(context);
    await change(reopened.id, { ...sent, status: "CANCELLED" });
    await hear(reopened, {});
    expect((await of(reopened)).slice(2)).toMatchObject([{ status: "COMPLETED", discrepancy: true }]);

    const lost = await requested(context);
    await change(lost.id, { submission: "not_created" });
    await hear(lost, {});
    expect((await of(lost)).slice(2)).toMatchObject([
      { submission: "accepted", status: "COMPLETED", discrepancy: true },
    ]);

    // A word that is not believed changes the mark alone.
    const failed = await requested(context);
    await change(failed.id, { ...sent, status: "FAILED" });
    await hear(failed, { actualAmount: "12000" });
    expect((await of(failed)).slice(2)).toMatchObject([{ status: "FAILED", actualAmount: null, discrepancy: true }]);
  });

  test("says paid by the rule of the API: not without evidence, nor after a discrepancy, resolved or not", async () => {
    await endpoint();
    const finance = await context.as("finance");
    const { id, referenceId } = await requested(context);
    const paid = { submission: "accepted", status: "COMPLETED", statusSource: "query" } as const;
    const newest = async () => (await events()).at(-1)?.data;
    const ofApi = async () => {
      const order = await getOrder(finance, { referenceId });
      return order.ok && order.value.paid;
    };
    expect(await newest()).toMatchObject({ status: null, paid: false });
    await change(id, { ...paid, statusSource: null });
    expect([(await newest())?.paid, await ofApi()]).toEqual([false, false]);
    await change(id, { status: "SUCCESS" });
    await change(id, { ...paid, statusAt: context.clock.now });
    expect([(await newest())?.paid, await ofApi()]).toEqual([true, true]);

    const failed = { source: "query", status: "FAILED" } as const;
    await context.db.transaction((tx) => applyStatusReport(tx, job, id, failed, {}));
    expect(await newest()).toMatchObject({ status: "COMPLETED", discrepancy: true, paid: false });
    const [said] = await context.db.select().from(discrepancies).where(eq(discrepancies.transactionRow, id));
    const finding = { referenceId, finding: "not_moved", reason: "by the statement", seen: said?.id ?? null } as const;
    expect(await resolveDiscrepancy(finance, finding)).toMatchObject({ ok: true });
    expect(await newest()).toMatchObject({ status: "COMPLETED", discrepancy: false, paid: false });
    expect(await ofApi()).toBe(false);
  });

  test("is verified by the public library, and a changed one is not", async () => {
    const { secret } = await endpoint();
    await requested(context);
    await deliver();
    const [{ headers, body } = { headers: {}, body: "" }] = receiver.received;
    const verifier = new Webhook(secret);
    expect(verifier.verify(body, headers)).toMatchObject({ type: "order.created" });
    expect(() => verifier.verify(body.replace("12000", "92000"), headers)).toThrow();
  });

  test("that an endpoint does not want is not sent to it", async () => {
    await endpoint(["order.updated"]);
    const { id } = await requested(context);
    await change(id, { submission: "stopped" });
    await deliver();
    expect(bodies().map(({ type }) => type)).toEqual(["order.updated"]);
  });
});

describe("a receiver that is down", () => {
  test("gets the events of an order in their order, each under one ID", async () => {
    await endpoint();
    const { id } = await requested(context);
    await change(id, { submission: "accepted", status: "SUCCESS" });
    await change(id, { status: "COMPLETED" });
    receiver.behaviour.status = 500;
    await deliver();
    // The later ones wait behind the first.
    expect((await listWebhookDeliveries(admin)).deliveries.map(({ tries }) => tries)).toEqual([0, 0, 1]);
    receiver.behaviour.status = 200;
    await deliver(0);
    expect(receiver.received).toEqual([]);
    await deliver(5);
    expect(bodies().map(({ data }) => data.status)).toEqual([null, "SUCCESS", "COMPLETED"]);
    const ids = (await events()).map((event) => `evt_${event.id}`);
    expect(receiver.received.map(({ headers }) => headers["webhook-id"])).toEqual(ids);
  });

  test("is not tried for each of many events, and another order does not wait for one that is refused", async () => {
    const { endpointId } = await endpoint();
    for (let orders = 0; orders < 12; orders++) await requested(context);
    receiver.behaviour.status = 503;
    await deliver();
    const tried = (await listWebhookDeliveries(admin)).deliveries.filter(({ tries }) => tries > 0).length;
    expect(tried).toBe(10);
    await deliver(1);
    expect((await listWebhookDeliveries(admin)).deliveries.filter(({ tries }) => tries > 0)).toHaveLength(tried);
    receiver.behaviour.status = 200;
    await deliver(10);
    await deliver(10);
    expect((await listEndpoints(admin)).find(({ id }) => id === endpointId)).toMatchObject({
      ...{ waiting: 0, failingSince: null },
    });
    expect(receiver.received).toHaveLength(12);
  });

  describe("until tries are paused after failures in a row", () => {
    let endpointId: string;
    const paused = async () => (await listEndpoints(admin))[0]?.pausedUntil ?? null;
    const waitFiveHours = () =>
      context.db.update(webhookDeliveries).set({ nextTryAt: new Date(context.clock.now.getTime() + 5 * 3_600_000) });
    beforeEach(async () => {
      ({ endpointId } = await endpoint());
      const { id } = await requested(context);
      await change(id, { submission: "accepted", status: "SUCCESS" });
      for (let orders = 1; orders < 12; orders++) await requested(context);
      receiver.behaviour.status = 503;
      for (const seconds of [1, 10, 30]) await deliver(seconds);
      receiver.behaviour.status = 200;
      receiver.received.length = 0;
    });

    test("has that said, with what each event waits for and until when", async () => {
      const until = await paused();
      expect(new Date(until ?? 0).getTime() - context.clock.now.getTime()).toBeGreaterThan(60_000);
      const waits = async () =>
        (await listWebhookDeliveries(admin)).deliveries.map(({ waitsFor, nextTryAt }) => [waitsFor, nextTryAt]);
      expect(await waits()).toEqual([
        ...Array.from({ length: 11 }, () => ["pause", until]),
        ["earlier_event", null],
        ["pause", until],
      ]);
      await context.db.update(webhookEndpoints).set({ disabledAt: context.clock.now });
      expect(await paused()).toBeNull();
      expect(new Set((await waits()).flat())).toEqual(new Set(["endpoint_off", null]));
    });

    test("gets what waits once an admin ends the pause", async () => {
      expect(await sendNow(admin, { endpointId })).toMatchObject({ ok: true });
      expect(await listEndpoints(admin)).toMatchObject([{ pausedUntil: null, failingSince: expect.any(String) }]);
      await deliver();
      expect(receiver.received).toHaveLength(13);
      const sent = eq(auditEvents.action, "webhooks.sent_now");
      expect(await context.db.select().from(auditEvents).where(sent)).toMatchObject([{ subject: endpointId }]);
    });

    test("gets what waits for hours, also once the pause is over", async () => {
      await waitFiveHours();
      await context.db.update(webhookEndpoints).set({ pausedUntil: null });
      await deliver();
      expect(receiver.received).toEqual([]);
      expect(await listEndpoints(admin)).toMatchObject([{ isTriedLater: true, pausedUntil: null }]);
      expect(await sendNow(admin, { endpointId })).toMatchObject({ ok: true });
      expect(await listEndpoints(admin)).toMatchObject([{ isTriedLater: false }]);
      await deliver();
      expect(receiver.received).toHaveLength(13);
    });

    test("is sent nothing where it is switched off or removed, and that is said", async () => {
      await context.db.update(webhookEndpoints).set({ disabledAt: context.clock.now });
      expect(await sendNow(admin, { endpointId })).toMatchObject({ error: { kind: "endpoint_off" } });
      expect(await removeEndpoint(admin, { endpointId })).toMatchObject({ ok: true });
      expect(await sendNow(admin, { endpointId })).toMatchObject({ error: { kind: "no_endpoint" } });
    });

    test("gets what waits once a test arrives, and not where it fails", async () => {
      await waitFiveHours();
      receiver.behaviour.status = 503;
      await testEndpoint(admin, { endpointId });
      expect(await paused()).not.toBeNull();
      receiver.behaviour.status = 200;
      await testEndpoint(admin, { endpointId });
      expect(await paused()).toBeNull();
      receiver.received.length = 0;
      await deliver();
      expect(receiver.received).toHaveLength(13);
    });

    test("gets an event that is sent again, with the earlier one of its order that waits for hours", async () => {
      await waitFiveHours();
      const [, second] = await events();
      expect(await replayWebhooks(admin, { endpointId, position: second!.position })).toMatchObject({ ok: true });
      await deliver();
      expect(bodies().map(({ data }) => data.submission)).toContain("accepted");
    });

    test("gets what is sent again", async () => {
      const day = tokyoDay(new Date());
      expect(await replayWebhooks(admin, { endpointId, from: day, to: day })).toMatchObject({ value: { count: 13 } });
      await deliver();
      expect(receiver.received).toHaveLength(13);
    });
  });

  test("for three days is switched off with an alarm, and gets all once it is switched on again", async () => {
    const { endpointId } = await endpoint();
    await requested(context);
    receiver.behaviour.status = 500;
    await deliver();
    const start = context.clock.now.getTime();
    for (let hours = 0; hours < 80; hours += 6) await deliver(6 * 3_600);
    const [off] = await context.db.select().from(webhookEndpoints);
    expect((off!.disabledAt!.getTime() - start) / 3_600_000).toBeGreaterThanOrEqual(72);
    expect((off!.disabledAt!.getTime() - start) / 3_600_000).toBeLessThan(79);
    expect(
      await context.db.select().from(notifications).where(eq(notifications.event, "webhook_disabled")),
    ).toMatchObject([{ subject: `webhook:${endpointId}` }]);
    receiver.behaviour.status = 200;
    await requested(context);
    await deliver(3_600);
    expect(receiver.received).toEqual([]);
    expect(await enableEndpoint(admin, { endpointId })).toMatchObject({ ok: true });
    await deliver();
    expect(receiver.received.length).toBeGreaterThanOrEqual(1);
    expect(await states()).toContain("delivered");
  });

  test("loses none of the first events: each waits until the endpoint is switched off and on again", async () => {
    const { endpointId } = await endpoint();
    await requested(context);
    await requested(context);
    receiver.behaviour.status = 500;
    await deliver();
    // As often as a sender comes by that is on time: each try at its earliest.
    for (let minutes = 0; minutes < 8 * 60; minutes += 5) await deliver(5 * 60);
    for (let hours = 8; hours < 90; hours += 1) await deliver(3_600);
    expect((await listEndpoints(admin))[0]).toMatchObject({ disabledAt: expect.any(String), waiting: 2 });
    expect(await states()).toEqual(["waiting", "waiting"]);
    receiver.behaviour.status = 200;
    expect(await enableEndpoint(admin, { endpointId })).toMatchObject({ ok: true });
    await deliver();
    expect(receiver.received).toHaveLength(2);
    expect(await states()).toEqual(["delivered", "delivered"]);
  });

  test("for one order until its event is given up has that counted, and found in the log, until it is sent again", async () => {
    const [{ endpointId }, removed] = [await endpoint(), await endpoint()];
    const { referenceId } = await requested(context);
    await removeEndpoint(admin, removed);
    const failed = async () => (await listWebhookDeliveries(admin, { state: "failed" })).deliveries;
    receiver.behaviour.statusOf = (body) => (body.includes(referenceId) ? 500 : 200);
    for (let tries = 0; tries < 20; tries++) {
      expect(await failed()).toEqual([]);
      await requested(context);
      await deliver(6 * 3_600);
    }
    expect(await listEndpoints(admin)).toMatchObject([{ disabledAt: null, waiting: 0, failed: 1 }]);
    const [lost] = await failed();
    expect(lost).toMatchObject({ subject: referenceId, endpointId, tries: 20, failure: "status 500" });
    expect((await listWebhookDeliveries(admin)).deliveries).toHaveLength(22);
    receiver.behaviour.statusOf = null;
    await replayWebhooks(admin, { endpointId, position: lost!.position });
    await deliver();
    expect(await listEndpoints(admin)).toMatchObject([{ waiting: 0, failed: 0 }]);
    expect(await failed()).toEqual([]);
  });

  test("that answers 410 is switched off after one try", async () => {
    await endpoint();
    await requested(context);
    receiver.behaviour.status = 410;
    await deliver();
    expect((await listEndpoints(admin))[0]?.disabledAt).not.toBeNull();
  });

  test("for one order, with 404, stays on: that order is tried again, and the others arrive", async () => {
    await endpoint();
    const { referenceId } = await requested(context);
    await requested(context);
    await requested(context);
    receiver.behaviour.statusOf = (body) => (body.includes(referenceId) ? 404 : 200);
    await deliver();
    expect((await listEndpoints(admin))[0]).toMatchObject({ disabledAt: null, waiting: 1 });
    expect(await states()).toEqual(["waiting", "delivered", "delivered"]);
    receiver.behaviour.statusOf = null;
    await deliver(5);
    expect(await states()).toEqual(["delivered", "delivered", "delivered"]);
  });
});

describe("a secret", () => {
  const signaturesOf = (headers: Record<string, string>) => headers["webhook-signature"]?.split(" ");
  /** By the public library. */
  const signed = (headers: Record<string, string>, body: string, secrets: string[]) => {
    const at = new Date(Number(headers["webhook-timestamp"]) * 1_000);
    return secrets.map((secret) => new Webhook(secret).sign(headers["webhook-id"] ?? "", at, body));
  };

  test("is replaced without a gap: for a day both sign", async () => {
    const { endpointId, secret } = await endpoint();
    const rotated = await rotateEndpointSecret(admin, { endpointId });
    if (!rotated.ok) throw new Error(rotated.error.kind);
    await requested(context);
    await deliver();
    const [{ headers, body } = { headers: {}, body: "" }] = receiver.received;
    for (const one of [secret, rotated.value.secret]) expect(new Webhook(one).verify(body, headers)).toBeTruthy();
    await requested(context);
    await deliver(24 * 3_600);
    expect(receiver.received[1]?.headers["webhook-signature"]?.split(" ")).toHaveLength(1);
  });

  test("that is replaced again within the day leaves no receiver behind: all that were valid sign", async () => {
    const { endpointId, secret } = await endpoint();
    const rotate = async () => {
      const rotated = await rotateEndpointSecret(admin, { endpointId });
      if (!rotated.ok) throw new Error(rotated.error.kind);
      return rotated.value.secret;
    };
    const second = await rotate();
    wait(context, 23 * 3_600);
    const third = await rotate();
    await requested(context);
    await deliver();
    const [{ headers, body } = { headers: {}, body: "" }] = receiver.received;
    expect(signaturesOf(headers)).toEqual(signed(headers, body, [third, second, secret]));
    wait(context, 24 * 3_600);
    const fourth = await rotate();
    await requested(context);
    await deliver();
    const [, last] = receiver.received;
    expect(signaturesOf(last!.headers)).toEqual(signed(last!.headers, last!.body, [fourth, third]));
  });

  test("and the address are in no answer, log or table", async () => {
    const { secret } = await endpoint();
    await requested(context);
    receiver.behaviour.status = 500;
    await deliver();
    const seen = [
      await listEndpoints(admin),
      await listWebhookDeliveries(admin),
      await context.db.select().from(webhookEndpoints),
      await context.db.select().from(auditEvents),
    ];
    const text = JSON.stringify(seen, (_, value) => (typeof value === "bigint" ? String(value) : value));
    expect(text).not.toContain("secret-part");
    expect(text).not.toContain(secret);
  });
});

describe("events that a receiver lost", () => {
  test("are sent again, one or those of some days, under the same IDs and in order", async () => {
    const { endpointId } = await endpoint();
    const { id } = await requested(context);
    await change(id, { submission: "accepted", status: "SUCCESS" });
    await deliver();
    const first = receiver.received.map(({ headers }) => headers["webhook-id"]);
    const [{ position } = { position: 0 }] = await events();
    expect(await replayWebhooks(admin, { endpointId, position })).toEqual({ ok: true, value: { count: 1 } });
    await deliver();
    const today = tokyoDay(new Date());
    expect(await replayWebhooks(admin, { endpointId, from: today, to: today })).toEqual({
      ok: true,
      value: { count: 2 },
    });
    await deliver();
    expect(receiver.received.map(({ headers }) => headers["webhook-id"])).toEqual([...first, first[0], ...first]);
    const past = { endpointId, from: "2026-01-01", to: "2026-01-02" };
    expect(await replayWebhooks(admin, past)).toEqual({ ok: true, value: { count: 0 } });
  });

  test("or never received arrive after newer ones, and their timestamp says so", async () => {
    await endpoint(["order.created"]);
    const { id } = await requested(context);
    await deliver();
    receiver.received.length = 0;
    const { endpointId } = await endpoint();
    await change(id, { submission: "accepted", status: "SUCCESS" });
    await deliver();
    const [{ position } = { position: 0 }] = await events();
    await replayWebhooks(admin, { endpointId, position });
    await deliver();
    const [newest, older] = bodies();
    expect([newest.data.status, older.data.status]).toEqual(["SUCCESS", null]);
    expect(older.timestamp < newest.timestamp).toBe(true);
  });

  test("go nowhere once the endpoint was removed", async () => {
    const { endpointId } = await endpoint();
    await requested(context);
    expect(await removeEndpoint(admin, { endpointId })).toMatchObject({ ok: true });
    await deliver();
    expect(receiver.received).toEqual([]);
    expect((await listWebhookDeliveries(admin)).deliveries).toMatchObject([
      { state: "failed", failure: "removed", isRemoved: true },
    ]);
    const before = await events();
    await requested(context);
    expect(await events()).toHaveLength(before.length);
    expect(await replayWebhooks(admin, { endpointId, position: 1 })).toMatchObject({ error: { kind: "no_endpoint" } });
  });
});

test("an endpoint is tested by a signed event that says nothing, is in no log and counts as no failure", async () => {
  const { endpointId, secret } = await endpoint();
  expect(await testEndpoint(admin, { endpointId })).toEqual({ ok: true, value: { failure: null } });
  const [{ body = "", headers = {} } = {}] = receiver.received;
  expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({ type: "test", data: {} });
  expect(headers["webhook-id"]).toMatch(/^test_/);

  receiver.behaviour.status = 500;
  expect(await testEndpoint(admin, { endpointId })).toEqual({ ok: true, value: { failure: "status 500" } });
  const inside = await addEndpoint(admin, { name: "inside", url: "https://10.0.0.1/hook", types: [] });
  const outside = { ...admin, post: createOutgoing() };
  expect(inside.ok && (await testEndpoint(outside, inside.value))).toMatchObject({
    value: { failure: "private_address" },
  });
  const replaced = { ...admin, vault: createVault("another-secret-of-at-least-32-characters") };
  expect(await testEndpoint(replaced, { endpointId })).toMatchObject({
    value: { failure: "sealed_with_another_secret" },
  });
  expect((await listWebhookDeliveries(admin, {})).deliveries).toEqual([]);
  expect(await context.db.select().from(webhookEndpoints)).toMatchObject([{ failures: 0 }, { failures: 0 }]);
  const tests = await context.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.action, "webhooks.endpoint_tested"))
    .orderBy(auditEvents.id);
  expect(tests.slice(-4).map(({ detail }) => detail)).toEqual([
    { failure: null },
    { failure: "status 500" },
    { failure: "private_address" },
    { failure: "sealed_with_another_secret" },
  ]);
  expect(await removeEndpoint(admin, { endpointId })).toMatchObject({ ok: true });
  expect(await testEndpoint(admin, { endpointId })).toMatchObject({ ok: false, error: { kind: "no_endpoint" } });
});

test("two processes at the same time deliver each event once and in order", async () => {
  await endpoint();
  const { id } = await requested(context);
  for (const status of ["SUCCESS", "PENDING", "COMPLETED"]) await change(id, { submission: "accepted", status });
  wait(context, 1);
  context.clock.now = new Date(Date.now() + 1_000);
  await Promise.all([deliverWebhooks(job), deliverWebhooks(job), deliverWebhooks(job)]);
  expect(bodies().map(({ data }) => data.status)).toEqual([null, "SUCCESS", "PENDING", "COMPLETED"]);
});

test("the log has pages that follow each other, and shows each delivery once", async () => {
  const [first, second] = [await endpoint(), await endpoint()];
  const { rows } = await context.pool.query(
    `insert into webhook_events (environment, type, subject_row, subject, data, at)
     select 'sandbox', 'order.updated', gen_random_uuid(), 'WD-' || n, '{}', now() from generate_series(1, 60) n returning position`,
  );
  await context.pool.query(
    `insert into webhook_deliveries (endpoint_id, position, subject_row) select id, p, gen_random_uuid()
     from unnest($1::uuid[]) id, unnest($2::bigint[]) p`,
    [[first.endpointId, second.endpointId], rows.map(({ position }) => position)],
  );
  const seen: string[] = [];
  let pages = 0;
  for (let before: string | undefined; pages < 10; pages++) {
    const { deliveries, older } = await listWebhookDeliveries(admin, before === undefined ? {} : { before });
    seen.push(...deliveries.map(({ position, endpointId }) => `${position} ${endpointId}`));
    if (older === null) break;
    expect(webhookLogAddress.parse({ before: older }).before).toBe(older);
    before = older;
  }
  expect([pages, seen.length, new Set(seen).size]).toEqual([2, 120, 120]);
  expect(seen).toEqual(seen.toSorted((a, b) => Number(b.split(" ")[0]) - Number(a.split(" ")[0])));
});

test("old events are removed with their deliveries, but none that an endpoint still waits for, and no young one", async () => {
  const { endpointId } = await endpoint();
  const { rows } = await context.pool.query(
    `insert into webhook_events (environment, type, subject_row, subject, data, at)
     select 'sandbox', 'order.updated', gen_random_uuid(), 'WD-' || n, '{}',
       now() - case when n <= 4 then interval '40 days' else interval '30 days' end
     from generate_series(1, 6) n returning position`,
  );
  const positions = rows.map(({ position }) => Number(position));
  await context.pool.query(
    `insert into webhook_deliveries (endpoint_id, position, subject_row, state)
     select $1, p, gen_random_uuid(), case when p = $3 then 'waiting' else 'delivered' end::webhook_state
     from unnest($2::bigint[]) p`,
    [endpointId, positions, positions[0]],
  );
  expect(await removeOldWebhooks(job, { days: 31 })).toEqual({ removed: 3 });
  expect((await events()).map(({ position }) => position)).toEqual([positions[0], positions[4], positions[5]]);
  expect((await listWebhookDeliveries(admin)).deliveries).toHaveLength(3);
  const deleted = eq(auditEvents.action, "webhooks.events_deleted");
  expect(await context.db.select().from(auditEvents).where(deleted)).toMatchObject([
    { detail: { days: 31, count: 3 } },
  ]);
  // A wrong setting does not reach what is younger: the database refuses.
  await expect(removeOldWebhooks(job, { days: 1 })).rejects.toThrow();
  expect(await removeOldWebhooks(job, { days: 31 })).toEqual({ removed: 0 });
});
