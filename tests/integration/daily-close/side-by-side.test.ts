import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { refreshBalances } from "@/lib/balances/commands";
import { closeDay } from "@/lib/daily-close/commands";
import { tokyoDay, tokyoDayOf } from "@/lib/time";
import type { TestContext } from "../../support/context";
import { lockWaits } from "../../support/lock-waits";
import { openAtService, type Service } from "../../support/service";

let service: Service;
let context: TestContext;
const midnight = tokyoDayOf(new Date()).from;
const today = tokyoDay(midnight);

beforeAll(async () => {
  ({ service, context } = await openAtService());
});
afterAll(() => context.close());

async function at(hours: number) {
  context.clock.now = new Date(midnight.getTime() + hours * 3_600_000);
  await service.setClock(context.clock.now.getTime() - Date.now());
}

test("of closes side by side one is in force", async () => {
  const [finance, admin] = [await context.as("finance"), await context.as("admin")];
  await at(-1);
  await refreshBalances(await context.as("job"));
  await at(23);
  await refreshBalances(await context.as("job"));
  await at(25);
  // While the orders are locked no close can go on, so that all have begun when the first one ends.
  const closes = await context.db.transaction(async (tx) => {
    await tx.execute(sql`lock table transactions in access exclusive mode`);
    const begun = [finance, admin, finance, admin].map((ctx) => closeDay(ctx, { day: today }));
    await expect.poll(() => lockWaits(context.pool)).toBe(begun.length);
    return begun;
  });
  const kinds = (await Promise.all(closes)).map((closed) => (closed.ok ? closed.value.kind : closed.error.kind));
  expect(kinds.toSorted()).toEqual(["closed", ...closes.slice(1).map(() => "closed_already")]);
  const { rows } = await context.db.execute(sql`select version from daily_closes where day = ${today}`);
  expect(rows).toEqual([{ version: 1 }]);
});
