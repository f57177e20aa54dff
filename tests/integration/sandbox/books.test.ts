import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestContext, type TestContext } from "./test-context";

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext({}, [
    { currencies: { JPY: { openingBalance: "170000" } } },
    { repeatedReference: "second" },
    { repeatedReference: "same" },
    { currencies: { JPY: { openingBalance: "1000" } } },
    { currencies: { JPY: { openingBalance: "30000" } } },
  ]);
});
afterAll(() => context.close());

const faults = async () => (await context.operator("GET", "/ledger")).body.faults;

test("of 50 simultaneous withdrawals where 17 fit, exactly 17 are accepted", async () => {
  const as = context.others[0]!;
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => context.call("/withdraw", context.withdrawal({ amount: "10000" }), { as })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(17);
  const refusals = answers.filter(({ status }) => status !== 200);
  expect(refusals.map(({ body }) => body.message)).toEqual(Array(33).fill("Insufficient available balance"));
  const { list } = await context.call("/balance", {}, { as });
  expect(list).toEqual([{ currency: "JPY", available_balance: 0, ledger_balance: 170000 }]);
  expect(await faults()).toEqual([]);
});

test.each([
  ["refuse", 0, 1, 1],
  ["second", 2, 20, 20],
  ["same", 3, 20, 1],
] as const)("20 simultaneous creates with one reference, set to %s", async (_name, who, accepted, orders) => {
  const as = [context.merchant, ...context.others][who]!;
  const order = context.withdrawal({ amount: "100" });
  const answers = await Promise.all(Array.from({ length: 20 }, () => context.call("/withdraw", order, { as })));
  const made = answers.filter(({ status }) => status === 200);
  expect(made).toHaveLength(accepted);
  expect(new Set(made.map(({ body }) => body.transactionId)).size).toBe(orders);
  expect(await faults()).toEqual([]);
});

test("money that an operator moved meanwhile is neither spent twice nor refused", async () => {
  const as = context.others[3]!;
  const withdraw = async (amount: string, referenceId: string = crypto.randomUUID()) =>
    context.call("/withdraw", context.withdrawal({ amount, referenceId }), { as });
  const first = String((await withdraw("400", "first")).body.transactionId);
  await context.operator("POST", `/orders/${first}/cancel`);
  // A refusal looks into the books: 1000 are there again. Then the order is paid after all.
  expect((await withdraw("400", "first")).body.fields).toEqual(["referenceId: was used before"]);
  await context.operator("POST", `/orders/${first}/complete`);

  expect((await withdraw("601")).body.message).toBe("Insufficient available balance");
  const second = await withdraw("600");
  expect(second.status).toBe(200);
  expect((await withdraw("1")).body.message).toBe("Insufficient available balance");
  await context.operator("POST", `/orders/${String(second.body.transactionId)}/fail`);
  expect((await withdraw("600")).status).toBe(200);
  expect(await faults()).toEqual([]);
});

test("of many concurrent creates, each is accepted or refused on its own", async () => {
  const as = context.others[4]!;
  const withdraw = async (referenceId: string) => {
    const order = context.withdrawal({ amount: "100", referenceId });
    const { status, body } = await context.call("/withdraw", order, { as });
    if (status === 200) return "created";
    return body.fields ? String(body.fields) : String(body.message);
  };
  expect(await withdraw("taken")).toBe("created");
  // One of them has a reference that is taken, and two have the same.
  const references = Array.from({ length: 200 }, (_, index) => `concurrent ${index === 199 ? 1 : index}`);
  const results = await Promise.all(["taken", ...references.slice(1)].map(withdraw));
  expect(results.filter((result) => result === "created")).toHaveLength(198);
  const repeated = "referenceId: was used before";
  expect([results[0], [results[1], results[199]].toSorted()]).toEqual([repeated, ["created", repeated]]);

  // 101 more fit, in any order.
  const more = await Promise.all(Array.from({ length: 200 }, (_, index) => withdraw(`more ${index}`)));
  expect(more.toSorted()).toEqual([...Array(99).fill("Insufficient available balance"), ...Array(101).fill("created")]);
  expect(await faults()).toEqual([]);
});

describe("random operations by concurrent clients", () => {
  const SEED = Number(process.env.SANDBOX_SEED ?? 20_261_121);
  const OPERATIONS = 3_000;
  const CLIENTS = 24;

  test(`keep the books right (seed ${SEED})`, async () => {
    const random = mulberry32(SEED);
    const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
    const ids: string[] = [];
    const tally = new Map<string, number>();

    async function step(): Promise<void> {
      const kind = pick(["withdraw", "withdraw", "deposit", "move", "move", "repeat"]);
      const currency = pick(["JPY", "THB", "USDT"]);
      const amount = currency === "JPY" ? String(Math.ceil(random() * 40_000)) : (random() * 900 + 20).toFixed(2);
      const order = { currency, amount, destination: currency === "THB" ? "BBL" : "0001" };
      const as = pick([context.merchant, ...context.others.slice(1, 3)]);
      if (kind === "move" && ids.length > 0) {
        const move = pick(["pend", "complete", "complete", "fail", "cancel", "resolve"]);
        const { status } = await context.operator("POST", `/orders/${pick(ids)}/${move}`);
        expect([200, 409]).toContain(status);
        tally.set(`${move} ${status}`, (tally.get(`${move} ${status}`) ?? 0) + 1);
        return;
      }
      const referenceId = kind === "repeat" ? `shared-${Math.floor(random() * 20)}` : crypto.randomUUID();
      // A deposit in yen needs a registered player; the other currencies are enough here.
      const isDeposit = kind === "deposit" && currency !== "JPY";
      const wanted = isDeposit
        ? context.deposit({ currency, amount, referenceId, callbackUrl: context.inbox.url() })
        : context.withdrawal({ ...order, referenceId });
      const { status, body } = await context.call(isDeposit ? "/deposit" : "/withdraw", wanted, { as });
      expect([200, 400]).toContain(status);
      if (status === 200) ids.push(String(body.transactionId));
      tally.set(`${kind} ${status}`, (tally.get(`${kind} ${status}`) ?? 0) + 1);
    }

    let left = OPERATIONS;
    const client = async () => {
      while (left > 0) {
        left -= 1;
        await step();
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));

    expect(await faults()).toEqual([]);
    // The run reached the refusals as well as the successes, else it has shown little.
    for (const outcome of [
      "withdraw 200",
      "withdraw 400",
      "deposit 200",
      "complete 200",
      "complete 409",
      "cancel 200",
    ]) {
      expect(tally.get(outcome), outcome).toBeGreaterThan(0);
    }
    const { rows: overpaid } = await context.pool.query(
      "select transaction_id from postings where reason in ('CAPTURE', 'CREDIT') group by 1 having count(*) > 1",
    );
    expect(overpaid).toEqual([]);
    const { rows: wrong } = await context.pool.query(`
      select o.transaction_id from orders o left join lateral (
        select coalesce(sum(case when d.kind <> 'network' and c.kind = 'network' then p.amount
                                 when c.kind = 'available' and p.reason = 'CREDIT' then p.amount end), 0) as paid
        from postings p join accounts d on d.id = p.debit join accounts c on c.id = p.credit
        where p.transaction_id = o.transaction_id
      ) m on true
      where m.paid <> case when o.status = 'COMPLETED' then o.amount else 0 end`);
    expect(wrong).toEqual([]);
    const { rows: negative } = await context.pool.query(
      "select * from accounts where kind <> 'network' and balance < 0",
    );
    expect(negative).toEqual([]);
  }, 120_000);
});

/** A small seeded generator, so that a failing run can be made again. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
