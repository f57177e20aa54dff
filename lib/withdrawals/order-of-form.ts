import "server-only";
import { and, eq } from "drizzle-orm";
import { type Order, transactions } from "@/drizzle/schema/transactions";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import type { Ctx } from "@/lib/auth/context";
import { payeeKey } from "@/lib/limits/payee";
import { sameAmount } from "@/lib/money/amount";
import { WITHDRAWAL } from "./integrity";
import type { AdvisedTerms } from "./schema";

/**
 * The order that the reader's form has made already; the form of another user is none of theirs. `isSame`: of these
 * terms, so that its answer was lost. Else the form was edited since, or is in two tabs, and these were not sent.
 */
export async function orderOfForm(
  { db, environment, actor }: Ctx,
  { formId, ...terms }: AdvisedTerms,
): Promise<{ order: Order; isSame: boolean } | null> {
  if (formId === undefined) return null;
  const isTheirs = and(eq(withdrawals.formId, formId), eq(withdrawals.requestedBy, actor.id));
  const [found] = await WITHDRAWAL.find(db, and(isTheirs, eq(transactions.environment, environment)));
  if (!found) return null;
  const { order, intent } = found;
  const isSame =
    terms.currency === order.currency &&
    terms.amount !== null &&
    sameAmount(terms.amount, order.amount) &&
    terms.playerId === order.playerId &&
    terms.destinationAccountName === intent.destinationAccountName &&
    payeeKey(terms) === intent.payeeKey;
  return { order, isSame };
}
