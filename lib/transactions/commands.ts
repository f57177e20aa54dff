import "server-only";
import { and, eq, or, sql } from "drizzle-orm";
import { type Order, transactions } from "@/drizzle/schema/transactions";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import type { Answer } from "@/lib/payments-api/client";
import { type Failure, isNotFound } from "@/lib/payments-api/failure";
import type { Transaction } from "@/lib/payments-api/shapes";
import { failureFor, hiddenInOrder } from "@/lib/pii/known-values";
import { err, ok, type Result } from "@/lib/result";
import { inOrderTrace } from "@/lib/telemetry/order-trace";
import { keepExchange } from "./exchanges";
import { freezeUnlessNoticed } from "./freezes/database-change";
import type { Reading } from "./non-creation/rules";
import { isNearlyProven, verifyNonCreation } from "./non-creation/verify";
import { keepInstructions } from "./payment-instructions";
import { recordHealth } from "./polling/admission";
import { scheduleNextPoll } from "./polling/schedule";
import type { LookUp } from "./schema";
import { applyStatusReport } from "./status/apply-status-report";
import { createdElsewhere } from "./status/service-times";
import { isFinal, type Status } from "./status/status";
import { idsInPlaceOf, linkInPlaceOf, mayMove, type Replaceable, recordedOf } from "./submission/lost-orders";
import { isDoubtful, isMarkedSince, mayBeAtService } from "./submission/submission";

/** The service gave no answer, so nothing new is known. */
export type NoAnswer = { kind: "no_answer"; failure: Failure };

/** `said`: the status in this answer; null if there was none, or if it was about other terms. */
type Asked = { referenceId: string; found: boolean; said: Status | null };
type CannotAsk = { kind: "not_held" } | { kind: "not_sent_yet" } | NoAnswer;

/**
 * Checks the status of an order on record, stores the answer, and schedules the next check. "Not found" is stored as
 * evidence: while our request can still be accepted, it proves nothing. `isUnsentAsked`: also where no request can have
 * left, by all that is known here.
 */
export async function checkOrderStatus(
  ctx: Ctx,
  {
    referenceId,
    isProbe = false,
    isUnsentAsked = false,
  }: { referenceId: string; isProbe?: boolean; isUnsentAsked?: boolean },
): Promise<Result<Asked, CannotAsk>> {
  requirePermission(ctx, "transactions:check_status");
  const [held] = await ctx.db.select().from(transactions).where(withReference(ctx, referenceId));
  if (!held) return err({ kind: "not_held" });
  if (!isUnsentAsked && !mayBeAtService(held)) return err({ kind: "not_sent_yet" });

  // Our clock counts from when the last byte had left, so an earlier check is no start.
  const reading = held.submission === "submitting" ? null : ctx.monotonic();
  const answer = await inOrderTrace(referenceId, "status check", () => ctx.api.transaction(referenceId));
  await recordHealth(ctx, answer, isProbe);
  const { result } = answer;
  if (result.ok && result.value.referenceId === referenceId) await freezeIfSentElsewhere(ctx, held);
  const isAboutIt = await ctx.db.transaction(async (tx) => {
    const asked = { lastPolledAt: ctx.now(), polls: sql`${transactions.polls} + 1` };
    await tx.update(transactions).set(asked).where(eq(transactions.id, held.id));
    const isAboutIt = await believe(tx, ctx, held.id, answer, { reading, askedOf: held });
    if (ctx.actor.kind === "user")
      await record(tx, ctx, { action: "transaction.check_requested", subject: referenceId });
    return isAboutIt;
  });
  const notFound = !result.ok && isNotFound(result.error);
  if (notFound && isDoubtful(held) && (await isPlaceKnown(ctx, held))) {
    await verifyNonCreation(ctx, held);
  }
  const repeated = result.ok ? null : repeatOf(held, notFound);
  await ctx.db.transaction((tx) => scheduleNextPoll(tx, ctx, held.id, { planned: held.nextPollAt, repeated }));

  if (result.ok) return ok({ referenceId, found: true, said: isAboutIt ? result.value.status : null });
  if (notFound) return ok({ referenceId, found: false, said: null });
  const hidden = async () => (await hiddenInOrder(ctx, held.id))?.said ?? [];
  return err({ kind: "no_answer", failure: await failureFor(ctx, result.error, hidden) });
}

/**
 * A check of an ended order was planned because of news that does not come twice. It is repeated until the service has
 * said how the order stands; "not found", which a wrong address can answer, says nothing about an order that it had.
 */
const repeatOf = ({ status, nextPollAt }: Order, notFound: boolean) =>
  isFinal(status) && nextPollAt !== null ? (notFound ? "permanent" : "usual") : null;

/**
 * Another database sent an order that the service has and that never left here. The freeze comes before the answer is
 * believed: once the order counts as accepted, no check would see that it was not sent from here. It is expected of an
 * order that was marked when it was created.
 */
async function freezeIfSentElsewhere(ctx: Ctx, order: Order): Promise<void> {
  if (!mayBeAtService(order) || isMarkedSince(order)) await freezeUnlessNoticed(ctx, [order]);
}

/**
 * Whether an order may be proven not to have been created. Of a marked one it must be known what the lost database sent in
 * its place: its request may have been refused and repeated under the next ID.
 */
async function isPlaceKnown(ctx: Ctx, held: Order): Promise<boolean> {
  if (held.possiblySentUntil === null) return true;
  if (!(await isNearlyProven(ctx.db, held))) return false;
  // What was found before would freeze payouts at each check, which marks this order and all others once more.
  if ((await ctx.db.$count(transactions, eq(transactions.replaces, held.id))) > 0) return true;
  const found = await lookUpInPlaceOf(ctx, held);
  if (!found.ok) return false;
  if (found.value.length === 0) return true;
  await freezeUnlessNoticed(ctx, found.value);
  await ctx.db.transaction(async (tx) => {
    const [order] = await tx.select().from(transactions).where(eq(transactions.id, held.id)).for("update");
    const isReplaced = (await tx.$count(transactions, eq(transactions.replaces, held.id))) > 0;
    // Not where it was found meanwhile.
    if (order && isDoubtful(order) && !isReplaced) await linkInPlaceOf(tx, ctx, order);
  });
  return true;
}

/**
 * Asks the service about all that a lost database may have sent in the place of an order, and records what it has.
 * Returns what is on record of it and moved money, or may.
 */
export async function lookUpInPlaceOf(ctx: Ctx, order: Replaceable): Promise<Result<Order[], NoAnswer>> {
  requirePermission(ctx, "transactions:check_status");
  const ids = await idsInPlaceOf(ctx.db, order);
  const looked = await lookUpOrders(ctx, ids);
  return looked.ok ? ok((await recordedOf(ctx.db, order, ids)).filter(mayMove)) : looked;
}

/** Records which of these orders the service has; none of them has to exist. */
export async function lookUpOrders(ctx: Ctx, ids: string[]): Promise<Result<null, NoAnswer>> {
  requirePermission(ctx, "transactions:check_status");
  for (const looked of await Promise.all(ids.map((id) => lookUpOrder(ctx, { id })))) {
    if (!looked.ok && looked.error.kind === "no_answer") return err(looked.error);
  }
  return ok(null);
}

/**
 * Finds an order by referenceId or transactionId. One without a record is queried from the service and recorded.
 * `isNew`: there was no record of it.
 */
export async function lookUpOrder(
  ctx: Ctx,
  { id, isProbe = false }: LookUp & { isProbe?: boolean },
): Promise<Result<{ referenceId: string; isNew: boolean }, { kind: "not_found" } | NoAnswer>> {
  requirePermission(ctx, "transactions:check_status");
  const known = or(eq(transactions.referenceId, id), eq(transactions.transactionId, id));
  const [held] = await ctx.db
    .select({ referenceId: transactions.referenceId })
    .from(transactions)
    .where(and(eq(transactions.environment, ctx.environment), known));
  if (held) return ok({ ...held, isNew: false });

  const answer = await ctx.api.transaction(id);
  await recordHealth(ctx, answer, isProbe);
  const { result } = answer;
  if (!result.ok) {
    if (isNotFound(result.error)) return err({ kind: "not_found" });
    // Whom it could name is not on record here.
    return err({ kind: "no_answer", failure: await failureFor(ctx, result.error, async () => "all") });
  }

  const { referenceId } = result.value;
  // An order of this console has no transaction ID before the service has answered. Read after this answer, because one
  // that is being sent counts as sent by then.
  const [recorded] = await ctx.db.select().from(transactions).where(withReference(ctx, referenceId));
  if (recorded) await freezeIfSentElsewhere(ctx, recorded);
  await ctx.db.transaction(async (tx) => {
    const row = await adopt(tx, ctx, result.value);
    await believe(tx, ctx, row, answer);
    await scheduleNextPoll(tx, ctx, row, { planned: null });
    await record(tx, ctx, { action: "transaction.looked_up", subject: referenceId });
  });
  return ok({ referenceId, isNew: recorded === undefined });
}

const withReference = (ctx: Ctx, referenceId: string) =>
  and(eq(transactions.environment, ctx.environment), eq(transactions.referenceId, referenceId));

/**
 * Records an order that another system of the merchant created. Concurrent look-ups record it once. Its transaction ID is
 * left to the report, which is a discrepancy where another order has that ID.
 */
async function adopt(tx: Tx, ctx: Ctx, found: Transaction): Promise<string> {
  const { referenceId, type, currency, amount } = found;
  const at = ctx.now();
  await tx
    .insert(transactions)
    .values({
      environment: ctx.environment,
      referenceId,
      type,
      currency,
      amount,
      createdAt: createdElsewhere(found.createdAt, at),
      firstSeenAt: at,
      updatedAt: at,
    })
    .onConflictDoNothing({ target: [transactions.environment, transactions.referenceId] });
  const [row] = await tx.select({ id: transactions.id }).from(transactions).where(withReference(ctx, referenceId));
  if (!row) throw new Error(`no order ${referenceId}`);
  return row.id;
}

/** Stores an answer and applies it; false if it is not about this order. */
async function believe(
  tx: Tx,
  ctx: Ctx,
  transactionRow: string,
  answer: Answer<Transaction>,
  { reading = null, askedOf }: { reading?: Reading | null; askedOf?: Order } = {},
): Promise<boolean> {
  const exchangeId = await keepExchange(tx, ctx, { transactionRow, purpose: "status_check", answer, reading });
  if (!answer.result.ok) return false;
  const report = { source: "query", ...answer.result.value, askedOf } as const;
  const { verdict } = await applyStatusReport(tx, ctx, transactionRow, report, { exchangeId });
  // An answer about another order has no payment instructions for this one.
  if (verdict === "mismatch") return false;
  await keepInstructions(tx, ctx, { transactionRow, exchangeId, said: answer.result.value });
  return true;
}
