import "server-only";
import { and, desc, eq, gte, inArray, isNull, lt, type SQL, sql } from "drizzle-orm";
import { auditEvents } from "@/drizzle/schema/audit";
import { deliveries } from "@/drizzle/schema/deliveries";
import { transactions } from "@/drizzle/schema/transactions";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { EFFECTS, REFUSALS } from "@/lib/callbacks/delivery";
import { maskedDetail } from "@/lib/personal/mask";
import { maskedJson, readableBytes } from "@/lib/personal/raw";
import { mayReveal, seesPersonal } from "@/lib/personal/sight";
import { tokyoDaysRange } from "@/lib/time";
import { type Place, writePlace } from "./place";
import { deliveriesSaying, NEWEST_FIRST, SHOWN } from "./saying";
import type { ActivityEntry, ActivityFilter, ActivityKind, DeliveryView, LogPage } from "./schema";

const PAGE = 25;

type Reader = Pick<Ctx, "db" | "environment" | "actor" | "now">;

/** The newest of what came in and what was done. */
export async function listActivity(ctx: Ctx, { kind }: { kind: ActivityKind }): Promise<ActivityEntry[]> {
  requirePermission(ctx, "activity:read");
  return (await readLog(ctx, { kind })).entries;
}

/** A page of the log, newest first: what came in and what was done, as far as the filter lets it through. */
export async function readLog(ctx: Ctx, filter: ActivityFilter): Promise<LogPage> {
  requirePermission(ctx, "activity:read");
  return pageOf(ctx, filter, PAGE);
}

/** So many entries of it; who asks has the permission. */
export async function pageOf(ctx: Reader, filter: ActivityFilter, size: number): Promise<LogPage> {
  const [came, done] = await Promise.all([deliveriesIn(ctx, filter, size), eventsIn(ctx, filter, size)]);
  const sorted = [...came, ...done].sort(newestFirst);
  const entries = sorted.slice(0, size);
  const last = entries.at(-1);
  return { entries, older: last && sorted.length > size ? writePlace(last) : null };
}

/** At the same moment what came in stands above what was done, as it does in the order of places. */
function newestFirst(a: ActivityEntry, b: ActivityEntry): number {
  if (a.at !== b.at) return a.at < b.at ? 1 : -1;
  if (a.kind !== b.kind) return a.kind === "delivery" ? -1 : 1;
  return 0;
}

/** One delivery as it came, or null where there is none. */
export async function getDelivery(ctx: Ctx, { deliveryId }: { deliveryId: string }): Promise<DeliveryView | null> {
  requirePermission(ctx, "activity:read");
  const mine = and(eq(deliveries.id, deliveryId), eq(deliveries.environment, ctx.environment));
  const [row] = await ctx.db.select().from(deliveries).where(mine);
  if (!row) return null;
  const { id, receivedAt, sourceAddress, headers, body, rawRemovedAt } = row;
  const raw = { headers, ...bodyFor(ctx, readableBytes(body)), rawRemovedAt: rawRemovedAt?.toISOString() ?? null };
  return { id, receivedAt: receivedAt.toISOString(), sourceAddress, ...raw };
}

/** As it came, or without what its reader may not see; of bytes that are no text nobody knows what they say. */
function bodyFor(
  ctx: Ctx,
  { body, isText }: ReturnType<typeof readableBytes>,
): Pick<DeliveryView, "body" | "isText" | "shown" | "revealable"> {
  if (seesPersonal(ctx)) return { body, isText, shown: "whole", revealable: false };
  const { text, shown } = isText ? maskedJson(body) : ({ text: "", shown: "withheld" } as const);
  return { body: text, isText, shown, revealable: shown !== "whole" && mayReveal(ctx) };
}

async function deliveriesIn(ctx: Reader, filter: ActivityFilter, size: number): Promise<ActivityEntry[]> {
  const { kind, cause, signature, order, q, before } = filter;
  if (kind === "audit" || kind === "people") return [];
  const { receivedAt, environment, transactionRow } = deliveries;
  const wanted: (SQL | undefined)[] = [
    eq(environment, ctx.environment),
    cause && becameOf(cause),
    signature && eq(deliveries.signature, signature),
    isUnusual(cause, signature) ? UNUSUALLY_SIGNED : undefined,
    daysOf(filter, receivedAt),
    before && olderDelivery(before),
  ];
  if (order !== undefined) {
    const row = await rowOf(ctx, order);
    if (row === null) return [];
    wanted.push(eq(transactionRow, row));
  }
  const below = before ? new Date(before.at) : undefined;
  const most = size + 1;
  const rows =
    q === undefined
      ? await ctx.db
          .select(SHOWN)
          .from(deliveries)
          .where(and(...wanted))
          .orderBy(...NEWEST_FIRST)
          .limit(most)
      : await deliveriesSaying(ctx, { q, wanted: and(...wanted), days: tokyoDaysRange(filter), below, most });
  const named = await referencesOf(ctx, rows);
  return rows.map(({ receivedAt: at, transactionRow: row, referenceId: known, ...shown }) => ({
    kind: "delivery",
    at: at.toISOString(),
    referenceId: known ?? (row && named.get(row)) ?? null,
    ...shown,
  }));
}

/** One of the indexes holds all that a list shows of the deliveries with this fate. */
function becameOf(cause: NonNullable<ActivityFilter["cause"]>): SQL | undefined {
  const effect = EFFECTS.find((known) => known === cause);
  if (effect) return eq(deliveries.effect, effect);
  const refusal = REFUSALS.find((known) => known === cause);
  return refusal ? eq(deliveries.refusal, refusal) : and(isNull(deliveries.effect), isNull(deliveries.refusal));
}

/** Said in the same words as by the index of those that are signed otherwise than what became of them has it. */
const UNUSUALLY_SIGNED = sql`case when ${deliveries.effect} = 'settled' then ${deliveries.signature} <> 'valid'
  when ${deliveries.effect} = 'asked' then ${deliveries.signature} <> 'absent' else ${deliveries.effect} is not null end`;

function isUnusual(cause: ActivityFilter["cause"], signature: ActivityFilter["signature"]): boolean {
  const effect = EFFECTS.find((known) => known === cause);
  if (effect === undefined || signature === undefined) return false;
  return !(effect === "settled" && signature === "valid") && !(effect === "asked" && signature === "absent");
}

async function rowOf({ db, environment }: Reader, referenceId: string): Promise<string | null> {
  const mine = and(eq(transactions.environment, environment), eq(transactions.referenceId, referenceId));
  const [row] = await db.select({ id: transactions.id }).from(transactions).where(mine);
  return row?.id ?? null;
}

/** Whose those are that nobody has judged, or will: they came to an order's own address all the same. */
async function referencesOf(
  { db }: Reader,
  rows: { transactionRow: string | null; referenceId: string | null }[],
): Promise<Map<string, string>> {
  const open = rows.flatMap(({ transactionRow: row, referenceId }) => (row && referenceId === null ? [row] : []));
  if (open.length === 0) return new Map();
  const { id, referenceId } = transactions;
  const found = await db.select({ id, referenceId }).from(transactions).where(inArray(id, open));
  return new Map(found.map((row) => [row.id, row.referenceId]));
}

async function eventsIn(ctx: Reader, filter: ActivityFilter, size: number): Promise<ActivityEntry[]> {
  const { kind, cause, signature, order, q, before } = filter;
  if (kind === "delivery" || cause !== undefined || signature !== undefined) return [];
  const { id, at, environment, actorKind, subject } = auditEvents;
  const rows = await ctx.db
    .select()
    .from(auditEvents)
    .where(
      and(
        eq(environment, ctx.environment),
        kind === "people" ? eq(actorKind, "person") : undefined,
        order === undefined ? undefined : eq(subject, order),
        q === undefined ? undefined : eq(subject, q),
        daysOf(filter, at),
        before && olderEvent(before),
      ),
    )
    .orderBy(desc(at), desc(id))
    .limit(size + 1);
  const isSeen = seesPersonal(ctx);
  return rows.map((row) => {
    const { action, actorName: name } = row;
    return {
      kind: "audit",
      id: String(row.id),
      at: row.at.toISOString(),
      referenceId: isAboutAnOrder(action) || row.detail.about === "order" ? row.subject : null,
      action,
      actor: { kind: row.actorKind, name },
      subject: row.subject,
      detail: isSeen ? row.detail : maskedDetail(row.detail),
    };
  });
}

/** The subject of everything else is a person, a player, a proposal, an address or a list. */
const isAboutAnOrder = (action: string) => /^(withdrawal|deposit|transaction|submission|attempt)\./.test(action);

/** Half-open: from the first moment of the first day to the first after the last. */
function daysOf({ from, to, before }: ActivityFilter, at: typeof deliveries.receivedAt | typeof auditEvents.at) {
  const days = tokyoDaysRange({ from, to });
  // Of two ends the index is entered at one: where the page begins earlier than the last day ends, that says it all.
  const isWithin = days.before && before && new Date(before.at) < days.before;
  return and(days.from ? gte(at, days.from) : undefined, days.before && !isWithin ? lt(at, days.before) : undefined);
}

// Row values, never OR: a page in the middle of the log is read from the index exactly where it begins.
const NO_UUID = "00000000-0000-0000-0000-000000000000";

function olderDelivery({ at, source, id }: Place): SQL {
  const from = source === "d" ? id : NO_UUID;
  return sql`(${deliveries.receivedAt}, ${deliveries.id}) < (${at}::timestamptz, ${from}::uuid)`;
}

const AFTER_ALL = "9223372036854775807";

function olderEvent({ at, source, id }: Place): SQL {
  const from = source === "a" ? id : AFTER_ALL;
  return sql`(${auditEvents.at}, ${auditEvents.id}) < (${at}::timestamptz, ${from}::bigint)`;
}
