import "server-only";
import { and, eq } from "drizzle-orm";
import { inFlight, transactions } from "@/drizzle/schema/transactions";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { compareAmounts } from "@/lib/money/amount";
import { seesPii } from "@/lib/pii/access";
import { maskedName } from "@/lib/pii/mask";
import { tokyoDay, tokyoDaysRange } from "@/lib/time";
import { isUnderway, isUnknown, type Submission } from "@/lib/transactions/submission/submission";
import { dailyFlows } from "./flows";
import { explainHeld } from "./held-balance";
import { type HistoryFilter, RANGE_HOURS } from "./range";
import type { BalanceHistory, CurrencyHistory } from "./schema";
import {
  availableWithin,
  firstSnapshot,
  lastBefore,
  lastOfEachStep,
  newestBalances,
  SILENCE_MS,
  type Snapshot,
} from "./snapshots";

/** So many of the withdrawals in flight are named. */
const NAMED = 10;

/** What a balance was over time, from the answers that were kept, and what explains its difference now. */
export async function getBalanceHistory(ctx: Ctx, filter: HistoryFilter): Promise<BalanceHistory> {
  requirePermission(ctx, "balances:read");
  const newest = await newestBalances(ctx);
  const balance = newest.find(({ currency }) => currency === filter.currency) ?? newest[0];
  return { history: balance ? await historyOf(ctx, balance, spanOf(filter, ctx.now())) : null };
}

/** A chart cannot draw more points, and a reader cannot tell them apart. */
const STEPS_MAX = 186;
const STEP_SECONDS_LEAST = 10 * 60;

type Span = { from: Date; until: Date };

/** Up to now at the most, or to the last moment of its last day. */
export function spanOf(filter: HistoryFilter, now: Date): Span {
  if (filter.range !== "custom")
    return { from: new Date(now.getTime() - RANGE_HOURS[filter.range] * 3_600_000), until: now };
  const { from, before } = tokyoDaysRange(filter);
  const last = before && new Date(before.getTime() - 1);
  return { from: from && from < now ? from : now, until: last && last < now ? last : now };
}

/** Whole steps of ten minutes, of which the span has no more than can be drawn. */
function stepOf({ from, until }: Span): number {
  const seconds = (until.getTime() - from.getTime()) / 1000;
  return Math.max(1, Math.ceil(seconds / STEPS_MAX / STEP_SECONDS_LEAST)) * STEP_SECONDS_LEAST;
}

async function historyOf(ctx: Ctx, newest: Snapshot, { from, until }: Span): Promise<CurrencyHistory> {
  const { currency } = newest;
  const stepSeconds = stepOf({ from, until });
  const knownSince = (await firstSnapshot(ctx, currency)) ?? newest.firstSeenAt;
  const [before, within, all, flows, open] = await Promise.all([
    lastBefore(ctx, currency, from),
    lastOfEachStep(ctx, currency, { from, until, stepSeconds }),
    availableWithin(ctx, currency, { from, until }),
    dailyFlows(ctx, { currency, knownSince }, { from, until }),
    withdrawalsInFlight(ctx, currency),
  ]);
  // What was known when the range began was available in it, too.
  const known = [before[0]?.available, all?.lowest, all?.highest].filter((amount) => typeof amount === "string");
  const [lowest, highest] = [known.toSorted(compareAmounts)[0], known.toSorted(compareAmounts).at(-1)];
  return {
    currency,
    knownSince: knownSince.toISOString(),
    from: from.toISOString(),
    until: until.toISOString(),
    points: [...before, ...within],
    extremes: lowest === undefined || highest === undefined ? null : { lowest, highest },
    // A step shows its last answer alone, however early in it the first one came.
    gapMs: SILENCE_MS + stepSeconds * 1000,
    flows,
    today: tokyoDay(ctx.now()),
    explanation: explainHeld(newest, open),
    largest: open.toSorted((a, b) => compareAmounts(b.amount, a.amount)).slice(0, NAMED),
  };
}

async function withdrawalsInFlight(ctx: Ctx, currency: string) {
  const { referenceId, amount, fee, submission, partyName } = transactions;
  const isMine = eq(transactions.environment, ctx.environment);
  const isWithdrawal = and(eq(transactions.currency, currency), eq(transactions.type, "WITHDRAW"));
  const rows = await ctx.db
    .select({ referenceId, amount, fee, submission, partyName })
    .from(transactions)
    .where(and(isMine, isWithdrawal, inFlight(transactions)));
  const nameOf = (name: string | null) => (name === null || seesPii(ctx) ? name : maskedName(name));
  return rows.map(({ submission: sent, partyName: name, ...order }) => ({
    ...order,
    partyName: nameOf(name),
    isUncertain: isUncertain(sent),
  }));
}

/** Our own create call has not been answered, so that the service may not have the order. */
const isUncertain = (sent: Submission | null) => isUnknown(sent) || isUnderway(sent);
