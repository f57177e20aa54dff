import "server-only";
import { and, eq, gte, isNotNull, isNull, max, min, ne, notExists, or, type SQL, sql } from "drizzle-orm";
import { type PgColumn, unionAll } from "drizzle-orm/pg-core";
import { approvals } from "@/drizzle/schema/approvals";
import { batchApprovals, batches, batchRows } from "@/drizzle/schema/batches";
import { callbackDisagreements } from "@/drizzle/schema/disagreements";
import { discrepancies, discrepancyResolutions } from "@/drizzle/schema/discrepancies";
import { attempts, reports } from "@/drizzle/schema/evidence";
import { orderDismissals } from "@/drizzle/schema/follow-ups";
import { payees, payeeVersions } from "@/drizzle/schema/payees";
import { proposals } from "@/drizzle/schema/proposals";
import { transactions } from "@/drizzle/schema/transactions";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import type { Ctx } from "@/lib/auth/context";
import { DAY_MS } from "@/lib/time";
import type { ClosedItems } from "./schema";

/** An outcome that stayed unknown for longer is not counted among those of the day. */
const UNKNOWN_MOST_MS = 7 * DAY_MS;

/**
 * Since when what was resolved stood open: the first discrepancy that no earlier resolution covers. The order has the
 * time of its last one alone, which may have come since.
 */
const DISCREPANT_FROM = sql`coalesce(
  (select min(d.at) from ${discrepancies} d where d.transaction_row = ${discrepancyResolutions.transactionRow}
    and d.at <= ${discrepancyResolutions.at} and not exists (select from ${discrepancyResolutions} earlier
      where earlier.transaction_row = d.transaction_row and earlier.id < ${discrepancyResolutions.id} and earlier.at >= d.at)),
  least(${transactions.discrepancyAt}, ${discrepancyResolutions.at}))`;

/** When the service was first believed to have the order; its end may come much later. */
const FOUND_AT = sql`(select min(${reports.at}) from ${reports}
  where ${reports.transactionRow} = ${attempts.transactionRow} and ${reports.verdict} in ('moved', 'same'))`;

const times = (opened: PgColumn | SQL, closed: PgColumn | SQL) => ({
  opened: sql<Date>`${opened}`.as("opened"),
  closed: sql<Date>`${closed}`.as("closed"),
});

/**
 * What left the work queue since then, and how long it was there at the median: payouts, batches, payees and changes that
 * were decided, discrepancies that were resolved, setbacks and callbacks that were dismissed, and orders with an
 * unknown outcome that were found.
 */
export async function closedSince({ db, environment }: Pick<Ctx, "db" | "environment">, since: Date) {
  const mine = eq(transactions.environment, environment);
  const ofBatch = db.select().from(batchRows).where(eq(batchRows.transactionRow, approvals.transactionRow));
  // Marked as seen by the resolution of its order, which is one item with it.
  const resolvedWith = db
    .select()
    .from(discrepancyResolutions)
    .where(
      and(
        eq(discrepancyResolutions.transactionRow, callbackDisagreements.transactionRow),
        eq(discrepancyResolutions.at, callbackDisagreements.seenAt),
      ),
    );
  const all = unionAll(
    db
      .select(times(withdrawals.requestedAt, max(approvals.at) as SQL))
      .from(approvals)
      .innerJoin(transactions, eq(transactions.id, approvals.transactionRow))
      .innerJoin(withdrawals, eq(withdrawals.transactionRow, approvals.transactionRow))
      // Orders of a batch have its decision, which is one.
      .where(and(mine, gte(approvals.at, since), ne(transactions.submission, "awaiting_approval"), notExists(ofBatch)))
      .groupBy(withdrawals.transactionRow),
    db
      .select(times(batches.requestedAt, max(batchApprovals.at) as SQL))
      .from(batchApprovals)
      .innerJoin(batches, eq(batches.id, batchApprovals.batchId))
      .where(
        and(
          eq(batches.environment, environment),
          gte(batchApprovals.at, since),
          ne(batches.state, "awaiting_approval"),
        ),
      )
      .groupBy(batches.id),
    db
      .select(times(min(payeeVersions.proposedAt) as SQL, max(payeeVersions.decidedAt) as SQL))
      .from(payeeVersions)
      .innerJoin(payees, eq(payees.id, payeeVersions.payeeId))
      .where(and(eq(payees.environment, environment), gte(payeeVersions.decidedAt, since)))
      // A file is one item, decided as a whole.
      .groupBy(
        sql`coalesce(${payeeVersions.importId}::text, ${payeeVersions.payeeId} || ' ' || ${payeeVersions.version})`,
      ),
    db
      .select(times(proposals.proposedAt, proposals.decidedAt))
      .from(proposals)
      // Changes of users belong to no environment, and wait in each.
      .where(
        and(
          or(isNull(proposals.environment), eq(proposals.environment, environment)),
          gte(proposals.decidedAt, since),
          // One that lapsed was closed by no user.
          isNotNull(proposals.decidedBy),
        ),
      ),
    db
      .select(times(DISCREPANT_FROM, discrepancyResolutions.at))
      .from(discrepancyResolutions)
      .innerJoin(transactions, eq(transactions.id, discrepancyResolutions.transactionRow))
      .where(and(mine, gte(discrepancyResolutions.at, since))),
    db
      .select(times(transactions.endedAt, orderDismissals.at))
      .from(orderDismissals)
      .innerJoin(transactions, eq(transactions.id, orderDismissals.transactionRow))
      .where(and(mine, gte(orderDismissals.at, since))),
    db
      .select(times(callbackDisagreements.firstAt, callbackDisagreements.seenAt))
      .from(callbackDisagreements)
      .where(
        and(
          eq(callbackDisagreements.environment, environment),
          gte(callbackDisagreements.seenAt, since),
          notExists(resolvedWith),
        ),
      ),
    db
      .select(times(attempts.endedAt, FOUND_AT))
      .from(attempts)
      .innerJoin(transactions, eq(transactions.id, attempts.transactionRow))
      .where(
        and(
          mine,
          // Said in the same words as by its index.
          sql`${attempts.outcome} = 'unknown'`,
          gte(attempts.endedAt, new Date(since.getTime() - UNKNOWN_MOST_MS)),
          // Found before its attempt ended, it was never in the queue.
          gte(FOUND_AT, attempts.endedAt),
          gte(FOUND_AT, since),
        ),
      ),
  ).as("items");
  const seconds = sql`extract(epoch from ${all.closed} - ${all.opened})`;
  const [found] = await db
    .select({
      count: sql<number>`count(*)::int`,
      medianSeconds: sql<number | null>`percentile_cont(0.5) within group (order by ${seconds})`,
    })
    .from(all);
  return (found ?? { count: 0, medianSeconds: null }) satisfies ClosedItems;
}
