import { afterEach, beforeEach, expect, test } from "vitest";
import { webhookEvents } from "@/drizzle/schema/webhooks";
import { readEvents } from "@/lib/api/events";
import type { Ctx } from "@/lib/auth/context";
import { migrateDatabase } from "@/lib/db/migrate";
import { openTestContext, type TestContext } from "../../support/context";

let context: TestContext;
let reader: Ctx;
beforeEach(async () => {
  context = await openTestContext();
  reader = await context.as("api_key");
});
afterEach(() => context.close());

/** Transactions of the cluster that the dump is of; this one is far below. */
const FORMER = 5_000_000;

/** Rows of a dump, in the order of their positions. */
async function dumped(rows: { subject: string; xid: number; hoursAgo?: number }[]) {
  for (const { hoursAgo = 0, ...row } of rows) await happened(row, hoursAgo);
  await migrateDatabase(context.url);
}
async function happened(row: { subject: string; xid?: number }, hoursAgo = 0) {
  const at = new Date(context.clock.now.getTime() - hoursAgo * 3_600_000);
  const { rows } = await context.pool.query<{ position: string }>(
    `insert into webhook_events (environment, type, subject_row, subject, data, at, xid)
     values ('sandbox', 'order.updated', gen_random_uuid(), $1, '{}', $2, coalesce($3, pg_current_xact_id()::text::bigint))
     returning position`,
    [row.subject, at, row.xid ?? null],
  );
  return Number(rows[0]?.position);
}

async function read(after?: string) {
  const page = await readEvents(reader, { ...(after !== undefined && { after }), limit: 100 });
  if (!page.ok) throw new Error("refused");
  const rows = await context.db.select().from(webhookEvents);
  const subjects = new Map(rows.map(({ id, subject }) => [`evt_${id}`, subject]));
  return { subjects: page.value.data.map(({ id }) => subjects.get(id)), next: page.value.next };
}

/**
 * What is read once these are seen: an event waits for the transactions of the whole server that began before it, and
 * other tests share the server.
 */
async function reads(after: string | undefined, subjects: string[]) {
  await expect.poll(async () => (await read(after)).subjects, { timeout: 20_000 }).toEqual(subjects);
  return read(after);
}

test("a reader who begins after a restore reads what was dumped in its order, and what came since", async () => {
  await dumped([
    { subject: "slow", xid: FORMER + 2 },
    { subject: "first", xid: FORMER },
    { subject: "second", xid: FORMER + 1 },
  ]);
  await happened({ subject: "since" });
  const { next } = await reads(undefined, ["first", "second", "slow", "since"]);
  await happened({ subject: "later" });
  await reads(next, ["later"]);
});

test("a reader goes on within what was dumped, page by page and also after a second restore", async () => {
  await dumped([
    { subject: "first", xid: FORMER },
    { subject: "second", xid: FORMER + 1 },
    { subject: "third", xid: FORMER + 2 },
  ]);
  await happened({ subject: "since" });
  const page = await readEvents(reader, { limit: 1 });
  const next = page.ok ? page.value.next : "";
  await reads(next, ["second", "third", "since"]);
  await dumped([{ subject: "again", xid: FORMER }]);
  await happened({ subject: "newest" });
  await reads(next, ["second", "third", "since", "again", "newest"]);
});

test("a cursor from before the restore goes on after its event", async () => {
  await happened({ subject: "first", xid: FORMER });
  const position = await happened({ subject: "read", xid: FORMER + 1 });
  await dumped([{ subject: "second", xid: FORMER + 2 }]);
  await happened({ subject: "since" });
  await reads(`${FORMER + 1}-${position}`, ["second", "since"]);
});

test("one whose event the dump does not hold reads the last hour of the dump again", async () => {
  await dumped([
    { subject: "old", xid: FORMER, hoursAgo: 5 },
    { subject: "end", xid: FORMER + 1 },
  ]);
  const reused = await happened({ subject: "since" });
  for (const position of [reused, reused + 50]) {
    const { next } = await reads(`${FORMER + 9}-${position}`, ["end", "since"]);
    expect((await read(next)).subjects).toEqual([]);
  }
});
