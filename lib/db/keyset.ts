import "server-only";
import { and, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { type Anchor, NEWS_MAX, type Page } from "@/lib/list/page";
import { WINDOW } from "./bounded-scan";
import type { Db } from "./connection";

/*
 * Pages of a list by keyset: each begins where the one before ended, by a comparison of row values that an index
 * answers. A page never reads more than a window of rows, however few of them fit its filters.
 */

const PAGE_SIZE = 50;

/** Sort keys, the id last, all in the same direction. */
type SortKey = { value: SQL | PgColumn; type: "timestamptz" | "date" | "numeric" | "uuid" };

export type List = {
  from: PgTable | SQL;
  /** What names a row; text where the column is not. */
  id: PgColumn | SQL;
  keys: SortKey[];
  isDescending: boolean;
  /** Conditions answered by an index in the list's order; the first holds for every row of the list. */
  where: (SQL | undefined)[];
  /** Filters with an index in another order. A selective one is used, and its rows are sorted. */
  narrow?: (SQL | undefined)[];
  /** Filters without an index, checked on each row of the window. */
  filters?: (SQL | undefined)[];
};

/** The ids of a page and its position. The caller reads the rows. */
export async function readPage(
  db: Pick<Db, "execute">,
  list: List,
  anchor?: Anchor,
): Promise<Omit<Page<never>, "rows"> & { ids: string[] }> {
  const at = anchor && anchorIn(list, anchor);
  const planned = await plan(db, list);
  const { found, end } = await search(db, planned, { anchor: at, most: PAGE_SIZE + 1 });
  const shown = found.slice(0, PAGE_SIZE);
  const isMore = found.length > PAGE_SIZE;
  const isPartial = end !== null;
  if (at?.kind === "before") {
    // Fewer rows above than a page: show the first page.
    if (!isMore && !isPartial) return readPage(db, planned);
    const rows = shown.toReversed();
    const above = isMore ? (rows[0]?.place ?? null) : end;
    return { ...pageOf(rows), above, below: rows.at(-1)?.place ?? at.text, isPartial, news: 0 };
  }
  const below = isMore ? (shown.at(-1)?.place ?? null) : end;
  if (!at) return { ...pageOf(shown), above: null, below, isPartial, news: 0 };
  if (at.kind === "with") {
    const { found: news } = await search(db, planned, { anchor: { ...at, kind: "before" }, most: NEWS_MAX });
    return { ...pageOf(shown), top: at.text, above: null, below, isPartial, news: news.length };
  }
  return { ...pageOf(shown), above: shown[0]?.place ?? at.text, below, isPartial, news: 0 };
}

type Found = { id: string; place: string };
const pageOf = (rows: Found[]) => ({ ids: rows.map(({ id }) => id), top: rows[0]?.place ?? null });

/**
 * A selective filter comes first, and the others are checked on its rows. `offset 0` keeps the planner from scanning an
 * index in the list's order instead, which is fast only if many rows pass.
 */
async function plan(db: Pick<Db, "execute">, { narrow = [], filters = [], ...list }: List): Promise<List> {
  const [here, ...others] = list.where;
  for (const [at, filter] of narrow.entries()) {
    if (!filter) continue;
    const few = sql`select from ${list.from} where ${and(here, filter)} limit ${WINDOW + 1}`;
    const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from (${few}) few`);
    if ((rows[0]?.count ?? 0) > WINDOW) continue;
    const from = sql`(select * from ${list.from} where ${and(here, filter)} offset 0) ${list.from}`;
    return { ...list, from, where: [], filters: [...others, ...narrow.toSpliced(at, 1), ...filters] };
  }
  return { ...list, filters: [...narrow, ...filters] };
}

type Wanted = { anchor: ReturnType<typeof anchorIn>; most: number };

/** The next matching rows; `end`: where the window ended before there were enough. */
async function search(
  db: Pick<Db, "execute">,
  { from, id, keys, isDescending, where, filters = [] }: List,
  { anchor, most }: Wanted,
): Promise<{ found: Found[]; end: string | null }> {
  const isDown = isDescending !== (anchor?.kind === "before");
  const way = isDown ? sql`desc` : sql`asc`;
  const list = (parts: SQL[]) => sql.join(parts, sql`, `);
  const name = (at: number) => sql.identifier(`k${at}`);
  const filter = and(...filters);
  const beyond =
    anchor &&
    sql`(${list(keys.map(({ value }) => sql`${value}`))}) ${sql.raw(`${isDown ? "<" : ">"}${anchor.kind === "with" ? "=" : ""}`)}
      (${list(keys.map(({ type }, at) => sql`${anchor.place[at]}::${sql.raw(type)}`))})`;
  const window = sql`select ${id} as id, ${list(keys.map(({ value }, at) => sql`${value} as ${name(at)}`))},
      ${filter ?? sql`true`} as fits
    from ${from} where ${and(...where, beyond) ?? sql`true`} order by ${list(keys.map(({ value }) => sql`${value} ${way}`))}
    limit ${filter ? WINDOW : most}`;
  const place = sql`concat_ws('~', ${list(keys.map(({ type }, at) => textOf(name(at), type)))}) as place`;
  const order = list(keys.map((_key, at) => sql`${name(at)} ${way}`));
  const { rows: found } = await db.execute<Found>(
    sql`select id, ${place} from (${window}) rows where fits order by ${order} limit ${most}`,
  );
  if (!filter || found.length === most) return { found, end: null };
  // The one row first: its place is a text, which would be made of each row of the window.
  const { rows: last } = await db.execute<Found>(
    sql`select id, ${place} from (select * from (${window}) rows order by ${order} offset ${WINDOW - 1}) last`,
  );
  return { found, end: last[0]?.place ?? null };
}

/** In microseconds, as stored: a rounded position would skip or repeat neighbouring rows. */
const textOf = (value: ReturnType<typeof sql.identifier>, type: SortKey["type"]) =>
  type === "timestamptz"
    ? sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
    : sql`${value}::text`;

const FORMATS: Record<SortKey["type"], (text: string) => boolean> = {
  timestamptz: (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(text) && !Number.isNaN(Date.parse(text)),
  date: (text) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)),
  numeric: (text) => /^\d{1,40}(\.\d{1,20})?$/.test(text),
  uuid: (text) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text),
};

/** A position in this list, from a URL; undefined if invalid. */
function anchorIn({ keys }: List, { kind, place: text }: Anchor) {
  const place = text.split("~");
  const isValid = place.length === keys.length && keys.every(({ type }, at) => FORMATS[type](place[at] ?? ""));
  return isValid ? { kind, place, text } : undefined;
}
