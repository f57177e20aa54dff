import { afterAll, beforeAll, expect, test } from "vitest";
import type { Ctx } from "@/lib/auth/context";
import { listBanks } from "@/lib/banks/queries";
import { oneCurrency } from "@/lib/banks/schema";
import type { TestContext } from "../../support/context";
import { openAtService, type Service } from "../../support/service";

let service: Service;
let context: TestContext;
let asked: string[] = [];

beforeAll(async () => {
  ({ service, context } = await openAtService());
});
afterAll(() => context.close());

async function viewer(): Promise<Ctx> {
  const ctx = await context.as("viewer");
  const banks: typeof ctx.api.banks = (currency) => {
    asked.push(currency ?? "all");
    return ctx.api.banks(currency);
  };
  asked = [];
  context.clock.now = new Date(context.clock.now.getTime() + 3_001);
  return { ...ctx, api: { ...ctx.api, banks } };
}
const times = <T>(count: number, make: () => Promise<T>) => Promise.all(Array.from({ length: count }, make));

test("for any number of readers, the service lists its banks once in three seconds for each currency", async () => {
  const ctx = await viewer();
  const all = await times(10, () => listBanks(ctx, { currency: "THB" }));
  await listBanks(ctx, { currency: "THB" });
  expect(asked).toEqual(["THB"]);
  expect(all.every(({ listed }) => listed.ok && listed.value.length > 0)).toBe(true);
  await listBanks(ctx, { currency: "JPY" });
  expect(asked).toEqual(["THB", "JPY"]);
});

test("while it fails, too", async () => {
  const ctx = await viewer();
  await service.misbehave({ path: "/banks", kind: "status", when: "before", status: 503, times: 20 });
  const all = await times(10, () => listBanks(ctx, { currency: "THB" }));
  await listBanks(ctx, { currency: "THB" });
  expect(asked).toEqual(["THB"]);
  expect(all.some(({ listed }) => listed.ok)).toBe(false);
  await service.behave();
  context.clock.now = new Date(context.clock.now.getTime() + 3_001);
  expect((await listBanks(ctx, { currency: "THB" })).listed.ok).toBe(true);
  expect(asked).toEqual(["THB", "THB"]);
});

test("only currencies that are known are asked about", () => {
  expect(
    ["JPY", "THB", "USDT", "XXX", "AAAA", ""].filter((one) => oneCurrency.safeParse({ currency: one }).success),
  ).toEqual(["JPY", "THB", "USDT"]);
});
