import "server-only";
import { and, asc, desc, getTableColumns, type SQL, sql } from "drizzle-orm";
import { auditEvents } from "@/drizzle/schema/audit";
import type { Ctx } from "@/lib/auth/context";
import { keptOf, marksOf, stretchOf } from "@/lib/db/bounded-scan";

type Wanted = {
  /** What an index of lines knows of, in their order. */
  leading: (SQL | undefined)[];
  /** What is asked of each line. */
  others: (SQL | undefined)[];
  before?: { at: string; id: string } | undefined;
  most: number;
  reach?: number | undefined;
};

type Line = typeof auditEvents.$inferSelect;
/** `end`: where the scan stopped before it had found enough; null where it has enough, or there are no more. */
type Stretch = { found: Line[]; first: Line | null; end: Line | null };

/** How many blocks with lines are read for a page, independent of the filter. */
const BLOCKS = 8;
/** At least. Lines are written one after another and stay where they are, so those with near ids lie in one block. */
const LINES_A_BLOCK = 32;
/** Adjacent lines: this many are scanned for a page. */
const NEAR = 120;

/**
 * The next lines, newest first, as far as one step goes: as many as lie in a few blocks even where each lies in one of
 * its own; and where the first of them turn out to lie close together, as many as are in those few blocks.
 */
export async function scanAuditLines(ctx: Pick<Ctx, "db">, wanted: Wanted): Promise<Stretch> {
  const { most, reach = 1 } = wanted;
  const sparse = BLOCKS * reach;
  const start = await stepOf(ctx, wanted, sparse);
  const { found, first, end } = start;
  if (first === null || end === null) return start;
  const blocks = Math.min(sparse, Number(first.id - end.id) / LINES_A_BLOCK + 1);
  const more = Math.min(NEAR * reach, Math.floor((sparse * sparse) / blocks)) - sparse;
  if (more < sparse) return start;
  const before = { at: end.at.toISOString(), id: String(end.id) };
  const rest = await stepOf(ctx, { ...wanted, before, most: most - found.length }, more);
  return { found: [...found, ...rest.found], first, end: rest.end };
}

async function stepOf({ db }: Pick<Ctx, "db">, wanted: Wanted, size: number): Promise<Stretch> {
  const { leading, others, before, most } = wanted;
  const { environment, at, id } = auditEvents;
  const older = before && sql`(${at}, ${id}) < (${before.at}::timestamptz, ${before.id}::bigint)`;
  // The environment stands first, though it is one: only so is the index of lines without one read in its order.
  const order = [asc(environment), desc(at), desc(id)];
  const walked = db
    .select({ ...getTableColumns(auditEvents), ...marksOf(others, order) })
    .from(auditEvents)
    .where(and(...leading, older))
    .orderBy(...order)
    .limit(size)
    .as("walked");
  const read = await db
    .select()
    .from(walked)
    .where(keptOf(walked, size))
    .orderBy(walked.n)
    .limit(most + 1);
  return stretchOf(read, { most, size });
}
