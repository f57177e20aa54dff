import "server-only";
import { and, eq, isNull, notExists, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { standsStill, transactions } from "@/drizzle/schema/transactions";
import type { Ctx } from "@/lib/auth/context";

/** It has a discrepancy that is not resolved. */
export const isDiscrepant = sql`(${transactions.discrepancyAt} is not null and ${transactions.resolvedAt} is null)`;

/** The orders of the environment that need action. */
export function needsActionIn({ db, environment }: Pick<Ctx, "db" | "environment">) {
  const newer = alias(transactions, "newer");
  const replacement = db.select({ id: newer.id }).from(newer).where(eq(newer.replaces, transactions.id));
  // A reissued or resolved order needs no action, unless there is news.
  const untouched = and(isNull(transactions.discrepancyAt), notExists(replacement));
  const open = or(isDiscrepant, eq(transactions.submission, "unknown"), untouched);
  return and(eq(transactions.environment, environment), standsStill(transactions), open);
}
