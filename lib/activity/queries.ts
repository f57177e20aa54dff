import "server-only";
import { and, eq, inArray, notLike } from "drizzle-orm";
import { type AuditEvent, auditEvents } from "@/drizzle/schema/audit";
import { deliveries } from "@/drizzle/schema/deliveries";
import { registrations } from "@/drizzle/schema/registrations";
import { transactions } from "@/drizzle/schema/transactions";
import { scanAuditLines } from "@/lib/audit/list";
import { spellings } from "@/lib/audit/queries";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { may } from "@/lib/auth/permissions";
import { readFresh } from "@/lib/db/replica";
import { mayReveal, seesPii } from "@/lib/pii/access";
import { maskedLine, VIEW_ACTIONS } from "@/lib/pii/mask";
import { maskedJson, readableBytes } from "@/lib/pii/redact-json";
import { type Cursor, formatCursor, isBelow } from "./cursor";
import { placeOf } from "./filter";
import { deliveryWithId, type ShownDelivery, scanDeliveries, withinDays } from "./list";
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
  return readFresh(ctx, (reader) => pageOf(reader, filter, PAGE));
}

/** So many entries of it; who asks has the permission. */
export async function pageOf(ctx: Reader, filter: ActivityFilter, size: number): Promise<LogPage> {
  const [came, done] = await Promise.all([deliveriesIn(ctx, filter, size + 1), eventsIn(ctx, filter, size + 1)]);
  // Below the end of one scan there may be more entries of its source between what the other found.
  const end = higher(came.end, done.end);
  const found = [...came.entries, ...done.entries].filter((entry) => end === null || !isBelow(placeOf(entry), end));
  const entries = await withOrders(ctx, found.sort(newestFirst).slice(0, size));
  const last = found.length > size ? entries.at(-1) : undefined;
  const older = last ? placeOf(last) : end;
  const top = higher(came.first, done.first);
  return {
    entries,
    older: older && formatCursor(older),
    isPart: older !== null && !last,
    top: top && formatCursor(top),
  };
}

/** One entry, wherever it stands in the log; null where there is none. */
export async function getLogEntry(
  ctx: Ctx,
  { source, id }: Pick<Cursor, "source" | "id">,
): Promise<ActivityEntry | null> {
  requirePermission(ctx, "activity:read");
  return readFresh(ctx, async (reader) => {
    const found =
      source === "d" ? await entriesOf(reader, await deliveryWithId(reader, id)) : await eventWithId(reader, id);
    const [entry] = await withOrders(reader, found);
    return entry ?? null;
  });
}

async function eventWithId(reader: Reader, id: string): Promise<Entry[]> {
  const mine = and(eq(auditEvents.id, BigInt(id)), eq(auditEvents.environment, reader.environment));
  const rows = await reader.db.select().from(auditEvents).where(mine);
  return rows.map((row) => eventEntry(reader, row));
}

/** With the type and the amount of the orders that are named. */
async function withOrders({ db, environment }: Reader, entries: Entry[]): Promise<ActivityEntry[]> {
  const named = [...new Set(entries.flatMap((entry) => entry.referenceId ?? []))];
  const { referenceId, type, amount, currency, playerId } = transactions;
  const orders =
    named.length === 0
      ? []
      : await db
          .select({ referenceId, type, amount, currency, playerId })
          .from(transactions)
          .where(and(eq(transactions.environment, environment), inArray(referenceId, named)));
  const briefs = new Map(orders.map(({ referenceId: of, ...brief }) => [of, brief]));
  return entries.map((entry) => ({ ...entry, order: briefs.get(entry.referenceId ?? "") ?? null }));
}

/** Of two places the one that stands above. */
function higher(one: Cursor | null, other: Cursor | null): Cursor | null {
  if (one === null || other === null) return one ?? other;
  return isBelow(one, other) ? other : one;
}

/** Within one kind they come in their order. */
function newestFirst(a: Entry, b: Entry): number {
  const [one, other] = [placeOf(a), placeOf(b)];
  return isBelow(one, other) ? 1 : isBelow(other, one) ? -1 : 0;
}

/** One delivery as it came, or null where there is none. */
export async function getDelivery(ctx: Ctx, { deliveryId }: { deliveryId: string }): Promise<DeliveryView | null> {
  requirePermission(ctx, "transactions:read_raw");
  const mine = and(eq(deliveries.id, deliveryId), eq(deliveries.environment, ctx.environment));
  const [row] = await ctx.db.select().from(deliveries).where(mine);
  if (!row) return null;
  const { id, receivedAt, sourceAddress, headers, body, rawRemovedAt } = row;
  const raw = { headers, ...bodyFor(ctx, readableBytes(body)), rawRemovedAt: rawRemovedAt?.toISOString() ?? null };
  return { id, receivedAt: receivedAt.toISOString(), sourceAddress, ...raw };
}

/** The raw text, masked for its reader; binary bodies cannot be masked and are withheld. */
function bodyFor(
  ctx: Ctx,
  { body, isText }: ReturnType<typeof readableBytes>,
): Pick<DeliveryView, "body" | "isText" | "shown" | "revealable"> {
  if (seesPii(ctx)) return { body, isText, shown: "whole", revealable: false };
  const { text, shown } = isText ? maskedJson(body) : ({ text: "", shown: "withheld" } as const);
  return { body: text, isText, shown, revealable: shown !== "whole" && mayReveal(ctx) };
}

/** Without what the order is about, which is read for a whole page. */
type Entry = DistributiveOmit<ActivityEntry, "order">;
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** What one step finds of one kind, where it began, and where it stopped before it had found enough. */
type Stretch = { entries: Entry[]; first: Cursor | null; end: Cursor | null };
const NOTHING: Stretch = { entries: [], first: null, end: null };

async function deliveriesIn(ctx: Reader, filter: ActivityFilter, most: number): Promise<Stretch> {
  const { kind, order } = filter;
  if (kind === "audit" || kind === "users") return NOTHING;
  const row = order === undefined ? null : await rowOf(ctx, order);
  if (order !== undefined && row === null) return NOTHING;
  const { found, first, end } = await scanDeliveries(ctx, filter, { row, most });
  const placed = ({ receivedAt, id }: ShownDelivery) => placeOf({ kind: "delivery", at: receivedAt.toISOString(), id });
  return { entries: await entriesOf(ctx, found), first: first && placed(first), end: end && placed(end) };
}

async function entriesOf(ctx: Reader, found: ShownDelivery[]): Promise<Entry[]> {
  const [named, players] = await Promise.all([referencesOf(ctx, found), playersOf(ctx, found)]);
  return found.map(({ id, receivedAt: at, transactionRow, registrationRow, referenceId, ...delivery }) => {
    const { said, signature, refusal, answered, effect, sourceAddress } = delivery;
    return {
      ...{ kind: "delivery" as const, id, at: at.toISOString() },
      referenceId: referenceId ?? (transactionRow && named.get(transactionRow)) ?? null,
      playerId: (registrationRow && players.get(registrationRow)) ?? null,
      ...{ said, signature, refusal, answered, effect, sourceAddress },
    };
  });
}

async function rowOf({ db, environment }: Reader, referenceId: string): Promise<string | null> {
  const mine = and(
    eq(transactions.environment, environment),
    inArray(transactions.referenceId, spellings(referenceId)),
  );
  const [row] = await db.select({ id: transactions.id }).from(transactions).where(mine);
  return row?.id ?? null;
}

/** Deliveries that are not processed yet, or never will be, matched by their order's URL. */
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

async function playersOf({ db }: Reader, rows: { registrationRow: string | null }[]): Promise<Map<string, string>> {
  const named = [...new Set(rows.flatMap(({ registrationRow }) => registrationRow ?? []))];
  if (named.length === 0) return new Map();
  const { id, playerId } = registrations;
  const found = await db.select({ id, playerId }).from(registrations).where(inArray(id, named));
  return new Map(found.map((row) => [row.id, row.playerId]));
}

async function eventsIn(ctx: Reader, filter: ActivityFilter, most: number): Promise<Stretch> {
  const { kind, cause, signature, order, q, before } = filter;
  if (kind === "delivery" || cause !== undefined || signature !== undefined) return NOTHING;
  const searched = order ?? q;
  if (q !== undefined && q !== searched) return NOTHING;
  const { action, at, environment, actorKind, subject } = auditEvents;
  const byUsers = kind === "users" ? [eq(actorKind, "user")] : [];
  const isSeen = seesPii(ctx);
  const masked = isSeen || searched === undefined ? [] : [notLike(action, `${VIEW_ACTIONS}%`)];
  const { found, first, end } = await scanAuditLines(ctx, {
    leading: [
      eq(environment, ctx.environment),
      withinDays(filter, at),
      ...(searched === undefined ? byUsers : [inArray(subject, spellings(searched))]),
    ],
    // Who does not see a name finds no line by it.
    others: searched === undefined ? [] : [...byUsers, ...masked],
    ...{ before: before && eventBelow(before), most },
  });
  const entries = found.map((row) => eventEntry(ctx, row));
  const placed = (line: { at: Date; id: bigint }) =>
    placeOf({ kind: "audit", at: line.at.toISOString(), id: String(line.id) });
  return { entries, first: first && placed(first), end: end && placed(end) };
}

function eventEntry(reader: Reader, row: AuditEvent): Entry {
  const { action, subject, detail, actorName: name } = row;
  return {
    kind: "audit",
    id: String(row.id),
    at: row.at.toISOString(),
    referenceId: isAboutAnOrder(action) || detail.about === "order" ? subject : null,
    action,
    actor: { kind: row.actorKind, name },
    ...shownLine(reader, { action, subject, detail }),
  };
}

type AuditLine = Parameters<typeof maskedLine>[0];

function shownLine(reader: Reader, line: AuditLine): Pick<AuditLine, "subject" | "detail"> {
  const { actor } = reader;
  const { subject, detail } = seesPii(reader) ? line : maskedLine(line);
  const isSql = line.action.startsWith("ledger_source.");
  if (!isSql || (actor.kind === "user" && may(actor.role, "reconciliation:change"))) return { subject, detail };
  // A query of the merchant's own database, which may name anything.
  const { query: _query, ...rest } = detail;
  return { subject, detail: rest };
}

const AFTER_ALL = "9223372036854775807";
const eventBelow = ({ at, source, id }: Cursor) => ({ at, id: source === "a" ? id : AFTER_ALL });

/** The subject of everything else is a person, a player, a proposal, an address or a list. */
const isAboutAnOrder = (action: string) =>
  /^(withdrawal|deposit|transaction|submission|attempt|discrepancy)\./.test(action);
