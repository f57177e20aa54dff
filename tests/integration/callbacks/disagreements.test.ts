import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { callbackDisagreements } from "@/drizzle/schema/disagreements";
import { transactions } from "@/drizzle/schema/transactions";
import type { Role } from "@/lib/auth/permissions";
import { handleCallback } from "@/lib/callbacks/handle-callback";
import { processDeliveries } from "@/lib/callbacks/process-delivery";
import { closedSince } from "@/lib/dashboard/closed";
import { countDashboard } from "@/lib/dashboard/queries";
import { listDisagreements, markDisagreementSeen } from "@/lib/disagreements/disagreements";
import { getTransaction } from "@/lib/transaction-detail/queries";
import { recordDiscrepancy } from "@/lib/transactions/discrepancies/record";
import type { Resolution } from "@/lib/transactions/discrepancies/resolution";
import { resolveDiscrepancy } from "@/lib/transactions/discrepancies/resolve";
import { callbackFields, signatureOf } from "../../support/callback-fields";
import { accepted } from "../../support/callbacks";
import type { TestContext } from "../../support/context";
import { registering } from "../../support/players";
import { openAtService } from "../../support/service";

let context: TestContext;

beforeAll(async () => {
  ({ context } = await openAtService());
});
beforeEach(() => context.db.update(callbackDisagreements).set({ seenAt: context.clock.now }));
afterAll(() => context.close());

async function tell(token: string | null, body: Record<string, unknown>, isSigned = false) {
  const callback = await context.as("callback");
  const signature = isSigned ? { "x-signature": signatureOf({ ...body }, callback.secretKey) } : {};
  const headers = { "content-type": "application/json", ...signature };
  const init = { method: "POST", body: JSON.stringify(body), headers };
  await handleCallback(callback, token ?? "none", new Request("http://console.test/api/callbacks", init));
  await processDeliveries(await context.as("job"));
}

const shown = async () => listDisagreements(await context.as("ops"));

const pageOf = async (order: { referenceId: string }) => (await getTransaction(await context.as("finance"), order))!;
const waiting = async () => (await countDashboard(await context.as("viewer"))).waiting;

async function markSeen() {
  const [row] = (await shown()).rows;
  return markDisagreementSeen(await context.as("finance"), row!);
}

describe("a callback that disagrees with our record", () => {
  test("is on the dashboard with what disagrees", async () => {
    const order = await accepted(context);
    await tell(order.callbackToken, { ...callbackFields(order), amount: "999", currency: "THB" });
    const { count, rows } = await shown();
    expect(count).toBe(1);
    expect(rows[0]).toMatchObject({
      of: { kind: "order", referenceId: order.referenceId },
      fields: [
        { field: "currency", held: "JPY", said: "THB", currencies: null },
        { field: "amount", held: order.amount, said: "999", currencies: { held: "JPY", said: "THB" } },
      ],
      isProven: false,
    });
    expect((await countDashboard(await context.as("viewer"))).waiting.dashboard).toBeGreaterThanOrEqual(1);
  });

  test("is one line per order, however many come, until a person has seen it", async () => {
    const order = await accepted(context);
    for (const amount of ["1", "2", "3"]) await tell(order.callbackToken, { ...callbackFields(order), amount });
    expect(await shown()).toMatchObject({ count: 1, rows: [{ count: 3, fields: [{ field: "amount", said: "3" }] }] });
    expect((await markSeen()).ok).toBe(true);
    await tell(order.callbackToken, { ...callbackFields(order), amount: "4" });
    expect((await shown()).count).toBe(0);
    await tell(order.callbackToken, { ...callbackFields(order), currency: "THB" });
    expect(await shown()).toMatchObject({ count: 1, rows: [{ count: 5, fields: [{ field: "currency" }] }] });
  });

  test("about a player names the player's id and currency", async () => {
    const player = await registering(context);
    const body = { event: "kyc.status", player_id: "10001_p-other", status: "REGISTERED", currency: "THB" };
    await tell(player.callbackToken, body);
    expect((await shown()).rows[0]).toMatchObject({
      of: { kind: "player", playerId: player.playerId },
      fields: [
        { field: "currency", held: "JPY", said: "THB" },
        { field: "playerId", held: player.playerId, said: "10001_p-other" },
      ],
    });
  });

  test("has nothing of its own record where it gives the order the transaction ID of another", async () => {
    const [{ transactionId }, order] = [await accepted(context), await accepted(context)];
    await context.db.update(transactions).set({ transactionId: null }).where(eq(transactions.id, order.id));
    await tell(order.callbackToken, callbackFields({ ...order, transactionId }), true);
    const fields = [{ field: "transactionId", held: "", said: transactionId, currencies: null }];
    expect((await pageOf(order)).discrepancy?.claims).toMatchObject([{ source: "signed_callback", fields }]);
  });

  test("shows no free text to those who see no personal data", async () => {
    const order = await accepted(context);
    await tell(order.callbackToken, { ...callbackFields(order), amount: "999", reference_id: "ヤマダ　タロウ" });
    const { rows } = await listDisagreements(await context.as("viewer"));
    expect(rows[0]?.fields).toMatchObject([
      { field: "referenceId", held: order.referenceId, said: "•••" },
      { field: "amount", held: order.amount, said: "999" },
    ]);
  });

  test("stays where another callback changed it before it was marked as seen", async () => {
    const order = await accepted(context);
    await tell(order.callbackToken, { ...callbackFields(order), amount: "1" });
    const [before] = (await shown()).rows;
    await tell(order.callbackToken, { ...callbackFields(order), amount: "2" });
    expect(await markDisagreementSeen(await context.as("finance"), before!)).toMatchObject({ ok: false });
    expect((await shown()).count).toBe(1);
  });
});

describe("a signed callback with another amount, which is a discrepancy of its order", () => {
  async function contradicted(amount = "999") {
    const order = await accepted(context);
    await tell(order.callbackToken, { ...callbackFields(order), amount }, true);
    return order;
  }
  type Page = Pick<Awaited<ReturnType<typeof pageOf>>, "discrepancy">;
  async function resolve(
    referenceId: string,
    seen: Page,
    role: Role = "finance",
    finding: Resolution = "requested_amount_moved",
  ) {
    const { seen: newest = null, callback } = seen.discrepancy!;
    const input = { referenceId, finding, reason: "Statement of 21 Nov", seen: newest, callback };
    return resolveDiscrepancy(await context.as(role), input);
  }

  test("is one item of Today, and its resolution ends it", async () => {
    const before = await waiting();
    const closedBefore = (await closedSince(await context.as("viewer"), new Date(0))).count;
    const { referenceId } = await contradicted();
    expect((await shown()).count).toBe(0);
    expect(await waiting()).toMatchObject({ orders: before.orders + 1, dashboard: before.dashboard + 1 });
    const page = await pageOf({ referenceId });
    expect(await resolve(referenceId, page)).toMatchObject({ ok: true });
    expect((await shown()).count).toBe(0);
    expect(await waiting()).toEqual(before);
    expect((await closedSince(await context.as("viewer"), new Date(0))).count).toBe(closedBefore + 1);
    const seen = and(
      eq(auditEvents.action, "callbacks.disagreement_seen"),
      eq(auditEvents.subject, page.discrepancy!.callback!),
    );
    expect(await context.db.select().from(auditEvents).where(seen)).toMatchObject([
      { actorName: "finance", detail: { fields: ["amount"], signed: true, count: 1 } },
    ]);
  });

  test("is an item again where another signed one comes with other facts", async () => {
    const order = await contradicted();
    await resolve(order.referenceId, await pageOf(order));
    const before = await waiting();
    await tell(order.callbackToken, { ...callbackFields(order), amount: "998" }, true);
    expect((await shown()).count).toBe(0);
    expect(await waiting()).toMatchObject({ orders: before.orders + 1, dashboard: before.dashboard + 1 });
    await resolve(order.referenceId, await pageOf(order));
  });

  test("stays to be seen where a callback came after the page was read", async () => {
    const order = await contradicted();
    const page = await pageOf(order);
    expect(page.discrepancy!.callback).not.toBeNull();
    const stale = { discrepancy: { ...page.discrepancy!, callback: crypto.randomUUID() } };
    expect(await resolve(order.referenceId, stale)).toMatchObject({ ok: true });
    expect(await shown()).toMatchObject({ count: 1, rows: [{ isProven: true }] });
  });

  test("an unsigned callback, which anyone can send, stays where its reader may not mark it as seen", async () => {
    for (const role of ["approver", "finance"] as const) {
      const order = await accepted(context);
      const job = await context.as("job");
      await context.db.transaction((tx) => recordDiscrepancy(tx, job, order, [{ kind: "double", said: "SUCCESS" }]));
      await tell(order.callbackToken, { ...callbackFields(order), amount: "5" });
      const page = await pageOf(order);
      expect(page.discrepancy!.callback).not.toBeNull();
      expect(await resolve(order.referenceId, page, role, "not_moved")).toMatchObject({ ok: true });
      expect([role, (await shown()).count]).toEqual([role, role === "approver" ? 1 : 0]);
      await context.db.update(callbackDisagreements).set({ seenAt: context.clock.now });
    }
    const signed = await contradicted("996");
    await resolve(signed.referenceId, await pageOf(signed), "approver");
    expect((await shown()).count).toBe(0);
  });

  test("says on the timeline and beside the finding what was reported, an unsigned one as such", async () => {
    const order = await contradicted();
    await context.db.update(callbackDisagreements).set({ seenAt: context.clock.now });
    const other = await contradicted("997");
    await tell(other.callbackToken, { ...callbackFields(other), amount: "5" });
    const fields = [{ field: "amount", held: other.amount, said: "997" }];
    const page = await pageOf(other);
    expect(page.discrepancy!.claims).toMatchObject([{ source: "signed_callback", fields }]);
    expect(page.timeline).toContainEqual(
      expect.objectContaining({ source: "signed_callback", fields: [expect.objectContaining(fields[0]!)] }),
    );
    const said = [expect.objectContaining({ field: "amount", said: "5" })];
    expect(page.timeline).toContainEqual(expect.objectContaining({ source: "unsigned_callback", fields: said }));
    expect((await pageOf(order)).discrepancy!.callback).toBeNull();
  });
});
