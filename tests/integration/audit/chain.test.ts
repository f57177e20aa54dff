import { sql } from "drizzle-orm";
import * as fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findMissingHeads } from "@/lib/audit/heads";
import { linkAuditLines } from "@/lib/audit/link";
import { record } from "@/lib/audit/record";
import { verifyAudit } from "@/lib/audit/verify";
import type { Ctx } from "@/lib/auth/context";
import { enqueue } from "@/lib/db/enqueue";
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

const verify = async () => (await verifyAudit(ctx)).find(({ chain }) => chain === "sandbox");

/** Once all lines are linked. */
async function check() {
  await linkAuditLines(ctx.db);
  return verify();
}

/** What a superuser of the database can do to it, undone afterwards. */
async function tampered(change: ReturnType<typeof sql>[], look: () => Promise<void>) {
  const undo = await context.pool.connect();
  try {
    await undo.query(`create table kept_events as table audit_events; create table kept_links as table audit_links;
      create table kept_unlinked as table audit_unlinked`);
    await context.db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`); // No trigger and no foreign key holds.
      for (const statement of change) await tx.execute(statement);
    });
    await look();
  } finally {
    await undo.query(`begin; set local session_replication_role = replica;
      delete from audit_links; delete from audit_unlinked; delete from audit_events;
      insert into audit_events overriding system value table kept_events; insert into audit_links table kept_links;
      insert into audit_unlinked table kept_unlinked;
      commit; drop table kept_events; drop table kept_links; drop table kept_unlinked`);
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

test("lines written and linked at the same time make one chain without a gap", async () => {
  const before = (await check())?.links ?? 0;
  const linking = Array.from({ length: 6 }, () => linkAuditLines(ctx.db));
  await Promise.all([...Array.from({ length: 60 }, (_, n) => noted(`concurrent ${n}`)), ...linking]);
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

test("a line that is committed after one with a higher ID follows it in the chain", async () => {
  const before = (await check())?.links ?? 0;
  await context.db.transaction(async (tx) => {
    await record(tx, ctx, { action: "transaction.note_added", subject: "begun first" });
    await noted("committed first");
    expect(await check()).toMatchObject({ links: before + 1, unlinked: 0, broken: null });
  });
  expect(await verify()).toMatchObject({ links: before + 1, unlinked: 1, broken: null });
  expect(await check()).toMatchObject({ links: before + 2, unlinked: 0, broken: null });
  const { rows } = await context.db.execute<{ subject: string }>(sql`
    select e.subject from audit_links l join audit_events e on e.id = l.event_id
    where l.chain = 'sandbox' and l.position > ${before} order by l.position`);
  expect(rows.map(({ subject }) => subject)).toEqual(["committed first", "begun first"]);
});

test("listeners and the job runner hear of a line when it is linked, and nothing in its own transaction", async () => {
  await linkAuditLines(ctx.db);
  const listener = await context.pool.connect();
  const heard: string[] = [];
  listener.on("notification", ({ channel }) => void heard.push(channel));
  await listener.query(`listen choba_activity; listen "jobs:insert"`);
  await context.db.transaction(async (tx) => {
    await record(tx, ctx, { action: "transaction.note_added", subject: "heard of" });
    await enqueue(tx, "poll-due-orders", { environment: "sandbox" });
  });
  await listener.query("select 1");
  expect(heard).toEqual([]);
  await linkAuditLines(ctx.db);
  await expect.poll(() => heard.toSorted()).toEqual(["choba_activity", "jobs:insert"]);
  await listener.query("unlisten *");
  listener.release();
});

test("a line waits until it is linked, even where its owner removes it from those that wait", async () => {
  await noted("it waits");
  const removed = context.db.execute(sql`delete from audit_unlinked`);
  await expect(removed).rejects.toMatchObject({ cause: { code: "23001" } });
});

describe("a change by SQL, before the line is linked,", () => {
  const last = sql`(select max(event_id) from audit_unlinked)`;

  test.each([
    ["of a line", sql`update audit_events set actor_name = 'another user' where id = ${last}`],
    ["that removes it", sql`delete from audit_events where id = ${last}`],
  ])("%s is found, is never linked, and holds up no other line", async (_what, change) => {
    const before = await check();
    await noted("altered");
    await tampered([change], async () => {
      await noted("recorded later");
      const found = { how: "unlinked_line_changed", eventId: expect.any(String) };
      expect(await verify()).toMatchObject({ links: before?.links, broken: found });
      expect(await check()).toMatchObject({ links: (before?.links ?? 0) + 1, unlinked: 1, broken: found });
    });
  });

  test("a line removed with its digest leaves no trace, which SECURITY.md says", async () => {
    const before = await check();
    await noted("gone");
    const both = [sql`delete from audit_events where id = ${last}`, sql`delete from audit_unlinked`];
    await tampered(both, async () => {
      expect(await check()).toMatchObject({ links: before?.links, unlinked: 0, broken: null });
    });
  });
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
