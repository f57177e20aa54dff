import "server-only";
import { and, eq, inArray, type SQL } from "drizzle-orm";
import { deposits } from "@/drizzle/schema/deposits";
import { orderDismissals } from "@/drizzle/schema/follow-ups";
import { type Order, transactions } from "@/drizzle/schema/transactions";
import { users } from "@/drizzle/schema/users";
import { type Withdrawal, withdrawals } from "@/drizzle/schema/withdrawals";
import { attachedTo } from "@/lib/attachments/queries";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { batchOfOrder } from "@/lib/batches/of-order";
import type { Db } from "@/lib/db/connection";
import { DEPOSIT } from "@/lib/deposits/integrity";
import { payeeOf } from "@/lib/payees/of-order";
import { hiddenInOrder } from "@/lib/pii/known-values";
import { type HiddenInOrder, shownText } from "@/lib/pii/mask";
import { approvalView } from "@/lib/transaction-detail/approval-view";
import { claimsAbout } from "@/lib/transactions/discrepancies/claims";
import { openDiscrepancy, resolutionOf } from "@/lib/transactions/discrepancies/resolve";
import { lastChecks } from "@/lib/transactions/exchanges";
import { frozenBy } from "@/lib/transactions/freezes/guard";
import { orderRows } from "@/lib/transactions/list/order-rows";
import { mayAttest } from "@/lib/transactions/non-creation/attest";
import { nonCreationSoFar, type Proof } from "@/lib/transactions/non-creation/verify";
import { notesOn } from "@/lib/transactions/notes";
import { instructionsFor } from "@/lib/transactions/payment-instructions";
import type { ProofView, TimelinePage, TimelineQuestion, TransactionView } from "@/lib/transactions/schema";
import { chainFrom } from "@/lib/transactions/status/apply-status-report";
import { headlineOf } from "@/lib/transactions/status/display-status";
import { endingOf } from "@/lib/transactions/status/order-ending";
import { isUnpaid } from "@/lib/transactions/status/sentence";
import { alterationsOf } from "@/lib/transactions/submission/integrity";
import { hasNotLeft, isUnknown } from "@/lib/transactions/submission/submission";
import { lastAnswer, timelinePage } from "@/lib/transactions/timeline-page";
import { instructionsView, payerView, recipientView, transactionRow } from "@/lib/transactions/to-view";
import { WITHDRAWAL } from "@/lib/withdrawals/integrity";
import { withDisagreements } from "./disagreements-of";

/** One order with all that is known about it, or null where we hold none with this referenceId. */
export async function getTransaction(
  ctx: Ctx,
  { referenceId }: { referenceId: string },
): Promise<TransactionView | null> {
  requirePermission(ctx, "transactions:read");
  const { db, environment } = ctx;
  const mine = and(eq(transactions.environment, environment), eq(transactions.referenceId, referenceId));
  const [found] = await db
    .select({ order: transactions, intent: withdrawals, requestedBy: users.name })
    .from(transactions)
    .leftJoin(withdrawals, eq(withdrawals.transactionRow, transactions.id))
    .leftJoin(users, eq(users.id, withdrawals.requestedBy))
    .where(mine);
  if (!found) return null;

  const { order, intent, requestedBy } = found;
  const deposit = await depositOf(ctx, order.id);
  const isAltered = await isAlteredBeforeSending(ctx, order, { intent, deposit: deposit?.intent });
  const [[shown], instructions, replaced, replacements, proof, discrepancy, resolution, approval, payee, batch] =
    await Promise.all([
      orderRows(ctx, [{ order }]),
      instructionsFor(db, order.id),
      order.replaces ? referenceOf(db, eq(transactions.id, order.replaces)) : null,
      chainFrom(db, eq(transactions.replaces, order.id)),
      isUnknown(order.submission) ? nonCreationSoFar(db, order) : null,
      openDiscrepancy(db, order),
      resolutionOf(db, order),
      intent && approvalView(ctx, { order, intent, isAltered }),
      intent && payeeOf(ctx, order, intent),
      intent && batchOfOrder(db, order.id),
    ]);
  const { method, fee, netAmount, actualAmount, nextPollAt, firstSeenAt } = order;
  const hidden = await hiddenInOrder(ctx, order.id);
  const [timeline, answered, written, checked, attached] = await Promise.all([
    timelinePage(ctx, order, hidden).then((page) => withDisagreements(ctx, order, page)),
    lastAnswer(ctx, order, hidden),
    notesOn(ctx, order, hidden),
    lastChecks(db, order),
    attachedTo(db, [order.id]),
  ]);
  return {
    ...(shown?.row ?? transactionRow(order)),
    // The recovery job freezes it within a minute; until then it must not be shown as in progress.
    ...(isAltered && order.discrepancyAt === null && { conflict: true, discrepancyKind: "altered" as const }),
    ...{ method, fee, netAmount, actualAmount },
    firstSeen: firstSeenAt && {
      at: firstSeenAt.toISOString(),
      isCreationReported: firstSeenAt.getTime() !== order.createdAt.getTime(),
    },
    ...checked,
    nextPollAt: nextPollAt?.toISOString() ?? null,
    proof: proof && (await proofView(ctx, order, proof, hidden)),
    discrepancy: discrepancy && { ...discrepancy, ...(await claimsAbout(ctx, order)) },
    resolution: resolution && { ...resolution, reason: shownText(resolution.reason, hidden) },
    replaces: replaced,
    replacedBy: replacements[0]?.referenceId ?? null,
    isReplacedInVain: replacements.length > 0 && (await areUnpaid(db, replacements)),
    withdrawal: intent && {
      recipient: recipientView(ctx, intent),
      requestedBy: requestedBy ?? "",
      purpose: shownText(intent.purpose, hidden),
      attachments: hidden === null ? (attached.get(order.id) ?? []).map(({ sha256: _, ...file }) => file) : null,
      ...{ payee, batch },
      digest: hidden === null ? intent.digest : null,
      approval,
    },
    deposit: deposit && {
      payer: payerView(ctx, deposit.intent),
      requestedBy: deposit.requestedBy,
      digest: hidden === null ? deposit.intent.digest : null,
      dismissed: (await db.$count(orderDismissals, eq(orderDismissals.transactionRow, order.id))) > 0,
    },
    freeze: shown?.row.frozen ? await freezeOf(ctx, order.id) : null,
    instructions: instructionsView(ctx, instructions),
    timeline: timeline.entries,
    earlier: timeline.earlier,
    answered,
    notes: written,
    readerId: ctx.actor.id,
  };
}

async function freezeOf(ctx: Ctx, transactionRow: string): Promise<TransactionView["freeze"]> {
  const freeze = await frozenBy(ctx.db, ctx, transactionRow);
  if (freeze === null) return null;
  const { userId, isHolder } = freeze;
  if (userId === null) return { user: null, isHolder: false };
  const [user] = await ctx.db.select({ name: users.name }).from(users).where(eq(users.id, userId));
  return { user: user?.name ?? null, isHolder };
}

/** Earlier entries of an order's timeline; null where we hold no such order. */
export async function getTimeline(
  ctx: Ctx,
  { referenceId, before, limit }: TimelineQuestion,
): Promise<TimelinePage | null> {
  requirePermission(ctx, "transactions:read");
  const { db, environment } = ctx;
  const [order] = await db
    .select()
    .from(transactions)
    .where(and(eq(transactions.environment, environment), eq(transactions.referenceId, referenceId)));
  if (!order) return null;
  const hidden = await hiddenInOrder(ctx, order.id);
  return withDisagreements(ctx, order, await timelinePage(ctx, order, hidden, { before, limit }));
}

type Intents = {
  intent: Withdrawal | null;
  deposit: typeof deposits.$inferSelect | undefined;
};

/** Whether the records of an order that is still to be sent disagree, so that it never will be. */
async function isAlteredBeforeSending(ctx: Ctx, order: Order, { intent, deposit }: Intents): Promise<boolean> {
  if (!hasNotLeft(order.submission)) return false;
  const altered = intent ? await alterationsOf(ctx, WITHDRAWAL, { order, intent }) : [];
  if (altered.length > 0 || deposit === undefined) return altered.length > 0;
  return (await alterationsOf(ctx, DEPOSIT, { order, intent: deposit })).length > 0;
}

async function depositOf({ db }: Ctx, transactionRow: string) {
  const [found] = await db
    .select({ intent: deposits, requestedBy: users.name })
    .from(deposits)
    .innerJoin(users, eq(users.id, deposits.requestedBy))
    .where(eq(deposits.transactionRow, transactionRow));
  return found ?? null;
}

async function proofView(
  ctx: Ctx,
  order: { id: string },
  proof: Proof,
  hidden: HiddenInOrder,
): Promise<ProofView | null> {
  const { nonCreation, words, sent, checks } = proof;
  if (nonCreation.kind === "not_created") return null;
  const { missing, clocks, expiresAt, clockRanBack } = nonCreation;
  const who = words.map(({ by }) => by);
  const said = await ctx.db.select({ id: users.id, name: users.name }).from(users).where(inArray(users.id, who));
  const nameOf = new Map(said.map(({ id, name }) => [id, name]));
  return {
    ...{ missing, clocks, clockRanBack, expiresAt: expiresAt.toISOString() },
    sent: sent && { ...sent, at: sent.at.toISOString() },
    checks: checks.map((at) => at.toISOString()),
    words: words.map(({ by, at, reason, isCounted }) => ({
      by: nameOf.get(by) ?? "",
      at: at.toISOString(),
      reason: shownText(reason, hidden),
      isCounted,
    })),
    mayAttest: await mayAttest(ctx, order, proof),
  };
}

/** Whether orders that replace each other ended unpaid. The last one, where it was sent back, is to be replaced again. */
async function areUnpaid(db: Db, orders: Order[]): Promise<boolean> {
  for (const order of orders) {
    const ended = { ...order, ...(await endingOf(db, order)) };
    if (!isUnpaid(ended) || (order === orders.at(-1) && headlineOf(ended) === "sent_back")) return false;
  }
  return true;
}

async function referenceOf(db: Db, which: SQL): Promise<string | null> {
  const [row] = await db.select({ referenceId: transactions.referenceId }).from(transactions).where(which);
  return row?.referenceId ?? null;
}
