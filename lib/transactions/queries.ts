import "server-only";
import { and, asc, eq, inArray, isNotNull, isNull, like, lt, ne, notInArray, or, type SQL } from "drizzle-orm";
import { approvals } from "@/drizzle/schema/approvals";
import { auditEvents } from "@/drizzle/schema/audit";
import { deposits } from "@/drizzle/schema/deposits";
import { attempts, exchanges, reports } from "@/drizzle/schema/evidence";
import { notes } from "@/drizzle/schema/notes";
import { people } from "@/drizzle/schema/people";
import { transactions } from "@/drizzle/schema/transactions";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import type { Db } from "@/lib/db/connection";
import { type Values, without } from "@/lib/personal/mask";
import { maskedExchange, wholeExchange } from "@/lib/personal/raw";
import { mayReveal, seesPersonal } from "@/lib/personal/sight";
import { mayAttest } from "./attesting";
import { instructionsFor } from "./instructions";
import { SILENCE_MS } from "./looks";
import { absenceSoFar, type Proof } from "./proving";
import type { ExchangeView, InstructionsView, ProofView, TransactionRow, TransactionView } from "./schema";
import { openContradiction, settlementOf } from "./settling";
import { isFinal, STATUSES } from "./state";
import { isUnknown } from "./submission";
import { timelineOf } from "./timeline";
import { approvalView, instructionsView, payerView, recipientView, transactionRow } from "./view";

/** More than anybody reads at once. */
const PAGE = 100;

/** Orders that have stayed open for too long, the oldest first: nobody has told us how they ended. */
export async function listWithoutNews(ctx: Ctx): Promise<TransactionRow[]> {
  requirePermission(ctx, "transactions:read");
  const { type, createdAt, environment, nextAskAt, submission, status } = transactions;
  const before = (ms: number) => lt(createdAt, new Date(ctx.now().getTime() - ms));
  const silent = or(and(eq(type, "WITHDRAW"), before(SILENCE_MS.WITHDRAW)), before(SILENCE_MS.others));
  // What was lost on the way has a place of its own, and what operations closed is only watched for a last word.
  const isOpen = or(isNull(status), notInArray(status, STATUSES.filter(isFinal)));
  const open = and(isNotNull(nextAskAt), or(isNull(submission), eq(submission, "accepted")), isOpen);
  const rows = await ctx.db
    .select()
    .from(transactions)
    .where(and(eq(environment, ctx.environment), open, silent))
    .orderBy(asc(createdAt), asc(transactions.id))
    .limit(PAGE);
  return rows.map(transactionRow);
}

/** One order with all that is known about it, or null where we hold none with this referenceId. */
export async function getTransaction(
  ctx: Ctx,
  { referenceId }: { referenceId: string },
): Promise<TransactionView | null> {
  requirePermission(ctx, "transactions:read");
  const { db, environment } = ctx;
  const mine = and(eq(transactions.environment, environment), eq(transactions.referenceId, referenceId));
  const [found] = await db
    .select({ order: transactions, intent: withdrawals, requestedBy: people.name })
    .from(transactions)
    .leftJoin(withdrawals, eq(withdrawals.transactionRow, transactions.id))
    .leftJoin(people, eq(people.id, withdrawals.requestedBy))
    .where(mine);
  if (!found) return null;

  const { order, intent, requestedBy } = found;
  const events = and(eq(auditEvents.subject, referenceId), eq(auditEvents.environment, environment));
  // What people did, and what the console itself did to a request of theirs, such as ending it when its time was over.
  const told = or(
    // A note stands there itself, in its own words.
    and(eq(auditEvents.actorKind, "person"), ne(auditEvents.action, "transaction.noted")),
    like(auditEvents.action, "withdrawal.%"),
    like(auditEvents.action, "deposit.%"),
  );
  const [tried, exchanged, reported, done, noted, decided] = await Promise.all([
    db.select().from(attempts).where(eq(attempts.transactionRow, order.id)),
    db.select().from(exchanges).where(eq(exchanges.transactionRow, order.id)),
    db.select().from(reports).where(eq(reports.transactionRow, order.id)),
    db.select().from(auditEvents).where(and(events, told)),
    db
      .select({ note: notes, byName: people.name })
      .from(notes)
      .innerJoin(people, eq(people.id, notes.by))
      .where(eq(notes.transactionRow, order.id)),
    db
      .select({ approval: approvals, byName: people.name })
      .from(approvals)
      .innerJoin(people, eq(people.id, approvals.by))
      .where(eq(approvals.transactionRow, order.id))
      .orderBy(asc(approvals.at)),
  ]);
  const [deposit, instructions, replaced, replacement, proof, contradiction, settlement] = await Promise.all([
    depositOf(ctx, order.id),
    instructionsFor(db, order.id),
    order.replaces ? referenceOf(db, eq(transactions.id, order.replaces)) : null,
    referenceOf(db, eq(transactions.replaces, order.id)),
    isUnknown(order.submission) ? absenceSoFar(db, order) : null,
    openContradiction(db, order),
    settlementOf(db, order),
  ]);
  const { method, fee, netAmount, actualAmount, lastAskedAt, nextAskAt } = order;
  const parties = seesPersonal(ctx) ? null : personalOf({ intent, deposit: deposit?.intent, instructions });
  return {
    ...transactionRow(order),
    ...{ method, fee, netAmount, actualAmount },
    lastAskedAt: lastAskedAt?.toISOString() ?? null,
    nextAskAt: nextAskAt?.toISOString() ?? null,
    proof: proof && (await proofView(ctx, order, proof, parties)),
    contradiction,
    settlement: settlement && { ...settlement, reason: without(settlement.reason, parties ?? []) },
    replaces: replaced,
    replacedBy: replacement,
    withdrawal: intent && {
      recipient: recipientView(ctx, intent),
      requestedBy: requestedBy ?? "",
      digest: intent.digest,
      approval: approvalView(ctx, { order, intent, decided }),
    },
    deposit: deposit && {
      payer: payerView(ctx, deposit.intent),
      requestedBy: deposit.requestedBy,
      digest: deposit.intent.digest,
    },
    instructions: instructionsView(ctx, instructions),
    timeline: timelineOf({ tried, exchanged, reported, done, noted }, parties),
  };
}

/** Whom and what account the order is about, to be taken out of everything that is told of it. */
const personalOf = ({ intent, deposit, instructions }: Parties): (string | null | undefined)[] => [
  ...[intent?.destinationAccount, intent?.destinationAccountName, deposit?.payerAccount, deposit?.payerAccountName],
  ...[instructions?.receiverAccount, instructions?.receiverName],
];
type Parties = {
  intent: typeof withdrawals.$inferSelect | null;
  deposit: typeof deposits.$inferSelect | undefined;
  instructions: InstructionsView | null;
};

async function depositOf({ db }: Ctx, transactionRow: string) {
  const [found] = await db
    .select({ intent: deposits, requestedBy: people.name })
    .from(deposits)
    .innerJoin(people, eq(people.id, deposits.requestedBy))
    .where(eq(deposits.transactionRow, transactionRow));
  return found ?? null;
}

async function proofView(
  ctx: Ctx,
  order: { id: string },
  { absence, words }: Proof,
  parties: Values | null,
): Promise<ProofView | null> {
  if (absence.kind === "not created") return null;
  const { missing, expiresAt, clockRanBack } = absence;
  const who = words.map(({ by }) => by);
  const said = await ctx.db.select({ id: people.id, name: people.name }).from(people).where(inArray(people.id, who));
  const nameOf = new Map(said.map(({ id, name }) => [id, name]));
  return {
    ...{ missing, clockRanBack, expiresAt: expiresAt.toISOString() },
    words: words.map(({ by, at, reason }) => ({
      by: nameOf.get(by) ?? "",
      at: at.toISOString(),
      reason: without(reason, parties ?? []),
    })),
    mayAttest: await mayAttest(ctx, order, { absence, words }),
  };
}

async function referenceOf(db: Db, which: SQL): Promise<string | null> {
  const [row] = await db.select({ referenceId: transactions.referenceId }).from(transactions).where(which);
  return row?.referenceId ?? null;
}

/** What went over the wire, or null where there is no such exchange. */
export async function getExchange(ctx: Ctx, { exchangeId }: { exchangeId: string }): Promise<ExchangeView | null> {
  requirePermission(ctx, "transactions:raw");
  const mine = and(eq(exchanges.id, exchangeId), eq(exchanges.environment, ctx.environment));
  const [row] = await ctx.db.select().from(exchanges).where(mine);
  if (!row) return null;
  const { path, sentAt, answeredAt, httpStatus, headers, serviceTime } = row;
  const { request, answer } = seesPersonal(ctx) ? wholeExchange(row) : maskedExchange(row);
  return {
    ...{ path, httpStatus, headers, requestBody: request.text, requestShown: request.shown },
    ...{ body: row.body === null ? null : answer.text, bodyShown: answer.shown },
    revealable: mayReveal(ctx) && !(request.shown === "whole" && answer.shown === "whole"),
    sentAt: sentAt.toISOString(),
    answeredAt: answeredAt?.toISOString() ?? null,
    serviceTime: serviceTime?.toISOString() ?? null,
    rawRemovedAt: row.rawRemovedAt?.toISOString() ?? null,
  };
}
