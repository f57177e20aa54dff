import "server-only";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { openProposals } from "@/lib/auth/dual-control";
import { typedTextFor } from "@/lib/pii/access";
import { reconciliationOfDay } from "@/lib/reconciliation/day";
import { movementSums } from "@/lib/reconciliation/movements/read-movements";
import { DAY_MS, lastDayDue, tokyoDay, tokyoDayRange } from "@/lib/time";
import {
  type Close,
  closedDays,
  closesOf,
  earlierCloses,
  firstDayClosed,
  hashOf,
  isInForce,
  openProposal,
  readDocument,
} from "./closes";
import { countDay, isKnownBy, knownSince, learnedLate, settledSince } from "./count-day";
import { DAY_CHANGE } from "./day-change";
import { paidBeyondClose } from "./figures";
import {
  type CloseRow,
  type DayCounts,
  type DayRow,
  type DayStanding,
  type DayView,
  differencesOf,
  notKnownOf,
} from "./schema";

/** So many days are listed; an older one has its address. */
const LISTED = 62;

/** One Tokyo day: its figures now, and those under which it was closed. Null for a day that has not begun. */
export async function getDay(ctx: Ctx, { day }: { day: string }): Promise<DayView | null> {
  requirePermission(ctx, "daily_close:read");
  const range = tokyoDayRange(day);
  if (!range || range.from > ctx.now()) return null;
  const [figures, closes, isKnown, proposal, reconciliation, movements] = await Promise.all([
    countDay(ctx, range),
    closesOf(ctx, day),
    isKnownBy(ctx, range.before),
    openProposal(ctx, day),
    reconciliationOfDay(ctx, day),
    movementSums(ctx, { firstDay: day, lastDay: day }),
  ]);
  const closed = closes.find(isInForce) ?? null;
  const late = await learnedLate(ctx, range, closed?.at ?? null);
  const settled = closed && (await settledSince(ctx, range, closed.at));
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
      reason: typedTextFor(ctx)(readDocument(closed.document).reason ?? null),
      proposedBy: readDocument(closed.document).proposedBy ?? null,
      figures: readDocument(closed.document).figures,
      reconciliation: readDocument(closed.document).reconciliation ?? null,
      movements: readDocument(closed.document).movements ?? [],
    },
    ...{ proposal, earlier: earlierCloses(ctx, closes), reconciliation, movements },
    learnedLate: late.orders,
    knownSinceClose: closed ? paidBeyondClose(readDocument(closed.document).figures, figures) : [],
    settledSince: settled?.orders ?? [],
    hasMore: { learnedLate: late.hasMore, settledSince: settled?.hasMore ?? false },
  };
}

/** By which close the day is closed now, and what is proposed: few words, to be asked for again and again. */
export async function getDayStanding(ctx: Ctx, { day }: { day: string }): Promise<DayStanding> {
  requirePermission(ctx, "daily_close:read");
  const [closes, proposal] = await Promise.all([closesOf(ctx, day), openProposal(ctx, day)]);
  return { closed: closes.find(isInForce)?.hash ?? null, proposed: proposal?.id ?? null };
}

/** The newest days since anything is known, newest first, and which of them are closed. */
export async function listDays(ctx: Ctx): Promise<DayRow[]> {
  requirePermission(ctx, "daily_close:read");
  const today = tokyoDay(ctx.now());
  const days = daysBack(ctx.now(), await knownSince(ctx)).slice(0, LISTED);
  const [closes, proposed] = await Promise.all([
    closesOf(ctx, days.at(-1) ?? today, today),
    openProposals(ctx, DAY_CHANGE),
  ]);
  return days.map((day) => {
    const closed = closes.find((close) => close.day === day && isInForce(close));
    const change = proposed.find(({ subject }) => subject === day)?.proposal.change ?? null;
    return { day, isOver: day < today, closed: closed ? closeRow(closed) : null, proposed: change };
  });
}

/** Of all days since anything is known, also those that are too old to be listed. */
export async function countDays(ctx: Ctx): Promise<DayCounts> {
  requirePermission(ctx, "daily_close:read");
  const [closed, since] = await Promise.all([closedDays(ctx), knownSince(ctx)]);
  const days = daysBack(ctx.now(), since);
  const open = days.slice(1).filter((day) => !closed.has(day));
  const listed = new Set(days.slice(0, LISTED));
  return {
    ...{ open: open.length, closed: closed.size, oldestOpen: open.at(-1) ?? null },
    unlisted: open.filter((day) => !listed.has(day)).length,
  };
}

/**
 * The days that are due at `closeBy` and not closed, the oldest first: those that are listed, and older ones since the first
 * close. None where no day was ever closed.
 */
export async function listDaysNotClosed(ctx: Ctx, { closeBy }: { closeBy: string }): Promise<string[]> {
  requirePermission(ctx, "daily_close:close");
  const [closed, since, first] = await Promise.all([closedDays(ctx), knownSince(ctx), firstDayClosed(ctx)]);
  if (first === null) return [];
  const lastDue = lastDayDue(ctx.now(), closeBy);
  return daysBack(ctx.now(), since)
    .filter((day, ago) => (ago < LISTED || day >= first) && day <= lastDue && !closed.has(day))
    .reverse();
}

/** The days since anything is known, today first. */
function daysBack(now: Date, since: Date | null): string[] {
  const days = [tokyoDay(now)];
  const first = tokyoDay(since ?? now);
  for (let at = now.getTime() - DAY_MS; tokyoDay(new Date(at)) >= first; at -= DAY_MS)
    days.push(tokyoDay(new Date(at)));
  return days;
}

function closeRow({ at, by, hash, document }: Close): CloseRow {
  const { figures } = readDocument(document);
  const count = (of: "deposits" | "withdrawals") => figures.reduce((sum, currency) => sum + currency[of].count, 0);
  return {
    ...{ at: at.toISOString(), by, hash },
    ...{ deposits: count("deposits"), withdrawals: count("withdrawals"), differences: differencesOf(figures) },
    notKnown: notKnownOf(figures),
  };
}
