import "server-only";
import { and, eq } from "drizzle-orm";
import { type Order, transactions } from "@/drizzle/schema/transactions";
import { record } from "@/lib/audit/record";
import { type Ctx, Forbidden } from "@/lib/auth/context";
import { requireSending } from "@/lib/auth/read-only";
import type { Tx } from "@/lib/db/connection";
import { enqueue } from "@/lib/db/enqueue";
import { insertRow } from "@/lib/db/insert-row";
import { lockNamed } from "@/lib/db/locks";
import { announce } from "@/lib/events/announce";
import { subjectOf } from "@/lib/events/events";
import type { Fields } from "@/lib/payments-api/sign";
import { err, ok, type Result } from "@/lib/result";
import { scheduleNextPoll } from "@/lib/transactions/polling/schedule";
import { endingOf } from "@/lib/transactions/status/order-ending";
import type { Ending, MayReplace } from "./correctable";
import { checkDigest, digestOf } from "./digest";
import { type CannotReplace, checkBeforeReplacing } from "./earlier-orders";
import { alterationsOf, flagAlteredIn } from "./integrity";
import { linkInPlaceOf } from "./lost-orders";
import type { Found, IntentRow, Kind, OrderType } from "./order-type";
import { newReferenceId, nextReferenceId } from "./reference";
import { isAwaitingApproval, isReissuable, type Submission } from "./submission";
import { SENDERS } from "./submit";

type Made = { referenceId: string };

/** This form has already created an order, with other terms. Nothing was created. */
export type FormUsed = { kind: "form_used"; referenceId: string };

/** The records were altered in the database: the order is frozen, and nothing was created. */
export type IsAltered = { kind: "altered" };

/** An order to be recorded. `formId`: null if it is reissued without a form. */
export type NewOrder = {
  referenceId: string;
  formId: string | null;
  digest: string;
  requestedBy: string;
  replaces: Order | null;
};

type Requested<E> = {
  formId: string;
  /** The ended order that this one corrects. */
  corrects: string | undefined;
  /** The fields that the digest covers. */
  sealed: Fields;
  /** Records the order or returns the reason not to, under the locks of the form and of the corrected order. */
  open: (tx: Tx, made: NewOrder) => Promise<Result<Made, E>>;
};

/**
 * Creates the order of a form, once, and queues its submission. The same form again returns the first order: a double
 * click, a second tab or a repeated request creates one order.
 */
export async function requestOrder<Intent extends IntentRow, E>(
  ctx: Ctx,
  of: OrderType<Intent>,
  { formId, corrects, sealed, open }: Requested<E>,
): Promise<Result<Made, FormUsed | CannotCorrect | CannotReplace | E>> {
  requireSending(ctx);
  const requestedBy = requesterOf(ctx);
  const { type, mayCorrect: allowed } = of;
  if (corrects !== undefined) {
    const checked = await checkBeforeReplacing(ctx, { type, referenceId: corrects, allowed });
    if (!checked.ok) return checked;
  }
  return ctx.db.transaction(async (tx) => {
    await lockNamed(tx, formId);
    const first = await orderOfForm(tx, ctx, of, { formId, sealed });
    if (first) return first;
    const place =
      corrects === undefined ? ok(null) : await lockCorrectable(tx, ctx, { type, referenceId: corrects, allowed });
    if (!place.ok) return place;
    const referenceId = newReferenceId(of.prefix, ctx.now(), ctx.random(8));
    const digest = digestOf(ctx.vault, { environment: ctx.environment, type, referenceId }, sealed);
    return open(tx, { referenceId, formId, digest, requestedBy, replaces: place.value });
  });
}

/** The existing order of a form. */
async function orderOfForm<Intent extends IntentRow>(
  tx: Tx,
  { environment, vault }: Ctx,
  { type, intents, find }: OrderType<Intent>,
  { formId, sealed }: Pick<Requested<never>, "formId" | "sealed">,
): Promise<Result<Made, FormUsed> | null> {
  const [first] = await find(tx, and(eq(intents.formId, formId), eq(transactions.environment, environment)));
  if (!first) return null;
  const { referenceId } = first.order;
  const { digest } = first.intent;
  const isSame = checkDigest(vault, { referenceId, digest, environment, type }, sealed) === "match";
  return isSame ? ok({ referenceId }) : err({ kind: "form_used", referenceId });
}

type Reissued<Intent, E> = {
  referenceId: string;
  /** Records the new order or returns the reason not to, under the lock of the earlier order. */
  again: (tx: Tx, found: Found<Intent>, made: NewOrder) => Promise<Result<Made, E>>;
};

/**
 * Reissues an order under a new, linked id, if the earlier one was refused, or was not found and can no longer be
 * accepted. Only users do this; each order is replaced at most once.
 */
export async function reissueOrder<Intent extends IntentRow, E>(
  ctx: Ctx,
  of: OrderType<Intent>,
  { referenceId, again }: Reissued<Intent, E>,
): Promise<Result<Made, CannotReissue | CannotReplace | IsAltered | E>> {
  requireSending(ctx);
  const requestedBy = requesterOf(ctx);
  const { type } = of;
  const checked = await checkBeforeReplacing(ctx, { type, referenceId, allowed: mayReissue });
  if (!checked.ok) return checked;

  return ctx.db.transaction(async (tx) => {
    const locked = await lockReplaceable(tx, ctx, { type, referenceId, allowed: mayReissue });
    if (!locked.ok) return locked;
    const [found] = await of.find(tx, eq(transactions.id, locked.value.id));
    // Created by another system: never submitted from here.
    if (!found) return err({ kind: "not_held" });
    const { order, intent } = found;
    if ((await alterationsOf({ ...ctx, db: tx }, of, found)).length > 0) {
      await flagAlteredIn(tx, ctx, { action: `${of.noun}.altered`, order });
      return err({ kind: "altered" });
    }
    const next = nextReferenceId(referenceId);
    // A lost database sent it, and it failed.
    if (await isOnRecord(tx, ctx, next)) return err({ kind: "replaced", referenceId: next });
    return again(tx, found, { referenceId: next, formId: null, digest: intent.digest, requestedBy, replaces: order });
  });
}

async function isOnRecord(tx: Tx, { environment }: Ctx, referenceId: string): Promise<boolean> {
  const mine = and(eq(transactions.environment, environment), eq(transactions.referenceId, referenceId));
  return (await tx.$count(transactions, mine)) > 0;
}

function requesterOf({ actor }: Ctx): string {
  if (actor.kind !== "user" && actor.kind !== "api_key") throw new Forbidden("only a user or a key requests an order");
  return actor.id;
}

type Recorded = {
  made: NewOrder;
  terms: Pick<Opened, "currency" | "amount" | "playerId">;
  submission: Opened["submission"];
  /** When the job sends it; immediately, unless its caller is about to. */
  sendAt?: Date;
  /** A database that was lost may have sent it until then. */
  possiblySentUntil?: Date | null;
  insertIntent: (transactionRow: string) => Promise<unknown>;
  /** Further details for the audit log. */
  detail?: Record<string, unknown>;
};

/** The order, its intent, its audit lines and its job, in one transaction. */
export async function recordOrder(
  tx: Tx,
  ctx: Ctx,
  { type, noun }: Pick<OrderType, "type" | "noun">,
  { made, terms, submission, sendAt, possiblySentUntil = null, insertIntent, detail }: Recorded,
): Promise<Result<Made, never>> {
  const { referenceId, formId, digest, replaces } = made;
  const { currency, amount, playerId } = terms;
  const order = { type, referenceId, currency, amount, playerId, submission, replaces: replaces?.id ?? null };
  await insertIntent(await openOrder(tx, ctx, { ...order, possiblySentUntil }, sendAt));
  await record(tx, ctx, {
    action: formId === null ? `${noun}.reissued` : `${noun}.requested`,
    subject: referenceId,
    detail: { currency, amount, digest, ...detail, ...(replaces && { inPlaceOf: replaces.referenceId }) },
  });
  if (isAwaitingApproval(submission)) {
    await announce(tx, ctx, { event: "approval_waiting", subject: subjectOf("order", referenceId) });
  }
  if (replaces) {
    await record(tx, ctx, { action: `${noun}.replaced`, subject: replaces.referenceId, detail: { by: referenceId } });
  }
  return ok({ referenceId });
}

type Opened = Pick<Order, "referenceId" | "currency" | "amount" | "playerId" | "replaces" | "possiblySentUntil"> & {
  type: Kind;
  submission: Extract<Submission, "awaiting_approval" | "queued">;
};

/** Records an order with its own callback address, and queues its submission unless approvals are needed. */
async function openOrder(tx: Tx, ctx: Ctx, order: Opened, sendAt?: Date): Promise<string> {
  const { environment } = ctx;
  const at = ctx.now();
  const ours = { environment, method: "BANK_TRANSFER", callbackToken: ctx.random(24), createdAt: at, updatedAt: at };
  const possiblySentUntil = order.possiblySentUntil ?? (await inherited(tx, order));
  const transactionRow = await insertRow(tx, transactions, { ...order, ...ours, possiblySentUntil });
  if (order.replaces !== null) await scheduleNextPoll(tx, ctx, order.replaces, "in_a_while");
  // What is queued is asked about by its sender.
  if (possiblySentUntil !== null && isAwaitingApproval(order.submission)) {
    await scheduleNextPoll(tx, ctx, transactionRow, "now");
  }
  if (order.submission === "queued") {
    const payload = { environment, transactionRow };
    await enqueue(tx, SENDERS[order.type], payload, sendAt && { runAt: sendAt, key: `send:${transactionRow}` });
  }
  return transactionRow;
}

/** The lost database may have reissued the same order, under the same id. That of a correction is random. */
async function inherited(tx: Tx, { replaces, referenceId }: Opened): Promise<Date | null> {
  if (replaces === null) return null;
  const [replaced] = await tx.select().from(transactions).where(eq(transactions.id, replaces));
  return replaced && nextReferenceId(replaced.referenceId) === referenceId ? replaced.possiblySentUntil : null;
}

export type CannotReissue =
  | { kind: "not_held" }
  /** It may exist or still be accepted, so a second one could pay twice. */
  | { kind: "may_exist" }
  | { kind: "replaced"; referenceId: string };

type Named = { type: Kind; referenceId: string };

/** Orders that may be replaced with the same terms under a new id. */
const mayReissue = ({ submission, conflict }: Ending) => isReissuable(submission) && !conflict;

/** An ended order is corrected once: a second correction would be two orders for one intent. */
export type CannotCorrect = { kind: "cannot_correct" } | Extract<CannotReissue, { kind: "replaced" }>;

/** The order, locked, if a correction may replace it. */
async function lockCorrectable(
  tx: Tx,
  ctx: Ctx,
  order: Named & { allowed: MayReplace },
): Promise<Result<Order, CannotCorrect>> {
  const found = await lockReplaceable(tx, ctx, order);
  if (found.ok) return found;
  return err(found.error.kind === "replaced" ? found.error : { kind: "cannot_correct" });
}

/** The order, locked, if it may be replaced; at most once. */
async function lockReplaceable(
  tx: Tx,
  ctx: Ctx,
  { type, referenceId, allowed }: Named & { allowed: MayReplace },
): Promise<Result<Order, CannotReissue>> {
  const mine = and(eq(transactions.environment, ctx.environment), eq(transactions.referenceId, referenceId));
  const [order] = await tx
    .select()
    .from(transactions)
    .where(and(mine, eq(transactions.type, type)))
    .for("update");
  if (!order) return err({ kind: "not_held" });
  const [newer] = await tx.select().from(transactions).where(eq(transactions.replaces, order.id));
  if (newer) return err({ kind: "replaced", referenceId: newer.referenceId });
  if (!allowed(await endingOf(tx, order))) return err({ kind: "may_exist" });
  const lost = await linkInPlaceOf(tx, ctx, order);
  return lost ? err({ kind: "replaced", referenceId: lost.referenceId }) : ok(order);
}
