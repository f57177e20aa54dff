import { afterAll, beforeAll, expect, test } from "vitest";
import { balancesForPage, refreshBalances } from "@/lib/balances/commands";
import { openTestContext, type TestContext } from "../../support/context";
import { openService, type Service } from "../../support/service";

let service: Service;
let context: TestContext;
beforeAll(async () => {
  service = await openService();
  context = await openTestContext(service, { timeoutMs: 20_000 });
});
afterAll(async () => {
  await service.behave();
  await context.close();
  await service.close();
});

const hang = () => service.misbehave({ path: "/balance", kind: "delay", when: "before", delayMs: 5_000 });
const inTime = async () => {
  const begun = performance.now();
  const shown = await balancesForPage(await context.as("finance"));
  expect(performance.now() - begun).toBeLessThan(3_000);
  return shown;
};

test("a page does not wait for a hanging service: it shows the last figures with their time", async () => {
  await hang();
  expect(await inTime()).toBeNull();
  const { balances } = await refreshBalances(await context.as("finance"));
  context.clock.now = new Date(context.clock.now.getTime() + 60_000);
  await hang();
  expect(await inTime()).toEqual({ balances, stale: null });
});

test("where the service answers in time, its answer is what is shown", async () => {
  context.clock.now = new Date(context.clock.now.getTime() + 60_000);
  const shown = await inTime();
  expect(shown?.balances.map(({ asOf }) => asOf)).toContain(context.clock.now.toISOString());
});

test("a page that recent figures are enough for does not ask the service, and others do", async () => {
  const finance = await context.as("finance");
  const { balances } = await refreshBalances(finance);
  let asked = 0;
  const balance: typeof finance.api.balance = (currency) => {
    asked += 1;
    return finance.api.balance(currency);
  };
  const ctx = { ...finance, api: { ...finance.api, balance } };
  context.clock.now = new Date(context.clock.now.getTime() + 40_000);
  expect(await balancesForPage(ctx, { recentMs: 50_000 })).toEqual({ balances, stale: null });
  expect(asked).toBe(0);
  expect((await balancesForPage(ctx, { recentMs: 30_000 }))?.balances.map(({ asOf }) => asOf)).not.toEqual(
    balances.map(({ asOf }) => asOf),
  );
  expect(asked).toBe(1);
});

test("for any number of readers, a failing service is queried once in three seconds", async () => {
  const viewer = await context.as("viewer");
  let asked = 0;
  const balance: typeof viewer.api.balance = (currency) => {
    asked += 1;
    return viewer.api.balance(currency);
  };
  const ctx = { ...viewer, api: { ...viewer.api, balance } };
  context.clock.now = new Date(context.clock.now.getTime() + 60_000);
  await service.misbehave({ path: "/balance", kind: "status", when: "before", status: 503, times: 20 });
  const all = await Promise.all(Array.from({ length: 10 }, () => refreshBalances(ctx)));
  await refreshBalances(ctx);
  expect(asked).toBe(1);
  expect(all.every(({ stale }) => stale !== null)).toBe(true);
  context.clock.now = new Date(context.clock.now.getTime() + 3_001);
  await refreshBalances(ctx);
  expect(asked).toBe(2);
});
