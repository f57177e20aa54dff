import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import { and, eq, lte, ne, notInArray, or, type SQL, sql } from "drizzle-orm";
import { type Delivery, deliveries, isUnjudged, judgingRank, THE_REST } from "@/drizzle/schema/deliveries";
import { type Order, transactions } from "@/drizzle/schema/transactions";
import { factsOfDelivery } from "@/lib/api-drift/detect";
import { recordApiFacts } from "@/lib/api-drift/record";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { announce } from "@/lib/db/announce";
import type { Db, Tx } from "@/lib/db/connection";
import { enqueue } from "@/lib/db/enqueue";
import { perPool } from "@/lib/db/per-pool";
import { recordDisagreement } from "@/lib/disagreements/disagreements";
import type { Environment } from "@/lib/environment";
import { applyKycCallback } from "@/lib/kyc/apply-callback";
import { log } from "@/lib/log";
import { sendable } from "@/lib/payments-api/values";
import { freezeUnlessNoticed, isChangedSince, markDoubtful } from "@/lib/transactions/freezes/database-change";
import { scheduleNextPoll } from "@/lib/transactions/polling/schedule";
import { applyStatusReport } from "@/lib/transactions/status/apply-status-report";
import { effectOf } from "@/lib/transactions/status/callback-effect";
import { isFinal } from "@/lib/transactions/status/status";
import { isMarkedSince, mayBeAtService, mayExist } from "@/lib/transactions/submission/submission";
import { readCallback, saidIn, type TransactionCallback } from "./body-schemas";
import type { Effect } from "./delivery";
import { planLookUps } from "./look-ups";

const UNJUDGED = isUnjudged(deliveries);

/** Concurrent runs in each instance, however many jobs there are: other work needs the remaining connections. */
const JUDGES = 3;
/** What all runs but the first process: a flood of unsigned callbacks occupies one run only. */
const NOT_THE_REST = sql`${judgingRank(deliveries)} < ${sql.raw(String(THE_REST))}`;

/** Yields after each delivery about an unknown order, so that other work in this process proceeds. */
const PAUSE_MS = 20;

const atWork = perPool(() => new Map<Environment, { isCalledAgain: boolean }>());

/**
 * Processes stored deliveries, signed ones first, then oldest first. The rows are the queue: any number of instances
 * may work concurrently, and each takes rows that no other has. A call during a run makes the run check once more
 * before it ends, and returns without waiting.
 */
export async function processDeliveries(ctx: Ctx): Promise<void> {
  requirePermission(ctx, "deliveries:process");
  const mine = atWork(ctx.db.$client);
  const working = mine.get(ctx.environment);
  if (working) {
    working.isCalledAgain = true;
    return;
  }
  const work = { isCalledAgain: true };
  mine.set(ctx.environment, work);
  try {
    while (work.isCalledAgain) {
      work.isCalledAgain = false;
      await judgeAll(ctx);
    }
  } finally {
    mine.delete(ctx.environment);
  }
}

/** Listeners hear of judged deliveries so often at most, and once all are judged. */
const TELL_EVERY_MS = 100;

function tellerOf({ db, environment }: Ctx) {
  let [toldAt, hasNews] = [Number.NEGATIVE_INFINITY, false];
  const tellRest = async () => {
    if (!hasNews) return;
    [toldAt, hasNews] = [performance.now(), false];
    await announce(db, environment);
  };
  const tell = async () => {
    hasNews = true;
    if (performance.now() - toldAt >= TELL_EVERY_MS) await tellRest();
  };
  return { tell, tellRest };
}

async function judgeAll(ctx: Ctx): Promise<void> {
  const { tell, tellRest } = tellerOf(ctx);
  const failed: NotJudged[] = [];
  let mustLookUp = false;
  async function judge(which?: SQL): Promise<void> {
    for (;;) {
      const others =
        failed.length > 0
          ? notInArray(
              deliveries.id,
              failed.map(({ deliveryId }) => deliveryId),
            )
          : undefined;
      try {
        const judged = await judgeOne(ctx, and(UNJUDGED, which, others));
        if (judged === null) return;
        await tell();
        if (!mustLookUp && asksTheService(judged)) {
          mustLookUp = true;
          await planLookUps(ctx);
        }
        if (judged.transactionRow === null && judged.registrationRow === null) await pause(PAUSE_MS);
      } catch (error) {
        if (!(error instanceof NotJudged)) throw error;
        // It is retried in the next run. Later deliveries do not wait for it.
        log.error({ error: error.cause, deliveryId: error.deliveryId }, "callback: could not be judged");
        failed.push(error);
      }
    }
  }
  const ended = await Promise.allSettled(
    Array.from({ length: JUDGES }, (_, number) => judge(number === 0 ? undefined : NOT_THE_REST)),
  );
  if (mustLookUp) await planLookUps(ctx);
  await tellRest();
  for (const one of ended) if (one.status === "rejected") throw one.reason;
  if (failed[0]) throw failed[0];
}

/** It names an order or a player of which we have no record. */
const asksTheService = ({ effect, transactionRow, registrationRow }: Applied) =>
  effect === "asked" && transactionRow === null && registrationRow === null;

class NotJudged extends Error {
  override name = "NotJudged";
  readonly deliveryId: string;

  constructor(deliveryId: string, cause: unknown) {
    super(`delivery ${deliveryId} could not be judged`, { cause });
    this.deliveryId = deliveryId;
  }
}

/** A delivery is the sign of a change of the database that was not noticed yet. It is judged after the freeze. */
class SentElsewhere extends Error {
  override name = "SentElsewhere";
  readonly deliveryId: string;
  readonly order: { createdAt: Date };

  constructor(deliveryId: string, order: { createdAt: Date }) {
    super(`delivery ${deliveryId} is about an order that was sent elsewhere`);
    this.deliveryId = deliveryId;
    this.order = order;
  }
}

/**
 * Decides once what a stored delivery means. A signed one changes the status; an unsigned one starts a status check,
 * whose result counts. One that does not match the record changes nothing and is shown to users. `frozenFor`: the
 * delivery that payouts were frozen for. Once is enough, also where the clock that the order was created by is ahead.
 */
async function judgeOne(ctx: Ctx, which: SQL | undefined, frozenFor?: string): Promise<Applied | null> {
  try {
    return await ctx.db.transaction(async (tx) => {
      const [delivery] = await tx
        .select()
        .from(deliveries)
        .where(and(eq(deliveries.environment, ctx.environment), which))
        .orderBy(judgingRank(deliveries), deliveries.receivedAt)
        .limit(1)
        .for("update", { skipLocked: true });
      if (!delivery) return null;
      try {
        const applied = await apply(tx, ctx, delivery);
        const { sentElsewhere: order } = applied;
        if (order && delivery.id !== frozenFor && !(await isChangedSince({ ...ctx, db: tx }, order.createdAt)))
          throw new SentElsewhere(delivery.id, order);
        await conclude(tx, ctx, delivery, applied);
        return applied;
      } catch (error) {
        throw error instanceof SentElsewhere ? error : new NotJudged(delivery.id, error);
      }
    });
  } catch (error) {
    if (!(error instanceof SentElsewhere)) throw error;
    await freezeFor(ctx, error);
    return judgeOne(ctx, which, error.deliveryId);
  }
}

/** After the rollback: a freeze marks orders, and would wait for the lock on this one. */
async function freezeFor(ctx: Ctx, { deliveryId, order }: SentElsewhere): Promise<void> {
  try {
    await freezeUnlessNoticed(ctx, [order]);
  } catch (error) {
    throw new NotJudged(deliveryId, error);
  }
}

/** Stores the effect of a delivery and what it claims. */
export async function conclude(
  tx: Tx,
  ctx: Ctx,
  delivery: Delivery,
  { effect, transactionRow, registrationRow }: Applied,
): Promise<void> {
  const { id, body, signature } = delivery;
  const read = readCallback(body);
  const said = read.ok ? saidIn(read.value) : null;
  const referenceId = transactionRow === null ? null : await referenceOf(tx, transactionRow);
  const judged = { effect, transactionRow, registrationRow, processedAt: ctx.now(), said, referenceId };
  await tx.update(deliveries).set(judged).where(eq(deliveries.id, id));
  if (!said) return;
  const isRepeat = effect === "repeat" && (await cameBefore(tx, delivery, transactionRow));
  const seen = { text: body.toString("utf8"), signature, isRepeat, said };
  await recordApiFacts(tx, ctx, factsOfDelivery(seen));
}

/**
 * Compares with earlier deliveries: without an identical one, a callback that changes nothing may still be the first.
 */
async function cameBefore(tx: Tx, { id, receivedAt, body }: Delivery, transactionRow: string | null) {
  if (transactionRow === null) return false;
  const earlier = and(eq(deliveries.transactionRow, transactionRow), lte(deliveries.receivedAt, receivedAt));
  const [same] = await tx
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(and(earlier, eq(deliveries.body, body), ne(deliveries.id, id)))
    .limit(1);
  return same !== undefined;
}

async function referenceOf(tx: Tx, transactionRow: string): Promise<string | null> {
  const { id, referenceId } = transactions;
  const [order] = await tx.select({ referenceId }).from(transactions).where(eq(id, transactionRow));
  // Lists read it from an index with a limited length.
  return order && order.referenceId.length <= REFERENCE_SHOWN_MAX ? order.referenceId : null;
}

const REFERENCE_SHOWN_MAX = 200;

/** The effect of a delivery, and its order or registration; null if we have no record of it. */
export type Applied = {
  effect: Effect;
  transactionRow: string | null;
  registrationRow: string | null;
  /** The service has an order that had not left here. */
  sentElsewhere?: { createdAt: Date } | null;
};

async function apply(tx: Tx, ctx: Ctx, delivery: Delivery): Promise<Applied> {
  const read = readCallback(delivery.body);
  if (!read.ok) throw new Error(`delivery ${delivery.id} was acknowledged but cannot be read`);
  const { transactionRow, registrationRow, environmentAddress } = delivery;
  const mismatch = { effect: "mismatch", transactionRow, registrationRow } as const;
  if (read.value.kind === "kyc") {
    // An order's address receives no callbacks about players.
    if (transactionRow !== null) return mismatch;
    return { ...(await applyKycCallback(tx, ctx, delivery, read.value)), transactionRow };
  }
  if (registrationRow !== null) return mismatch;

  if (transactionRow !== null) return applyTo(tx, ctx, delivery, read.value, transactionRow);
  if (environmentAddress === null) return mismatch;
  const found = await orderNamed(tx, ctx, read.value);
  if (found !== null) return applyTo(tx, ctx, delivery, read.value, found);

  // An order of another system, unknown here: a status check finds out whether it exists.
  return sendable.safeParse(read.value.referenceId).success ? { ...mismatch, effect: "asked" } : mismatch;
}

/** Applies a delivery to its order. */
export async function applyTo(
  tx: Tx,
  ctx: Ctx,
  delivery: Delivery,
  said: TransactionCallback,
  transactionRow: string,
): Promise<Applied> {
  const [held] = await tx.select().from(transactions).where(eq(transactions.id, transactionRow)).for("update");
  if (!held) throw new Error(`no order ${transactionRow}`);
  const { kind: _kind, ...report } = said;
  const source = delivery.signature === "valid" ? ("signed_callback" as const) : ("unsigned_callback" as const);
  const evidence = { deliveryId: delivery.id };
  const judgement = await applyStatusReport(tx, ctx, transactionRow, { source, ...report }, evidence);
  const fields = judgement.disagreements.map((field) => ({ field, held: held[field] ?? "", said: said[field] }));
  await recordDisagreement(tx, ctx, { transactionRow }, delivery, fields);
  const known = held.status === said.status && isFinal(held.status);
  const effect = effectOf(judgement.verdict, known);
  const isOwnAddress = delivery.environmentAddress === null;
  if (effect === "asked") {
    if (isOwnAddress && !mayBeAtService(held)) await markDoubtful(tx, ctx, held, evidence);
    else await scheduleNextPoll(tx, ctx, transactionRow, "hinted");
  }
  const isSentElsewhere = effect === "applied" && isOwnAddress && wasUnsent(held);
  return { effect, transactionRow, registrationRow: null, sentElsewhere: isSentElsewhere ? held : null };
}

/** No request left from here, also where a callback has marked it since. */
const wasUnsent = (held: Order) => !mayExist(held.submission) || isMarkedSince(held);

/** The order that a callback to the shared address names, by reference id, else by transaction id. */
export async function orderNamed(db: Db | Tx, ctx: Ctx, said: TransactionCallback): Promise<string | null> {
  const { referenceId, transactionId } = said;
  const named = or(eq(transactions.referenceId, referenceId), eq(transactions.transactionId, transactionId));
  const [found] = await db
    .select({ id: transactions.id })
    .from(transactions)
    .where(and(eq(transactions.environment, ctx.environment), named))
    .orderBy(sql`${transactions.referenceId} = ${referenceId} desc`)
    .limit(1);
  return found?.id ?? null;
}

/** Resumes processing and status checks that a stopped process left open. */
export async function recoverDeliveries(ctx: Ctx): Promise<void> {
  requirePermission(ctx, "orders:recover");
  const { environment } = ctx;
  const [unjudged] = await ctx.db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(and(UNJUDGED, eq(deliveries.environment, environment)))
    .limit(1);
  if (unjudged) {
    await ctx.db.transaction((tx) =>
      enqueue(tx, "process-deliveries", { environment }, { key: `judge:${environment}` }),
    );
  }
  await planLookUps(ctx);
}
