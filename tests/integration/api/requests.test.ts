import { createHash, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiRequests } from "@/drizzle/schema/api-keys";
import { batches, batchRows } from "@/drizzle/schema/batches";
import { transactions } from "@/drizzle/schema/transactions";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import type { Ctx } from "@/lib/auth/context";
import { acceptTrailers } from "@/lib/batches/drafts";
import { freezePayouts } from "@/lib/freezes/commands";
import { decidePayee, proposePayee } from "@/lib/payees/commands";
import { payeeInput } from "@/lib/payees/schema";
import { stopOrder } from "@/lib/transactions/submission/stop";
import { callApi, newKey } from "../../support/api";
import { openTestContext, type TestContext } from "../../support/context";
import { payout, typedPayee } from "../../support/forms";
import { connectMcp, textOf } from "../../support/mcp";

let context: TestContext;
let admin: Ctx;
let secret: string;
beforeAll(async () => {
  context = await openTestContext();
  admin = await context.as("admin");
  secret = (await newKey(admin)).secret;
});
afterAll(() => context.close());

const account = (number: number) => ({ destinationAccount: String(2_000_000 + number) });
const post = (path: string, body: unknown, key: string = randomUUID()) =>
  callApi(context, "POST", path, { secret, body, key });
const get = (path: string, as = secret) => callApi(context, "GET", path, { secret: as });

describe("an Idempotency-Key", () => {
  test("has one answer for ever, byte for byte, and creates one payout", async () => {
    const key = randomUUID();
    const body = payout(account(1));
    const first = await post("/v1/withdrawals", body, key);
    context.clock.now = new Date(context.clock.now.getTime() + 1_000);
    const again = await post("/v1/withdrawals", body, key);
    expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    const other = await post("/v1/withdrawals", { ...body, amount: "12001" }, key);
    expect(other).toMatchObject({ status: 409, json: { code: "idempotency_key_reused" } });
    const made = await context.db.select().from(withdrawals);
    expect(made.filter(({ destinationAccount }) => destinationAccount === "2000001")).toHaveLength(1);
  });

  test("of another key is another one", async () => {
    const key = randomUUID();
    const mine = await post("/v1/withdrawals", payout(account(2)), key);
    const { secret: other } = await newKey(admin);
    const theirs = await callApi(context, "POST", "/v1/withdrawals", { secret: other, body: payout(account(3)), key });
    expect([mine.status, theirs.status]).toEqual([201, 201]);
    expect(theirs.json.referenceId).not.toBe(mine.json.referenceId);
  });

  test("used by fifty concurrent requests makes one payout", { timeout: 60_000 }, async () => {
    const key = randomUUID();
    const body = payout(account(4));
    const answers = await Promise.all(Array.from({ length: 50 }, () => post("/v1/withdrawals", body, key)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    const made = await context.db.select().from(withdrawals);
    expect(made.filter(({ destinationAccount }) => destinationAccount === "2000004")).toHaveLength(1);
  });

  test("that is new asks nothing for an account and amount whose outcome is unknown", async () => {
    const first = await post("/v1/withdrawals", payout(account(6)));
    const { referenceId } = first.json;
    await context.db
      .update(transactions)
      .set({ submission: "unknown" })
      .where(eq(transactions.referenceId, String(referenceId)));
    const again = await post("/v1/withdrawals", payout(account(6)));
    expect(again).toMatchObject({ status: 409, json: { code: "unknown_outcome" } });
    expect(again.text).toContain(String(referenceId));
  });

  test("keeps a refusal, too: a repeat that was delayed does not do what was given up", async () => {
    const key = randomUUID();
    const { secret: small } = await newKey(admin, { limits: [{ currency: "JPY", amount: "1000" }] });
    const send = () => callApi(context, "POST", "/v1/withdrawals", { secret: small, body: payout(account(5)), key });
    expect(await send()).toMatchObject({ status: 409, json: { code: "exceeds_key_limit" } });
    await context.db.execute(sql`update api_keys set limits = '[{"currency":"JPY","amount":"100000"}]'`);
    expect(await send()).toMatchObject({ status: 409, json: { code: "exceeds_key_limit" } });
  });

  test("has the answer that was kept, also where the same body is refused by now", async () => {
    const key = randomUUID();
    // As a release before kept it, whose schema took such codes.
    const body = { name: "before", rows: [{ ...payout(account(8)), destination: "5" }] };
    const digest = createHash("sha256")
      .update(`createBatch\n${JSON.stringify(body)}`)
      .digest("hex");
    const [one, answer] = [await newKey(admin), { batchId: randomUUID(), isNew: true, state: "sending", rows: [] }];
    const kept = { keyId: one.keyId, idempotencyKey: key, digest, status: 201, answer, at: context.clock.now };
    await context.db.insert(apiRequests).values(kept);
    const send = (sent: object) => callApi(context, "POST", "/v1/batches", { secret: one.secret, body: sent, key });
    const again = await send(body);
    expect([again.status, again.text]).toEqual([201, JSON.stringify(answer)]);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(await send({ ...body, name: "other" })).toMatchObject({ status: 422, json: { code: "invalid" } });
    const theirs = await post("/v1/batches", body, key);
    expect(theirs).toMatchObject({ status: 422, json: { code: "invalid" } });
  });

  test("has the answer that was kept, also where a parameter of its address is refused by now", async () => {
    const [key, body] = [randomUUID(), payout(account(10))];
    const first = await post("/v1/withdrawals", body, key);
    const again = await post("/v1/withdrawals?source=erp", body, key);
    expect([again.status, again.text]).toEqual([201, first.text]);
    const other = await post("/v1/withdrawals?source=erp", payout(account(11)), randomUUID());
    expect(other).toMatchObject({ status: 422, json: { errors: [{ field: "source", code: "unknownField" }] } });
  });

  test("is required, and what is not JSON or lacks fields is not kept", async () => {
    const before = await context.db.$count(apiRequests);
    expect(await post("/v1/withdrawals", payout(), "with a space")).toMatchObject({
      status: 400,
      json: { code: "idempotency_key_missing" },
    });
    expect((await post("/v1/withdrawals", { currency: "JPY" })).json).toMatchObject({
      ...{ status: 422, code: "invalid" },
      errors: [
        { field: "amount", code: "required" },
        { field: "playerId", code: "required" },
      ],
    });
    expect(await context.db.$count(apiRequests)).toBe(before);
    const key = randomUUID();
    const { destinationBranchCode, ...lacking } = payout(account(9));
    expect(await post("/v1/withdrawals", lacking, key)).toMatchObject({ status: 422, json: { code: "invalid" } });
    const both = await post("/v1/batches", { name: "both", rows: [payout(account(9))], file: "a" }, randomUUID());
    expect(both).toMatchObject({ status: 422, json: { code: "invalid" } });
    expect(await context.db.$count(apiRequests)).toBe(before);
    expect(await post("/v1/withdrawals", { ...lacking, destinationBranchCode }, key)).toMatchObject({ status: 201 });
    const wrong = await post("/v1/withdrawals", payout({ destination: "12", destinationBranchCode: "1" }));
    expect(wrong.json.errors).toEqual([
      { field: "destination", code: "bankCode" },
      { field: "destinationBranchCode", code: "branchCode" },
    ]);
  });
});

test("a payee of the console is paid by its id, as its version in force says", async () => {
  const { secret: none } = await newKey(admin);
  const proposed = await proposePayee(await context.as("ops"), payeeInput.parse(typedPayee()));
  if (!proposed.ok) throw new Error(proposed.error.kind);
  const { payeeId } = proposed.value;
  const body = { currency: "JPY", amount: "700", playerId: "p-1", payeeId };
  const before = await callApi(context, "POST", "/v1/withdrawals", { secret: none, body });
  expect(before.json.code).toBe("payee_not_payable");
  await decidePayee(await context.as("approver"), { payeeId, version: 1, decision: "approved" });
  const after = await post("/v1/withdrawals", body);
  expect(after).toMatchObject({ status: 201 });
  const [made] = await context.db.select().from(withdrawals).where(sql`${withdrawals.payeeId} = ${payeeId}`);
  expect(made).toMatchObject({ payeeVersion: 1, destinationAccount: typedPayee().destinationAccount });
  const orders = await context.db.$count(transactions);
  const both = await post("/v1/withdrawals", { ...body, ...account(7), destination: "0005" });
  expect(both).toMatchObject({ status: 422, json: { code: "invalid" } });
  expect(both.json.errors).toEqual([
    { field: "destination", code: "notWithPayee" },
    { field: "destinationAccount", code: "notWithPayee" },
  ]);
  expect(await context.db.$count(transactions)).toBe(orders);
});

describe("a batch", () => {
  const row = (number: number, more: object = {}) => ({
    ...{ playerId: `p-${number}`, amount: "1000", ...account(1_000 + number) },
    ...{ destination: "0005", destinationBranchCode: "001", destinationAccountType: "1" },
    ...{ destinationAccountName: "ヤマダ　タロウ", ...more },
  });

  test("of rows is requested, and the same rows again are the same batch", async () => {
    const body = { name: "payday", rows: [row(1), row(2)] };
    const made = await post("/v1/batches", body);
    expect(made).toMatchObject({ status: 201, json: { isNew: true, state: "sending", needs: null } });
    expect(made.json.rows.map(({ line }: { line: number }) => line)).toEqual([2, 3]);
    const again = await post("/v1/batches", body);
    expect(again.json).toMatchObject({ isNew: false, batchId: made.json.batchId });
  });

  test("with a row that needs a person stays a draft, and says which", async () => {
    const rows = [row(3), row(4, { amount: "1.5" })];
    const made = await post("/v1/batches", { name: "half", rows });
    expect(made.json).toMatchObject({ state: "draft", needs: "rows_open" });
    expect(made.json.rows[1].problems).toEqual([{ field: "amount", code: "amountDecimals" }]);
  });

  test("that was kept as a draft is not requested by the same rows again, and says that a person has to", async () => {
    const body = { name: "seen first", rows: [row(5)] };
    const kept = await post("/v1/batches", { ...body, request: false });
    expect(kept.json).toMatchObject({ isNew: true, state: "draft", needs: "request" });
    expect((await post("/v1/batches", body)).json).toMatchObject({ isNew: false, state: "draft", needs: "request" });
  });

  test("whose file has other sums than its rows stays a draft, and says so, also when it is sent again", async () => {
    const file = new TextDecoder("shift_jis").decode(readFileSync("docs/samples/bad/zengin-wrong-sum.txt"));
    const made = await post("/v1/batches", { name: "sums", file });
    expect(made.json).toMatchObject({ isNew: true, state: "draft", needs: "trailers_differ" });
    const again = await post("/v1/batches", { name: "sums", file });
    expect(again.json).toMatchObject({ isNew: false, state: "draft", needs: "trailers_differ" });
    const ops = await context.as("ops");
    const { batchId } = made.json;
    expect(await acceptTrailers(ops, { batchId, reason: "the bank's tool rounds" })).toMatchObject({ ok: true });
    expect((await post("/v1/batches", { name: "sums", file })).json).toMatchObject({
      state: "draft",
      needs: "request",
    });
  });

  test("of rows with codes or a holder that a single payout refuses is refused, and no draft is left", async () => {
    const before = await context.db.$count(batches);
    const short = { destination: "5", destinationBranchCode: "1" };
    const rows = [row(30), row(31, short), row(32, { destinationAccountName: "ﾔﾏﾀﾞ-ﾀﾛｳ" })];
    const refused = await post("/v1/batches", { name: "short", rows });
    expect(refused).toMatchObject({ status: 422, json: { code: "invalid" } });
    expect(refused.json.errors).toEqual([
      { field: "rows.1.destination", code: "bankCode" },
      { field: "rows.1.destinationBranchCode", code: "branchCode" },
      { field: "rows.2.destinationAccountName", code: "nameUnconfirmed" },
    ]);
    expect(await context.db.$count(batches)).toBe(before);
    const abroad = row(33, { ...short, currency: "THB", destinationName: "Kasikornbank" });
    expect((await post("/v1/batches", { name: "abroad", rows: [abroad], request: false })).status).toBe(201);
  });

  test("of rows with a text that a line cannot hold is refused, and names the field", async () => {
    const before = await context.db.$count(batches);
    const rows = [row(36), row(37, { memo: "refund\nticket 7", playerId: "p\0" }), row(38, { playerId: "p\ud800" })];
    const refused = await post("/v1/batches", { name: "lines", rows });
    expect(refused.json).toMatchObject({ status: 422, code: "invalid" });
    expect(refused.json.errors).toEqual([
      { field: "rows.1.playerId", code: "unusableCharacter" },
      { field: "rows.1.memo", code: "unusableCharacter" },
      { field: "rows.2.playerId", code: "unusableCharacter" },
    ]);
    expect(await context.db.$count(batches)).toBe(before);
  });

  test("as a file is read as the text that it is, also where its bytes are text in another encoding", async () => {
    const file = `playerId,amount,currency,destination,destinationName,destinationBranchCode,destinationAccountType,destinationAccount,destinationAccountName
p-39,10,USDT,BANK,A Bank,,,A-39,José`;
    const made = await post("/v1/batches", { name: "utf-8", file, request: false });
    expect(made).toMatchObject({ status: 201, json: { isNew: true } });
    const ofBatch = eq(batchRows.batchId, made.json.batchId);
    const [kept] = await context.db.select().from(batchRows).where(ofBatch);
    expect(kept?.fields.destinationAccountName).toBe("José");
    const marked = await post("/v1/batches", { name: "bom", file: `\ufeff${file}`, request: false });
    expect(marked).toMatchObject({ status: 201, json: { isNew: true } });
  });

  test("as a file in which zeros were put back stays a draft, and says where", async () => {
    const file = `playerId,amount,currency,destination,destinationBranchCode,destinationAccountType,destinationAccount,destinationAccountName
p-34,1000,JPY,5,001,1,2001034,ヤマダ　タロウ
p-35,1000,JPY,0005,001,1,2001035,ﾔﾏﾀﾞ-ﾀﾛｳ`;
    const made = await post("/v1/batches", { name: "zeros", file });
    expect(made.json).toMatchObject({ isNew: true, state: "draft", needs: "request" });
    expect(made.json.rows.map(({ restored }: { restored: string[] }) => restored)).toEqual([["destination"], []]);
    expect(made.json.rows[1].converted).toEqual(["destinationAccountName"]);
  });

  test("as a file with a half-width holder is requested to the holder as banks spell it, and says where", async () => {
    const file = `playerId,amount,currency,destination,destinationBranchCode,destinationAccountType,destinationAccount,destinationAccountName
p-40,1000,JPY,0005,001,1,2001040,ﾔﾏﾀﾞ-ﾀﾛｳ`;
    const made = await post("/v1/batches", { name: "half-width", file });
    const converted = ["destinationAccountName"];
    expect(made.json).toMatchObject({ state: "sending", needs: null, rows: [{ restored: [], converted }] });
    const [kept] = await context.db.select().from(batchRows).where(eq(batchRows.batchId, made.json.batchId));
    expect(kept?.terms?.destinationAccountName).toBe("ヤマダータロウ");
  });

  test("has each text as it was given, also one that a spreadsheet would take for a formula", async () => {
    const given = ["-V1StGXR8", "=p", "'+81"];
    const rows = given.map((playerId, at) => row(20 + at, { playerId }));
    const made = await post("/v1/batches", { name: "texts", rows });
    expect(made.json.rows.map(({ problems }: { problems: unknown[] }) => problems)).toEqual([[], [], []]);
    const ofBatch = eq(batchRows.batchId, made.json.batchId);
    const kept = await context.db.select().from(batchRows).where(ofBatch).orderBy(batchRows.line);
    expect(kept.map(({ terms }) => terms?.playerId)).toEqual(given);
  });

  test("as the text of a file waits for approval above the rules", async () => {
    const file = `playerId,amount,currency,destination,destinationBranchCode,destinationAccountType,destinationAccount,destinationAccountName
p-9,900000,JPY,0005,001,普通,2009009,ヤマダ　タロウ`;
    const { secret: rich } = await newKey(admin);
    const made = await callApi(context, "POST", "/v1/batches", { secret: rich, body: { name: "file", file } });
    expect(made.json).toMatchObject({ state: "awaiting_approval" });
    expect((await post("/v1/batches", { name: "none", file: "nothing" })).json.code).toBe("file_not_readable");
    expect((await post("/v1/batches", { name: "both", file, rows: [row(5)] })).json.code).toBe("invalid");
  });

  test("above the key's limit is refused, and no draft is left", async () => {
    const { secret: small } = await newKey(admin, { limits: [{ currency: "JPY", amount: "1500" }] });
    const before = await context.db.execute(sql`select count(*)::int as n from batches`);
    const body = { name: "much", rows: [row(11), row(12)] };
    const made = await callApi(context, "POST", "/v1/batches", { secret: small, body });
    expect(made).toMatchObject({ status: 409, json: { code: "exceeds_key_limit" } });
    expect((await context.db.execute(sql`select count(*)::int as n from batches`)).rows).toEqual(before.rows);
  });
});

describe("an order", () => {
  // The first one's keys count together, and by now have requested what needs an approver.
  let secondAdmin: Ctx;
  beforeAll(async () => {
    secondAdmin = { ...(await context.another("admin")), environment: "sandbox" };
    secret = (await newKey(secondAdmin)).secret;
  });

  test("is paid with evidence and without a discrepancy, and in no other state", async () => {
    const { json } = await post("/v1/withdrawals", payout(account(20)));
    const read = async () => {
      const { paid, evidence } = (await get(`/v1/orders/${json.referenceId}`)).json;
      return { paid, source: evidence?.source ?? null };
    };
    const set = (how: string) =>
      context.db.execute(sql.raw(`update transactions set ${how} where reference_id = '${json.referenceId}'`));
    expect(await read()).toEqual({ paid: false, source: null });
    await set("submission = 'accepted', status = 'SUCCESS', status_source = 'create_answer', status_at = now()");
    expect(await read()).toEqual({ paid: false, source: "create_answer" });
    await set("status = 'COMPLETED', status_source = null");
    expect(await read()).toEqual({ paid: false, source: null });
    await set("status_source = 'query', ended_at = now(), ended_at_source = 'query'").catch(() =>
      set("status_source = 'query'"),
    );
    expect(await read()).toEqual({ paid: true, source: "query" });
    await set("discrepancy_at = now()");
    expect(await read()).toEqual({ paid: false, source: "query" });
  });

  test("is held until it is stopped or has left", async () => {
    const { referenceId } = (await post("/v1/withdrawals", payout(account(22)))).json;
    const isHeld = async () => (await get(`/v1/orders/${referenceId}`)).json.held;
    expect(await isHeld()).toBe(false);
    const held = { heldAt: context.clock.now, heldReason: "approvals_not_enough" } as const;
    await context.db.update(transactions).set(held).where(eq(transactions.referenceId, referenceId));
    expect(await isHeld()).toBe(true);
    expect(await stopOrder(await context.as("admin"), { referenceId, reason: "not wanted" })).toMatchObject({
      ok: true,
    });
    expect(await isHeld()).toBe(false);
  });

  test("is held while a freeze of its key or of the environment keeps it, in single, in the list and for assistants", async () => {
    const { keyId, secret: own } = await newKey(secondAdmin);
    const by = { secret: own, body: payout({ ...account(23), playerId: "p-frozen" }) };
    const { referenceId } = (await callApi(context, "POST", "/v1/withdrawals", by)).json;
    const held = async () => {
      const [listed] = (await get("/v1/orders?playerId=p-frozen")).json.data;
      const said = JSON.parse(await textOf(await connectMcp(context, own), "get_order", { id: referenceId }));
      return [(await get(`/v1/orders/${referenceId}`)).json, listed, said].map((order) => order.held);
    };
    const { json: other } = await post("/v1/withdrawals", payout(account(24)));
    expect(await held()).toEqual([false, false, false]);
    for (const userId of [keyId, null]) {
      await freezePayouts(admin, { userId, reason: "strange payouts" });
      expect(await held()).toEqual([true, true, true]);
      expect((await get(`/v1/orders/${other.referenceId}`)).json.held).toBe(userId === null);
      await context.pool.query("delete from freezes");
      expect(await held()).toEqual([false, false, false]);
    }
  });

  test("has its recipient masked without the scope for it, in single and in the list", async () => {
    const { json } = await post("/v1/withdrawals", payout({ ...account(21), playerId: "p-masked" }));
    const { secret: masked } = await newKey(admin, { scopes: ["orders:read"] });
    const own = (await get(`/v1/orders/${json.referenceId}`)).json.recipient;
    const theirs = (await get(`/v1/orders/${json.referenceId}`, masked)).json.recipient;
    expect([own.account, own.name]).toEqual(["2000021", "ヤマダ　タロウ"]);
    expect([theirs.account, theirs.name]).toEqual(["•••021", "ヤ•••"]);
    const list = await get("/v1/orders?playerId=p-masked", masked);
    expect(list.text).not.toContain("2000021");
    expect(list.json.data).toHaveLength(1);
    expect((await get("/v1/orders/none")).status).toBe(404);
    expect((await get("/v1/orders?state=paid&limit=1&page=2")).json).toMatchObject({
      ...{ status: 422, code: "invalid", title: "Fields are missing or wrong. Nothing was done." },
      errors: [
        { field: "state", code: "other" },
        { field: "limit", code: "unknownField" },
        { field: "page", code: "unknownField" },
      ],
    });
  });

  test("is in the list once, over all pages", async () => {
    await context.db.execute(sql`
      insert into transactions (environment, reference_id, type, currency, amount, created_at, updated_at)
      select 'sandbox', 'DP-' || n, 'DEPOSIT', 'THB', n, now(), now() from generate_series(1, 120) n`);
    const seen: string[] = [];
    let next: string | null = "";
    while (next !== null) {
      const after: string = next === "" ? "" : `&after=${encodeURIComponent(next)}`;
      const page = (await get(`/v1/orders?currency=THB${after}`)).json;
      seen.push(...page.data.map(({ referenceId }: { referenceId: string }) => referenceId));
      next = page.next;
    }
    expect([seen.length, new Set(seen).size]).toEqual([120, 120]);
    const { next: whole } = (await get("/v1/orders?currency=THB")).json;
    for (const after of [whole.slice(0, -1), "", `2026-13-01T00:00:00.000000Z~${randomUUID()}`]) {
      for (const path of ["orders", "payees"]) {
        expect(await get(`/v1/${path}?after=${encodeURIComponent(after)}`)).toMatchObject({
          ...{ status: 422, json: { code: "invalid", errors: [{ field: "after", code: "unreadable" }] } },
        });
      }
    }
  });

  test("has a discrepancy in the list while it says so itself", async () => {
    const listed = async () => {
      const { data } = (await get("/v1/orders?state=discrepancy&currency=USDT")).json;
      return data.map(({ discrepancy }: { discrepancy: boolean }) => discrepancy);
    };
    const at = context.clock.now;
    await context.db.insert(transactions).values({
      ...{
        environment: "sandbox" as const,
        referenceId: "WD-reports",
        type: "WITHDRAW",
        currency: "USDT",
        amount: "1",
      },
      ...{ createdAt: at, updatedAt: at, discrepancyAt: at },
    });
    expect(await listed()).toEqual([true]);
    await context.db.update(transactions).set({ resolvedAt: at }).where(eq(transactions.referenceId, "WD-reports"));
    expect(await listed()).toEqual([]);
  });
});

describe("the feed of events", () => {
  const touch = (tx: Pick<TestContext["db"], "execute">, id: string) =>
    tx.execute(sql`update transactions set submission = 'accepted', status = 'PENDING' where reference_id = ${id}`);

  async function ordered(referenceId: string) {
    await context.db.insert(transactions).values({
      ...{ environment: "sandbox" as const, referenceId, type: "WITHDRAW", currency: "JPY", amount: "1" },
      ...{ createdAt: new Date(), updatedAt: new Date() },
    });
  }

  /** Reads on from what it has read. */
  function reader() {
    let from = "0-0";
    const read = async () => {
      const { json } = await get(`/v1/events?after=${from}&limit=500`);
      from = json.next;
      return json.data.map(
        ({ type, data }: { type: string; data: { referenceId: string; status: string } }) =>
          `${type} ${data.referenceId}${data.status ? ` ${data.status}` : ""}`,
      ) as string[];
    };
    // Transactions of other databases on the server hold events back, too.
    const until = async (...names: string[]) => {
      const seen: string[] = [];
      const isMissing = async () => {
        seen.push(...(await read()));
        return names.filter((name) => !seen.includes(name));
      };
      await expect.poll(isMissing).toEqual([]);
      return seen;
    };
    return { read, until };
  }

  test("misses none, though a slow transaction commits its own after later ones", async () => {
    for (const name of ["EV-slow", "EV-fast"]) await ordered(name);
    const { read, until } = reader();
    await until("order.created EV-fast");
    await context.db.transaction(async (slow) => {
      await touch(slow, "EV-slow");
      await touch(context.db, "EV-fast");
      expect(await read()).toEqual([]);
    });
    const behind = await until("order.updated EV-slow PENDING", "order.updated EV-fast PENDING");
    expect(behind.toSorted()).toEqual(["order.updated EV-fast PENDING", "order.updated EV-slow PENDING"]);
    expect(await read()).toEqual([]);
  });

  test("has those of one order as they followed each other, though a transaction with an earlier number came last", async () => {
    await ordered("EV-other");
    await ordered("EV-order");
    const { read, until } = reader();
    await until("order.created EV-order");
    await context.db.transaction(async (early) => {
      // It has its number before it comes to the order.
      await touch(early, "EV-other");
      await touch(context.db, "EV-order");
      expect(await read()).toEqual([]);
      await early.execute(sql`update transactions set status = 'COMPLETED' where reference_id = 'EV-order'`);
    });
    const last = "order.updated EV-order COMPLETED";
    expect((await until(last)).filter((event) => event.includes("EV-order"))).toEqual([
      ...["order.updated EV-order PENDING", last],
    ]);
    expect(await read()).toEqual([]);
  });
});

test("more than a few hundred concurrent requests are slowed down", async () => {
  const { secret: busy } = await newKey(admin, { scopes: ["payees:read"] });
  const statuses: number[] = [];
  for (let at = 0; at < 31; at++) {
    const some = await Promise.all(Array.from({ length: 10 }, () => get("/v1/payees", busy)));
    statuses.push(...some.map(({ status }) => status));
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(300);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
});
