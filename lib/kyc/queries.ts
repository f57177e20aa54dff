import "server-only";
import { and, count, desc, eq, inArray, isNull, like, lt, notInArray, or, type SQL, sql } from "drizzle-orm";
import { auditEvents } from "@/drizzle/schema/audit";
import { exchanges } from "@/drizzle/schema/evidence";
import { registrationAttempts, registrationReports } from "@/drizzle/schema/registration-evidence";
import { registrations } from "@/drizzle/schema/registrations";
import { users } from "@/drizzle/schema/users";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { begins } from "@/lib/db/prefix";
import { readKatakana } from "@/lib/japan/katakana";
import { seesPii } from "@/lib/pii/access";
import { checksOf } from "@/lib/transactions/polling/backoff";
import type { PlayerFilter, PlayersShown, PlayersView, PlayerView } from "./schema";
import { GONE_WRONG, GOT_NOWHERE, isDecided, isRegistered, KYC_STATUSES, LIMIT_MS } from "./state";
import { kycTimelineOf, playerRow, readable } from "./to-view";

/** A list shows this many; others are found by the beginning of their id or name. */
const PAGE = 100;

/** Players by their newest registration, and how many of all of them need a person. */
export async function listPlayers(ctx: Ctx, { show, q }: PlayerFilter): Promise<PlayersView> {
  requirePermission(ctx, "players:read");
  const { db, environment } = ctx;
  const mine = and(eq(registrations.environment, environment), isNull(registrations.supersededAt));
  const [rows, [needing]] = await Promise.all([
    db
      .select()
      .from(registrations)
      .where(and(mine, shown(ctx, show), q === "" ? undefined : beginning(ctx, q)))
      .orderBy(desc(registrations.createdAt), desc(registrations.id))
      .limit(PAGE),
    db
      .select({ players: count() })
      .from(registrations)
      .where(and(mine, shown(ctx, "needs"))),
  ]);
  return { asOf: ctx.now().toISOString(), needs: needing?.players ?? 0, rows: rows.map((row) => playerRow(ctx, row)) };
}

/** How many players need a person. */
export async function countPlayersNeeding(ctx: Ctx): Promise<number> {
  requirePermission(ctx, "players:read");
  const mine = and(eq(registrations.environment, ctx.environment), isNull(registrations.supersededAt));
  return ctx.db.$count(registrations, and(mine, shown(ctx, "needs")));
}

const WAITING = KYC_STATUSES.filter((status) => !isDecided(status));

function shown({ now }: Ctx, show: PlayersShown): SQL | undefined {
  const { status, submission, sentAt, createdAt } = registrations;
  // In these words the database knows that its small index of open registrations holds them all.
  const isOpen = sql`${status} is distinct from 'REGISTERED'`;
  const isOld = lt(sql`coalesce(${sentAt}, ${createdAt})`, new Date(now().getTime() - LIMIT_MS));
  const gotNowhere = and(isNull(status), inArray(submission, GOT_NOWHERE));
  switch (show) {
    case "all":
      return undefined;
    case "needs":
      return and(isOpen, or(inArray(status, GONE_WRONG), and(inArray(status, WAITING), isOld), gotNowhere));
    case "pending": {
      const goesOn = and(isNull(status), or(isNull(submission), notInArray(submission, GOT_NOWHERE)));
      return and(isOpen, or(notInArray(status, GONE_WRONG), goesOn));
    }
    case "registered":
      return inArray(status, KYC_STATUSES.filter(isRegistered));
  }
}

/** Ids and names that begin so, in whatever width or kana the name was typed. A masked name is not found by guessing. */
function beginning(ctx: Ctx, q: string): SQL | undefined {
  const byId = begins(registrations.playerId, q);
  if (!seesPii(ctx)) return byId;
  const read = readKatakana(q);
  const name = read.ok ? read.value.value : q;
  return or(byId, begins(registrations.userName, name));
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
    .limit(PAGE);
  const [newest] = registered;
  if (!newest) return null;

  const ids = registered.map(({ row }) => row.id);
  const events = and(eq(auditEvents.subject, playerId), eq(auditEvents.environment, environment));
  const [tried, exchanged, reported, done] = await Promise.all([
    db.select().from(registrationAttempts).where(inArray(registrationAttempts.registrationRow, ids)),
    db.select().from(exchanges).where(inArray(exchanges.registrationRow, ids)),
    db.select().from(registrationReports).where(inArray(registrationReports.registrationRow, ids)),
    db
      .select()
      .from(auditEvents)
      .where(
        and(
          events,
          eq(auditEvents.actorKind, "person"),
          or(like(auditEvents.action, "registration.%"), eq(auditEvents.action, "pii.revealed")),
        ),
      ),
  ]);
  const failures = new Map(
    exchanged.flatMap(({ registrationRow, purpose, failure }) =>
      purpose === "create" ? [[registrationRow, failure]] : [],
    ),
  );
  const hidden = seesPii(ctx) ? null : registered.map(({ row }) => row.userName);
  const { id, nextPollAt } = newest.row;
  return {
    asOf: ctx.now().toISOString(),
    playerId,
    registrations: registered.map(({ row, requestedBy }) => ({
      ...playerRow(ctx, row),
      requestedBy,
      failure: readable(failures.get(row.id) ?? null, hidden),
      superseded: row.supersededAt !== null,
    })),
    ...checksOf(exchanged.filter(({ registrationRow }) => registrationRow === id)),
    nextPollAt: nextPollAt?.toISOString() ?? null,
    timeline: kycTimelineOf(ctx, { registered: registered.map(({ row }) => row), tried, exchanged, reported, done }),
  };
}
