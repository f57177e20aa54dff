import "server-only";
import { and, eq, sql } from "drizzle-orm";
import { transactions } from "@/drizzle/schema/transactions";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import { record } from "@/lib/audit/record";
import { type Ctx, Forbidden, requirePermission } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import { enqueue } from "@/lib/db/enqueue";
import { err, ok, type Result } from "@/lib/result";
import { sendCreate } from "@/lib/transactions/sending";
import type { Outcome } from "@/lib/transactions/submission";
import { digestOf, termsOf } from "./digest";
import { newReferenceId } from "./reference";
import type { WithdrawalInput } from "./schema";

/** This form has made a withdrawal already, of other terms: nothing was made now. */
export type FormUsed = { kind: "form used"; referenceId: string };

/**
 * Writes down what a person intends and queues its sending, in one transaction. The same form again finds the first
 * record: a double click, a second tab or a repeated request is one withdrawal.
 */
export async function requestWithdrawal(
  ctx: Ctx,
  input: WithdrawalInput,
): Promise<Result<{ referenceId: string }, FormUsed>> {
  requirePermission(ctx, "withdrawals:create");
  if (ctx.actor.kind !== "person") throw new Forbidden("only a person requests a withdrawal");
  const requestedBy = ctx.actor.id;
  const { formId } = input;
  const terms = termsOf(input);
  const digest = digestOf(terms);
  const { currency, amount, playerId, ...recipient } = terms;

  return ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${formId}, 0))`);
    const first = await withForm(tx, ctx, formId);
    if (first) {
      const { referenceId } = first;
      return first.digest === digest ? ok({ referenceId }) : err({ kind: "form used", referenceId });
    }

    const { environment } = ctx;
    const at = ctx.now();
    const referenceId = newReferenceId(at, ctx.random(8));
    const fixed = {
      type: "WITHDRAW",
      method: "BANK_TRANSFER",
      submission: "queued",
      createdAt: at,
      updatedAt: at,
    } as const;
    const order = { environment, referenceId, currency, amount, playerId, callbackToken: ctx.random(24), ...fixed };
    const [made] = await tx.insert(transactions).values(order).returning({ id: transactions.id });
    if (!made) throw new Error("insert returned no row");

    const intent = { formId, ...recipient, digest, requestedBy, requestedAt: at };
    await tx.insert(withdrawals).values({ transactionRow: made.id, ...intent });
    await record(tx, ctx, {
      action: "withdrawal.requested",
      subject: referenceId,
      detail: { currency, amount, digest },
    });
    await enqueue(tx, "send-withdrawal", { environment, transactionRow: made.id });
    return ok({ referenceId });
  });
}

/**
 * Sends a queued withdrawal, at most once. What leaves is what was asked for: where the record no longer has the
 * digest that a person saw, nothing is sent and people are told.
 */
export async function sendWithdrawal(
  ctx: Ctx,
  { transactionRow }: { transactionRow: string },
): Promise<Outcome | "taken" | "altered"> {
  requirePermission(ctx, "withdrawals:send");
  const mine = and(eq(transactions.id, transactionRow), eq(transactions.environment, ctx.environment));
  const [found] = await ctx.db
    .select({ order: transactions, intent: withdrawals })
    .from(transactions)
    .innerJoin(withdrawals, eq(withdrawals.transactionRow, transactions.id))
    .where(mine);
  if (!found) throw new Error(`no withdrawal ${transactionRow}`);

  const { order, intent } = found;
  const terms = termsOf({ ...intent, currency: order.currency, amount: order.amount, playerId: order.playerId ?? "" });
  if (digestOf(terms) !== intent.digest) {
    await flagAltered(ctx, order);
    return "altered";
  }
  const { referenceId } = order;
  const callbackUrl = `${ctx.appUrl}/api/callbacks/${ctx.environment}/${order.callbackToken}`;
  return sendCreate(ctx, {
    transactionRow,
    prepare: () => ctx.api.prepareWithdraw({ referenceId, callbackUrl, ...terms }),
    send: ctx.api.sendWithdraw,
    job: "send-withdrawal",
  });
}

/** Somebody changed the record behind our back. Said once; the order stays where it is until a person has looked. */
async function flagAltered(ctx: Ctx, { id, referenceId, conflictAt }: typeof transactions.$inferSelect) {
  if (conflictAt !== null) return;
  await ctx.db.transaction(async (tx) => {
    await tx.update(transactions).set({ conflictAt: ctx.now() }).where(eq(transactions.id, id));
    await record(tx, ctx, { action: "withdrawal.altered", subject: referenceId });
  });
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
