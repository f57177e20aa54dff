import "server-only";
import { and, eq, sql } from "drizzle-orm";
import { transactions } from "@/drizzle/schema/transactions";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import { record } from "@/lib/audit/record";
import { type Ctx, Forbidden, requirePermission } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import { enqueue } from "@/lib/db/enqueue";
import { err, ok, type Result } from "@/lib/result";
import { isReissuable, type Submission } from "@/lib/transactions/submission";
import { WAITS_HOURS } from "./approval";
import { digestOf, type Terms, termsOf, termsOnRecord } from "./digest";
import { newReferenceId, nextReferenceId } from "./reference";
import { type AmountDiffers, repeatsAmount } from "./retyped";
import { approversFor } from "./rules";
import { rulesInForce } from "./ruling";
import type { ReissueInput, WithdrawalInput } from "./schema";

/** This form has made a withdrawal already, of other terms: nothing was made now. */
export type FormUsed = { kind: "form used"; referenceId: string };

/**
 * Writes down what a person intends and queues its sending, in one transaction. The same form again finds the first
 * record: a double click, a second tab or a repeated request is one withdrawal.
 */
export async function requestWithdrawal(
  ctx: Ctx,
  input: WithdrawalInput,
): Promise<Result<{ referenceId: string }, FormUsed | AmountDiffers>> {
  requirePermission(ctx, "withdrawals:create");
  if (ctx.actor.kind !== "person") throw new Forbidden("only a person requests a withdrawal");
  const requestedBy = ctx.actor.id;
  const { formId, amountAgain } = input;
  if (!repeatsAmount(ctx.environment, input, amountAgain)) return err({ kind: "amount differs" });
  const terms = termsOf(input);
  const digest = digestOf(terms);

  return ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${formId}, 0))`);
    const first = await withForm(tx, ctx, formId);
    if (first) {
      const { referenceId } = first;
      return first.digest === digest ? ok({ referenceId }) : err({ kind: "form used", referenceId });
    }

    const referenceId = newReferenceId(ctx.now(), ctx.random(8));
    await intend(tx, ctx, { referenceId, formId, terms, digest, requestedBy, replaces: null });
    return ok({ referenceId });
  });
}

export type CannotReissue =
  | { kind: "not held" }
  /** It may exist at the service, or still be accepted: sending another could pay twice. */
  | { kind: "may exist" }
  | { kind: "replaced"; referenceId: string };

/**
 * Sends a withdrawal again under a new, linked id, where the earlier one was refused or can no longer be accepted and
 * was looked for in vain. Only a person does this, having seen what happened; each order is replaced at most once.
 */
export async function reissueWithdrawal(
  ctx: Ctx,
  { referenceId, amountAgain }: ReissueInput,
): Promise<Result<{ referenceId: string }, CannotReissue | AmountDiffers>> {
  requirePermission(ctx, "withdrawals:create");
  if (ctx.actor.kind !== "person") throw new Forbidden("only a person sends a withdrawal again");
  const requestedBy = ctx.actor.id;

  return ctx.db.transaction(async (tx) => {
    const mine = and(eq(transactions.environment, ctx.environment), eq(transactions.referenceId, referenceId));
    const [found] = await tx
      .select({ order: transactions, intent: withdrawals })
      .from(transactions)
      .innerJoin(withdrawals, eq(withdrawals.transactionRow, transactions.id))
      .where(mine)
      .for("update");
    if (!found) return err({ kind: "not held" });
    const { order, intent } = found;
    const [newer] = await tx.select().from(transactions).where(eq(transactions.replaces, order.id));
    if (newer) return err({ kind: "replaced", referenceId: newer.referenceId });
    if (!isReissuable(order.submission) || order.conflictAt !== null) return err({ kind: "may exist" });
    if (!repeatsAmount(ctx.environment, order, amountAgain)) return err({ kind: "amount differs" });

    const next = nextReferenceId(referenceId);
    const { digest } = intent;
    const terms = termsOnRecord(order, intent);
    await intend(tx, ctx, { referenceId: next, formId: null, terms, digest, requestedBy, replaces: order.id });
    return ok({ referenceId: next });
  });
}

type Intent = {
  referenceId: string;
  formId: string | null;
  terms: Terms;
  digest: string;
  requestedBy: string;
  replaces: string | null;
};

/** The record of intent, the line in the audit log and the job to send it: all of them, or nothing. */
async function intend(tx: Tx, ctx: Ctx, { referenceId, formId, terms, digest, requestedBy, replaces }: Intent) {
  const { currency, amount, playerId, ...recipient } = terms;
  const { environment } = ctx;
  const at = ctx.now();
  const approversNeeded = approversFor(await rulesInForce(tx, environment), terms);
  const waits = approversNeeded > 0;
  const approvalExpiresAt = waits ? new Date(at.getTime() + WAITS_HOURS * 3_600_000) : null;
  const order = { environment, referenceId, currency, amount, playerId, replaces, callbackToken: ctx.random(24) };
  const submission: Submission = waits ? "awaiting approval" : "queued";
  const fixed = { type: "WITHDRAW", method: "BANK_TRANSFER", submission };
  const [made] = await tx
    .insert(transactions)
    .values({ ...order, ...fixed, createdAt: at, updatedAt: at })
    .returning({ id: transactions.id });
  if (!made) throw new Error("insert returned no row");

  const intent = { formId, ...recipient, digest, requestedBy, requestedAt: at, approversNeeded, approvalExpiresAt };
  await tx.insert(withdrawals).values({ transactionRow: made.id, ...intent });
  const action = replaces === null ? "withdrawal.requested" : "withdrawal.reissued";
  await record(tx, ctx, { action, subject: referenceId, detail: { currency, amount, digest, approversNeeded } });
  if (!waits) await enqueue(tx, "send-withdrawal", { environment, transactionRow: made.id });
}

/** The withdrawal that a form has made already. */
async function withForm(tx: Tx, ctx: Ctx, formId: string) {
  const [first] = await tx
    .select({ referenceId: transactions.referenceId, digest: withdrawals.digest })
    .from(withdrawals)
    .innerJoin(transactions, eq(transactions.id, withdrawals.transactionRow))
    .where(and(eq(withdrawals.formId, formId), eq(transactions.environment, ctx.environment)));
  return first ?? null;
}
