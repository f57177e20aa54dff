import "server-only";
import { and, desc, eq, sql } from "drizzle-orm";
import { balanceSnapshots } from "@/drizzle/schema/balances";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import type { Db, Tx } from "@/lib/db/connection";
import type { Balance } from "@/lib/payments-api/shapes";
import type { BalancesView } from "./schema";

/** However many people watch, the service is asked about its balances no more often than this. */
const FRESH_MS = 3_000;

/** Asks the service for every balance and keeps what it said. When it does not answer, the last figures stay. */
export async function refreshBalances(ctx: Ctx): Promise<BalancesView> {
  requirePermission(ctx, "balances:read");
  const held = await newest(ctx.db, ctx);
  const now = ctx.now();
  const freshest = Math.max(0, ...held.map(({ lastSeenAt }) => lastSeenAt.getTime()));
  if (now.getTime() - freshest < FRESH_MS) return { balances: held.map(view), stale: null };

  const { result } = await ctx.api.balance();
  if (!result.ok) return { balances: held.map(view), stale: { failure: result.error, since: now.toISOString() } };
  return ctx.db.transaction(async (tx) => {
    for (const balance of result.value) await keep(tx, ctx, balance);
    return { balances: (await newest(tx, ctx)).map(view), stale: null };
  });
}

/** The same figures again only move the time of the newest snapshot; others make a new one. */
async function keep(tx: Tx, ctx: Ctx, { currency, available, ledger }: Balance) {
  const now = ctx.now();
  const { environment } = ctx;
  // Two instances that refresh at once take turns, so that a figure is kept once.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`balance:${environment}:${currency}`}))`);
  const [last] = await tx
    .select()
    .from(balanceSnapshots)
    .where(and(eq(balanceSnapshots.environment, environment), eq(balanceSnapshots.currency, currency)))
    .orderBy(desc(balanceSnapshots.id))
    .limit(1);
  if (last && last.available === available && last.ledger === ledger) {
    await tx.update(balanceSnapshots).set({ lastSeenAt: now }).where(eq(balanceSnapshots.id, last.id));
  } else {
    const values = { environment, currency, available, ledger, firstSeenAt: now, lastSeenAt: now };
    await tx.insert(balanceSnapshots).values(values);
  }
}

const newest = (db: Db | Tx, { environment }: Ctx) =>
  db
    .selectDistinctOn([balanceSnapshots.currency])
    .from(balanceSnapshots)
    .where(eq(balanceSnapshots.environment, environment))
    .orderBy(balanceSnapshots.currency, desc(balanceSnapshots.id));

const view = ({ currency, available, ledger, lastSeenAt }: typeof balanceSnapshots.$inferSelect) => ({
  currency,
  available,
  ledger,
  asOf: lastSeenAt.toISOString(),
});
