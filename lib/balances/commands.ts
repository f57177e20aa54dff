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
  const held = await views(ctx);
  const now = ctx.now();
  const freshest = Math.max(0, ...held.map(({ asOf }) => Date.parse(asOf)));
  if (now.getTime() - freshest < ASK_AGAIN_MS) return { balances: held, stale: null };

  const question = { name: `balances:${ctx.environment}`, now: ctx.now };
  const refreshed = await askOnce(ctx.db.$client, question, async () => {
    const { result } = await ctx.api.balance();
    if (!result.ok) return result;
    await ctx.db.transaction(async (tx) => {
      for (const balance of result.value) await keep(tx, ctx, balance);
    });
    return result;
  });
  if (!refreshed.ok) return { balances: held, stale: { failure: refreshed.error, since: now.toISOString() } };
  return { balances: await views(ctx), stale: null };
}

/** The longest that a page waits for the service. */
const PATIENCE_MS = 1_000;

/**
 * The same for a page that opens: when the service takes its time, the last figures come first, with the time they are
 * of, and the browser asks again. Null where there are none yet.
 */
export async function balancesForPage(ctx: Ctx): Promise<BalancesView | null> {
  requirePermission(ctx, "balances:read");
  const refreshed = refreshBalances(ctx);
  const balances = await views(ctx);
  const held = balances.length === 0 ? null : { balances, stale: null };
  return Promise.race([refreshed, delay(PATIENCE_MS, held, { ref: false })]);
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
