import "server-only";
import { and, asc, desc, eq } from "drizzle-orm";
import { contradictions, settlements } from "@/drizzle/schema/contradictions";
import { people } from "@/drizzle/schema/people";
import { transactions } from "@/drizzle/schema/transactions";
import { record } from "@/lib/audit/record";
import { type Ctx, Forbidden, requirePermission } from "@/lib/auth/context";
import type { Db, Tx } from "@/lib/db/connection";
import { err, ok, type Result } from "@/lib/result";
import type { SettlementInput, TransactionView } from "@/lib/transactions/schema";
import { type Finding, findingsFor } from "./resolution";

type Order = typeof transactions.$inferSelect;

export type CannotSettle =
  /** Nothing contradicts itself here, or somebody was faster. */
  | { kind: "nothing_to_settle" }
  /** Something came in since that the reader has not seen. */
  | { kind: "news_since" }
  /** Nothing of the kind can be found of what stands in contradiction. */
  | { kind: "does_not_fit" };

/**
 * Settles what contradicts itself about an order by what a person found out elsewhere. No fact is changed by it, nothing
 * can be sent because of it, and the next contradiction that is new brings the order back.
 */
export async function settleContradiction(
  ctx: Ctx,
  { referenceId, finding, reason, seen }: SettlementInput,
): Promise<Result<{ referenceId: string }, CannotSettle>> {
  requirePermission(ctx, "contradictions:settle");
  if (ctx.actor.kind !== "person") throw new Forbidden("only a person settles");
  const { id: by } = ctx.actor;

  return ctx.db.transaction(async (tx) => {
    const mine = and(eq(transactions.environment, ctx.environment), eq(transactions.referenceId, referenceId));
    const [order] = await tx.select().from(transactions).where(mine).for("update");
    const open = order && (await openContradiction(tx, order));
    if (!open) return err({ kind: "nothing_to_settle" });
    if (open.seen !== seen) return err({ kind: "news_since" });
    if (!open.findings.includes(finding)) return err({ kind: "does_not_fit" });

    const at = ctx.now();
    await tx.insert(settlements).values({ transactionRow: order.id, at, by, finding, reason });
    await tx.update(transactions).set({ settledAt: at, updatedAt: at }).where(eq(transactions.id, order.id));
    await record(tx, ctx, { action: "discrepancy.resolved", subject: referenceId, detail: { finding, reason } });
    return ok({ referenceId });
  });
}

/** What stands in contradiction and what can be found of it; null where nothing does, or a person has settled it. */
export async function openContradiction(db: Db | Tx, order: Order): Promise<TransactionView["contradiction"]> {
  const { id, conflictAt, conflictKind, settledAt } = order;
  if (conflictAt === null || settledAt !== null) return null;
  const said = await db
    .select({ id: contradictions.id, kind: contradictions.kind })
    .from(contradictions)
    .where(eq(contradictions.transactionRow, id))
    .orderBy(asc(contradictions.id));
  return { seen: said.at(-1)?.id ?? null, findings: findingsFor([conflictKind, ...said.map(({ kind }) => kind)]) };
}

/** What a person found last of an order's discrepancies. */
export async function settledFinding(db: Db | Tx, transactionRow: string): Promise<Finding | null> {
  const [last] = await db
    .select({ finding: settlements.finding })
    .from(settlements)
    .where(eq(settlements.transactionRow, transactionRow))
    .orderBy(desc(settlements.id))
    .limit(1);
  return last?.finding ?? null;
}

/** What a person found, where it still stands; null where nothing was settled, or there is news since. */
export async function settlementOf(db: Db, { id, settledAt }: Order): Promise<TransactionView["settlement"]> {
  if (settledAt === null) return null;
  const [last] = await db
    .select({ at: settlements.at, by: people.name, finding: settlements.finding, reason: settlements.reason })
    .from(settlements)
    .innerJoin(people, eq(people.id, settlements.by))
    .where(eq(settlements.transactionRow, id))
    .orderBy(desc(settlements.id))
    .limit(1);
  return last ? { ...last, at: last.at.toISOString() } : null;
}
