import "server-only";
import { and, eq } from "drizzle-orm";
import { transactions } from "@/drizzle/schema/transactions";
import type { Ctx } from "@/lib/auth/context";
import type { Db, Tx } from "@/lib/db/connection";
import { endingOf } from "@/lib/transactions/status/order-ending";
import { isCorrectablePayout } from "@/lib/transactions/submission/correctable";
import { withEarlier } from "@/lib/transactions/submission/earlier-orders";

/**
 * The ids of this order and those that it replaces, as far as they may be replaced: a correction repeats them on purpose.
 * One that may be paid by now is a duplicate as any other.
 */
export async function replacedWith(db: Db | Tx, id: string | null): Promise<string[]> {
  const ids: string[] = [];
  for (const order of await withEarlier(db, id)) if (isCorrectablePayout(await endingOf(db, order))) ids.push(order.id);
  return ids;
}

/** The same for a form that corrects this order. */
export async function replacedByForm({ db, environment }: Ctx, corrects: string | undefined): Promise<string[]> {
  if (corrects === undefined) return [];
  const isPayout = and(eq(transactions.environment, environment), eq(transactions.type, "WITHDRAW"));
  const [order] = await db
    .select({ id: transactions.id })
    .from(transactions)
    .where(and(isPayout, eq(transactions.referenceId, corrects)));
  return replacedWith(db, order?.id ?? null);
}
