import "server-only";
import { and, eq, inArray } from "drizzle-orm";
import { batches } from "@/drizzle/schema/batches";
import { transactions } from "@/drizzle/schema/transactions";
import type { Ctx } from "@/lib/auth/context";
import { readSubject } from "@/lib/events/events";
import { formatAmount } from "@/lib/money/format";

/** The amounts of orders and batches, by subject. */
export async function amountsOf({ db, environment }: Ctx, of: { subject: string }[]): Promise<Map<string, string>> {
  const subjects = of.map(({ subject }) => ({ subject, ...readSubject(subject) }));
  const idsOf = (kind: string) => subjects.filter((one) => one.kind === kind).map(({ id }) => id);
  const orders = await db
    .select({ id: transactions.referenceId, currency: transactions.currency, amount: transactions.amount })
    .from(transactions)
    .where(and(eq(transactions.environment, environment), inArray(transactions.referenceId, idsOf("order"))));
  const files = await db
    .select({ id: batches.id, totals: batches.totals })
    .from(batches)
    .where(and(eq(batches.environment, environment), inArray(batches.id, idsOf("batch"))));
  const said = new Map<string, string>([
    ...orders.map(({ id, currency, amount }) => [`order ${id}`, formatAmount(amount, currency)] as const),
    ...files.map(({ id, totals }) => {
      const sums = (totals ?? []).map(({ currency, amount }) => formatAmount(amount, currency));
      return [`batch ${id}`, sums.join(" + ")] as const;
    }),
  ]);
  return new Map(
    subjects.flatMap(({ subject, kind, id }) => {
      const amount = said.get(`${kind} ${id}`);
      return amount ? [[subject, amount] as const] : [];
    }),
  );
}
