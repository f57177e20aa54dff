import "server-only";
import { and, desc, eq, gte, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { auditEvents } from "@/drizzle/schema/audit";
import { type Delivery, deliveries, isInWords, isUnjudged } from "@/drizzle/schema/deliveries";
import type { Ctx } from "@/lib/auth/context";
import { EFFECTS, REFUSALS } from "@/lib/callbacks/delivery";
import { keptOf, marksOf, stretchOf, WINDOW } from "@/lib/db/bounded-scan";
import { tokyoDaysRange } from "@/lib/time";
import type { Cursor } from "./cursor";
import { type FullTextQuery, fullTextQueryOf } from "./full-text";
import type { ActivityFilter, Cause } from "./schema";

const { id, receivedAt, environment, transactionRow, registrationRow, referenceId, sourceAddress, said } = deliveries;
const { signature, refusal, effect, answered } = deliveries;

/** What the log shows of a delivery. */
const SHOWN = {
  ...{ id, receivedAt, signature, refusal, effect, answered, sourceAddress, said },
  ...{ transactionRow, registrationRow, referenceId },
};
export type ShownDelivery = Pick<Delivery, keyof typeof SHOWN>;

type Reader = Pick<Ctx, "db" | "environment" | "actor">;

/** `row`: the order that the filter names. */
type Wanted = { row: string | null; most: number };

/** `end`: where the scan stopped before it had found enough; null where it has enough, or there are no more. */
type Stretch<Row> = { found: Row[]; first: Row | null; end: Row | null };

/** The next deliveries, newest first, as far as one window goes. */
export async function scanDeliveries(
  ctx: Reader,
  filter: ActivityFilter,
  { row, most }: Wanted,
): Promise<Stretch<ShownDelivery>> {
  const { q } = filter;
  const text = q === undefined ? null : fullTextQueryOf(ctx, q);
  if (q !== undefined && text === null) return { found: [], first: null, end: null };
  const { leading, others } = conditionsOf(ctx, filter, row);
  if (text) {
    const few = await fewSaying(ctx, text, and(...leading, ...others));
    if (few) return { found: few.slice(0, most), first: null, end: null };
    others.push(text.says);
  }
  const size = others.length === 0 ? most : WINDOW;
  const walked = ctx.db
    .select({ ...SHOWN, ...marksOf(others, newestFirst(deliveries)) })
    .from(deliveries)
    .where(and(...leading))
    .orderBy(...newestFirst(deliveries))
    .limit(size)
    .as("walked");
  const read = await ctx.db
    .select()
    .from(walked)
    .where(keptOf(walked, size))
    .orderBy(...newestFirst(walked))
    .limit(most + 1);
  return stretchOf(read, { most, size });
}

/** One delivery, wherever it stands; none where the environment has none with this ID. */
export const deliveryWithId = (ctx: Reader, deliveryId: string): Promise<ShownDelivery[]> =>
  ctx.db
    .select(SHOWN)
    .from(deliveries)
    .where(and(eq(id, deliveryId), eq(environment, ctx.environment)));

const newestFirst = (of: Record<"receivedAt" | "id", AnyPgColumn>) => [desc(of.receivedAt), desc(of.id)];

/** `leading` is what one index knows of, in the order of the log; `others` is asked of each delivery. */
function conditionsOf(ctx: Reader, filter: ActivityFilter, row: string | null): Record<"leading" | "others", SQL[]> {
  const { cause, before } = filter;
  const byOrder = row === null ? undefined : eq(transactionRow, row);
  const byCause = cause && or(...cause.map(becameOf));
  const bySignature = filter.signature && inArray(signature, filter.signature);
  // An index has the deliveries of one cause or signature in the log's order, and those of several in none.
  const lead =
    byOrder ??
    (cause?.length === 1 ? byCause : undefined) ??
    (filter.signature?.length === 1 ? bySignature : undefined);
  const place = [eq(environment, ctx.environment), withinDays(filter, receivedAt), before && olderDelivery(before)];
  const isAsked = (part: SQL | undefined) => part !== undefined;
  return {
    leading: [...place, lead].filter(isAsked),
    others: [byOrder, byCause, bySignature].filter((part) => part !== lead).filter(isAsked),
  };
}

/** A word in fewer bodies than this share may be rare: of one that it does not know the planner expects that many. */
const RARE = 1 / 200;
/** So many bodies are looked at for a word. A more common one is soon found by going through the newest. */
const FEW = 1_000;

/**
 * What few bodies say: all that fit, newest first, from the index of words and among those that are not in it yet. Null
 * where they are more: the index knows all of them, and not which are the newest.
 */
async function fewSaying(
  ctx: Reader,
  { says, keys, withKeys }: FullTextQuery,
  conditions: SQL | undefined,
): Promise<ShownDelivery[] | null> {
  const isIn = withKeys(keys);
  const [all, likely] = await Promise.all([likelyRows(ctx, undefined), likelyRows(ctx, isIn)]);
  if (likely > Math.ceil(all * RARE)) return null;
  const fits = sql<boolean>`coalesce(${and(conditions, says)}, false)`.as("fits");
  const those = (condition: SQL | undefined) =>
    ctx.db
      .select({ ...SHOWN, fits })
      .from(deliveries)
      .where(condition)
      .limit(FEW + 1);
  // First what waits: judged in between, it is found twice, and not missed.
  const waiting = await those(isUnjudged(deliveries));
  const found = await those(and(isInWords(deliveries), isIn));
  if (waiting.length > FEW || found.length > FEW) return null;
  const each = new Map([...waiting, ...found].map((row) => [row.id, row]));
  return [...each.values()].filter((row) => row.fits).toSorted(isNewer);
}

/** How many the planner expects. It knows the common words. */
async function likelyRows({ db }: Reader, condition: SQL | undefined): Promise<number> {
  const query = db.select({ id }).from(deliveries).where(condition);
  const { rows } = await db.execute<Explained>(sql`explain (format json) ${query}`);
  const [plan] = rows[0]?.["QUERY PLAN"] ?? [];
  if (!plan) throw new Error("an explanation without a plan");
  return plan.Plan["Plan Rows"];
}

type Explained = { "QUERY PLAN": { Plan: { "Plan Rows": number } }[] };

const isNewer = (a: ShownDelivery, b: ShownDelivery) =>
  b.receivedAt.getTime() - a.receivedAt.getTime() || (a.id < b.id ? 1 : -1);

/** What a delivery with this cause did, or why it was refused. */
function becameOf(cause: Cause): SQL | undefined {
  const did = EFFECTS.find((known) => known === cause);
  if (did) return eq(effect, did);
  const why = REFUSALS.find((known) => known === cause);
  return why ? eq(refusal, why) : isUnjudged(deliveries);
}

/** Half-open: from the first moment of the first day to the first after the last. */
export function withinDays(
  filter: Pick<ActivityFilter, "from" | "to">,
  at: typeof receivedAt | typeof auditEvents.at,
): SQL | undefined {
  const { from, before } = tokyoDaysRange(filter);
  return and(from ? gte(at, from) : undefined, before ? lt(at, before) : undefined);
}

const NO_UUID = "00000000-0000-0000-0000-000000000000";

/** Row values, never OR: a page in the middle of the log is read from the index exactly where it begins. */
function olderDelivery({ at, source, id: last }: Cursor): SQL {
  const from = source === "d" ? last : NO_UUID;
  return sql`(${receivedAt}, ${id}) < (${at}::timestamptz, ${from}::uuid)`;
}
