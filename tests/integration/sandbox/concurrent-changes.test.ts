import { afterAll, beforeAll, expect, test } from "vitest";
import { lockWaits } from "../../support/lock-waits";
import { openTestContext, type TestContext } from "./test-context";

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext({}, [{}]);
});
afterAll(() => context.close());

const operate = (path: string) => context.operator("POST", path);
const statusOf = async (id: string, as = context.merchant) =>
  (await context.call("/transactions", { id }, { as })).body.status;
const faults = async () => (await context.operator("GET", "/ledger")).body.faults;
const waiting = (count: number) => expect.poll(() => lockWaits(context.pool)).toBe(count);

/** Another connection holds the merchant's row: who needs it waits until it is released. */
async function holdMerchant({ number } = context.merchant) {
  const client = await context.pool.connect();
  await client.query("begin");
  await client.query("select from merchants where number = $1 for update", [number]);
  return {
    async release() {
      await client.query("rollback");
      client.release();
    },
  };
}

test("an order that was cancelled before its scheduled result came stays cancelled", async () => {
  const other = context.others[0]!;
  const create = async (as = context.merchant) =>
    String((await context.call("/withdraw", context.withdrawal({ amount: "1000" }), { as })).body.transactionId);
  const [first, second] = [await create(other), await create()];
  const merchant = await holdMerchant(other);
  await context.pool.query(
    `update orders set result_status = 'COMPLETED',
       result_at = now() - case when transaction_id = $1 then interval '2 seconds' else interval '1 second' end
     where transaction_id in ($1, $2)`,
    [first, second],
  );
  // The pass has found both due, and waits to move the first.
  await waiting(1);
  expect((await operate(`/orders/${second}/cancel`)).status).toBe(200);
  await merchant.release();

  const due = "select from orders where result_at is not null";
  await expect.poll(async () => (await context.pool.query(due)).rowCount).toBe(0);
  expect([await statusOf(first, other), await statusOf(second)]).toEqual(["COMPLETED", "CANCELLED"]);
  expect(await faults()).toEqual([]);
});

test("a payment that a payer reports while an operator cancels the order is not taken", async () => {
  await context.registerPlayer();
  const { body } = await context.call("/deposit", context.deposit());
  const { pathname } = new URL(String(body.address));
  const before = await context.available();

  const merchant = await holdMerchant();
  const cancelling = operate(`/orders/${body.transactionId}/cancel`);
  await waiting(1);
  const paying = fetch(`${context.url() + pathname}/paid`, { method: "POST", body: new URLSearchParams() });
  await waiting(2);
  await merchant.release();

  expect((await cancelling).status).toBe(200);
  expect(await (await paying).text()).toContain("This payment is closed.");
  expect(await statusOf(String(body.transactionId))).toBe("CANCELLED");
  expect(await context.available()).toEqual(before);
});

test("a registration that was accepted before it was to expire stays accepted", async () => {
  const player = { gateway: "JPBANK", userName: "ヤマダ", currency: "JPY" };
  await context.call("/kyc-register", { ...player, playerId: "first", callbackUrl: context.inbox.url() });
  await context.call("/kyc-register", { ...player, playerId: "second" });
  const merchant = await holdMerchant();
  await context.pool.query(
    `update kyc_registrations set result_at = now() - case player_id when 'first' then interval '2 seconds'
       else interval '1 second' end where player_id in ('first', 'second')`,
  );
  // The pass has found both due, and waits to queue the callback of the first.
  await waiting(1);
  expect((await operate("/kyc/second/registered")).status).toBe(200);
  await merchant.release();

  const due = "select from kyc_registrations where result_at <= now()";
  await expect.poll(async () => (await context.pool.query(due)).rowCount).toBe(0);
  const kycOf = async (playerId: string) =>
    (await context.call("/kyc/status", { gateway: "JPBANK", playerId })).body.status;
  expect([await kycOf("first"), await kycOf("second")]).toEqual(["EXPIRED", "REGISTERED"]);
});

test("of two changes of a merchant's settings that come together, both stay", async () => {
  const change = (body: Record<string, unknown>) => context.operator("PATCH", "/merchants/10001", body);
  const settings = async () => (await context.operator("GET", "/merchants")).list[0];
  const merchant = await holdMerchant();
  const first = change({ announced: { signedCallbacks: true } });
  await waiting(1);
  const second = change({ repeatedReference: "second" });
  // The second has come when a later call is answered.
  await settings();
  await merchant.release();

  expect([(await first).status, (await second).status]).toEqual([200, 200]);
  const both = { repeatedReference: "second", announced: { signedCallbacks: true } };
  expect(await settings()).toMatchObject(both);
  await context.restart();
  expect(await settings()).toMatchObject(both);
});
