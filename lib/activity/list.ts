import "server-only";
import { and, desc, eq, gte, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import type { auditEvents } from "@/drizzle/schema/audit";
import { deliveries, isUnjudged } from "@/drizzle/schema/deliveries";
import type { Ctx } from "@/lib/auth/context";
import { EFFECTS, REFUSALS } from "@/lib/callbacks/delivery";
import { keptOf, marksOf, stretchOf } from "@/lib/db/bounded-scan";
import { tokyoDaysRange } from "@/lib/time";
import type { Cursor } from "./cursor";
import { type FullTextQuery, fullTextQueryOf } from "./full-text";
import type { ActivityFilter, Cause } from "./schema";

const { id, receivedAt, environment, transactionRow, referenceId, sourceAddress, said } = deliveries;
const { signature, refusal, effect, answered } = deliveries;

/** What the log shows of a delivery. */
const SHOWN = {
  ...{ id, receivedAt, signature, refusal, effect, answered, sourceAddress, said, transactionRow, referenceId },
};
export type ShownDelivery = Pick<typeof deliveries.$inferSelect, keyof typeof SHOWN>;

type Reader = Pick<Ctx, "db" | "environment" | "actor">;

/** `row`: the order that the filter names. */
type Wanted = { row: string | null; most: number };

/** `end`: where the scan stopped before it had found enough; null where it has enough, or there are no more. */
type Stretch<Row> = { found: Row[]; first: Row | null; end: Row | null };

/** The next deliveries, newest first, as far as one step goes. */
export async function scanDeliveries(
  ctx: Reader,
  filter: ActivityFilter,
  { row, most }: Wanted,
): Promise<Stretch<ShownDelivery>> {
  const { q, reach = 1 } = filter;
  const saying = q === undefined ? null : fullTextQueryOf(ctx, q);
  if (q !== undefined && saying === null) return { found: [], first: null, end: null };
  const parts = partsOf(ctx, filter, row);
  const few = saying && (await fewSaying(ctx, { saying, parts, reach }));
  if (few) return { found: few.slice(0, most), first: null, end: null };

  const { lead, step } = leadOf(filter, saying !== null);
  const isLed = (part: Part) => part === "place" || lead.includes(part);
  const conditions = Object.entries(parts) as [Part, SQL | undefined][];
  const others = conditions.flatMap(([part, condition]) => (condition && !isLed(part) ? [condition] : []));
  if (saying) others.push(saying.says);
  const leading = conditions.flatMap(([part, condition]) => (condition && isLed(part) ? [condition] : []));
  const isWhole = others.length === 0 && step !== STEP.scattered;
  const size = isWhole ? most : step * reach;
  const walked = ctx.db
    .select({ ...SHOWN, ...marksOf(others, NEWEST_FIRST) })
    .from(deliveries)
    .where(and(...leading))
    .orderBy(...NEWEST_FIRST)
    .limit(size)
    .as("walked");
  const read = await ctx.db
    .select()
    .from(walked)
    .where(keptOf(walked, size))
    .orderBy(walked.n)
    .limit(most + 1);
  return stretchOf(read, { most, size });
}

const NEWEST_FIRST = [desc(receivedAt), desc(id)];

/** What a filter asks. `place`: between the places that its days and the page allow, which every index knows. */
type Part = "environment" | "order" | "cause" | "signature" | "unusual" | "place";

type Parts = Record<Part, SQL | undefined>;

function partsOf(ctx: Reader, filter: ActivityFilter, row: string | null): Parts {
  const { cause, before } = filter;
  return {
    environment: eq(environment, ctx.environment),
    order: row === null ? undefined : eq(transactionRow, row),
    cause: cause && or(...cause.map(becameOf)),
    signature: filter.signature && inArray(signature, filter.signature),
    unusual: isUnusual(filter) ? UNUSUALLY_SIGNED : undefined,
    place: and(withinDays(filter, receivedAt), before && olderDelivery(before)),
  };
}

/**
 * How many index entries are read for a page, independent of the filter. `covered`: the index holds all columns.
 * `near`: rows are looked up, stored in index order. `scattered`: rows are looked up one by one, with five more index
 * blocks each.
 */
const STEP = { covered: 120, near: 66, scattered: 7 };

/** What most callbacks did, and how most are signed: a rare value is not searched among these alone. */
const MOST = new Set<string | undefined>(["asked", "applied", "repeat", "absent", "valid"]);

/** Of the indexes of deliveries, the one that knows most of what is asked, and how its entries are read. */
function leadOf(filter: ActivityFilter, isSaying: boolean): { lead: Part[]; step: number } {
  const { order } = filter;
  // An index has the deliveries of one of them in the log's order, and those of several in none.
  const [cause, signed] = [onlyOf(filter.cause), onlyOf(filter.signature)];
  const step = isSaying ? STEP.scattered : STEP.covered;
  if (order !== undefined) return { lead: ["environment", "order"], step: STEP.scattered };
  // Those of both environments wait in one line.
  if (cause === "waiting") return { lead: ["cause"], step: STEP.near };
  if (isUnusual(filter)) return { lead: ["environment", "cause", "signature", "unusual"], step };
  if (cause && !(isSaying && MOST.has(cause))) return { lead: ["environment", "cause"], step };
  if (signed && !(isSaying && MOST.has(signed))) return { lead: ["environment", "signature"], step };
  return { lead: ["environment"], step: STEP.near };
}

/**
 * What the planner does not know for a common word it takes to be in so many of all bodies, at most: to read their entries
 * in the index of words, which gives none before it has read all, takes a few blocks.
 */
const RARE = 1 / 200;
/** A word is that rare, or it is in no more bodies than these for each page's worth of a step: its entries fill a few blocks. */
const ENTRIES = 10_000;
/** To find the way to each word takes a few blocks, too. */
const KEYS = { page: 1, further: 2 };
/** This many bodies are scanned for a page; a further step scans a multiple. */
const BODIES = { page: 4, further: 8 };

/**
 * What few say: all of them that fit, newest first, from the index of words and among those that are not in it yet. Null
 * where they are more than one step may scan, of which that index does not know the newest.
 */
async function fewSaying(
  ctx: Reader,
  { saying: { says, keys, withKeys }, parts, reach }: { saying: FullTextQuery; parts: Parts; reach: number },
): Promise<ShownDelivery[] | null> {
  const [all, ...known] = await Promise.all([
    likelyRows(ctx, undefined),
    ...keys.map(async (key) => ({ key, rows: await likelyRows(ctx, withKeys([key])) })),
  ]);
  const rarest = known.toSorted((a, b) => a.rows - b.rows).slice(0, reach === 1 ? KEYS.page : KEYS.further);
  const rare = Math.ceil(all * RARE);
  if ((rarest[0]?.rows ?? 0) > Math.max(rare, ENTRIES * reach)) return null;
  const way = withKeys(rarest.map(({ key }) => key));
  if ((await likelyRows(ctx, way)) > rare) return null;
  const fits = sql<boolean>`coalesce(${and(...Object.values(parts), says)}, false)`;
  const select = () => ctx.db.select({ ...SHOWN, fits: fits.as("fits") }).from(deliveries);
  const most = {
    waiting: STEP.near * reach,
    found: reach === 1 ? BODIES.page : BODIES.further * reach,
  };
  // First what waits: judged in between, it is found twice, and not missed.
  const waiting = await select()
    .where(isUnjudged(deliveries))
    .orderBy(receivedAt)
    .limit(most.waiting + 1);
  if (waiting.length > most.waiting) return null;
  const found = await select()
    .where(and(IS_IN_INDEX, way))
    .limit(most.found + 1);
  if (found.length > most.found) return null;
  const each = new Map([...waiting, ...found].map((row) => [row.id, row]));
  return [...each.values()].filter((row) => row.fits).toSorted(newestFirst);
}

/** Words are entered when a delivery is judged or refused. Said in the same words as by their indexes. */
const IS_IN_INDEX = sql`(${effect} is not null or ${refusal} is not null)`;

/** How many the planner thinks there are. It knows the common words. */
async function likelyRows({ db }: Reader, condition: SQL | undefined): Promise<number> {
  const query = db.select({ id }).from(deliveries).where(condition);
  const { rows } = await db.execute<Explained>(sql`explain (format json) ${query}`);
  const [plan] = rows[0]?.["QUERY PLAN"] ?? [];
  if (!plan) throw new Error("an explanation without a plan");
  return plan.Plan["Plan Rows"];
}

type Explained = { "QUERY PLAN": { Plan: { "Plan Rows": number } }[] };

const newestFirst = (a: ShownDelivery, b: ShownDelivery) =>
  b.receivedAt.getTime() - a.receivedAt.getTime() || (a.id < b.id ? 1 : -1);

/** One of the indexes holds all that a list shows of the deliveries with this fate. */
function becameOf(cause: Cause): SQL | undefined {
  const did = EFFECTS.find((known) => known === cause);
  if (did) return eq(effect, did);
  const why = REFUSALS.find((known) => known === cause);
  return why ? eq(refusal, why) : isUnjudged(deliveries);
}

/** Said in the same words as by the index of those that are signed otherwise than what became of them has it. */
const UNUSUALLY_SIGNED = sql`case when ${effect} = 'applied' then ${signature} <> 'valid'
  when ${effect} = 'asked' then ${signature} <> 'absent' else ${effect} is not null end`;

function isUnusual(filter: ActivityFilter): boolean {
  const [cause, signed] = [onlyOf(filter.cause), onlyOf(filter.signature)];
  const did = EFFECTS.find((known) => known === cause);
  if (did === undefined || signed === undefined) return false;
  return !(did === "applied" && signed === "valid") && !(did === "asked" && signed === "absent");
}

const onlyOf = <T>(values: T[] | undefined): T | undefined => (values?.length === 1 ? values[0] : undefined);

/** Half-open: from the first moment of the first day to the first after the last. */
export function withinDays(
  { from, to, before }: ActivityFilter,
  at: typeof receivedAt | typeof auditEvents.at,
): SQL | undefined {
  const days = tokyoDaysRange({ from, to });
  // Of two ends the index is entered at one: where the page begins earlier than the last day ends, that says it all.
  const isWithin = days.before && before && new Date(before.at) < days.before;
  return and(days.from ? gte(at, days.from) : undefined, days.before && !isWithin ? lt(at, days.before) : undefined);
}

const NO_UUID = "00000000-0000-0000-0000-000000000000";

/** Row values, never OR: a page in the middle of the log is read from the index exactly where it begins. */
function olderDelivery({ at, source, id: last }: Cursor): SQL {
  const from = source === "d" ? last : NO_UUID;
  return sql`(${receivedAt}, ${id}) < (${at}::timestamptz, ${from}::uuid)`;
}
