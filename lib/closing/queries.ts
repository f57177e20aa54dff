import "server-only";
import { createHash } from "node:crypto";
import { and, desc, eq } from "drizzle-orm";
import { dailyCloses } from "@/drizzle/schema/closes";
import { people } from "@/drizzle/schema/people";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { DAY_MS, tokyoDay, tokyoDayRange } from "@/lib/time";
import { countDay, isKnownBy, knownSince, settledSince } from "./counting";
import type { DayDocument, DayRow, DayView } from "./schema";

/** So many days are listed; an older one has its address. */
const LISTED = 62;

/** The hash under which a day is closed, hexadecimal. */
export const hashOf = (document: string): string => createHash("sha256").update(document).digest("hex");

/** One Tokyo day: its figures now, and those under which it was closed. Null for a day that has not begun. */
export async function getDay(ctx: Ctx, { day }: { day: string }): Promise<DayView | null> {
  requirePermission(ctx, "closes:read");
  const range = tokyoDayRange(day);
  if (!range || range.from > ctx.now()) return null;
  const [figures, closed, isKnown] = await Promise.all([
    countDay(ctx, range),
    closeOf(ctx, day),
    isKnownBy(ctx, range.before),
  ]);
  return {
    day,
    isOver: range.before <= ctx.now(),
    isKnown,
    figures,
    closed: closed && {
      at: closed.at.toISOString(),
      by: closed.by,
      hash: closed.hash,
      isIntact: hashOf(closed.document) === closed.hash,
      reason: readDocument(closed.document).reason ?? null,
      figures: readDocument(closed.document).figures,
    },
    settledSince: closed ? await settledSince(ctx, range, closed.at) : [],
  };
}

// Written by closeDay alone, and hashed: what does not match its hash is shown as such.
const readDocument = (document: string): DayDocument => JSON.parse(document);

async function closeOf({ db, environment }: Ctx, day: string) {
  const { document, hash, closedAt } = dailyCloses;
  const [found] = await db
    .select({ document, hash, at: closedAt, by: people.name })
    .from(dailyCloses)
    .innerJoin(people, eq(people.id, dailyCloses.closedBy))
    .where(and(eq(dailyCloses.environment, environment), eq(dailyCloses.day, day)));
  return found ?? null;
}

/** The newest days since anything is known, newest first, and which of them are closed. */
export async function listDays(ctx: Ctx): Promise<DayRow[]> {
  requirePermission(ctx, "closes:read");
  const { db, environment } = ctx;
  const { day, hash, closedAt } = dailyCloses;
  const [closes, since] = await Promise.all([
    db
      .select({ day, hash, at: closedAt, by: people.name })
      .from(dailyCloses)
      .innerJoin(people, eq(people.id, dailyCloses.closedBy))
      .where(eq(dailyCloses.environment, environment))
      .orderBy(desc(day))
      .limit(LISTED),
    knownSince(ctx),
  ]);
  const now = ctx.now();
  const days: DayRow[] = [];
  for (
    let at = now;
    days.length < LISTED && tokyoDay(at) >= tokyoDay(since ?? now);
    at = new Date(at.getTime() - DAY_MS)
  ) {
    const closed = closes.find((close) => close.day === tokyoDay(at));
    days.push({
      day: tokyoDay(at),
      isOver: tokyoDay(at) < tokyoDay(now),
      closed: closed ? { at: closed.at.toISOString(), by: closed.by, hash: closed.hash } : null,
    });
  }
  return days;
}
