import { randomUUID } from "node:crypto";
import { asc, eq, like } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { deliveries } from "@/drizzle/schema/deliveries";
import type { Ctx } from "@/lib/auth/context";
import { decideSignatureLock, proposeSignatureLock } from "@/lib/callbacks/commands";
import { handleCallback } from "@/lib/callbacks/handle-callback";
import { processDeliveries } from "@/lib/callbacks/process-delivery";
import { getSignatureLock } from "@/lib/callbacks/queries";
import { callbackFields, signatureOf } from "../../support/callback-fields";
import { accepted, type Order } from "../../support/callbacks";
import { openTestContext, type TestContext } from "../../support/context";
import { orderOf } from "../../support/orders";

let context: TestContext;
let ctx: Ctx;
let one: Ctx;
let other: Ctx;

beforeAll(async () => {
  context = await openTestContext();
  ctx = await context.as("callback");
  one = await context.as("admin");
  other = await context.another("admin");
});
afterAll(() => context.close());

async function post(order: Order, isSigned: boolean) {
  context.clock.now = new Date(context.clock.now.getTime() + 1000);
  const fields = callbackFields(order);
  const signature = isSigned ? { "x-signature": signatureOf(fields, ctx.secretKey) } : {};
  const init = {
    method: "POST",
    body: JSON.stringify(fields),
    headers: { "content-type": "application/json", ...signature },
  };
  return handleCallback(ctx, order.callbackToken!, new Request("http://console.test", init));
}

const proposed = async (locks: boolean) => {
  const made = await proposeSignatureLock(one, { locks });
  if (!made.ok) throw new Error(made.error.kind);
  return made.value.proposalId;
};
const problem = (kind: string) => ({ ok: false, error: { kind } });

// One story: each test goes on where the one before it ended.
describe("unsigned is never acted on", () => {
  test("cannot be proposed before the service signs: it would refuse everything", async () => {
    expect(await proposeSignatureLock(one, { locks: true })).toEqual(problem("not_signing"));
    expect((await post(await accepted(context), false)).status).toBe(200);
    expect(await proposeSignatureLock(one, { locks: true })).toEqual(problem("not_signing"));
    expect((await getSignatureLock(one)).signing).toMatchObject({ seen: 1, unsigned: 1, newest: "unsigned" });
    expect(await proposeSignatureLock(one, { locks: false })).toEqual(problem("no_change"));
  });

  test("is proposed by one admin, and changes nothing yet", async () => {
    expect((await post(await accepted(context), true)).status).toBe(200);
    await proposed(true);
    expect(await proposeSignatureLock(other, { locks: true })).toEqual(problem("another_proposal_is_open"));
    const { isLocked, proposal } = await getSignatureLock(one);
    expect([isLocked, proposal?.isOwn, (await getSignatureLock(other)).proposal?.isOwn]).toEqual([false, true, false]);
    expect((await post(await accepted(context), false)).status).toBe(200);
  });

  test("is not put in force while the newest callback is unsigned, nor by the one who proposed it", async () => {
    const { id: proposalId } = (await getSignatureLock(one)).proposal!;
    expect(await decideSignatureLock(other, { proposalId, apply: true })).toEqual(problem("not_signing"));
    await post(await accepted(context), true);
    expect(await decideSignatureLock(one, { proposalId, apply: true })).toEqual(problem("own_proposal"));
    const elsewhere = { ...other, environment: "production" as const };
    expect(await decideSignatureLock(elsewhere, { proposalId, apply: true })).toEqual(problem("not_open"));
    expect(await decideSignatureLock(other, { proposalId, apply: true })).toMatchObject({ ok: true });
    expect(await decideSignatureLock(other, { proposalId, apply: true })).toEqual(problem("not_open"));
    expect((await getSignatureLock(one)).isLocked).toBe(true);
  });

  test("in force, a stripped signature is refused, stored, and has no effect", async () => {
    const order = await accepted(context);
    const answer = await post(order, false);
    expect([answer.status, await answer.text()]).toEqual([401, "not_signed"]);
    await processDeliveries(await context.as("job"));
    const kept = await context.db.select().from(deliveries).where(eq(deliveries.transactionRow, order.id));
    expect(kept).toEqual([
      expect.objectContaining({ signature: "absent", refusal: "not_signed", answered: 401, effect: null }),
    ]);
    expect(await orderOf(context, order.referenceId)).toMatchObject({ status: "SUCCESS", nextPollAt: null });
  });

  test("a signed one is still applied", async () => {
    const order = await accepted(context);
    expect((await post(order, true)).status).toBe(200);
    await processDeliveries(await context.as("job"));
    expect(await orderOf(context, order.referenceId)).toMatchObject({ status: "COMPLETED" });
  });

  test("holds for one environment only", async () => {
    expect((await getSignatureLock({ ...one, environment: "production" })).isLocked).toBe(false);
  });

  test("is lifted likewise, and what was unreadable is still reported as unreadable", async () => {
    const dropped = await proposed(false);
    expect(await decideSignatureLock(one, { proposalId: dropped, apply: false })).toMatchObject({ ok: true });
    expect((await post(await accepted(context), false)).status).toBe(401);
    const proposalId = await proposed(false);
    expect(await decideSignatureLock(other, { proposalId, apply: true })).toMatchObject({ ok: true });
    expect((await post(await accepted(context), false)).status).toBe(200);
  });

  test("and every step is in the log with its name", async () => {
    const lines = await context.db
      .select({ action: auditEvents.action, by: auditEvents.actorName, detail: auditEvents.detail })
      .from(auditEvents)
      .where(like(auditEvents.action, "callbacks.lock%"))
      .orderBy(asc(auditEvents.id));
    expect(lines.map(({ action, by, detail }) => `${by}: ${action} ${detail.locks}`)).toEqual([
      "admin: callbacks.lock_proposed true",
      "second-admin: callbacks.lock_applied true",
      "admin: callbacks.lock_proposed false",
      "admin: callbacks.lock_dropped false",
      "admin: callbacks.lock_proposed false",
      "second-admin: callbacks.lock_applied false",
    ]);
  });

  test("a proposal that does not exist is not open", async () => {
    expect(await decideSignatureLock(one, { proposalId: randomUUID(), apply: true })).toEqual(problem("not_open"));
  });
});
