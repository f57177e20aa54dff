import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { balanceSnapshots } from "@/drizzle/schema/balances";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import { lockNamed } from "@/lib/db/locks";
import { subtractAmounts } from "@/lib/money/amount";
import { ASK_AGAIN_MS, askOnce } from "@/lib/payments-api/ask-once";
import type { Balance } from "@/lib/payments-api/shapes";
import { tokyoDayOf } from "@/lib/time";
import { newestBalance } from "@/lib/transactions/newest-balance";
import type { BalancesView, BalanceView } from "./schema";
import { availableAt, availableByHour, newestBalances, SILENCE_MS } from "./snapshots";

/** Asks the service for every balance and keeps what it said. When it does not answer, the last figures stay. */
export async function refreshBalances(ctx: Ctx): Promise<BalancesView> {
  requirePermission(ctx, "balances:read");
  return refreshed(ctx, await views(ctx));
}

/** The longest that a page waits for the service. */
const PATIENCE_MS = 1_000;

/**
 * The same for a page that opens: when the service takes its time, the last figures come first, with the time they are
 * of, and the browser asks. Nor does the page wait where they are younger than `recentMs`, in milliseconds. Null where there
 * are none yet.
 */
export async function balancesForPage(
  ctx: Ctx,
  { recentMs = 0, patienceMs = PATIENCE_MS } = {},
): Promise<BalancesView | null> {
  requirePermission(ctx, "balances:read");
  const balances = await views(ctx);
  const held = balances.length === 0 ? null : { balances, stale: null };
  if (age(ctx, balances) < recentMs) return held;
  return Promise.race([refreshed(ctx, balances), delay(patienceMs, held, { ref: false })]);
}

/** In milliseconds, of the newest figure. */
const age = (ctx: Ctx, balances: BalanceView[]): number =>
  ctx.now().getTime() - Math.max(0, ...balances.map(({ asOf }) => Date.parse(asOf)));

async function refreshed(ctx: Ctx, held: BalanceView[]): Promise<BalancesView> {
  if (age(ctx, held) < ASK_AGAIN_MS) return { balances: held, stale: null };
  const since = ctx.now().toISOString();
  const question = { name: `balances:${ctx.environment}`, now: ctx.now };
  const answer = await askOnce(ctx.db.$client, question, async () => {
    const { result } = await ctx.api.balance();
    if (!result.ok) return result;
    await ctx.db.transaction(async (tx) => {
      for (const balance of result.value) await keep(tx, ctx, balance);
    });
    return result;
  });
  if (!answer.ok) return { balances: held, stale: { failure: answer.error, since } };
  return { balances: await views(ctx), stale: null };
}

/** The same figures again only move the time of the newest snapshot; others make a new one, as do the same after a silence. */
async function keep(tx: Tx, ctx: Ctx, { currency, available, ledger }: Balance) {
  const now = ctx.now();
  const { environment } = ctx;
  // Concurrent refreshes are serialised, so that a balance is recorded once.
  await lockNamed(tx, `balance:${environment}:${currency}`);
  const last = await newestBalance(tx, ctx, currency);
  const isSame = last?.available === available && last.ledger === ledger;
  if (last && isSame && now.getTime() - last.lastSeenAt.getTime() <= SILENCE_MS) {
    await tx.update(balanceSnapshots).set({ lastSeenAt: now }).where(eq(balanceSnapshots.id, last.id));
  } else {
    const values = { environment, currency, available, ledger, firstSeenAt: now, lastSeenAt: now };
    await tx.insert(balanceSnapshots).values(values);
  }
}

async function views(ctx: Ctx): Promise<BalanceView[]> {
  const now = ctx.now();
  const [newest, atDayStart] = await Promise.all([newestBalances(ctx), availableAt(ctx, tokyoDayOf(now).from)]);
  const trends = await availableByHour(
    ctx,
    newest.map(({ currency }) => currency),
    now,
  );
  return newest.map(({ currency, available, ledger, lastSeenAt }) => {
    const atStart = atDayStart.get(currency);
    const sinceDayStart = atStart === undefined ? null : subtractAmounts(available, atStart);
    const held = subtractAmounts(ledger, available);
    const trend = trends.get(currency) ?? [];
    return { currency, available, ledger, held, asOf: lastSeenAt.toISOString(), sinceDayStart, trend };
  });
}
