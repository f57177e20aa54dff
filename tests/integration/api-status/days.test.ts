import { afterAll, beforeAll, expect, test } from "vitest";
import { deliveries } from "@/drizzle/schema/deliveries";
import { countCallbackDays } from "@/lib/api-status/callback-days";
import { openTestContext, type TestContext } from "../../support/context";

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
  context.clock.now = new Date("2026-03-15T01:00:00Z");
});
afterAll(() => context.close());

test("callbacks are counted by the days of Tokyo, fourteen of them, also where none came", async () => {
  const came = (at: string, more: Partial<typeof deliveries.$inferInsert> = {}) => ({
    ...{ environment: "sandbox" as const, receivedAt: new Date(at), headers: {}, body: Buffer.from("{}") },
    ...{ signature: "absent" as const, answered: 200, ...more },
  });
  await context.db
    .insert(deliveries)
    .values([
      came("2026-03-14T15:00:00Z", { signature: "valid" }),
      came("2026-03-15T00:30:00Z", { signature: "wrong", refusal: "wrong_signature" }),
      came("2026-03-14T14:59:59Z"),
      came("2026-03-01T15:00:00Z"),
      came("2026-03-01T14:59:59Z"),
      came("2026-03-15T00:30:00Z", { environment: "production" }),
    ]);
  const days = await countCallbackDays(await context.as("support"));
  expect(days).toHaveLength(14);
  expect(days.slice(0, 2)).toEqual([
    { day: "2026-03-15", arrived: 2, signed: 1, refused: 1 },
    { day: "2026-03-14", arrived: 1, signed: 0, refused: 0 },
  ]);
  expect(days.at(-1)).toEqual({ day: "2026-03-02", arrived: 1, signed: 0, refused: 0 });
  expect(days.slice(2, -1).every(({ arrived }) => arrived === 0)).toBe(true);
});
