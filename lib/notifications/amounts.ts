import "server-only";
import { and, eq, inArray } from "drizzle-orm";
import { batches } from "@/drizzle/schema/batches";
import { transactions } from "@/drizzle/schema/transactions";
import type { Ctx } from "@/lib/auth/context";
import type { Db, Tx } from "@/lib/db/connection";
import { readSubject } from "@/lib/events/events";
import { formatAmount } from "@/lib/money/format";
import type { Sum } from "./reach";

/** The sums of orders and batches, by subject. Other subjects have none. */
export async function sumsOf(
  db: Db | Tx,
  { environment }: Pick<Ctx, "environment">,
  of: { subject: string }[],
): Promise<Map<string, readonly Sum[]>> {
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
  const found = new Map<string, readonly Sum[]>([
    ...orders.map(({ id, ...sum }) => [`order ${id}`, [sum]] as const),
    ...files.map(({ id, totals }) => [`batch ${id}`, totals ?? []] as const),
  ]);
  return new Map(
    subjects.flatMap(({ subject, kind, id }) => {
      const sums = found.get(`${kind} ${id}`);
      return sums && sums.length > 0 ? [[subject, sums] as const] : [];
    }),
  );
}

export const sumText = (sums: readonly Sum[]): string =>
  sums.map(({ currency, amount }) => formatAmount(amount, currency)).join(" + ");
