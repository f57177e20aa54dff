import "server-only";
import { and, eq } from "drizzle-orm";
import { discrepancies } from "@/drizzle/schema/discrepancies";
import { type Order, transactions } from "@/drizzle/schema/transactions";
import type { Ctx } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import type { Discrepancy } from "@/lib/transactions/status/status-report";

/** An order that the caller holds under lock. */
type Locked = Pick<Order, "id" | "discrepancyAt" | "discrepancyKind" | "resolvedAt">;

/** Limit for an index; longer than any value that distinguishes discrepancies. */
const SAID_MAX = 500;

/** Records discrepancies of an order, and marks it; returns whether any is new. */
export async function recordDiscrepancy(
  tx: Tx,
  ctx: Pick<Ctx, "now">,
  order: Locked,
  said: Discrepancy[],
): Promise<boolean> {
  const mark = await addDiscrepancies(tx, ctx, order, said);
  if (mark) await tx.update(transactions).set(mark).where(eq(transactions.id, order.id));
  return mark !== null;
}

/**
 * Records discrepancies of an order; returns what the caller has to write to the order, or null where none is new. A new
 * one reopens a resolved order; one on record at the resolution does not.
 */
export async function addDiscrepancies(tx: Tx, ctx: Pick<Ctx, "now">, order: Locked, said: Discrepancy[]) {
  if (said.length === 0) return null;
  const at = ctx.now();
  const fresh = await tx
    .insert(discrepancies)
    .values(said.map(({ kind, said }) => ({ transactionRow: order.id, at, kind, said: said.slice(0, SAID_MAX) })))
    .onConflictDoNothing()
    .returning({ kind: discrepancies.kind });
  const [first] = fresh;
  if (!first) return null;
  const isOpen = order.discrepancyAt !== null && order.resolvedAt === null;
  return {
    discrepancyAt: isOpen ? order.discrepancyAt : at,
    discrepancyKind: (isOpen ? order.discrepancyKind : null) ?? first.kind,
    resolvedAt: null,
    updatedAt: at,
  };
}

/** Whether a replaced order was found at the service, independent of later resolutions. */
export async function isDuplicate(tx: Tx, transactionRow: string): Promise<boolean> {
  const mine = and(eq(discrepancies.transactionRow, transactionRow), eq(discrepancies.kind, "double"));
  return (await tx.$count(discrepancies, mine)) > 0;
}
