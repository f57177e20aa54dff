import "server-only";
import { and, asc, eq } from "drizzle-orm";
import { transactions } from "@/drizzle/schema/transactions";
import { users } from "@/drizzle/schema/users";
import { DECIDE_UNTIL, withdrawals } from "@/drizzle/schema/withdrawals";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { may } from "@/lib/auth/permissions";
import { listBatchesForMe } from "@/lib/batches/queries";
import { listProposalsForMe } from "@/lib/dashboard/proposals";

import { listPayeesForMe } from "@/lib/payees/undecided";
import { waitsFor } from "@/lib/transactions/list/conditions";
import { countWaitingForMe } from "@/lib/withdrawals/queries";
import type { ApprovalsView, WaitingPayout } from "./schema";

/** The most payouts listed; the count is of all. */
const LISTED = 200;

/** All that waits for the reader's decision, the oldest first. */
export async function listApprovals(ctx: Ctx): Promise<ApprovalsView> {
  requirePermission(ctx, "approvals:read");
  const { actor } = ctx;
  const decides = actor.kind === "user" && may(actor.role, "withdrawals:approve");
  const [payouts, waiting, batches, proposals, payees] = await Promise.all([
    decides ? waitingPayouts(ctx) : [],
    decides ? countWaitingForMe(ctx) : null,
    decides ? listBatchesForMe(ctx) : [],
    listProposalsForMe(ctx),
    listPayeesForMe(ctx),
  ]);
  const items = [...payouts, ...batches, ...proposals, ...payees].toSorted((a, b) => a.at.localeCompare(b.at));
  return { count: (waiting?.count ?? 0) + batches.length + proposals.length + payees.length, items };
}

async function waitingPayouts(ctx: Ctx): Promise<WaitingPayout[]> {
  const rows = await ctx.db
    .select({
      id: transactions.referenceId,
      amount: transactions.amount,
      currency: transactions.currency,
      to: withdrawals.destinationAccountName,
      by: users.name,
      at: withdrawals.requestedAt,
      until: DECIDE_UNTIL,
    })
    .from(transactions)
    .innerJoin(withdrawals, eq(withdrawals.transactionRow, transactions.id))
    .innerJoin(users, eq(users.id, withdrawals.requestedBy))
    .where(and(eq(transactions.environment, ctx.environment), waitsFor(ctx)))
    .orderBy(asc(withdrawals.requestedAt), asc(transactions.id))
    .limit(LISTED);
  return rows.map(({ at, until, ...row }) => ({
    kind: "withdrawal",
    ...row,
    at: at.toISOString(),
    until: (until ?? at).toISOString(),
  }));
}
