import { sql } from "drizzle-orm";
import * as fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findMissingHeads } from "@/lib/audit/heads";
import { record } from "@/lib/audit/record";
import { verifyAudit } from "@/lib/audit/verify";
import type { Ctx } from "@/lib/auth/context";
import { openTestContext, type TestContext } from "../../support/context";

let context: TestContext;
let ctx: Ctx;
beforeAll(async () => {
  context = await openTestContext();
});
beforeEach(async () => {
  ctx = await context.as("admin");
});
afterAll(() => context.close());

const noted = (subject: string, detail = {}) =>
  context.db.transaction((tx) => record(tx, ctx, { action: "transaction.note_added", subject, detail }));

const check = async () => (await verifyAudit(ctx)).find(({ chain }) => chain === "sandbox");

/** What a superuser of the database can do to it, undone afterwards. */
async function tampered(change: ReturnType<typeof sql>[], look: () => Promise<void>) {
  const undo = await context.pool.connect();
  try {
    await undo.query("create table kept_events as table audit_events; create table kept_links as table audit_links");
    await context.db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`); // No trigger and no foreign key holds.
      for (const statement of change) await tx.execute(statement);
    });
    await look();
  } finally {
    await undo.query(`begin; set local session_replication_role = replica;
      delete from audit_links; delete from audit_events;
      insert into audit_events overriding system value table kept_events; insert into audit_links table kept_links;
      commit; drop table kept_events; drop table kept_links`);
    undo.release();
  }
}

test("for any content of a line, the database and the check agree on its hash", async () => {
  const text = fc.string({ unit: "grapheme" }).filter((value) => !value.includes("\0"));
  await fc.assert(
    fc.asyncProperty(text, fc.dictionary(text, text, { noNullPrototype: true }), async (subject, detail) => {
      await noted(subject, detail);
      expect(await check()).toMatchObject({ broken: null });
    }),
    { numRuns: 50 },
  );
});

test("lines written at the same time make one chain without a gap", async () => {
  const before = (await check())?.links ?? 0;
  await Promise.all(Array.from({ length: 60 }, (_, n) => noted(`concurrent ${n}`)));
  expect(await check()).toMatchObject({ links: before + 60, broken: null });
});

test("a change that is rolled back leaves no link", async () => {
  const before = await check();
  const failed = context.db.transaction(async (tx) => {
    await record(tx, ctx, { action: "transaction.note_added", subject: "rolled back" });
    throw new Error("no");
  });
  await expect(failed).rejects.toThrow("no");
  expect(await check()).toEqual(before);
});

describe("a change by SQL", () => {
  const third = sql`(select event_id from audit_links where chain = 'sandbox' and position = 3)`;

  test("a changed line is named", async () => {
    await tampered([sql`update audit_events set actor_name = 'another user' where id = ${third}`], async () => {
      expect(await check()).toMatchObject({ links: 2, broken: { how: "line_changed", position: 3 } });
    });
    expect(await check()).toMatchObject({ broken: null });
  });

  test("a removed line is named", async () => {
    await tampered([sql`delete from audit_events where id = ${third}`], async () => {
      expect(await check()).toMatchObject({ broken: { how: "line_changed", position: 3 } });
    });
  });

  test("a line removed with its link is named", async () => {
    const both = [
      sql`delete from audit_events where id = ${third}`,
      sql`delete from audit_links where chain = 'sandbox' and position = 3`,
    ];
    await tampered(both, async () => {
      expect(await check()).toMatchObject({ broken: { how: "link_missing", position: 3, eventId: null } });
    });
  });

  test("an inserted line is named", async () => {
    const slipped = sql`insert into audit_events (at, environment, actor_kind, actor_id, actor_name, action, subject)
      values (now(), 'sandbox', 'user', 'x', 'x', 'x', 'x')`;
    await tampered([slipped], async () => {
      expect(await check()).toMatchObject({ broken: { how: "line_without_a_link" } });
    });
  });

  test("a truncated chain is detected by anyone who kept a head", async () => {
    await noted("the last");
    const last = await check();
    const kept = { chain: "sandbox" as const, position: last?.links ?? 0, hash: last?.head ?? "" };
    expect(await findMissingHeads(context.db, [kept])).toEqual([]);
    const cut = [
      sql`delete from audit_events where id = (select max(event_id) from audit_links where chain = 'sandbox')`,
      sql`delete from audit_links where event_id = (select max(event_id) from audit_links where chain = 'sandbox')`,
    ];
    await tampered(cut, async () => {
      expect(await check()).toMatchObject({ broken: null });
      expect(await findMissingHeads(context.db, [kept])).toEqual([kept]);
    });
  });
});
