import "server-only";
import { and, eq, lt } from "drizzle-orm";
import { approvals } from "@/drizzle/schema/approvals";
import { transactions } from "@/drizzle/schema/transactions";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import { record } from "@/lib/audit/record";
import { type Ctx, Forbidden, requirePermission } from "@/lib/auth/context";
import { missingFactor } from "@/lib/auth/factors";
import type { ProofNeeded } from "@/lib/auth/proof";
import type { Tx } from "@/lib/db/connection";
import { enqueue } from "@/lib/db/enqueue";
import { err, ok, type Result } from "@/lib/result";
import { isAwaitingApproval, type Submission } from "@/lib/transactions/submission";
import { type CannotDecide, isApproved, refusalOf } from "./approval";
import { type AmountDiffers, repeatsAmount } from "./retyped";
import type { DecisionInput } from "./schema";

type NotWaiting = { kind: "not waiting" };

/**
 * Approves, declines or sends back a withdrawal that somebody else requested. An approval covers exactly the terms that
 * the approver saw; the last one that is needed lets it leave.
 */
export async function decideWithdrawal(
  ctx: Ctx,
  { referenceId, decision, digest, reason, amountAgain }: DecisionInput,
): Promise<Result<{ submission: Submission }, CannotDecide | NotWaiting | AmountDiffers | ProofNeeded>> {
  requirePermission(ctx, "withdrawals:approve");
  if (ctx.actor.kind !== "person") throw new Forbidden("only a person decides");
  const { id: by } = ctx.actor;

  return ctx.db.transaction(async (tx) => {
    const waiting = await lockWaiting(tx, ctx, referenceId);
    if (!waiting) return err({ kind: "not waiting" });
    const { order, intent } = waiting;
    const mine = eq(approvals.transactionRow, order.id);
    const decided = await tx.select().from(approvals).where(mine);
    const { requestedBy, approversNeeded, approvalExpiresAt } = intent;
    const expiresAt = approvalExpiresAt ?? order.createdAt;
    const request = { requestedBy, digest: intent.digest, approversNeeded, expiresAt, decided };
    const refused = refusalOf(request, { id: by, digest, now: ctx.now() });
    if (refused) return err(refused);
    if (decision === "approved" && !repeatsAmount(ctx.environment, order, amountAgain)) {
      return err({ kind: "amount differs" });
    }
    // Declining and sending back move no money, and must not wait for a phone that is elsewhere.
    const unproven = decision === "approved" ? await missingFactor(tx, ctx) : null;
    if (unproven) return err(unproven);

    const made = { transactionRow: order.id, decision, by, at: ctx.now(), digest, reason: reason ?? null };
    await tx.insert(approvals).values(made);
    await record(tx, ctx, { action: `withdrawal.${decision}`, subject: referenceId, detail: { digest, reason } });
    if (decision !== "approved") return ok({ submission: await moveTo(tx, ctx, order.id, decision) });
    if (!isApproved({ ...request, decided: [...decided, made] })) return ok({ submission: "awaiting approval" });

    await enqueue(tx, "send-withdrawal", { environment: ctx.environment, transactionRow: order.id });
    return ok({ submission: await moveTo(tx, ctx, order.id, "queued") });
  });
}

/** Takes back one's own request while it still waits. */
export async function takeBackWithdrawal(
  ctx: Ctx,
  { referenceId }: { referenceId: string },
): Promise<Result<{ submission: Submission }, NotWaiting | { kind: "not your request" }>> {
  requirePermission(ctx, "withdrawals:create");
  return ctx.db.transaction(async (tx) => {
    const waiting = await lockWaiting(tx, ctx, referenceId);
    if (!waiting) return err({ kind: "not waiting" });
    if (waiting.intent.requestedBy !== ctx.actor.id) return err({ kind: "not your request" });
    await record(tx, ctx, { action: "withdrawal.withdrawn", subject: referenceId });
    return ok({ submission: await moveTo(tx, ctx, waiting.order.id, "withdrawn") });
  });
}

/** Ends requests that nobody decided in time. */
export async function expireRequests(ctx: Ctx): Promise<void> {
  requirePermission(ctx, "orders:sweep");
  const waiting = and(eq(transactions.environment, ctx.environment), eq(transactions.submission, "awaiting approval"));
  const late = await ctx.db
    .select({ referenceId: transactions.referenceId })
    .from(transactions)
    .innerJoin(withdrawals, eq(withdrawals.transactionRow, transactions.id))
    .where(and(waiting, lt(withdrawals.approvalExpiresAt, ctx.now())));
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
  await tx.update(transactions).set({ submission, updatedAt: ctx.now() }).where(eq(transactions.id, transactionRow));
  return submission;
}
