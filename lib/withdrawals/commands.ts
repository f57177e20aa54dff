import "server-only";
import { and, eq } from "drizzle-orm";
import { transactions } from "@/drizzle/schema/transactions";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import { record } from "@/lib/audit/record";
import { type Ctx, Forbidden, requirePermission } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import { err, ok, type Result } from "@/lib/result";
import { digestOf } from "@/lib/transactions/digest";
import {
  type CannotCorrect,
  type CannotReissue,
  type FormUsed,
  lockCorrectable,
  lockReissuable,
  openOnce,
  openOrder,
} from "@/lib/transactions/opening";
import { newReferenceId, nextReferenceId } from "@/lib/transactions/reference";
import { WAITS_HOURS } from "./approval";
import { type AmountDiffers, repeatsAmount } from "./retyped";
import { approversFor } from "./rules";
import { rulesInForce } from "./ruling";
import type { ReissueInput, WithdrawalInput } from "./schema";
import { type Terms, termsOf, termsOnRecord } from "./terms";

type Order = typeof transactions.$inferSelect;

/**
 * Writes down what a person intends and queues its sending, in one transaction. The same form again finds the first
 * record: a double click, a second tab or a repeated request is one withdrawal.
 */
export async function requestWithdrawal(
  ctx: Ctx,
  input: WithdrawalInput,
): Promise<Result<{ referenceId: string }, FormUsed | AmountDiffers | CannotCorrect>> {
  requirePermission(ctx, "withdrawals:create");
  if (ctx.actor.kind !== "person") throw new Forbidden("only a person requests a withdrawal");
  const requestedBy = ctx.actor.id;
  const { formId, amountAgain, corrects } = input;
  if (!repeatsAmount(ctx.environment, input, amountAgain)) return err({ kind: "amount differs" });
  const terms = termsOf(input);
  const digest = digestOf(terms);

  return openOnce(ctx, {
    formId,
    digest,
    first: (tx) => withForm(tx, ctx, formId),
    open: async (tx) => {
      const place =
        corrects === undefined ? ok(null) : await lockCorrectable(tx, ctx, { type: "WITHDRAW", referenceId: corrects });
      if (!place.ok) return place;
      const referenceId = newReferenceId("WD", ctx.now(), ctx.random(8));
      await intend(tx, ctx, { referenceId, formId, terms, digest, requestedBy, replaces: place.value });
      return ok(referenceId);
    },
  });
}

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
    const found = await lockReissuable(tx, ctx, { type: "WITHDRAW", referenceId });
    if (!found.ok) return found;
    const order = found.value;
    const [intent] = await tx.select().from(withdrawals).where(eq(withdrawals.transactionRow, order.id));
    // Another system of the merchant created it: it was never sent from here.
    if (!intent) return err({ kind: "not held" });
    if (!repeatsAmount(ctx.environment, order, amountAgain)) return err({ kind: "amount differs" });

    const next = nextReferenceId(referenceId);
    const { digest } = intent;
    const terms = termsOnRecord(order, intent);
    await intend(tx, ctx, { referenceId: next, formId: null, terms, digest, requestedBy, replaces: order });
    return ok({ referenceId: next });
  });
}

type Intent = {
  referenceId: string;
  formId: string | null;
  terms: Terms;
  digest: string;
  requestedBy: string;
  replaces: Order | null;
};

/** The record of intent, the line in the audit log and the job to send it: all of them, or nothing. */
async function intend(tx: Tx, ctx: Ctx, { referenceId, formId, terms, digest, requestedBy, replaces }: Intent) {
  const { currency, amount, playerId, ...recipient } = terms;
  const { environment } = ctx;
  const at = ctx.now();
  const approversNeeded = approversFor(await rulesInForce(tx, environment), terms);
  const waits = approversNeeded > 0;
  const approvalExpiresAt = waits ? new Date(at.getTime() + WAITS_HOURS * 3_600_000) : null;
  const submission = waits ? "awaiting approval" : "queued";
  const order = { type: "WITHDRAW", referenceId, currency, amount, playerId, submission } as const;
  const transactionRow = await openOrder(tx, ctx, { ...order, replaces: replaces?.id ?? null });

  const intent = { formId, ...recipient, digest, requestedBy, requestedAt: at, approversNeeded, approvalExpiresAt };
  await tx.insert(withdrawals).values({ transactionRow, ...intent });
  const action = formId === null ? "withdrawal.reissued" : "withdrawal.requested";
  const detail = { currency, amount, digest, approversNeeded, ...(replaces && { inPlaceOf: replaces.referenceId }) };
  await record(tx, ctx, { action, subject: referenceId, detail });
  if (!replaces) return;
  await record(tx, ctx, { action: "withdrawal.replaced", subject: replaces.referenceId, detail: { by: referenceId } });
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
