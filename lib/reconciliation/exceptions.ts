import "server-only";
import { and, eq, inArray, isNull } from "drizzle-orm";
import { exceptionEvents, reconciliationExceptions } from "@/drizzle/schema/reconciliation";
import { transactions } from "@/drizzle/schema/transactions";
import { users } from "@/drizzle/schema/users";
import { record } from "@/lib/audit/record";
import { type Ctx, Forbidden, requirePermission, userIdOf } from "@/lib/auth/context";
import { APPLIED, type DualControl, decide, propose } from "@/lib/auth/dual-control";
import { may } from "@/lib/auth/permissions";
import type { ProposalDecision } from "@/lib/auth/proposal";
import type { ProofNeeded } from "@/lib/auth/step-up";
import type { Tx } from "@/lib/db/connection";
import { absolute, subtractAmounts } from "@/lib/money/amount";
import { err, ok, type Result } from "@/lib/result";
import { lookUpOrder, type NoAnswer } from "@/lib/transactions/commands";
import { rulesInForce } from "@/lib/withdrawals/approval-rule-changes";
import { approversFor } from "@/lib/withdrawals/approval-rules";
import { type Difference, differenceOf, isSameDifference } from "./difference";
import type { AssignInput, CloseExceptionInput, ExplainInput } from "./schema";

type Exception = typeof reconciliationExceptions.$inferSelect;
type NotOpen = { kind: "not_open_any_more" };
/** `about`: the difference as it was when it was proposed; a later run may find another one. */
type ExceptionClose = { reason: string; about: Difference };

/** Closing an exception whose amount the approval rules would not leave to one person. `subject` is its ID. */
export const EXCEPTION_CLOSE: DualControl<ExceptionClose> = {
  kind: "exception",
  audit: (step, { subject, change: { reason } }) => {
    switch (step) {
      case "proposed":
        return { action: "exception.close_proposed", subject, detail: { reason } };
      case "applied":
        return null;
      case "dropped":
      case "expired":
        return { action: `exception.close_${step}`, subject };
    }
  },
};

/** Makes one person responsible for exceptions, or takes the responsibility away. */
export async function assignExceptions(
  ctx: Ctx,
  { ids, owner }: AssignInput,
): Promise<Result<{ count: number }, NotOpen>> {
  requirePermission(ctx, "reconciliation:change");
  return ctx.db.transaction(async (tx) => {
    const name = owner === null ? null : await nameOfOwner(tx, owner);
    const open = and(inArray(reconciliationExceptions.id, ids), isOpenHere(ctx));
    const changed = await tx
      .update(reconciliationExceptions)
      .set({ owner })
      .where(open)
      .returning({ id: reconciliationExceptions.id });
    if (changed.length === 0) return err({ kind: "not_open_any_more" });
    await tx.insert(exceptionEvents).values(changed.map(({ id }) => event(ctx, id, "assigned", { owner: name })));
    const detail = { owner: name, ids: changed.map(({ id }) => id) };
    await record(tx, ctx, { action: "exception.assigned", subject: changed[0]?.id ?? "", detail });
    return ok({ count: changed.length });
  });
}

async function nameOfOwner(tx: Tx, id: string): Promise<string> {
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.disabledAt)));
  if (!user || !may(user.role, "reconciliation:change")) throw new Forbidden("the owner may not work on exceptions");
  return user.name;
}

/** Says why there is a difference. It stays open until it matches or is closed. */
export async function explainException(ctx: Ctx, { id, reason, note }: ExplainInput): Promise<Result<null, NotOpen>> {
  requirePermission(ctx, "reconciliation:change");
  return ctx.db.transaction(async (tx) => {
    if (!(await lockOpen(tx, ctx, id))) return err({ kind: "not_open_any_more" });
    await tx
      .update(reconciliationExceptions)
      .set({ reason, note: note === "" ? null : note })
      .where(eq(reconciliationExceptions.id, id));
    await tx.insert(exceptionEvents).values(event(ctx, id, "explained", { reason, note }));
    await record(tx, ctx, { action: "exception.explained", subject: id, detail: { reason, note } });
    return ok(null);
  });
}

type Closed = { kind: "closed" } | { kind: "confirming"; proposalId: string };
/** `changed_since_shown`: a later run found another difference than the one on screen, which the reason is about. */
type CannotClose = NotOpen | { kind: "changed_since_shown" } | { kind: "another_proposal_is_open" } | ProofNeeded;

/** Ends an exception that will not match, with a reason. Above the approval rules it is proposed, and another person decides. */
export async function closeException(
  ctx: Ctx,
  { id, reason, seen }: CloseExceptionInput,
): Promise<Result<Closed, CannotClose>> {
  requirePermission(ctx, "reconciliation:change");
  return ctx.db.transaction(async (tx) => {
    const exception = await lockOpen(tx, ctx, id);
    if (!exception) return err({ kind: "not_open_any_more" });
    if (!isSameDifference(exception, seen)) return err({ kind: "changed_since_shown" });
    const rules = await rulesInForce(tx, ctx.environment);
    const sums = [
      { currency: exception.currency, amount: amountAtStake(exception) },
      ...(await completedOtherwise(tx, exception)),
    ];
    if (sums.every((sum) => approversFor(rules, sum) === 0)) {
      await endException(tx, ctx, exception, { reason, closedBy: userIdOf(ctx) });
      return ok({ kind: "closed" });
    }
    const made = await propose(tx, ctx, EXCEPTION_CLOSE, {
      subject: id,
      change: { reason, about: differenceOf(exception) },
    });
    if (!made.ok) return made;
    await tx.insert(exceptionEvents).values(event(ctx, id, "close_proposed", { reason }));
    return ok({ kind: "confirming", ...made.value });
  });
}

/** Closes an exception as another person proposed, or drops the proposal. */
export async function decideExceptionClose(ctx: Ctx, decision: ProposalDecision) {
  requirePermission(ctx, "reconciliation:change");
  return decide(ctx, EXCEPTION_CLOSE, decision, {
    apply: async (
      tx,
      { subject, change, proposedBy },
    ): Promise<Result<{ kind: "applied" }, NotOpen | DifferenceChanged>> => {
      const exception = await lockOpen(tx, ctx, subject);
      if (!exception) return err({ kind: "not_open_any_more" });
      if (!isSameDifference(exception, change.about)) return err({ kind: "difference_changed" });
      await endException(tx, ctx, exception, { reason: change.reason, closedBy: proposedBy });
      return APPLIED;
    },
  });
}
type DifferenceChanged = { kind: "difference_changed" };

/** What the two sides differ by. */
const amountAtStake = ({ ledgerAmount, serviceAmount }: Exception): string =>
  absolute(subtractAmounts(ledgerAmount ?? "0", serviceAmount ?? "0"));

/** The order, where the service has completed it in another currency or of another type: that is at stake beside it. */
async function completedOtherwise(tx: Tx, { orderId, serviceAmount }: Exception) {
  if (orderId === null || serviceAmount !== null) return [];
  const { id, status, currency, amount } = transactions;
  const completed = and(eq(id, orderId), eq(status, "COMPLETED"));
  return tx.select({ currency, amount }).from(transactions).where(completed);
}

async function endException(
  tx: Tx,
  ctx: Ctx,
  { id, currency, ledgerAmount, serviceAmount }: Exception,
  { reason, closedBy }: { reason: string; closedBy: string },
): Promise<void> {
  const ended = { state: "closed", endedAt: ctx.now(), closedBy, closeReason: reason } as const;
  await tx.update(reconciliationExceptions).set(ended).where(eq(reconciliationExceptions.id, id));
  await tx.insert(exceptionEvents).values(event(ctx, id, "closed", { reason }));
  const detail = {
    reason,
    currency,
    ledgerAmount,
    serviceAmount,
    ...(closedBy !== ctx.actor.id && { proposedBy: closedBy }),
  };
  await record(tx, ctx, { action: "exception.closed", subject: id, detail });
}

type Asked = { kind: "held"; referenceId: string } | { kind: "not_found" };

/** Asks the service about the order that a ledger row names. What it says is held here; the next run compares it. */
export async function askAboutException(
  ctx: Ctx,
  { id }: { id: string },
): Promise<Result<Asked, NotOpen | { kind: "no_key" } | NoAnswer>> {
  requirePermission(ctx, "reconciliation:change");
  const [exception] = await ctx.db
    .select()
    .from(reconciliationExceptions)
    .where(and(eq(reconciliationExceptions.id, id), isOpenHere(ctx)));
  if (!exception) return err({ kind: "not_open_any_more" });
  if (exception.ledgerKey === null) return err({ kind: "no_key" });
  const answer = await lookUpOrder(ctx, { id: exception.ledgerKey });
  if (!answer.ok && answer.error.kind !== "not_found") return err(answer.error);
  const found = answer.ok ? answer.value.referenceId : null;
  await ctx.db.transaction(async (tx) => {
    await tx.insert(exceptionEvents).values(event(ctx, id, "asked", { found }));
    await record(tx, ctx, { action: "exception.asked", subject: id, detail: { key: exception.ledgerKey, found } });
  });
  return ok(found === null ? { kind: "not_found" } : { kind: "held", referenceId: found });
}

const isOpenHere = ({ environment }: Ctx) =>
  and(eq(reconciliationExceptions.environment, environment), eq(reconciliationExceptions.state, "open"));

async function lockOpen(tx: Tx, ctx: Ctx, id: string): Promise<Exception | null> {
  const [found] = await tx
    .select()
    .from(reconciliationExceptions)
    .where(and(eq(reconciliationExceptions.id, id), isOpenHere(ctx)))
    .for("update");
  return found ?? null;
}

const event = (
  ctx: Ctx,
  exceptionId: string,
  kind: typeof exceptionEvents.$inferInsert.kind,
  detail: Record<string, string | null>,
) => ({ exceptionId, at: ctx.now(), by: userIdOf(ctx), kind, detail });
