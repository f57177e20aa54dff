import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { deliveries } from "@/drizzle/schema/deliveries";
import { exchanges } from "@/drizzle/schema/evidence";
import { getDelivery, readLog } from "@/lib/activity/queries";
import { removeOldRaw } from "@/lib/activity/removing";
import { openWorld, type World } from "../../support/context";

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

const DAY = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY);

async function came(days: number, more: Partial<typeof deliveries.$inferInsert> = {}) {
  const kept = {
    environment: "sandbox" as const,
    receivedAt: ago(days),
    headers: { "content-type": "application/json" },
    body: Buffer.from('{"secret":"words"}'),
    signature: "absent" as const,
    answered: 200,
    effect: "asked" as const,
  };
  const [row] = await world.db
    .insert(deliveries)
    .values({ ...kept, ...more })
    .returning();
  return row!;
}

async function went(days: number) {
  const kept = { environment: "sandbox" as const, purpose: "look" as const, path: "/transactions" };
  const wire = { requestBody: "{}", headers: { date: "x" }, body: "{}", sentAt: ago(days), httpStatus: 200 };
  const [row] = await world.db
    .insert(exchanges)
    .values({ ...kept, ...wire })
    .returning();
  return row!;
}

test("raw text goes when its time is over, whole, and every fact stays", async () => {
  const [old, young, oldCall, youngCall] = [await came(40), await came(5), await went(40), await went(5)];
  expect(await removeOldRaw(await world.as("job"), { days: 35 })).toEqual({ removed: 2 });

  const rows = await world.db.select().from(deliveries);
  expect(rows).toContainEqual({ ...old, headers: {}, body: Buffer.alloc(0), rawRemovedAt: world.clock.now });
  expect(rows).toContainEqual(young);
  const calls = await world.db.select().from(exchanges);
  expect(calls).toContainEqual({ ...oldCall, headers: {}, requestBody: "", body: null, rawRemovedAt: world.clock.now });
  expect(calls).toContainEqual(youngCall);

  const support = await world.as("support");
  expect(await getDelivery(support, { deliveryId: old.id })).toMatchObject({
    body: "",
    rawRemovedAt: expect.any(String),
  });
  const { entries } = await readLog(support, { kind: "audit" });
  expect(entries.filter((entry) => entry.kind === "audit" && entry.action === "raw.removed")).toHaveLength(2);
  expect(await removeOldRaw(await world.as("job"), { days: 35 })).toEqual({ removed: 0 });
});

test("what nobody has judged is not removed, however old it is", async () => {
  await came(400, { effect: null });
  expect(await removeOldRaw(await world.as("job"), { days: 35 })).toEqual({ removed: 0 });
});

test.each([
  ["a young delivery", 5, sql`headers = '{}', body = '', raw_removed_at = now()`],
  ["half of one", 40, sql`body = '', raw_removed_at = now()`],
  ["one without saying so", 40, sql`headers = '{}', body = ''`],
  ["more than the raw text", 40, sql`headers = '{}', body = '', raw_removed_at = now(), answered = 500`],
  ["another text in its place", 40, sql`headers = '{}', body = 'x', raw_removed_at = now()`],
])("the database refuses to remove %s", async (_what, days, change) => {
  await came(days);
  const refused = expect(world.db.execute(sql`update deliveries set ${change}`)).rejects;
  await refused.toMatchObject({ cause: { code: "23001" } });
});

test.each([
  ["a young call", 5, sql`headers = '{}', request_body = '', body = null, raw_removed_at = now()`],
  [
    "more than the raw text",
    40,
    sql`headers = '{}', request_body = '', body = null, raw_removed_at = now(), path = '/x'`,
  ],
  ["anything else", 40, sql`http_status = 404`],
])("nor does it let go of %s", async (_what, days, change) => {
  await went(days);
  const refused = expect(world.db.execute(sql`update exchanges set ${change}`)).rejects;
  await refused.toMatchObject({ cause: { code: "23001" } });
});

test("what was removed once does not come back", async () => {
  await came(40);
  await removeOldRaw(await world.as("job"), { days: 35 });
  for (const change of [sql`body = 'forged'`, sql`raw_removed_at = null`, sql`raw_removed_at = now()`]) {
    const refused = expect(world.db.execute(sql`update deliveries set ${change}`)).rejects;
    await refused.toMatchObject({ cause: { code: "23001" } });
  }
});
