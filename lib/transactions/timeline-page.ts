import "server-only";
import { and, desc, eq, inArray, isNotNull, or, sql } from "drizzle-orm";
import { auditEvents } from "@/drizzle/schema/audit";
import { attempts, exchanges, reports } from "@/drizzle/schema/evidence";
import { notes } from "@/drizzle/schema/notes";
import type { transactions } from "@/drizzle/schema/transactions";
import { users } from "@/drizzle/schema/users";
import type { Ctx } from "@/lib/auth/context";
import type { HiddenInOrder } from "@/lib/pii/mask";
import type { AnsweredEntry, TimelinePage } from "./schema";
import { timelineOf } from "./timeline";

type Order = Pick<typeof transactions.$inferSelect, "id" | "referenceId" | "possiblySentUntil">;

/** Entries loaded with the order. */
const FIRST_PAGE = 50;

/**
 * A page of an order's timeline, newest first, and the cursor of the next. Each kind of entry has the id that
 * `timelineOf` gives it, so that one statement can page through all of them.
 */
export async function timelinePage(
  ctx: Ctx,
  order: Order,
  hidden: HiddenInOrder,
  { before = null, limit = FIRST_PAGE }: { before?: string | null; limit?: number } = {},
): Promise<TimelinePage> {
  const { db, environment } = ctx;
  const [at = null, rank = null, key = null] = before?.split("|") ?? [];
  // From the audit log: actions of users and changes of a request, such as its expiry or its end. Notes have entries of their own.
  // A normal report in an answer is shown with the exchange; callbacks and discrepancies are entries of their own.
  // Entries of the same moment are ordered by rank, an answer above its request.
  const { rows: keys } = await db.execute<{ id: string; at: string; rank: number; key: string }>(sql`
    select id, at::text as at, rank, key from (
      select id || ':answered' as id, ended_at as at, 5 as rank, number::text as key from attempts
      where transaction_row = ${order.id} and outcome is not null and ended_at is not null
      union all
      select id || ':sent', claimed_at, 4, number::text from attempts where transaction_row = ${order.id}
      union all
      select id::text, coalesce(answered_at, sent_at), 3, id::text from exchanges
      where transaction_row = ${order.id} and purpose <> 'create'
      union all
      select id::text, at, 2, id::text from reports where transaction_row = ${order.id} and (source in
        ('unsigned_callback', 'signed_callback') or (source = 'create_answer' and verdict not in ('moved', 'same')))
      union all
      select 'audit:' || id, at, 1, lpad(id::text, 20, '0') from audit_events
      where subject = ${order.referenceId} and environment = ${environment} and (
        (actor_kind = 'user' and action <> 'transaction.note_added') or action like 'withdrawal.%' or action like 'deposit.%'
        or action in ('submission.not_created', 'submission.not_sent_elsewhere',
          'submission.replaced_elsewhere', 'discrepancy.duplicate_found'))
      union all
      select 'note:' || id, at, 0, id::text from notes where transaction_row = ${order.id}
    ) entries
    where ${at}::timestamptz is null or (at, rank, key) < (${at}::timestamptz, ${rank}::int, ${key}::text)
    order by entries.at desc, entries.rank desc, entries.key desc limit ${limit + 1}`);
  const page = keys.slice(0, limit);
  const last = page.at(-1);
  const earlier = keys.length > limit && last ? `${last.at}|${last.rank}|${last.key}` : null;
  const read = await entriesOf(
    ctx,
    order,
    page.map(({ id }) => id),
    hidden,
  );
  const byId = new Map(read.map((entry) => [entry.id, entry]));
  return { entries: page.flatMap(({ id }) => byId.get(id) ?? []), earlier };
}

/** The outcome of our latest request, wherever it is on the timeline; null if none has ended. */
export async function lastAnswer(ctx: Ctx, order: Order, hidden: HiddenInOrder): Promise<AnsweredEntry | null> {
  const [newest] = await ctx.db
    .select({ id: attempts.id })
    .from(attempts)
    .where(and(eq(attempts.transactionRow, order.id), isNotNull(attempts.endedAt)))
    .orderBy(desc(attempts.number))
    .limit(1);
  const read = newest ? await entriesOf(ctx, order, [`${newest.id}:answered`], hidden) : [];
  return read.find((entry) => entry.kind === "answered") ?? null;
}

async function entriesOf({ db }: Ctx, order: Order, keys: string[], hidden: HiddenInOrder) {
  const idsOf = (start: string) => keys.flatMap((key) => (key.startsWith(start) ? [key.slice(start.length)] : []));
  const attemptIds = keys.flatMap((key) => /^(.*):(?:sent|answered)$/.exec(key)?.[1] ?? []);
  const plain = keys.filter((key) => !key.includes(":"));
  const sent = await db.select().from(attempts).where(eq(attempts.transactionRow, order.id));
  const tried = sent.filter(({ id }) => attemptIds.includes(id));
  const exchangeIds = [...plain, ...tried.flatMap(({ exchangeId }) => exchangeId ?? [])];
  const [exchanged, reported, done, noted] = await Promise.all([
    db.select().from(exchanges).where(inArray(exchanges.id, exchangeIds)),
    db
      .select()
      .from(reports)
      .where(
        and(
          eq(reports.transactionRow, order.id),
          or(inArray(reports.id, plain), inArray(reports.exchangeId, exchangeIds)),
        ),
      ),
    db
      .select()
      .from(auditEvents)
      .where(inArray(auditEvents.id, idsOf("audit:").map(BigInt))),
    db
      .select({ note: notes, byName: users.name })
      .from(notes)
      .innerJoin(users, eq(users.id, notes.by))
      .where(sql`${notes.id}::text = any(${sql.param(idsOf("note:"))}::text[])`),
  ]);
  const { possiblySentUntil } = order;
  return timelineOf({ tried, exchanged, reported, done, noted }, { sent, possiblySentUntil }, hidden);
}
