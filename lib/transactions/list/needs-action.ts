import "server-only";
import { and, eq, isNull, notExists, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { orderDismissals } from "@/drizzle/schema/follow-ups";
import { setback, standsStill, transactions } from "@/drizzle/schema/transactions";
import type { Ctx } from "@/lib/auth/context";

/** It has a discrepancy that is not resolved. */
export const isDiscrepant = sql`(${transactions.discrepancyAt} is not null and ${transactions.resolvedAt} is null)`;

/** A user is done with a deposit that was not created. Payouts are dismissed from another list, by their requesters. */
const dismissalsOf = (db: Pick<Ctx["db"], "select">) =>
  db
    .select({ id: orderDismissals.id })
    .from(orderDismissals)
    .where(
      and(
        eq(orderDismissals.transactionRow, transactions.id),
        eq(transactions.type, "DEPOSIT"),
        sql`${orderDismissals.setback} = ${setback(transactions)}`,
      ),
    );

/** The orders of the environment that need action. */
export function needsActionIn({ db, environment }: { db: Pick<Ctx["db"], "select"> } & Pick<Ctx, "environment">) {
  const newer = alias(transactions, "newer");
  const replacement = db.select({ id: newer.id }).from(newer).where(eq(newer.replaces, transactions.id));
  // A reissued, dismissed or resolved order needs no action, unless there is news.
  const untouched = and(isNull(transactions.discrepancyAt), notExists(replacement), notExists(dismissalsOf(db)));
  const open = or(isDiscrepant, eq(transactions.submission, "unknown"), untouched);
  return and(eq(transactions.environment, environment), standsStill(transactions), open);
}
