import "server-only";
import { and, eq, isNotNull, lt } from "drizzle-orm";
import { approvals } from "@/drizzle/schema/approvals";
import { transactions } from "@/drizzle/schema/transactions";
import { DECIDE_UNTIL, withdrawals } from "@/drizzle/schema/withdrawals";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission, userIdOf } from "@/lib/auth/context";
import { missingProof } from "@/lib/auth/factors";
import { holdersOf } from "@/lib/auth/key-holders";
import type { ProofNeeded } from "@/lib/auth/step-up";
import type { Tx } from "@/lib/db/connection";
import { enqueue } from "@/lib/db/enqueue";
import { newPayeeUntil } from "@/lib/payees/cooling-off";
import { err, ok, type Result } from "@/lib/result";
import type { IsAltered } from "@/lib/transactions/submission/create-order";
import { NOT_HELD, releaseOrder } from "@/lib/transactions/submission/hold";
import { alterationsOf, flagAlteredIn } from "@/lib/transactions/submission/integrity";
import { isAwaitingApproval, type Submission } from "@/lib/transactions/submission/submission";
import { lockUsers, requireStill, userIn } from "./active-users";
import { holdRulesInForce } from "./approval-rule-changes";
import { approvalsNeeded } from "./approvals-needed";
import { type CannotDecide, countedApprovers, decideUntil, refusalOf } from "./approvers";
import { type AmountDiffers, repeatsAmount } from "./confirm-amount";
import { WITHDRAWAL } from "./integrity";
import type { DecisionInput } from "./schema";

type NotWaiting = { kind: "not_waiting" };

/**
 * Approves, declines or sends back another user's withdrawal. An approval covers exactly the terms that the approver
 * saw; the last required one releases it.
 */
export async function decideWithdrawal(
  ctx: Ctx,
  { referenceId, decision, digest, reason, amountAgain }: DecisionInput,
): Promise<Result<{ submission: Submission }, CannotDecide | NotWaiting | IsAltered | AmountDiffers | ProofNeeded>> {
  requirePermission(ctx, "withdrawals:approve");
  const by = userIdOf(ctx);

  return ctx.db.transaction(async (tx) => {
    const waiting = await lockWaiting(tx, ctx, referenceId);
    if (!waiting) return err({ kind: "not_waiting" });
    const { order, intent } = waiting;
    if ((await alterationsOf({ ...ctx, db: tx }, WITHDRAWAL, waiting)).length > 0) {
      await flagAlteredIn(tx, ctx, { action: "withdrawal.altered", order });
      return err({ kind: "altered" });
    }
    const mine = eq(approvals.transactionRow, order.id);
    const decided = await tx.select().from(approvals).where(mine);
    const { requestedBy } = intent;
    const users = await lockUsers(tx, [requestedBy, by, ...decided.map((one) => one.by)]);
    requireStill(users, by, "withdrawals:approve");
    const expiresAt = decideUntil(intent.approvalExpiresAt, order.heldAt) ?? order.createdAt;
    const holders = await holdersOf(tx, requestedBy);
    const request = { requester: userIn(users, requestedBy), holders, digest: intent.digest, expiresAt, decided };
    const refused = refusalOf(request, { id: by, digest, decision, now: ctx.now() });
    if (refused) return err(refused);
    if (decision === "approved" && !repeatsAmount(ctx.environment, order, amountAgain)) {
      return err({ kind: "amount_differs" });
    }
    // Declining and sending back move no money, so they need no second factor.
    const unproven = decision === "approved" ? await missingProof(tx, ctx) : null;
    if (unproven) return err(unproven);

    const made = { transactionRow: order.id, decision, by, at: ctx.now(), digest, reason: reason ?? null };
    await tx.insert(approvals).values(made);
    await record(tx, ctx, { action: `withdrawal.${decision}`, subject: referenceId, detail: { digest, reason } });
    if (decision !== "approved") return ok({ submission: await moveTo(tx, ctx, order.id, decision) });
    const counted = countedApprovers({
      ...{ requestedBy, holders, digest: intent.digest, users },
      decided: [...decided, made],
    });
    const rules = await holdRulesInForce(tx, ctx.environment);
    const isNew = await newPayeeUntil(tx, ctx, { currency: order.currency, payeeKeys: [intent.payeeKey] });
    if (counted.length < approvalsNeeded(rules, order, intent, isNew)) return ok({ submission: "awaiting_approval" });

    await enqueue(tx, "send-withdrawal", { environment: ctx.environment, transactionRow: order.id });
    return ok({ submission: await moveTo(tx, ctx, order.id, "queued") });
  });
}

/** Cancels the user's own request while it waits. */
export async function takeBackWithdrawal(
  ctx: Ctx,
  { referenceId }: { referenceId: string },
): Promise<Result<{ submission: Submission }, NotWaiting | { kind: "not_your_request" }>> {
  requirePermission(ctx, "withdrawals:create");
  return ctx.db.transaction(async (tx) => {
    const waiting = await lockWaiting(tx, ctx, referenceId);
    if (!waiting) return err({ kind: "not_waiting" });
    if (waiting.intent.requestedBy !== ctx.actor.id) return err({ kind: "not_your_request" });
    await record(tx, ctx, { action: "withdrawal.withdrawn", subject: referenceId });
    return ok({ submission: await moveTo(tx, ctx, waiting.order.id, "withdrawn") });
  });
}

/**
 * Queues a held withdrawal again after the cause of the hold has changed. Every approver may do so: the sender repeats
 * all checks.
 */
export async function releaseWithdrawal(
  ctx: Ctx,
  { referenceId }: { referenceId: string },
): Promise<Result<{ submission: Submission }, { kind: "not_held" }>> {
  requirePermission(ctx, "withdrawals:approve");
  return ctx.db.transaction(async (tx) => {
    const mine = and(eq(transactions.environment, ctx.environment), eq(transactions.referenceId, referenceId));
    const held = and(mine, eq(transactions.submission, "queued"), isNotNull(transactions.heldAt));
    const [order] = await tx.select().from(transactions).where(held).for("update");
    if (!order) return err({ kind: "not_held" });
    await releaseOrder(tx, ctx, order);
    return ok({ submission: "queued" });
  });
}

/** Expires undecided requests. */
export async function expireRequests(ctx: Ctx): Promise<void> {
  requirePermission(ctx, "orders:recover");
  const waiting = and(eq(transactions.environment, ctx.environment), eq(transactions.submission, "awaiting_approval"));
  const late = await ctx.db
    .select({ referenceId: transactions.referenceId })
    .from(transactions)
    .innerJoin(withdrawals, eq(withdrawals.transactionRow, transactions.id))
    .where(and(waiting, lt(DECIDE_UNTIL, ctx.now())));
  for (const { referenceId } of late) {
    await ctx.db.transaction(async (tx) => {
      const still = await lockWaiting(tx, ctx, referenceId);
      if (!still) return;
      await moveTo(tx, ctx, still.order.id, "expired");
      await record(tx, ctx, { action: "withdrawal.expired", subject: referenceId });
    });
  }
}

async function lockWaiting(tx: Tx, ctx: Ctx, referenceId: string) {
  const mine = and(eq(transactions.environment, ctx.environment), eq(transactions.referenceId, referenceId));
  const [found] = await tx
    .select({ order: transactions, intent: withdrawals })
    .from(transactions)
    .innerJoin(withdrawals, eq(withdrawals.transactionRow, transactions.id))
    .where(mine)
    .for("update", { of: transactions });
  return found && isAwaitingApproval(found.order.submission) ? found : null;
}

async function moveTo(tx: Tx, ctx: Ctx, transactionRow: string, submission: Submission): Promise<Submission> {
  await tx
    .update(transactions)
    .set({ submission, ...NOT_HELD, updatedAt: ctx.now() })
    .where(eq(transactions.id, transactionRow));
  return submission;
}
