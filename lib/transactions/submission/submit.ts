import "server-only";
import { and, count, eq, isNull, type SQL } from "drizzle-orm";
import { attempts } from "@/drizzle/schema/evidence";
import { transactions } from "@/drizzle/schema/transactions";
import { record } from "@/lib/audit/record";
import type { Ctx } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import { enqueue, type Jobs } from "@/lib/db/enqueue";
import { insertRow } from "@/lib/db/insert-row";
import type { Answer, Prepared } from "@/lib/payments-api/client";
import type { Created } from "@/lib/payments-api/shapes";
import { isStopping } from "@/lib/shutdown";
import { inOrderTrace } from "@/lib/telemetry/order-trace";
import { keepExchange } from "@/lib/transactions/exchanges";
import { checkDatabase, isKnownDatabase } from "@/lib/transactions/freezes/database-change";
import { frozenBy, lockFreezesForClaim } from "@/lib/transactions/freezes/guard";
import { type HowToPay, keepInstructions } from "@/lib/transactions/payment-instructions";
import { scheduleNextPoll } from "@/lib/transactions/polling/schedule";
import { applyStatusReport, markCreatedAfterAll } from "@/lib/transactions/status/apply-status-report";
import { checkBeforeSending, type HeldBack } from "./earlier-orders";
import { holdOrder } from "./hold";
import type { HoldReason } from "./hold-reasons";
import { alterationsOf, flagAltered } from "./integrity";
import { lookUpFirst } from "./look-up-first";
import type { Found, IntentRow, Kind, OrderType } from "./order-type";
import { afterAttempt, isNotToExist, isQueued, type Outcome, outcomeOf, resendGapMs } from "./submission";

/** The job that sends each. */
export const SENDERS = {
  WITHDRAW: "send-withdrawal",
  DEPOSIT: "send-deposit",
} as const satisfies Record<Kind, keyof Jobs>;

/** Enqueues the sending of queued orders, all of the environment or some. An order has one such job at most. */
export async function enqueueQueued(tx: Tx, { environment }: Ctx, which?: SQL) {
  const unheld = and(isNull(transactions.discrepancyAt), isNull(transactions.heldAt));
  const waiting = and(eq(transactions.submission, "queued"), unheld, which);
  for (const [type, job] of Object.entries(SENDERS)) {
    const mine = and(eq(transactions.environment, environment), eq(transactions.type, type));
    const queued = await tx.select({ id: transactions.id }).from(transactions).where(and(waiting, mine));
    for (const { id } of queued) {
      await enqueue(tx, job, { environment, transactionRow: id }, { key: `send:${id}` });
    }
  }
}

type Create = {
  transactionRow: string;
  type: Kind;
  /** Makes the exact bytes. Runs before anything is claimed, so it may refuse by throwing. */
  prepare: () => Prepared;
  send: (prepared: Prepared) => Promise<Answer<Created & HowToPay>>;
  /** Judged under the order's lock, in the transaction of the claim: why the order is held instead of sent. */
  holdFor?: (tx: Tx) => Promise<HoldReason | null>;
};

/** How orders of one type are sent: what leaves is what is on record. */
type Sending = Pick<Create, "send" | "holdFor"> & {
  prepare: (to: { referenceId: string; callbackUrl: string }) => Prepared;
};

/** Sends a queued order whose records agree. Where they do not, nothing is sent, and the order is frozen. */
export async function submitOrder<Intent extends IntentRow>(
  ctx: Ctx,
  of: OrderType<Intent>,
  { transactionRow, how }: { transactionRow: string; how: (found: Found<Intent>) => Sending },
): Promise<Outcome | "taken" | "held" | "altered" | HeldBack> {
  const mine = and(eq(transactions.id, transactionRow), eq(transactions.environment, ctx.environment));
  const [found] = await of.find(ctx.db, mine);
  if (!found) throw new Error(`no ${of.noun} ${transactionRow}`);
  const { order } = found;
  // What another sender has taken: the job of a row comes after the sender of its batch.
  if (!isQueued(order.submission)) return "taken";
  if ((await alterationsOf(ctx, of, found)).length > 0) {
    await flagAltered(ctx, `${of.noun}.altered`, order);
    return "altered";
  }
  const { prepare, ...sending } = how(found);
  const to = { referenceId: order.referenceId, callbackUrl: callbackUrlOf(ctx, order) };
  return sendCreate(ctx, { transactionRow, type: of.type, prepare: () => prepare(to), ...sending });
}

/**
 * Sends a create request at most once. The attempt is on record, word for word, and committed before the first byte
 * leaves; a process that dies after that leaves a question for the sweep, never a second order.
 */
export async function sendCreate(
  ctx: Ctx,
  { transactionRow, type, prepare, send, holdFor }: Create,
): Promise<Outcome | "taken" | "held" | HeldBack> {
  // It stays queued: a console that sends takes it up.
  if (ctx.readOnly) return "taken";
  // First, as it asks nothing about what is frozen or held.
  const ready = await lookUpFirst(ctx, transactionRow);
  if (ready === "no_answer") await sendLater(ctx, { transactionRow, type }, EARLIER_RETRY_MS);
  if (ready !== "send") return "taken";
  const earlier = await checkBeforeSending(ctx, { transactionRow });
  if (earlier === "waits") await sendLater(ctx, { transactionRow, type }, EARLIER_RETRY_MS);
  if (earlier !== "free") return earlier;
  // A call that begins now might outlive the process, and would be unknown.
  if (isStopping()) {
    await sendLater(ctx, { transactionRow, type }, 0);
    return "taken";
  }
  const prepared = prepare();
  const attempt = await claim(ctx, { transactionRow, prepared, holdFor });
  if (attempt === "other_database") {
    await checkDatabase(ctx);
    return "taken";
  }
  if (typeof attempt === "string") return attempt;
  const { attemptId, referenceId } = attempt;
  const { environment, instance } = ctx;
  instance.sending({ environment, referenceId, attemptId, at: ctx.now().toISOString() });
  return end(ctx, { ...attempt, type }, await inOrderTrace(referenceId, "send", () => send(prepared)));
}

type Claimed = { attemptId: string; number: number; transactionRow: string; referenceId: string };

type NotClaimed = "taken" | "held" | "other_database";
type Claiming = Pick<Create, "transactionRow"> & { prepared: Prepared; holdFor: Create["holdFor"] | undefined };

/** The row's lock decides who sends. No row: another sender has it, or it is not to be sent. Nor is what is frozen. */
async function claim(ctx: Ctx, { transactionRow, prepared, holdFor }: Claiming): Promise<Claimed | NotClaimed> {
  return ctx.db.transaction(async (tx) => {
    await lockFreezesForClaim(tx, ctx.environment);
    if (!(await isKnownDatabase(tx, ctx))) return "other_database";
    const { id, submission, discrepancyAt, heldAt } = transactions;
    const mayLeave = and(eq(id, transactionRow), eq(submission, "queued"), isNull(discrepancyAt), isNull(heldAt));
    const [order] = await tx.select().from(transactions).where(mayLeave).for("update");
    if (!order || (await frozenBy(tx, ctx, transactionRow))) return "taken";
    const reason = (await holdFor?.(tx)) ?? null;
    if (reason !== null) {
      await holdOrder(tx, ctx, order, reason);
      return "held";
    }
    await tx.update(transactions).set({ submission: "submitting", updatedAt: ctx.now() }).where(eq(id, transactionRow));

    const [before] = await tx
      .select({ made: count() })
      .from(attempts)
      .where(eq(attempts.transactionRow, transactionRow));
    const number = (before?.made ?? 0) + 1;
    const { nonce, signedAt, path, body } = prepared;
    const attempt = { transactionRow, number, nonce, signedAt, path, body, claimedAt: ctx.now() };
    const attemptId = await insertRow(tx, attempts, attempt);
    await record(tx, ctx, { action: "attempt.claimed", subject: order.referenceId, detail: { number, nonce } });
    return { attemptId, number, transactionRow, referenceId: order.referenceId };
  });
}

type Ending = Claimed & { type: Kind };

async function end(
  ctx: Ctx,
  { attemptId, number, transactionRow, type }: Ending,
  answer: Answer<Created & HowToPay>,
): Promise<Outcome> {
  const { result } = answer;
  const outcome = outcomeOf(result.ok ? null : result.error);
  const reading = ctx.monotonic();

  await ctx.db.transaction(async (tx) => {
    const mine = eq(transactions.id, transactionRow);
    const [held] = await tx.select().from(transactions).where(mine).for("update");
    if (!held?.submission) throw new Error(`attempt ${attemptId} has no order`);
    const exchangeId = await keepExchange(tx, ctx, { transactionRow, purpose: "create", answer, reading });
    await tx.update(attempts).set({ outcome, endedAt: ctx.now(), exchangeId }).where(eq(attempts.id, attemptId));
    const submission = afterAttempt(held.submission, outcome);
    const report = result.ok ? { source: "create_answer" as const, ...result.value } : null;
    // Where the sender was suspended, the order may have been recorded as not created and sent again meanwhile.
    const isAfterAll = report !== null && isNotToExist(held.submission);
    const mark = isAfterAll ? await markCreatedAfterAll(tx, ctx, held, report) : null;
    await tx
      .update(transactions)
      .set({ submission, ...mark, updatedAt: ctx.now() })
      .where(mine);
    await record(tx, ctx, { action: `attempt.${outcome}`, subject: held.referenceId, detail: { number } });

    if (report && result.ok) {
      await applyStatusReport(tx, ctx, transactionRow, report, { exchangeId });
      await keepInstructions(tx, ctx, { transactionRow, exchangeId, said: result.value });
    }
    // A callback that came before may have caused a check of its own.
    await scheduleNextPoll(tx, ctx, transactionRow, { planned: null });
    if (submission === "queued") {
      const runAt = new Date(ctx.now().getTime() + resendGapMs(number));
      await enqueue(tx, SENDERS[type], { environment: ctx.environment, transactionRow }, { runAt });
    }
  });
  return outcome;
}

/** So long an order waits before the service is asked again about those in whose place it was made. */
const EARLIER_RETRY_MS = 30_000;

async function sendLater(ctx: Ctx, { transactionRow, type }: { transactionRow: string; type: Kind }, waitMs: number) {
  const runAt = new Date(ctx.now().getTime() + waitMs);
  const payload = { environment: ctx.environment, transactionRow };
  await ctx.db.transaction((tx) => enqueue(tx, SENDERS[type], payload, { runAt, key: `send:${transactionRow}` }));
}

/** The callback URL of this order, with an unguessable token. */
export const callbackUrlOf = (ctx: Ctx, { callbackToken }: { callbackToken: string | null }) =>
  `${ctx.appUrl}/api/callbacks/${ctx.environment}/${callbackToken}`;
