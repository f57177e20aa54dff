import "server-only";
import { and, asc, eq, lte, type SQL, sql } from "drizzle-orm";
import { webhookEvents } from "@/drizzle/schema/webhooks";
import type { Ctx } from "@/lib/auth/context";

/* Rows that a restore brought from another cluster have numbers up to 0 (lib/db/restored-events.ts). */

type Place = { xid: string; position: string };

const { environment, xid, position } = webhookEvents;

/** The order of the feed after this place. */
export const isAfter = (place: Place) => sql`(${xid}, ${position}) > (${place.xid}::bigint, ${place.position}::bigint)`;

export const formatPlace = (row: Pick<typeof webhookEvents.$inferSelect, "xid" | "position">) =>
  `${row.xid}-${row.position}`;

/** A cursor whose event a restore has lost goes back so far, longer than a transaction takes: some are read again. */
const REPEATED = sql`interval '1 hour'`;

/** Where a reader goes on after a cursor; null: at the beginning. */
export async function placeAfter(ctx: Pick<Ctx, "db" | "environment">, after: string): Promise<Place | null> {
  const [, ofXid = "0", at = "0"] = /^(-?\d+)-(\d+)$/.exec(after) ?? [];
  if (ofXid === "0" && at === "0") return null;
  const place = { xid: ofXid, position: at };
  const first = async (where: SQL | undefined) => {
    const rows = await ctx.db
      .select({ xid, position })
      .from(webhookEvents)
      .where(and(eq(environment, ctx.environment), where))
      .orderBy(asc(xid), asc(position))
      .limit(1);
    return rows[0] ?? null;
  };
  const isMoved = lte(xid, 0);
  if ((await first(isMoved)) === null) return (await isReached(ctx, ofXid)) ? place : null;
  const row = await first(sql`${position} = ${at}::bigint`);
  if (row && (String(row.xid) === ofXid || row.xid <= 0)) return { xid: String(row.xid), position: at };
  // Its event has been removed, as it was old, or it is of a time that the dump does not hold.
  if (ofXid.startsWith("-") || (await first(sql`${position} < ${at}::bigint`)) === null) return null;
  const again = await first(and(isMoved, sql`${webhookEvents.at} >= ${lastMoved(ctx)} - ${REPEATED}`));
  return again && { xid: String(again.xid), position: String(again.position - 1) };
}

const lastMoved = (ctx: Pick<Ctx, "environment">) =>
  sql`(select max(e.at) from webhook_events e where e.environment = ${ctx.environment} and e.xid <= 0)`;

/** Whether this cluster has come so far: a number that is still to come is of another one. */
async function isReached({ db }: Pick<Ctx, "db">, number: string): Promise<boolean> {
  const { rows } = await db.execute<{ reached: boolean }>(sql`
    select ${number}::bigint < pg_snapshot_xmax(pg_current_snapshot())::text::bigint as reached`);
  return rows[0]?.reached ?? false;
}
