import { randomUUID } from "node:crypto";
import { desc, eq, like } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { balanceSnapshots } from "@/drizzle/schema/balances";
import { batches } from "@/drizzle/schema/batches";
import { throttles } from "@/drizzle/schema/factors";
import { transactions } from "@/drizzle/schema/transactions";
import { proposeUnattended, revokeApiKey } from "@/lib/api-keys/commands";
import { type Ctx, Forbidden } from "@/lib/auth/context";
import { discardBatch } from "@/lib/batches/drafts";
import { retryFailed } from "@/lib/batches/runs";
import { callTool, TOOLS, type ToolName } from "@/lib/mcp/server";
import { proposePayee } from "@/lib/payees/commands";
import { payeeInput } from "@/lib/payees/schema";
import { addNote } from "@/lib/transactions/notes";
import { LIMIT, newKey } from "../../support/api";
import { requestAsSeen, sendWhole, uploaded } from "../../support/batches";
import { openTestContext, type TestContext } from "../../support/context";
import { typedPayee } from "../../support/forms";
import { connectMcp, serveMcp, textOf } from "../../support/mcp";
import { requested } from "../../support/orders";
import { registering } from "../../support/players";
import { reportOrders } from "../../support/reconciliation";

let context: TestContext;
let admin: Ctx;
let secret: string;
beforeAll(async () => {
  context = await openTestContext();
  admin = await context.as("admin");
  // The other scope takes no mask away.
  secret = (await newKey(admin, { name: "Assistant", scopes: ["mcp:read", "personal:read"], limits: [] })).secret;
});
afterAll(() => context.close());

const json = async (name: ToolName, given: Record<string, unknown> = {}, key = secret) =>
  JSON.parse(await textOf(await connectMcp(context, key), name, given));

const newestLine = async () => {
  const lines = context.db.select().from(auditEvents).where(eq(auditEvents.action, "mcp.tool_called"));
  return (await lines.orderBy(desc(auditEvents.id)).limit(1))[0];
};

test("the official client lists at most eight tools, which all only read", async () => {
  const client = await connectMcp(context, secret);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(Object.keys(TOOLS));
  expect(tools.length).toBeLessThanOrEqual(8);
  expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([]);
  expect(client.getInstructions()).toContain("untrusted");
});

test("explain_order says that only what came to nothing, and was not replaced, may be sent again", async () => {
  const { id, referenceId } = await requested(context, { playerId: "p-again" });
  const explained = async (change: Partial<typeof transactions.$inferInsert>) => {
    const order = { status: null, discrepancyAt: null, possiblySentUntil: null, ...change };
    await context.db.update(transactions).set(order).where(eq(transactions.id, id));
    return (await json("explain_order", { referenceId })).mustNotBeSentAgain;
  };
  for (const change of [
    ...[{ submission: "queued" }, { submission: "submitting" }, { submission: "unknown" }],
    ...[{ submission: "accepted" }, { submission: "accepted", status: "SUCCESS" }],
    ...[
      { submission: "accepted", status: "COMPLETED" },
      { submission: "accepted", status: "ODD" },
    ],
    ...[{ submission: "rejected", discrepancyAt: context.clock.now }],
    ...[{ submission: "stopped", possiblySentUntil: context.clock.now }],
  ] as const) {
    expect([change, await explained(change)]).toEqual([change, true]);
  }
  for (const change of [
    ...[{ submission: "rejected" }, { submission: "not_created" }, { submission: "stopped" }],
    ...[{ submission: "accepted", status: "FAILED" }],
  ] as const) {
    expect([change, await explained(change)]).toEqual([change, false]);
  }
  const next = await requested(context, { playerId: "p-again" });
  const replacing = { submission: "stopped", replaces: id } as const;
  await context.db.update(transactions).set(replacing).where(eq(transactions.id, next.id));
  expect(await explained({ submission: "rejected" })).toBe(true);
});

test("explain_order says that an order is not sent again while a row of a retry stands for it", async () => {
  const ops = await context.as("ops");
  const batchId = await uploaded(context, [{ playerId: "p-retried" }]);
  expect(await requestAsSeen(context, batchId)).toMatchObject({ ok: true });
  expect(await sendWhole(context, batchId)).toMatchObject({ state: "sent" });
  const [order] = await context.db
    .update(transactions)
    .set({ submission: "accepted", status: "FAILED" })
    .where(eq(transactions.playerId, "p-retried"))
    .returning({ referenceId: transactions.referenceId });
  const explained = async () => (await json("explain_order", { ...order })).mustNotBeSentAgain;
  expect(await explained()).toBe(false);
  const retry = await retryFailed(ops, { batchId });
  expect(await explained()).toBe(true);
  expect(await discardBatch(ops, { batchId: retry.ok ? retry.value.batchId : "" })).toMatchObject({ ok: true });
  expect(await explained()).toBe(false);
});

describe("each tool", () => {
  let order: Awaited<ReturnType<typeof requested>>;
  beforeAll(async () => {
    const name = { destinationAccount: "7654321", destinationAccountName: "タナカ　ジロウ" };
    order = await requested(context, { ...name, playerId: "p-mcp", amount: "688,000", purpose: "for タナカ　ジロウ" });
    const note = { referenceId: order.referenceId, noteId: randomUUID().replaceAll("-", ""), text: "a note" };
    await addNote(await context.as("support"), note);
    await registering(context, { playerId: "p-mcp", userName: "タナカ　ジロウ" });
    const at = context.clock.now;
    await context.db.insert(balanceSnapshots).values({
      ...{ environment: "sandbox", currency: "JPY", available: "900", ledger: "1000", firstSeenAt: at, lastSeenAt: at },
    });
  });

  test("says what the console says, and masks it", async () => {
    const { referenceId } = order;
    expect(await json("get_order", { id: referenceId })).toMatchObject({
      ...{ referenceId, amount: "688000", paid: false, submission: "awaiting_approval" },
      party: { name: { untrusted: "タ•••" }, account: { untrusted: "•••321" } },
      page: `${admin.appUrl}/sandbox/transactions/${referenceId}`,
    });
    const explained = await json("explain_order", { referenceId });
    expect(explained.sentence).toBe("The withdrawal of ¥688,000 is awaiting approval. Nothing has been sent.");
    expect(explained).toMatchObject({ mustNotBeSentAgain: true, notes: { count: 1 }, approval: { needed: 1 } });
    expect(explained.timeline).toContainEqual(expect.objectContaining({ action: "withdrawal.requested" }));
    const { hits } = await json("search", { text: referenceId });
    expect(hits).toMatchObject([{ kind: "order", referenceId, party: { name: { untrusted: "タ•••" } } }]);
    expect(await json("get_balances")).toMatchObject({ balances: [{ currency: "JPY", available: "900" }] });
    expect(await json("get_player", { playerId: "p-mcp" })).toMatchObject({
      ...{ playerId: "p-mcp", registered: false, name: { untrusted: "タ•••" } },
    });
    expect(await json("list_open_items")).toMatchObject({ payoutsAwaitingApproval: 1, playersNeedingAction: 0 });
    expect((await json("get_day")).figures).toContainEqual(expect.objectContaining({ currency: "JPY" }));
    expect(await json("list_callbacks", { referenceId })).toEqual({ callbacks: [], hasMore: false });
  });

  test("is in the audit log, and says where there is nothing", async () => {
    expect(await json("get_order", { id: order.referenceId })).toBeTruthy();
    expect(await newestLine()).toMatchObject({
      ...{ actorKind: "api_key", actorName: "Assistant", subject: order.referenceId },
      detail: { of: "get_order", outcome: "answered", about: "order" },
    });
    for (const [name, given] of [
      ["get_order", { id: "WD-none" }],
      ["explain_order", { referenceId: "WD-none" }],
      ["get_player", { playerId: "none" }],
      ["get_day", { day: "2999-01-01" }],
    ] as const) {
      expect([name, await json(name, given)]).toEqual([name, { found: false }]);
      expect((await newestLine())?.detail).toMatchObject({ of: name, outcome: "not_found" });
    }
    await json("search", { text: "タナカ　ジロウ" });
    expect(await newestLine()).toMatchObject({ subject: "search", detail: { of: "search", outcome: "answered" } });
  });

  test("does not compare what is masked", async () => {
    expect((await json("search", { text: "タナカ　ジロウ" })).hits).toEqual([]);
    expect((await json("search", { text: "7654321" })).hits).toEqual([]);
  });

  test("refuses an input that it does not take", async () => {
    const client = await connectMcp(context, secret);
    for (const given of [{}, { id: "" }, { id: " " }, { id: "x".repeat(201) }, { id: "a\u0000b" }, { id: 7 }]) {
      const refused = client.callTool({ name: "get_order", arguments: given }).then(({ isError }) => isError === true);
      expect(await refused.catch(() => true)).toBe(true);
    }
  });

  test("does not answer where the audit log cannot be written", async () => {
    const key: Ctx = { ...admin, actor: { kind: "api_key", id: randomUUID(), name: "x", scopes: ["mcp:read"] } };
    const broken = new Proxy(key.db, {
      get: (db, name) =>
        name === "transaction" ? () => Promise.reject(new Error("disk full")) : Reflect.get(db, name),
    });
    const called = callTool({ ...key, db: broken }, "get_order", { id: order.referenceId });
    await expect(called).rejects.toThrow("disk full");
  });
});

describe("a request", () => {
  const post = async (headers: Record<string, string>, body = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}') => {
    const serve = await serveMcp(context);
    const accept = { "content-type": "application/json", accept: "application/json, text/event-stream" };
    const answer = await serve(
      new Request("http://console.test/mcp", { method: "POST", headers: { ...accept, ...headers }, body }),
    );
    return { status: answer.status, text: await answer.text(), headers: answer.headers };
  };
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

  test("with a key that was revoked, lacks the scope or is none is refused", async () => {
    const { keyId, secret: gone } = await newKey(admin, { scopes: ["mcp:read"], limits: [] });
    await revokeApiKey(admin, { keyId });
    const other = await newKey(admin, { scopes: ["orders:read", "personal:read"], limits: [] });
    const statuses = [post({}), post(bearer("choba_none")), post(bearer(gone)), post(bearer(other.secret))];
    expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([401, 401, 401, 403]);
    await expect(connectMcp(context, gone)).rejects.toThrow();
  });

  test("with several messages, none or too much is refused", async () => {
    const call = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    const bodies = [JSON.stringify([call, call]), "null", "{", `{"a":"${"x".repeat(70_000)}"}`];
    const refused = await Promise.all(bodies.map((body) => post(bearer(secret), body)));
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 413]);
  });

  test("is answered in a way that nothing may keep", async () => {
    const { status, headers } = await post(bearer(secret));
    expect([status, headers.get("cache-control")]).toEqual([200, "private, no-store"]);
  });

  test("is limited as those of /v1 are", async () => {
    const { secret: busy } = await newKey(admin, { scopes: ["mcp:read"], limits: [] });
    expect((await post(bearer(busy))).status).toBe(200);
    // As after three hundred requests.
    await context.db.update(throttles).set({ level: 300 });
    expect((await post(bearer(busy))).status).toBe(429);
    await context.db.delete(throttles);
  });
});

test("no other actor, and no key with another scope, calls a tool", async () => {
  for (const role of ["admin", "viewer", "job"] as const)
    await expect(callTool(await context.as(role), "get_balances", {})).rejects.toThrow(Forbidden);
  const scopes = ["orders:read", "personal:read"] as const;
  const other: Ctx = { ...admin, actor: { kind: "api_key", id: randomUUID(), name: "x", scopes } };
  await expect(callTool(other, "get_balances", {})).rejects.toThrow(Forbidden);
});

test("list_open_items counts batches, payees and changes that wait for people", async () => {
  expect(await json("list_open_items")).toMatchObject({
    batches: { awaitingApproval: 0, paused: 0, needingAction: 0 },
    ...{ payeesAwaitingDecision: 0, changesAwaitingDecision: 0 },
  });
  const waiting = await uploaded(context, [{ playerId: "p-waiting", amount: "900000" }]);
  expect(await requestAsSeen(context, waiting)).toMatchObject({ ok: true });
  const paused = await uploaded(context, [{ playerId: "p-paused" }]);
  await context.db.update(batches).set({ state: "paused" }).where(eq(batches.id, paused));
  expect(await proposePayee(await context.as("ops"), payeeInput.parse(typedPayee()))).toMatchObject({ ok: true });
  const { keyId } = await newKey(admin);
  expect(await proposeUnattended(admin, { keyId, limits: [LIMIT] })).toMatchObject({ ok: true });
  expect(await json("list_open_items")).toMatchObject({
    batches: { awaitingApproval: 1, paused: 1, needingAction: 0 },
    ...{ payeesAwaitingDecision: 1, changesAwaitingDecision: 1 },
  });
});

test("get_day counts all payments that became known after the day", async () => {
  const endedAt = "2025-03-05T12:00:00+09:00";
  await reportOrders(
    context,
    Array.from({ length: 101 }, (_none, n) => ({
      ...{ referenceId: `LATE-${n}`, transactionId: `T-LATE-${n}`, type: n === 0 ? "WITHDRAW" : "DEPOSIT", endedAt },
      ...{ currency: "JPY", amount: "100", playerId: "p", status: "COMPLETED" },
    })),
  );
  await context.db.update(transactions).set({ endKnownAt: new Date() }).where(like(transactions.referenceId, "LATE-%"));
  expect((await json("get_day", { day: "2025-03-05" })).learnedAfterTheDay).toBe(101);
});
