import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { apiFacts } from "@/drizzle/schema/api-drift";
import { recordApiFacts } from "@/lib/api-drift/record";
import { checkApiStatus } from "@/lib/api-status/commands";
import { getApiStatus } from "@/lib/api-status/queries";
import { checkOrderStatus } from "@/lib/transactions/commands";
import { sendWithdrawal } from "@/lib/withdrawals/submit";
import { NOWHERE, openTestContext, type TestContext } from "../../support/context";
import { requested } from "../../support/orders";
import { openService, type Service } from "../../support/service";

let service: Service;
let context: TestContext;

beforeAll(async () => {
  service = await openService();
});
beforeEach(async () => {
  context = await openTestContext(service);
});
afterEach(async () => {
  await service.setClock(0);
  await service.behave();
  await context.close();
});
afterAll(() => service.close());

const verdicts = async (of = context) =>
  Object.values((await checkApiStatus(await of.as("support"))).verdicts).join(" ");

async function withConnection(change: Partial<Pick<Service, "apiKey" | "secretKey" | "baseUrl">>) {
  const other = await openTestContext({ ...service, ...change });
  try {
    return await verdicts(other);
  } finally {
    await other.close();
  }
}

test("a working connection", async () => {
  const check = await checkApiStatus(await context.as("support"));
  expect(check).toMatchObject({ failure: null, driftSeconds: expect.any(Number) });
  expect(Object.values(check.verdicts)).toEqual(Array(5).fill("right"));
});

test.each([
  ["a wrong key", { apiKey: "unknown" }, "right right wrong unknown unknown"],
  ["a wrong secret", { secretKey: "another" }, "right right right right wrong"],
  ["no server there", { baseUrl: NOWHERE.baseUrl }, "wrong unknown unknown unknown unknown"],
])("%s is named as the cause", async (_what, change, expected) => {
  expect(await withConnection(change)).toBe(expected);
});

test("a clock that is minutes off is reported, before and after the service refuses because of it", async () => {
  await service.setClock(120_000);
  expect(await verdicts()).toBe("right wrong right right right");
  await service.setClock(400_000);
  expect(await verdicts()).toBe("right wrong right right unknown");
});

test("API drift is recorded, once a minute at most, from responses and callbacks", async () => {
  const job = await context.as("job");
  const order = await requested(context);
  await sendWithdrawal(job, { transactionRow: order.id });
  await checkOrderStatus(job, order);
  const { announced, strange } = await getApiStatus(await context.as("support"));
  expect(announced.find(({ change }) => change === "no providerOrderId")).toMatchObject({ state: "not_yet" });
  expect(strange).toEqual([]);
  const at = context.clock.now;
  context.clock.now = new Date(at.getTime() + 61_000);
  await service.setClock(61_000);
  await checkOrderStatus(job, order);
  const facts = await context.db.select().from(apiFacts);
  expect(facts).toMatchObject([
    { fact: "answer_provider_order_id", value: "present", firstSeenAt: at, lastSeenAt: context.clock.now },
  ]);
});

test("what was seen in a transaction that failed is recorded when it is seen again", async () => {
  const job = await context.as("job");
  const facts = [{ fact: "answer_undocumented" as const, value: "HTTP 418" }];
  const failed = job.db.transaction(async (tx) => {
    await recordApiFacts(tx, job, facts);
    throw new Error("rolled back");
  });
  await expect(failed).rejects.toThrow("rolled back");
  expect(await context.db.select().from(apiFacts)).toEqual([]);
  await job.db.transaction((tx) => recordApiFacts(tx, job, facts));
  expect(await context.db.select().from(apiFacts)).toMatchObject(facts);
  // A savepoint that is rolled back cannot take anything back.
  const other = [{ fact: "answer_undocumented" as const, value: "HTTP 419" }];
  const inSavepoint = job.db.transaction((tx) => tx.transaction((savepoint) => recordApiFacts(savepoint, job, other)));
  await expect(inSavepoint).rejects.toThrow("not begun here");
});

test("announced changes are seen however many undocumented values came since", async () => {
  const at = context.clock.now;
  const fact = (name: string, value: string, seenAt: Date) => ({
    ...{ environment: "sandbox" as const, fact: name, value, firstSeenAt: seenAt, lastSeenAt: seenAt },
  });
  await context.db
    .insert(apiFacts)
    .values([
      fact("callback_signature", "valid", new Date(at.getTime() - 60_000)),
      ...Array.from({ length: 250 }, (_none, n) => fact("callback_unknown_field", `new_${n}`, at)),
    ]);
  const { announced, strange } = await getApiStatus(await context.as("support"));
  expect(announced.find(({ change }) => change === "signed_callbacks")).toMatchObject({ state: "seen" });
  expect(strange).toHaveLength(200);
});

test("while automatic checks are paused, the page says until when", async () => {
  const support = await context.as("support");
  expect((await checkApiStatus(support)).pausedUntil).toBeNull();
  await service.misbehave({ path: "/balance", kind: "status", when: "before", status: 429 });
  const until = (await checkApiStatus(support)).pausedUntil;
  expect(new Date(until ?? 0).getTime()).toBeGreaterThan(context.clock.now.getTime());
  // Its answer ends the pause that it is shown beside.
  const check = await checkApiStatus(support);
  expect(check).toMatchObject({ failure: null, pausedUntil: null });
});
