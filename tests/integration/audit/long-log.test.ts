import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readAudit } from "@/lib/audit/queries";
import { auditFilter } from "@/lib/audit/schema";
import type { Ctx } from "@/lib/auth/context";
import { openTestContext, type TestContext } from "../../support/context";
import { costsOf, recordQueries } from "../../support/query-costs";

/** More than one window has. */
const LINES = 50_000;
let context: TestContext;
let admin: Ctx;
beforeAll(async () => {
  context = await openTestContext();
  admin = await context.as("admin");
  // Without the chain, which this test does not read: a link for each would take as long as all the rest of this file.
  await context.pool.query(
    `begin; set local session_replication_role = replica;
     insert into audit_events (at, environment, actor_kind, actor_id, actor_name, action, subject, detail)
     select now() - make_interval(secs => ${LINES} - n), case when n % 10 > 0 then 'sandbox'::environment end,
       case when n % 3 = 0 then 'user' else 'job' end, case when n % 6 = 0 then '${admin.actor.id}' else 'x' end,
       'some subject', case when n % 199 = 0 then 'test.rare' else 'test.' || n % 7 end, case when n < ${LINES / 2} and n % 2 = 0 then 's-old' else 's-' || n % 50 end, '{"reported": "PENDING"}'
     from generate_series(1, ${LINES}) n;
     commit`,
  );
  await context.pool.query("vacuum analyze audit_events");
});
afterAll(() => context.close());

async function isScannedFor(given: Record<string, string>) {
  const { db, asked } = recordQueries(context.pool);
  const read = async () => {
    await readAudit({ ...admin, db }, auditFilter.parse(given));
  };
  return (await costsOf({ client: context.pool, asked }, read)).some(({ isScanned }) => isScanned);
}

test.each([
  ["all of them", () => ({})],
  ["a day", () => ({ from: "2020-01-01" })],
  ["users", () => ({ who: "users" })],
  ["a person", () => ({ who: admin.actor.id })],
  ["what is done often", () => ({ action: "test.3" })],
  ["whom much was done to, long ago", () => ({ subject: "s-old" })],
  ["the chain of what belongs to no environment", () => ({ chain: "console" })],
  ["what is done now and then", () => ({ action: "test.rare" })],
  ["two filters", () => ({ who: "users", action: "test.3" })],
  ["several users and actions", () => ({ who: `${admin.actor.id},${randomUUID()}`, action: "test.3,test.rare" })],
  ["three, which no line fits", () => ({ who: admin.actor.id, action: "test.3", subject: "s-1" })],
] as [string, () => Record<string, string>][])(
  "a page of lines of %s is read without the whole log",
  async (_what, given) => expect(await isScannedFor(given())).toBe(false),
);
