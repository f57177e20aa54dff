import "server-only";
import { and, asc, desc, eq } from "drizzle-orm";
import { discrepancies, discrepancyResolutions } from "@/drizzle/schema/discrepancies";
import { type Order, transactions } from "@/drizzle/schema/transactions";
import { users } from "@/drizzle/schema/users";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission, userIdOf } from "@/lib/auth/context";
import type { Db, Tx } from "@/lib/db/connection";
import { markSeenIn } from "@/lib/disagreements/disagreements";
import { endAnnounced } from "@/lib/events/announce";
import { subjectOf } from "@/lib/events/events";
import { err, ok, type Result } from "@/lib/result";
import type { DiscrepancyResolutionInput, TransactionView } from "@/lib/transactions/schema";
import { type Resolution, resolutionsFor } from "./resolution";

export type CannotResolve =
  /** There is no open discrepancy, or another user resolved it first. */
  | { kind: "nothing_to_resolve" }
  /** News came in that the user has not seen. */
  | { kind: "news_since" }
  /** The finding does not apply to this kind of discrepancy. */
  | { kind: "does_not_fit" };

/**
 * Resolves an order's discrepancies with a finding from elsewhere. It changes no other record and permits no
 * submission; a new discrepancy reopens the order.
 */
export async function resolveDiscrepancy(
  ctx: Ctx,
  { referenceId, finding, reason, seen, callback }: DiscrepancyResolutionInput,
): Promise<Result<{ referenceId: string }, CannotResolve>> {
  requirePermission(ctx, "discrepancies:resolve");
  const by = userIdOf(ctx);

  return ctx.db.transaction(async (tx) => {
    const mine = and(eq(transactions.environment, ctx.environment), eq(transactions.referenceId, referenceId));
    const [order] = await tx.select().from(transactions).where(mine).for("update");
    const open = order && (await openDiscrepancy(tx, order));
    if (!open) return err({ kind: "nothing_to_resolve" });
    if (open.seen !== seen) return err({ kind: "news_since" });
    if (!open.findings.includes(finding)) return err({ kind: "does_not_fit" });

    const at = ctx.now();
    await tx.insert(discrepancyResolutions).values({ transactionRow: order.id, at, by, finding, reason });
    await tx.update(transactions).set({ resolvedAt: at, updatedAt: at }).where(eq(transactions.id, order.id));
    await record(tx, ctx, { action: "discrepancy.resolved", subject: referenceId, detail: { finding, reason } });
    // The callback of the order was shown with it. One that has come since stays to be seen.
    if (callback) await markSeenIn(tx, ctx, { id: order.id, deliveryId: callback }, { by, at });
    await endAnnounced(tx, ctx, subjectOf("order", referenceId), ["discrepancy"]);
    return ok({ referenceId });
  });
}

/** The open discrepancy of an order and its possible findings; null if none is open. */
export async function openDiscrepancy(db: Db | Tx, order: Order): Promise<TransactionView["discrepancy"]> {
  const { id, discrepancyAt, discrepancyKind, resolvedAt } = order;
  if (discrepancyAt === null || resolvedAt !== null) return null;
  const said = await db
    .select({ id: discrepancies.id, kind: discrepancies.kind, said: discrepancies.said })
    .from(discrepancies)
    .where(eq(discrepancies.transactionRow, id))
    .orderBy(asc(discrepancies.id));
  const isOnRecord = said.some(({ kind }) => kind === discrepancyKind);
  return {
    seen: said.at(-1)?.id ?? null,
    findings: resolutionsFor(isOnRecord ? said : [...said, { kind: discrepancyKind, said: "" }]),
  };
}

/** The latest finding about an order's discrepancies. */
export const recordedResolution = async (db: Db | Tx, transactionRow: string): Promise<Resolution | null> =>
  (await latestResolution(db, transactionRow))?.finding ?? null;

/** The finding, if it still holds; null if none, or if there is news since. */
export async function resolutionOf(db: Db, { id, resolvedAt }: Order): Promise<TransactionView["resolution"]> {
  const latest = resolvedAt === null ? undefined : await latestResolution(db, id);
  return latest ? { ...latest, at: latest.at.toISOString() } : null;
}

async function latestResolution(db: Db | Tx, transactionRow: string) {
  const { id, at, by, finding, reason } = discrepancyResolutions;
  const [latest] = await db
    .select({ at, by: users.name, finding, reason })
    .from(discrepancyResolutions)
    .innerJoin(users, eq(users.id, by))
    .where(eq(discrepancyResolutions.transactionRow, transactionRow))
    .orderBy(desc(id))
    .limit(1);
  return latest;
}
