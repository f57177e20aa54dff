import { randomUUID } from "node:crypto";
import { eq, isNotNull, ne, sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { deliveries } from "@/drizzle/schema/deliveries";
import { paymentInstructions } from "@/drizzle/schema/deposits";
import { attempts, exchanges } from "@/drizzle/schema/evidence";
import { registrationAttempts } from "@/drizzle/schema/registration-evidence";
import { transactions } from "@/drizzle/schema/transactions";
import { getDelivery, readLog } from "@/lib/activity/queries";
import { removeOldRaw } from "@/lib/activity/retention";
import { getTransaction } from "@/lib/transaction-detail/queries";
import { openTestContext, type TestContext } from "../../support/context";
import { requestedDeposit } from "../../support/orders";
import { registering } from "../../support/players";

let context: TestContext;
beforeEach(async () => {
  context = await openTestContext();
});
afterEach(() => context.close());

const DAY = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY);

async function came(days: number, more: Partial<typeof deliveries.$inferInsert> = {}) {
  const kept = {
    environment: "sandbox" as const,
    receivedAt: ago(days),
    headers: { "content-type": "application/json" },
    body: Buffer.from('{"secret":"words"}'),
    signature: "absent" as const,
    answered: 200,
    effect: "asked" as const,
  };
  const [row] = await context.db
    .insert(deliveries)
    .values({ ...kept, ...more })
    .returning();
  return row!;
}

async function went(days: number, transactionRow: string | null = null) {
  const kept = { environment: "sandbox", purpose: "status_check", path: "/transactions", transactionRow } as const;
  const wire = { requestBody: "{}", headers: { date: "x" }, body: "{}", sentAt: ago(days), httpStatus: 200 };
  const [row] = await context.db
    .insert(exchanges)
    .values({ ...kept, ...wire })
    .returning();
  return row!;
}

test("raw data is deleted after its retention period, and every recorded fact stays", async () => {
  const [old, young, oldCall, youngCall] = [await came(40), await came(5), await went(40), await went(5)];
  expect(await removeOldRaw(await context.as("job"), { days: 35 })).toEqual({ removed: 2 });

  const rows = await context.db.select().from(deliveries);
  expect(rows).toContainEqual({ ...old, headers: {}, body: Buffer.alloc(0), rawRemovedAt: context.clock.now });
  expect(rows).toContainEqual(young);
  const calls = await context.db.select().from(exchanges);
  expect(calls).toContainEqual({
    ...oldCall,
    headers: {},
    requestBody: "",
    body: null,
    rawRemovedAt: context.clock.now,
  });
  expect(calls).toContainEqual(youngCall);

  const support = await context.as("support");
  expect(await getDelivery(await context.as("finance"), { deliveryId: old.id })).toMatchObject({
    body: "",
    rawRemovedAt: expect.any(String),
  });
  const { entries } = await readLog(support, { kind: "audit" });
  expect(entries.filter((entry) => entry.kind === "audit" && entry.action === "raw_data.deleted")).toHaveLength(2);
  expect(await removeOldRaw(await context.as("job"), { days: 35 })).toEqual({ removed: 0 });
});

test("an unprocessed delivery is not removed, at any age", async () => {
  await came(400, { effect: null });
  expect(await removeOldRaw(await context.as("job"), { days: 35 })).toEqual({ removed: 0 });
});

test("a callback whose order is still to be looked up keeps its body, which alone names it", async () => {
  const address = { environmentAddress: randomUUID() };
  const waiting = await came(40, address);
  const done = await came(40, { ...address, effect: "mismatch" });
  const refused = await came(40, { ...address, effect: null, refusal: "unreadable" });
  expect(await removeOldRaw(await context.as("job"), { days: 35 })).toEqual({ removed: 2 });
  const kept = await context.db.select().from(deliveries);
  expect(kept.filter(({ body }) => body.length > 0).map(({ id }) => id)).toEqual([waiting.id]);
  expect(kept.map(({ id }) => id)).toEqual(expect.arrayContaining([done.id, refused.id]));
});

test("what was sent and answered stays while it is unknown whether the service has the order", async () => {
  const { id } = await tried(40);
  await went(40, id);
  await context.db.update(transactions).set({ submission: "unknown" }).where(eq(transactions.id, id));
  await removeOldRaw(await context.as("job"), { days: 35 });
  expect(await context.db.$count(attempts, ne(attempts.body, ""))).toBe(1);
  const calls = await context.db.select().from(exchanges).where(eq(exchanges.requestBody, "{}"));
  expect(calls.map(({ transactionRow }) => transactionRow)).toEqual([id]);
});

test("the text of an order stays while its discrepancy is open", async () => {
  const { id } = await tried(40);
  await came(40, { transactionRow: id, effect: "contested" });
  await went(40, id);
  const texts = async () => [
    await context.db.$count(deliveries, ne(deliveries.body, Buffer.alloc(0))),
    await context.db.$count(exchanges, eq(exchanges.transactionRow, id)),
    await context.db.$count(exchanges, eq(exchanges.requestBody, "{}")),
    await context.db.$count(attempts, ne(attempts.body, "")),
    await context.db.$count(paymentInstructions, isNotNull(paymentInstructions.receiverAccount)),
  ];
  const mark = async (set: Partial<typeof transactions.$inferInsert>) =>
    context.db.update(transactions).set(set).where(eq(transactions.id, id));
  await mark({ discrepancyAt: ago(40), discrepancyKind: "reports", nextPollAt: null });
  await came(40);
  await removeOldRaw(await context.as("job"), { days: 35 });
  expect(await texts()).toEqual([1, 1, 1, 1, 1]);
  await mark({ resolvedAt: ago(1) });
  await removeOldRaw(await context.as("job"), { days: 35 });
  expect(await texts()).toEqual([0, 1, 0, 0, 0]);
});

test.each([
  ["a young delivery", 5, sql`headers = '{}', body = '', raw_removed_at = now()`],
  ["half of one", 40, sql`body = '', raw_removed_at = now()`],
  ["one without saying so", 40, sql`headers = '{}', body = ''`],
  ["more than the raw text", 40, sql`headers = '{}', body = '', raw_removed_at = now(), answered = 500`],
  ["another text in its place", 40, sql`headers = '{}', body = 'x', raw_removed_at = now()`],
])("the database refuses to remove %s", async (_what, days, change) => {
  await came(days);
  const refused = expect(context.db.execute(sql`update deliveries set ${change}`)).rejects;
  await refused.toMatchObject({ cause: { code: "23001" } });
});

test.each([
  ["a young call", 5, sql`headers = '{}', request_body = '', body = null, raw_removed_at = now()`],
  [
    "more than the raw text",
    40,
    sql`headers = '{}', request_body = '', body = null, raw_removed_at = now(), path = '/x'`,
  ],
  ["anything else", 40, sql`http_status = 404`],
])("nor does it let go of %s", async (_what, days, change) => {
  await went(days);
  const refused = expect(context.db.execute(sql`update exchanges set ${change}`)).rejects;
  await refused.toMatchObject({ cause: { code: "23001" } });
});

/** A deposit and a registration that were sent and answered so many days ago, and how the deposit was to be paid. */
async function tried(days: number) {
  const [order, registration] = [await requestedDeposit(context), await registering(context)];
  const exchangeId = (await went(days)).id;
  const sent = { number: 1, nonce: "n", path: "/x", body: '{"payerAccountName":"ヤマダ"}' };
  const times = { signedAt: ago(days), claimedAt: ago(days), endedAt: ago(days) };
  const instructions = { exchangeId, at: ago(days), receiverAccount: "0012345", address: "https://pay.example/x" };
  await context.db.insert(attempts).values({ ...sent, ...times, outcome: "accepted", transactionRow: order.id });
  await context.db
    .insert(registrationAttempts)
    .values({ ...sent, ...times, outcome: "accepted", registrationRow: registration.id });
  await context.db.insert(paymentInstructions).values({ ...instructions, transactionRow: order.id });
  return order;
}

test("what was sent, and how a deposit was to be paid, goes with it, and the facts stay", async () => {
  const [old, young] = [await tried(40), await tried(5)];
  const open = await tried(40);
  await context.db.update(transactions).set({ nextPollAt: null });
  await context.db
    .update(transactions)
    .set({ nextPollAt: ago(0) })
    .where(eq(transactions.id, open.id));
  await removeOldRaw(await context.as("job"), { days: 35 });

  for (const table of [attempts, registrationAttempts]) {
    const rows = await context.db.select().from(table).orderBy(table.claimedAt);
    expect(rows.map(({ body, outcome, nonce }) => [body.length > 0, outcome, nonce])).toEqual([
      ...[
        [false, "accepted", "n"],
        [false, "accepted", "n"],
      ],
      [true, "accepted", "n"],
    ]);
  }
  const ops = await context.as("ops");
  const instructionsOf = async ({ referenceId }: { referenceId: string }) =>
    (await getTransaction(ops, { referenceId }))?.instructions;
  expect(await instructionsOf(old)).toBeNull();
  // One that can still be paid keeps its account, however old it is.
  for (const payable of [young, open])
    expect(await instructionsOf(payable)).toMatchObject({ receiverAccount: "0012345" });
});

test.each([
  ["half of it", 40, sql`receiver_account = null, raw_removed_at = now()`],
  ["a young one", 5, sql`receiver_account = null, address = null, raw_removed_at = now()`],
  ["another account in its place", 40, sql`receiver_account = '666'`],
])("how a deposit was to be paid does not change: %s", async (_what, days, change) => {
  await tried(days);
  const refused = expect(context.db.execute(sql`update payment_instructions set ${change}`)).rejects;
  await refused.toMatchObject({ cause: { code: "23001" } });
});

test("deleted raw data does not come back", async () => {
  await came(40);
  await removeOldRaw(await context.as("job"), { days: 35 });
  for (const change of [sql`body = 'forged'`, sql`raw_removed_at = null`, sql`raw_removed_at = now()`]) {
    const refused = expect(context.db.execute(sql`update deliveries set ${change}`)).rejects;
    await refused.toMatchObject({ cause: { code: "23001" } });
  }
});
