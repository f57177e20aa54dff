import "server-only";
import { and, asc, desc, eq, inArray, isNull, like, or, sql } from "drizzle-orm";
import { auditEvents } from "@/drizzle/schema/audit";
import { exchanges } from "@/drizzle/schema/evidence";
import { registrationAttempts, registrationReports } from "@/drizzle/schema/registration-evidence";
import { registrations } from "@/drizzle/schema/registrations";
import { users } from "@/drizzle/schema/users";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { readPage } from "@/lib/db/keyset";
import { readFresh } from "@/lib/db/replica";
import { checksOf } from "@/lib/transactions/polling/backoff";
import { playerList, shown } from "./conditions";
import type { PlayersAsked, PlayersView, PlayerView } from "./schema";
import { kycTimelineOf, playerRow, readableFor } from "./to-view";

/** The most registrations of one player that are shown. */
const REGISTRATIONS_MAX = 100;

/** A page of players by their newest registration, and how many of all of them need a person. */
export async function listPlayers(ctx: Ctx, { anchor, ...filter }: PlayersAsked): Promise<PlayersView> {
  requirePermission(ctx, "players:read");
  return readFresh(ctx, async (reader) => {
    const [{ ids, ...page }, needs] = await Promise.all([
      readPage(reader.db, playerList(reader, filter), anchor),
      countPlayersNeeding(reader),
    ]);
    const read = await reader.db.select().from(registrations).where(inArray(registrations.id, ids));
    const byId = new Map(read.map((row) => [row.id, playerRow(reader, row)]));
    return { ...page, asOf: ctx.now().toISOString(), needs, rows: ids.flatMap((id) => byId.get(id) ?? []) };
  });
}

/** How many players need a person. */
export async function countPlayersNeeding(ctx: Ctx): Promise<number> {
  requirePermission(ctx, "players:read");
  const mine = and(eq(registrations.environment, ctx.environment), isNull(registrations.supersededAt));
  return ctx.db.$count(registrations, and(mine, shown(ctx, "needs")));
}

/** One player with all that was ever registered; null where we hold nothing. */
export async function getPlayer(ctx: Ctx, { playerId }: { playerId: string }): Promise<PlayerView | null> {
  requirePermission(ctx, "players:read");
  const { db, environment } = ctx;
  const registered = await db
    .select({ row: registrations, requestedBy: users.name })
    .from(registrations)
    .leftJoin(users, eq(users.id, registrations.requestedBy))
    .where(and(eq(registrations.environment, environment), eq(registrations.playerId, playerId)))
    // The current one first, also where the clock stood still.
    .orderBy(sql`${registrations.supersededAt} desc nulls first`, desc(registrations.createdAt))
    .limit(REGISTRATIONS_MAX);
  const [newest] = registered;
  if (!newest) return null;

  const ids = registered.map(({ row }) => row.id);
  const events = and(
    ...[eq(auditEvents.subject, playerId), eq(auditEvents.environment, environment), eq(auditEvents.actorKind, "user")],
    or(like(auditEvents.action, "registration.%"), eq(auditEvents.action, "pii.revealed")),
  );
  const [tried, exchanged, reported, done] = await Promise.all([
    db.select().from(registrationAttempts).where(inArray(registrationAttempts.registrationRow, ids)),
    db.select().from(exchanges).where(inArray(exchanges.registrationRow, ids)).orderBy(asc(exchanges.sentAt)),
    db.select().from(registrationReports).where(inArray(registrationReports.registrationRow, ids)),
    db.select().from(auditEvents).where(events),
  ]);
  const failures = new Map(
    exchanged.flatMap(({ registrationRow, purpose, failure }) =>
      purpose === "create" ? [[registrationRow, failure]] : [],
    ),
  );
  const rows = registered.map(({ row }) => row);
  const { id, nextPollAt } = newest.row;
  return {
    asOf: ctx.now().toISOString(),
    playerId,
    registrations: registered.map(({ row, requestedBy }) => ({
      ...playerRow(ctx, row),
      requestedBy,
      failure: row.status === null ? readableFor(ctx, failures.get(row.id) ?? null, rows) : null,
    })),
    ...checksOf(exchanged.filter(({ registrationRow }) => registrationRow === id)),
    nextPollAt: nextPollAt?.toISOString() ?? null,
    timeline: kycTimelineOf(ctx, { registered: rows, tried, exchanged, reported, done }),
  };
}
