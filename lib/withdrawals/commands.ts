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
import { isReissuable, type Outcome } from "@/lib/transactions/submission";
import { digestOf, type Terms, termsOf } from "./digest";
import { newReferenceId, nextReferenceId } from "./reference";
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
  { referenceId }: { referenceId: string },
): Promise<Result<{ referenceId: string }, CannotReissue>> {
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
  const order = { environment, referenceId, currency, amount, playerId, replaces, callbackToken: ctx.random(24) };
  const fixed = { type: "WITHDRAW", method: "BANK_TRANSFER", submission: "queued" } as const;
  const [made] = await tx
    .insert(transactions)
    .values({ ...order, ...fixed, createdAt: at, updatedAt: at })
    .returning({ id: transactions.id });
  if (!made) throw new Error("insert returned no row");

  const intent = { formId, ...recipient, digest, requestedBy, requestedAt: at };
  await tx.insert(withdrawals).values({ transactionRow: made.id, ...intent });
  const action = replaces === null ? "withdrawal.requested" : "withdrawal.reissued";
  await record(tx, ctx, { action, subject: referenceId, detail: { currency, amount, digest } });
  await enqueue(tx, "send-withdrawal", { environment, transactionRow: made.id });
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
  const terms = termsOnRecord(order, intent);
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
async function flagAltered(ctx: Ctx, { id, referenceId, conflictAt }: Order) {
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

type Order = typeof transactions.$inferSelect;

const termsOnRecord = ({ currency, amount, playerId }: Order, intent: typeof withdrawals.$inferSelect): Terms =>
  termsOf({ ...intent, currency, amount, playerId: playerId ?? "" });
