import "server-only";
import { and, desc, eq, gte, ne, notInArray, type SQL } from "drizzle-orm";
import { transactions } from "@/drizzle/schema/transactions";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { isSimilarName } from "@/lib/japan/similar-name";
import { payeeKey } from "@/lib/limits/payee";
import { recipientView, transactionRow } from "@/lib/transactions/to-view";
import type { SimilarPayout, SimilarPayouts } from "./earlier-payouts";
import { orderOfForm } from "./order-of-form";
import { replacedByForm } from "./replaced";
import type { AdvisedTerms } from "./schema";

const WITHIN_MS = 30 * 24 * 3_600_000;
/** Number of withdrawals of the same amount to compare by name. */
const COMPARED = 200;
const SHOWN = 5;

/** Withdrawals of the last 30 days, of any outcome, that these terms may duplicate. Newest first. */
export async function listSimilar(ctx: Ctx, terms: AdvisedTerms): Promise<SimilarPayouts> {
  requirePermission(ctx, "withdrawals:create");
  const key = payeeKey(terms);
  const { amount, destinationAccountName: holder } = terms;
  const [own, replaced] = await Promise.all([orderOfForm(ctx, terms), replacedByForm(ctx, terms.corrects)]);
  const isOther = notInArray(transactions.id, own?.isSame ? [...replaced, own.order.id] : replaced);
  const [sameAccount, sameAmount] = await Promise.all([
    recent(ctx, terms, and(isOther, eq(withdrawals.payeeKey, key)), SHOWN),
    amount === null || holder === null
      ? []
      : recent(ctx, terms, and(isOther, eq(transactions.amount, amount), ne(withdrawals.payeeKey, key)), COMPARED),
  ]);
  const sameName = sameAmount.filter(
    ({ intent }) => holder !== null && isSimilarName(holder, intent.destinationAccountName),
  );
  const found = [
    ...sameAccount.map((row) => ({ ...row, why: "same_account" as const })),
    ...sameName.map((row) => ({ ...row, why: "same_amount_and_name" as const })),
  ];
  return {
    found: found
      .toSorted((a, b) => b.order.createdAt.getTime() - a.order.createdAt.getTime())
      .slice(0, SHOWN)
      .map(({ order, intent, why }): SimilarPayout => {
        const { destinationName, destinationAccount, destinationAccountName } = recipientView(ctx, intent);
        return {
          order: transactionRow(order),
          recipient: { destinationName, destinationAccount, destinationAccountName },
          why,
        };
      }),
  };
}

const recent = (ctx: Ctx, { currency }: AdvisedTerms, where: SQL | undefined, limit: number) =>
  ctx.db
    .select({ order: transactions, intent: withdrawals })
    .from(withdrawals)
    .innerJoin(transactions, eq(transactions.id, withdrawals.transactionRow))
    .where(
      and(
        eq(transactions.environment, ctx.environment),
        eq(transactions.currency, currency),
        gte(transactions.createdAt, new Date(ctx.now().getTime() - WITHIN_MS)),
        where,
      ),
    )
    .orderBy(desc(transactions.createdAt), desc(transactions.id))
    .limit(limit);
