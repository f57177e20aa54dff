import "server-only";
import { and, asc, count, desc, eq, gt, isNull, ne, notExists, type SQL, sum } from "drizzle-orm";
import { approvals, ruleChanges } from "@/drizzle/schema/approvals";
import { transactions } from "@/drizzle/schema/transactions";
import { users } from "@/drizzle/schema/users";
import { DECIDE_UNTIL, withdrawals } from "@/drizzle/schema/withdrawals";
import { attachedTo } from "@/lib/attachments/queries";
import type { AttachmentView } from "@/lib/attachments/schema";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { isOpen } from "@/lib/auth/dual-control";
import { orderRows } from "@/lib/transactions/list/order-rows";
import { endingOf } from "@/lib/transactions/status/order-ending";
import { isCorrectablePayout, isRepeatable } from "@/lib/transactions/submission/correctable";
import { isAwaitingApproval } from "@/lib/transactions/submission/submission";
import { recipientView, transactionRow } from "@/lib/transactions/to-view";
import { decideUntil } from "./approval";
import { rulesInForce } from "./approval-rule-changes";
import { termsOnRecord } from "./request";
import type { RulesView, WaitingForMe, WithdrawalForm, WithdrawalRow, WithdrawalsShown } from "./schema";

/** A list shows this many; older ones are found by their id. */
const PAGE = 100;

/** The newest withdrawals that were requested here: all of them, or those that wait. */
export async function listWithdrawals(ctx: Ctx, { show }: { show: WithdrawalsShown }): Promise<WithdrawalRow[]> {
  requirePermission(ctx, "transactions:read");
  const rows = await ctx.db
    .select({ order: transactions, intent: withdrawals, requestedBy: users.name })
    .from(transactions)
    .innerJoin(withdrawals, eq(withdrawals.transactionRow, transactions.id))
    .innerJoin(users, eq(users.id, withdrawals.requestedBy))
    .where(and(eq(transactions.environment, ctx.environment), filterFor(ctx, show)))
    .orderBy(...orderFor(show))
    .limit(PAGE);
  const shown = await orderRows(
    ctx,
    rows.map(({ order }) => order),
  );
  return rows.map(({ order, intent, requestedBy }, at) => ({
    ...(shown[at] ?? transactionRow(order)),
    recipient: recipientView(ctx, intent),
    requestedBy,
    decideBy: isAwaitingApproval(order.submission)
      ? (decideUntil(intent.approvalExpiresAt, order.heldAt)?.toISOString() ?? null)
      : null,
  }));
}

/** What waits is in order of urgency: the first to be over is the first. */
const BY_URGENCY = [asc(DECIDE_UNTIL), asc(transactions.id)];

function orderFor(show: WithdrawalsShown): SQL[] {
  switch (show) {
    case "all":
      return [desc(transactions.createdAt), desc(transactions.id)];
    case "waiting":
    case "mine":
      return BY_URGENCY;
  }
}

/** The one in front of the reader, and the next. */
const NEXT = 2;

/** What waits for the reader's own decision, whole: it is not cut where a list would be. */
export async function countWaitingForMe(ctx: Ctx): Promise<WaitingForMe> {
  requirePermission(ctx, "withdrawals:approve");
  const { referenceId, currency, amount } = transactions;
  const waiting = and(eq(transactions.environment, ctx.environment), filterFor(ctx, "mine"));
  const [rows, first] = await Promise.all([
    ctx.db
      .select({ currency, count: count(), amount: sum(amount) })
      .from(transactions)
      .innerJoin(withdrawals, eq(withdrawals.transactionRow, transactions.id))
      .where(waiting)
      .groupBy(currency)
      .orderBy(currency),
    ctx.db
      .select({ referenceId, decideBy: DECIDE_UNTIL })
      .from(transactions)
      .innerJoin(withdrawals, eq(withdrawals.transactionRow, transactions.id))
      .where(waiting)
      .orderBy(...BY_URGENCY)
      .limit(NEXT),
  ]);
  return {
    count: rows.reduce((all, one) => all + one.count, 0),
    totals: rows.map((row) => ({ currency: row.currency, amount: row.amount ?? "0" })),
    mostUrgent: first.map((one) => one.referenceId),
    decideBy: first[0]?.decideBy?.toISOString() ?? null,
  };
}

const isWaiting = eq(transactions.submission, "awaiting_approval");

function filterFor(ctx: Ctx, show: WithdrawalsShown): SQL | undefined {
  switch (show) {
    case "all":
      return undefined;
    case "waiting":
      return isWaiting;
    case "mine": {
      const { id } = ctx.actor;
      const byMe = and(eq(approvals.transactionRow, transactions.id), eq(approvals.by, id));
      const decided = ctx.db.select({ id: approvals.id }).from(approvals).where(byMe);
      const inTime = gt(DECIDE_UNTIL, ctx.now());
      return and(
        isWaiting,
        isNull(transactions.discrepancyAt),
        inTime,
        ne(withdrawals.requestedBy, id),
        notExists(decided),
      );
    }
  }
}

type Prefilled = Omit<WithdrawalForm, "formId">;

/** The form of a withdrawal that came to nothing, to be corrected; null where it is not one of those, or not any more. */
export async function getTermsToCorrect(ctx: Ctx, { referenceId }: { referenceId: string }): Promise<Prefilled | null> {
  requirePermission(ctx, "withdrawals:create");
  const found = await requestedAs(ctx, referenceId);
  if (!found || !isCorrectablePayout(await endingOf(ctx.db, found.order))) return null;
  if (await ctx.db.$count(transactions, eq(transactions.replaces, found.order.id))) return null;
  const attached = (await attachedTo(ctx.db, [found.order.id])).get(found.order.id) ?? [];
  return prefilled(
    found,
    attached.map(({ sha256: _sha256, ...file }) => file),
  );
}

/** The form of a paid withdrawal, to request the same once more as a new one; null where it is not paid for certain. */
export async function getTermsToRepeat(ctx: Ctx, { referenceId }: { referenceId: string }): Promise<Prefilled | null> {
  requirePermission(ctx, "withdrawals:create");
  const found = await requestedAs(ctx, referenceId);
  return found && isRepeatable(await endingOf(ctx.db, found.order)) ? prefilled(found, []) : null;
}

type Requested = { order: typeof transactions.$inferSelect; intent: typeof withdrawals.$inferSelect };

async function requestedAs(ctx: Ctx, referenceId: string): Promise<Requested | undefined> {
  const mine = and(eq(transactions.environment, ctx.environment), eq(transactions.referenceId, referenceId));
  const [found] = await ctx.db
    .select({ order: transactions, intent: withdrawals })
    .from(transactions)
    .innerJoin(withdrawals, eq(withdrawals.transactionRow, transactions.id))
    .where(mine);
  return found;
}

function prefilled({ order, intent }: Requested, attached: AttachmentView[]): Prefilled {
  const { yuchoSymbol, yuchoNumber, purpose } = intent;
  const { destinationBranchCode, destinationBranchName, destinationAccountType, ...terms } = termsOnRecord(
    order,
    intent,
  );
  return {
    ...terms,
    destinationBranchCode: destinationBranchCode ?? "",
    destinationBranchName: destinationBranchName ?? "",
    destinationAccountType: destinationAccountType ?? "1",
    // A name that the directory has otherwise is confirmed anew.
    ...{ bankAsTyped: "", branchAsTyped: "" },
    ...{ yuchoSymbol: yuchoSymbol ?? "", yuchoNumber: yuchoNumber ?? "" },
    ...{ purpose, attachments: attached.length === 0 ? "" : JSON.stringify(attached) },
    yuchoSavings: yuchoSymbol !== null && destinationAccountType === "1" ? "no" : "",
  };
}

/** The rules in force, and the change that is proposed. */
export async function getRules(ctx: Ctx): Promise<RulesView> {
  requirePermission(ctx, "approval_rules:read");
  const { db, environment, actor } = ctx;
  const open = and(eq(ruleChanges.environment, environment), isOpen(ruleChanges));
  const [proposed] = await db
    .select({ change: ruleChanges, by: users.name })
    .from(ruleChanges)
    .innerJoin(users, eq(users.id, ruleChanges.proposedBy))
    .where(open);
  return {
    inForce: await rulesInForce(db, environment),
    proposal: proposed
      ? {
          ...{ id: proposed.change.id, rules: proposed.change.rules, by: proposed.by },
          at: proposed.change.proposedAt.toISOString(),
          until: proposed.change.expiresAt.toISOString(),
          isOwn: proposed.change.proposedBy === actor.id,
        }
      : null,
  };
}
