import "server-only";
import { and, desc, eq, gte, lt, lte, sql } from "drizzle-orm";
import { balanceSnapshots } from "@/drizzle/schema/balances";
import { inFlight, transactions } from "@/drizzle/schema/transactions";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { compareAmounts } from "@/lib/money/amount";
import { isUnderway, isUnknown, type Submission } from "@/lib/transactions/submission/submission";
import { explainHeld } from "./held-balance";
import { type BalanceHistory, type BalancePoint, RANGES, type Range } from "./schema";

/** The console asks every minute. What is said again after a longer silence is another answer. */
export const SILENCE_MS = 10 * 60_000;

/** So many of the withdrawals in flight are named. */
const NAMED = 10;

/** What each balance was over time, from the answers that were kept, and what explains its difference now. */
export async function getBalanceHistory(ctx: Ctx, { range }: { range: Range }): Promise<BalanceHistory> {
  requirePermission(ctx, "balances:read");
  const until = ctx.now();
  const from = new Date(until.getTime() - RANGES[range].hours * 3_600_000);
  const newest = await newestBalances(ctx);
  const currencies = await Promise.all(newest.map((balance) => historyOf(ctx, balance, { from, range })));
  return { until: until.toISOString(), currencies };
}

type Balance = typeof balanceSnapshots.$inferSelect;

async function historyOf(ctx: Ctx, newest: Balance, { from, range }: { from: Date; range: Range }) {
  const { currency } = newest;
  const [before, within, open, since] = await Promise.all([
    lastBefore(ctx, currency, from),
    lastOfEachStep(ctx, currency, from, RANGES[range].stepSeconds),
    withdrawalsInFlight(ctx, currency),
    knownSince(ctx, currency),
  ]);
  const withdrawals = open.map(({ submission, ...order }) => ({ ...order, isUncertain: isUncertain(submission) }));
  return {
    currency,
    knownSince: (since ?? newest.firstSeenAt).toISOString(),
    points: [...before.map((point) => ({ ...point, at: from.toISOString() })), ...within],
    // A step shows its last answer alone, however early in it the first one came.
    gapMs: SILENCE_MS + RANGES[range].stepSeconds * 1000,
    explanation: explainHeld(newest, withdrawals),
    largest: withdrawals.toSorted((a, b) => compareAmounts(b.amount, a.amount)).slice(0, NAMED),
  };
}

/** Our own create call has not been answered, so that the service may not have the order. */
const isUncertain = (submission: Submission | null) => isUnknown(submission) || isUnderway(submission);

/** The last answer for each currency. */
export const newestBalances = ({ db, environment }: Pick<Ctx, "db" | "environment">): Promise<Balance[]> =>
  db
    .selectDistinctOn([balanceSnapshots.currency])
    .from(balanceSnapshots)
    .where(eq(balanceSnapshots.environment, environment))
    .orderBy(balanceSnapshots.currency, desc(balanceSnapshots.id));

const { available, ledger, firstSeenAt, lastSeenAt } = balanceSnapshots;

const of = ({ environment }: Ctx, currency: string) =>
  and(eq(balanceSnapshots.environment, environment), eq(balanceSnapshots.currency, currency));

async function lastBefore(ctx: Ctx, currency: string, from: Date) {
  const rows = await ctx.db
    .select({ available, ledger, until: lastSeenAt })
    .from(balanceSnapshots)
    .where(and(of(ctx, currency), lte(firstSeenAt, from)))
    .orderBy(desc(firstSeenAt))
    .limit(1);
  return rows.map(({ until, ...row }) => ({ ...row, until: (until < from ? from : until).toISOString() }));
}

/** However often a balance moved, a chart gets no more points than it can draw: the last of each step. */
async function lastOfEachStep(ctx: Ctx, currency: string, from: Date, stepSeconds: number): Promise<BalancePoint[]> {
  // Written out: as a parameter it would be a different expression in each of the two places.
  const width = sql.raw(`'${stepSeconds} seconds'`);
  const step = sql`date_bin(${width}, ${firstSeenAt}, timestamptz 'epoch')`;
  const rows = await ctx.db
    .selectDistinctOn([step], { at: firstSeenAt, until: lastSeenAt, available, ledger })
    .from(balanceSnapshots)
    .where(and(of(ctx, currency), gte(firstSeenAt, from)))
    .orderBy(step, desc(firstSeenAt));
  return rows.map((row) => ({ ...row, at: row.at.toISOString(), until: row.until.toISOString() }));
}

async function knownSince(ctx: Ctx, currency: string): Promise<Date | undefined> {
  const [first] = await ctx.db
    .select({ firstSeenAt })
    .from(balanceSnapshots)
    .where(of(ctx, currency))
    .orderBy(firstSeenAt)
    .limit(1);
  return first?.firstSeenAt;
}

const withdrawalsInFlight = ({ db, environment }: Ctx, currency: string) =>
  db
    .select({
      referenceId: transactions.referenceId,
      amount: transactions.amount,
      fee: transactions.fee,
      submission: transactions.submission,
    })
    .from(transactions)
    .where(
      and(
        eq(transactions.environment, environment),
        eq(transactions.currency, currency),
        eq(transactions.type, "WITHDRAW"),
        inFlight(transactions),
      ),
    );

/** What was available at that moment, for each currency that had been asked about by then. */
export async function availableAt({ db, environment }: Pick<Ctx, "db" | "environment">, at: Date) {
  const rows = await db
    .selectDistinctOn([balanceSnapshots.currency], { currency: balanceSnapshots.currency, available })
    .from(balanceSnapshots)
    .where(and(eq(balanceSnapshots.environment, environment), lt(firstSeenAt, at)))
    .orderBy(balanceSnapshots.currency, desc(firstSeenAt));
  return new Map(rows.map((row) => [row.currency, row.available]));
}
