import "server-only";
import { and, asc, desc, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { type AuditEvent, auditEvents } from "@/drizzle/schema/audit";
import type { Ctx } from "@/lib/auth/context";
import { keptOf, marksOf, stretchOf, WINDOW } from "@/lib/db/bounded-scan";

type Wanted = {
  /** What an index of lines knows of, in their order. */
  leading: (SQL | undefined)[];
  /** What is asked of each line. */
  others: (SQL | undefined)[];
  before?: { at: string; id: string } | undefined;
  most: number;
};

/** `end`: where the scan stopped before it had found enough; null where it has enough, or there are no more. */
type Stretch = { found: AuditEvent[]; first: AuditEvent | null; end: AuditEvent | null };

/** The next lines, newest first, as far as one window goes. */
export async function scanAuditLines({ db }: Pick<Ctx, "db">, wanted: Wanted): Promise<Stretch> {
  const { leading, others, before, most } = wanted;
  const size = others.length === 0 ? most : WINDOW;
  const older =
    before && sql`(${auditEvents.at}, ${auditEvents.id}) < (${before.at}::timestamptz, ${before.id}::bigint)`;
  const walked = db
    .select({ ...getTableColumns(auditEvents), ...marksOf(others, newestFirst(auditEvents)) })
    .from(auditEvents)
    .where(and(...leading, older))
    .orderBy(...newestFirst(auditEvents))
    .limit(size)
    .as("walked");
  const read = await db
    .select()
    .from(walked)
    .where(keptOf(walked, size))
    .orderBy(...newestFirst(walked))
    .limit(most + 1);
  return stretchOf(read, { most, size });
}

/** The environment stands first, though it is one: only so is the index of lines without one read in its order. */
const newestFirst = ({ environment, at, id }: Record<"environment" | "at" | "id", AnyPgColumn>) => [
  ...[asc(environment), desc(at), desc(id)],
];
