import "server-only";
import { and, eq } from "drizzle-orm";
import { contradictions } from "@/drizzle/schema/contradictions";
import { transactions } from "@/drizzle/schema/transactions";
import type { Ctx } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import type { Contradiction } from "@/lib/transactions/status/status-report";

/** An order that the caller holds under lock. */
type Locked = Pick<typeof transactions.$inferSelect, "id" | "conflictAt" | "conflictKind" | "settledAt">;

/** Far more than anything that tells contradictions apart, and short enough for an index. */
const SAID_MAX = 500;

/**
 * Puts contradictions of an order on record, and says whether any of them is new. A new one brings an order back that a
 * person had settled; one that was on record when they did is what they have settled.
 */
export async function contradict(
  tx: Tx,
  ctx: Pick<Ctx, "now">,
  order: Locked,
  said: Contradiction[],
): Promise<boolean> {
  if (said.length === 0) return false;
  const at = ctx.now();
  const fresh = await tx
    .insert(contradictions)
    .values(said.map(({ kind, said }) => ({ transactionRow: order.id, at, kind, said: said.slice(0, SAID_MAX) })))
    .onConflictDoNothing()
    .returning({ kind: contradictions.kind });
  const [first] = fresh;
  if (!first) return false;
  const isOpen = order.conflictAt !== null && order.settledAt === null;
  await tx
    .update(transactions)
    .set({
      conflictAt: isOpen ? order.conflictAt : at,
      conflictKind: (isOpen ? order.conflictKind : null) ?? first.kind,
      settledAt: null,
      updatedAt: at,
    })
    .where(eq(transactions.id, order.id));
  return true;
}

/** Whether an order turned up that was not to exist, whatever a person has found of it since. */
export async function isDouble(tx: Tx, transactionRow: string): Promise<boolean> {
  const mine = and(eq(contradictions.transactionRow, transactionRow), eq(contradictions.kind, "double"));
  return (await tx.$count(contradictions, mine)) > 0;
}
