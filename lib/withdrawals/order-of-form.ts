import "server-only";
import { and, eq } from "drizzle-orm";
import { type Order, transactions } from "@/drizzle/schema/transactions";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import type { Ctx } from "@/lib/auth/context";
import type { AdvisedTerms } from "./schema";

/** The order that the reader's form has made already, after a lost answer; the form of another user is none of theirs. */
export async function orderOfForm(
  { db, environment, actor }: Ctx,
  { formId }: Pick<AdvisedTerms, "formId">,
): Promise<Order | null> {
  if (formId === undefined) return null;
  const isTheirs = and(eq(withdrawals.formId, formId), eq(withdrawals.requestedBy, actor.id));
  const [found] = await db
    .select({ order: transactions })
    .from(withdrawals)
    .innerJoin(transactions, eq(transactions.id, withdrawals.transactionRow))
    .where(and(isTheirs, eq(transactions.environment, environment)));
  return found?.order ?? null;
}
