import { setTimeout as pause } from "node:timers/promises";
import { and, eq, isNotNull, ne } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { attempts } from "@/drizzle/schema/evidence";
import { transactions } from "@/drizzle/schema/transactions";
import { connectionTo } from "@/scripts/lib/services.mjs";
import { bareSettings } from "@/scripts/lib/settings.mjs";
import { startWorker } from "@/scripts/lib/worker.mjs";
import type { TestContext } from "../support/context";
import { requested } from "../support/orders";
import { openAtService, type Service } from "../support/service";
import { TEST_SECRET } from "../support/test-secret";

/** `STOPS=50` stops a worker fifty times, in about three minutes. */
const STOPS = Number(process.env.STOPS ?? 6);
const ORDERS_EACH = 4;
const STOP_MAX_MS = 20_000;
/** Long enough that most stops find some call under way. */
const ANSWER_MS = 600;

let service: Service;
let context: TestContext;
beforeAll(async () => {
  ({ service, context } = await openAtService());
});
afterAll(() => context.close());

const start = () =>
  startWorker({
    env: {
      ...bareSettings(),
      ...connectionTo({ ...service, kycGateway: undefined }),
      ...{ DATABASE_URL: context.runtimeUrl, APP_URL: "http://console.test", AUTH_SECRET: TEST_SECRET },
    },
  });

async function stopped(worker: Awaited<ReturnType<typeof start>>) {
  const since = performance.now();
  await worker.stop();
  expect(await worker.exited).toEqual({ ok: true, how: "ended with code 0" });
  return performance.now() - since;
}

const sentTimes = async () => {
  const times = new Map<string, number>();
  for (const { referenceId } of await service.orders()) times.set(referenceId, (times.get(referenceId) ?? 0) + 1);
  return times;
};

test(`${STOPS} stops in the middle of payouts: none is unknown, none is sent twice, all are sent`, async () => {
  await service.misbehave({ path: "/withdraw", kind: "delay", when: "before", delayMs: ANSWER_MS, times: 10_000 });
  let [longest, inTheMiddle] = [0, 0];
  for (let round = 0; round < STOPS; round += 1) {
    const worker = await start();
    for (let number = 0; number < ORDERS_EACH; number += 1) await requested(context);
    await pause((round * 137) % (2 * ANSWER_MS));
    const open = eq(transactions.submission, "submitting");
    inTheMiddle += await context.db.$count(transactions, open);
    longest = Math.max(longest, await stopped(worker));
    // What was begun has ended, and its outcome is on record, when the process is gone.
    expect(await context.db.$count(transactions, open)).toBe(0);
  }
  const worker = await start();
  const unsent = () => context.db.$count(transactions, ne(transactions.submission, "accepted"));
  await expect.poll(unsent, { timeout: 120_000 }).toBe(0);
  await stopped(worker);

  expect(inTheMiddle).toBeGreaterThan(0);
  expect(longest).toBeLessThan(STOP_MAX_MS);
  const outcomes = await context.db.selectDistinct({ outcome: attempts.outcome }).from(attempts);
  expect(outcomes).toEqual([{ outcome: "accepted" }]);
  expect([...(await sentTimes()).values()]).toEqual(Array(STOPS * ORDERS_EACH).fill(1));
  console.log(`${STOPS} stops, ${inTheMiddle} payouts under way, the longest took ${Math.round(longest)} ms`);
}, 600_000);

test("a call that outlasts the stop is recorded as unknown before the process ends", async () => {
  await service.behave();
  await service.misbehave({ path: "/withdraw", kind: "delay", when: "before", delayMs: 60_000 });
  const worker = await start();
  const { id } = await requested(context);
  const mine = and(eq(attempts.transactionRow, id), isNotNull(attempts.claimedAt));
  await expect.poll(() => context.db.$count(attempts, mine)).toBe(1);
  expect(await stopped(worker)).toBeLessThan(STOP_MAX_MS);
  const [attempt] = await context.db.select().from(attempts).where(mine);
  expect(attempt?.outcome).toBe("unknown");
}, 60_000);
