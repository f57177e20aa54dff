import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deliveries } from "@/drizzle/schema/deliveries";
import type { Ctx } from "@/lib/auth/context";
import { BATCH_INSERT } from "@/lib/callbacks/batch-insert-sql";
import { handleCallback } from "@/lib/callbacks/handle-callback";
import { notifyOfDelivery, notifyRemaining } from "@/lib/callbacks/notify";
import { processDeliveries } from "@/lib/callbacks/process-delivery";
import { countForged } from "@/lib/callbacks/queries";
import { connect, openPool } from "@/lib/db/connection";
import { DAY_MS, tokyoDay } from "@/lib/time";
import { callbackFields, signatureOf as signed } from "../../support/callback-fields";
import { accepted as acceptedIn, type Order } from "../../support/callbacks";
import { openTestContext, type TestContext } from "../../support/context";
import { lockWaits } from "../../support/lock-waits";
import { orderOf } from "../../support/orders";

let context: TestContext;
let ctx: Ctx;
beforeAll(async () => {
  context = await openTestContext();
  ctx = await context.as("callback");
});
afterAll(() => context.close());

const accepted = () => acceptedIn(context);
const signatureOf = (fields: Record<string, unknown>) => signed(fields, ctx.secretKey);

function post(token: string | null, body: BodyInit, headers: Record<string, string> = {}) {
  const init = { method: "POST", body, headers: { "content-type": "application/json", ...headers } };
  return handleCallback(
    ctx,
    token ?? "none",
    new Request("http://console.test/api/callbacks", { ...init, duplex: "half" } as RequestInit),
  );
}

const kept = ({ id }: Order) => context.db.select().from(deliveries).where(eq(deliveries.transactionRow, id));

async function judged(order: Order) {
  await processDeliveries(await context.as("job"));
  const [delivery] = await kept(order);
  return { delivery: delivery!, order: await orderOf(context, order.referenceId) };
}

describe("a callback to an order's own address", () => {
  test("is stored byte for byte, and then acknowledged with SUCCESS", async () => {
    const order = await accepted();
    const body = JSON.stringify(callbackFields(order, { unheard_of: "ア😀" }), null, 2);
    const answer = await post(order.callbackToken, body);
    expect([answer.status, await answer.text()]).toEqual([200, "SUCCESS"]);
    expect(answer.headers.get("content-type")).toMatch(/^text\/plain/);
    const [delivery] = await kept(order);
    expect(delivery!.body.toString()).toBe(body);
    expect(delivery).toMatchObject({ answered: 200, refusal: null, signature: "absent", effect: null });
  });

  test("is believed where the secret before the last rotation signed it", async () => {
    const order = await accepted();
    const fields = callbackFields(order);
    const rotated = { ...ctx, secretKey: "the new one", secretKeyPrevious: ctx.secretKey };
    const request = new Request("http://console.test/api/callbacks", {
      ...{ method: "POST", body: JSON.stringify(fields) },
      headers: { "content-type": "application/json", "x-signature": signatureOf(fields) },
    });
    expect((await handleCallback(rotated, order.callbackToken ?? "", request)).status).toBe(200);
    expect((await kept(order))[0]).toMatchObject({ signature: "valid", refusal: null });
  });

  test("one that takes long to keep holds up no others", async () => {
    const [slow, ...others] = [await accepted(), await accepted(), await accepted()];
    const { answer, answers } = await context.db.transaction(async (tx) => {
      await tx.execute(sql`select from transactions where id = ${slow!.id} for update`);
      // Its reference to the order waits for the lock; a moment later nothing waits for it.
      const answer = post(slow!.callbackToken, JSON.stringify(callbackFields(slow!)));
      await expect.poll(() => lockWaits(context.pool)).toBe(1);
      const answers: number[] = [];
      for (const order of others)
        answers.push((await post(order.callbackToken, JSON.stringify(callbackFields(order)))).status);
      expect(await kept(slow!)).toEqual([]);
      return { answer, answers };
    });
    expect(answers).toEqual([200, 200]);
    expect((await answer).status).toBe(200);
    expect(await kept(slow!)).toHaveLength(1);
  });

  test("unsigned, it changes nothing: the order's status is checked immediately", async () => {
    const order = await accepted();
    await post(order.callbackToken, JSON.stringify(callbackFields(order)));
    const after = await judged(order);
    expect(after.delivery.effect).toBe("asked");
    expect(after.order).toMatchObject({ status: "SUCCESS", nextPollAt: context.clock.now });
  });

  test("signed, it is applied, with digits as they were written", async () => {
    const order = await accepted();
    const fields = callbackFields(order);
    const header = signatureOf(fields);
    await post(order.callbackToken, JSON.stringify(fields), { "x-signature": header });
    const after = await judged(order);
    expect(after.delivery).toMatchObject({ signature: "valid", effect: "applied" });
    expect(after.order).toMatchObject({ status: "COMPLETED", statusSource: "signed_callback", actualAmount: "12210" });
  });

  test("with a wrong signature, it is kept, not acknowledged, and never judged", async () => {
    const order = await accepted();
    const answer = await post(order.callbackToken, JSON.stringify(callbackFields(order)), {
      "x-signature": "0".repeat(64),
    });
    expect(answer.status).toBe(401);
    expect(await answer.text()).not.toContain("SUCCESS");
    const [delivery] = await kept(order);
    expect(delivery).toMatchObject({ signature: "wrong", refusal: "wrong_signature", effect: null });
    expect((await judged(order)).delivery).toEqual(delivery);
    expect(await countForged(await context.as("support"))).toEqual({
      count: 1,
      isMore: false,
      from: tokyoDay(new Date(context.clock.now.getTime() - DAY_MS)),
      lastAt: context.clock.now.toISOString(),
    });
  });

  test("of many with a wrong signature a thousand are counted, and it is said that there are more", async () => {
    const own = await openTestContext();
    await own.db.execute(sql`
      insert into deliveries (environment, received_at, headers, body, signature, refusal, answered)
      select 'sandbox', ${own.clock.now}::timestamptz - (1000 - n) * interval '1 second', '{}', '', 'wrong', 'wrong_signature', 401
      from generate_series(0, 1000) n`);
    // With figures about its rows, PostgreSQL reads the table as it was written, the oldest first.
    await own.db.execute(sql`analyze deliveries`);
    const lastAt = own.clock.now.toISOString();
    expect(await countForged(await own.as("support"))).toMatchObject({ count: 1_000, isMore: true, lastAt });
    await own.close();
  });

  test("fifty concurrent repeats are stored fifty times and applied once", async () => {
    const order = await accepted();
    const fields = callbackFields(order);
    const header = signatureOf(fields);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => post(order.callbackToken, JSON.stringify(fields), { "x-signature": header })),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const rows = await kept(order);
    expect(rows).toHaveLength(50);
    const job = await context.as("job");
    // Each instance has runs of its own.
    const instances = Array.from({ length: 4 }, () => openPool(context.runtimeUrl));
    await Promise.all(instances.map((pool) => processDeliveries({ ...job, db: connect(pool) })));
    await Promise.all(instances.map((pool) => pool.end()));
    const effects = (await kept(order)).map(({ effect }) => effect);
    expect(effects.filter((effect) => effect === "applied")).toHaveLength(1);
    expect(effects.filter((effect) => effect === "repeat")).toHaveLength(49);
  });

  test.each([
    ["another amount", { amount: 120000 }],
    ["another currency", { currency: "THB" }],
    ["another type", { type: "DEPOSIT" }],
    ["another order's reference", { reference_id: "WD-of-another" }],
    ["another transaction", { transaction_id: randomUUID() }],
  ])("that tells of %s is kept and does nothing", async (_what, lie) => {
    const order = await accepted();
    expect((await post(order.callbackToken, JSON.stringify(callbackFields(order, lie)))).status).toBe(200);
    const after = await judged(order);
    expect(after.delivery.effect).toBe("mismatch");
    expect(after.order).toMatchObject({ status: "SUCCESS", nextPollAt: null });
  });
});

describe("deliveries that cannot be accepted", () => {
  const deep = `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`;
  test.each<[string, BodyInit, Record<string, string>, number]>([
    ["nothing", "", {}, 400],
    ["no JSON", "status=COMPLETED", {}, 400],
    ["an array", "[]", {}, 400],
    ["null", "null", {}, 400],
    ["10,000 levels", deep, {}, 400],
    ["half of a UTF-8 character", new Uint8Array([0x22, 0xe3, 0x81, 0x22]), {}, 400],
    ["64 KiB and one byte", "x".repeat(64 * 1024 + 1), {}, 413],
    ["a form", "status=COMPLETED", { "content-type": "application/x-www-form-urlencoded" }, 400],
  ])("%s is refused, and kept with its cause", async (_what, body, headers, status) => {
    const order = await accepted();
    const answer = await post(order.callbackToken, body, headers);
    expect(answer.status).toBe(status);
    const [delivery] = await kept(order);
    expect(delivery).toMatchObject({ answered: status, signature: "unchecked", effect: null });
    expect(delivery!.refusal).not.toBeNull();
  });

  test.each(["1e3", "-1", "0", '"1,000"', '"１０００"', "1.5e0", "null", '""'])(
    "an amount of %s is unreadable",
    async (amount) => {
      const order = await accepted();
      const body = JSON.stringify(callbackFields(order, { amount: "here" })).replace('"here"', amount);
      expect((await post(order.callbackToken, body)).status).toBe(400);
    },
  );

  test("an unknown URL is answered with 404, and nothing is stored", async () => {
    const before = await context.db.$count(deliveries);
    expect((await post("0".repeat(48), "{}")).status).toBe(404);
    expect((await post(null, "{}")).status).toBe(404);
    expect(await context.db.$count(deliveries)).toBe(before);
  });

  test("another environment's order is not found", async () => {
    const order = await accepted();
    const body = new Request("http://console.test", { method: "POST", body: JSON.stringify(callbackFields(order)) });
    expect((await handleCallback({ ...ctx, environment: "production" }, order.callbackToken!, body)).status).toBe(404);
  });

  test("what could not be stored is never acknowledged: 503 with a time to retry", async () => {
    const order = await accepted();
    const gone = openPool("postgres://unknown@127.0.0.1:1/nothing");
    const request = new Request("http://console.test", { method: "POST", body: JSON.stringify(callbackFields(order)) });
    const answer = await handleCallback({ ...ctx, db: connect(gone) }, order.callbackToken!, request);
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await answer.text()).not.toContain("SUCCESS");
    await gone.end();
  });
});

test("what has been stored is announced before a process ends, though it has just announced another", async () => {
  const called = async () => {
    const waiting = sql`delete from graphile_worker._private_jobs where key = 'judge:sandbox' returning key`;
    return (await context.db.execute(waiting)).rows.length;
  };
  notifyOfDelivery(ctx, { mustJudge: true });
  await notifyRemaining(ctx.db.$client);
  expect(await called()).toBe(1);
  notifyOfDelivery(ctx, { mustJudge: true });
  notifyOfDelivery(ctx, { mustJudge: true });
  await notifyRemaining(ctx.db.$client);
  expect(await called()).toBe(1);
});

test("batches of any size are inserted by one plan: planning again costs more than it can save", async () => {
  const pool = openPool(context.url);
  const client = await pool.connect();
  const unknownOrder = [
    "sandbox",
    "0".repeat(48),
    new Date().toISOString(),
    null,
    "{}",
    Buffer.from("{}"),
    "absent",
    null,
    "order",
    "a",
    "b",
    "COMPLETED",
  ];
  for (const size of [1, 1, 1, 1, 1, 1, 4, 16, 64]) {
    const values = [randomUUID(), ...unknownOrder].map((value) => Array(size).fill(value));
    await client.query({ name: "keep", text: BATCH_INSERT, values });
  }
  const { rows } = await client.query(
    "select generic_plans::int as same from pg_prepared_statements where name = 'keep'",
  );
  // The first five are planned separately, for comparison.
  expect(rows).toEqual([{ same: 4 }]);
  client.release();
  await pool.end();
});
