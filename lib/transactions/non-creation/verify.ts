import "server-only";
import { and, asc, desc, eq, gte, isNotNull, ne } from "drizzle-orm";
import { attestations } from "@/drizzle/schema/attestations";
import { attempts, exchanges } from "@/drizzle/schema/evidence";
import { transactions } from "@/drizzle/schema/transactions";
import { users } from "@/drizzle/schema/users";
import { record } from "@/lib/audit/record";
import type { Ctx } from "@/lib/auth/context";
import { may } from "@/lib/auth/permissions";
import type { Db, Tx } from "@/lib/db/connection";
import type { Answer } from "@/lib/payments-api/client";
import { keepExchange } from "@/lib/transactions/exchanges";
import { isPossiblySent, isUnknown } from "@/lib/transactions/submission/submission";
import { requestersOf } from "./requester";
import {
  type AttestedAt,
  awaitsAttestation,
  latestSignatureAt,
  type NonCreation,
  nonCreationOf,
  type Reading,
  surelyExpiredOf,
} from "./rules";

/** `isCounted`: whether its author may still say it. */
type Attestation = AttestedAt & { reason: string; isCounted: boolean };
/** `checks`: when it was not found after its expiry. */
export type Proof = {
  nonCreation: NonCreation;
  words: Attestation[];
  sent: { at: Date; number: number } | null;
  checks: Date[];
};
type Lost = { id: string; referenceId: string };

/**
 * What is proven so far about the latest request for this order, also one of a lost database; null if none can have
 * left.
 */
export async function nonCreationSoFar(db: Db | Tx, { id }: { id: string }): Promise<Proof | null> {
  const [attempt] = await db
    .select()
    .from(attempts)
    .where(eq(attempts.transactionRow, id))
    .orderBy(desc(attempts.number))
    .limit(1);
  const [order] = await db
    .select({ possiblySentUntil: transactions.possiblySentUntil })
    .from(transactions)
    .where(eq(transactions.id, id));
  const until = order?.possiblySentUntil ?? null;
  const signedAt = later(attempt?.signedAt, until && latestSignatureAt(until));
  const from = later(attempt?.claimedAt, until);
  if (!signedAt || !from) return null;
  const since = and(eq(exchanges.transactionRow, id), gte(exchanges.sentAt, from));
  const asked = await db.select().from(exchanges).where(since).orderBy(asc(exchanges.sentAt));
  const questions = asked.flatMap((exchange) => {
    const { purpose: kind, failure, serviceTime, sentAt: askedAt } = exchange;
    if (kind === "create") return [];
    const found = failure === null;
    // Only the service's own 404 means "not found"; any other failure needs another check.
    const answered = found || (failure.kind === "refused" && failure.status === 404);
    return answered ? [{ kind, found, serviceTime, askedAt, reading: readingOf(exchange) }] : [];
  });
  const words = await wordsOf(db, id);
  const isNewer = attempt && (until === null || attempt.claimedAt > until);
  const ended = isNewer ? asked.find((exchange) => exchange.id === attempt.exchangeId) : undefined;
  const request = { signedAt, endedAt: ended ? readingOf(ended) : null };
  const counted = words.filter(({ isCounted }) => isCounted);
  const nonCreation = nonCreationOf(request, questions, counted);
  const expiresAt = surelyExpiredOf(signedAt);
  const checks = questions.flatMap(({ kind, found, askedAt: at }) =>
    kind === "status_check" && !found && at > expiresAt ? [at] : [],
  );
  return { nonCreation, words, sent: attempt ? { at: attempt.claimedAt, number: attempt.number } : null, checks };
}

/** As approvals do, a word counts while its author is active and permitted, and is not the requester. */
async function wordsOf(db: Db | Tx, transactionRow: string): Promise<Attestation[]> {
  const { by, at, reason } = attestations;
  const words = await db
    .select({ by, at, reason, role: users.role, disabledAt: users.disabledAt })
    .from(attestations)
    .innerJoin(users, eq(users.id, by))
    .where(eq(attestations.transactionRow, transactionRow))
    .orderBy(asc(attestations.id));
  if (words.length === 0) return [];
  const requesters = await requestersOf(db, transactionRow);
  return words.map(({ role, disabledAt, ...word }) => {
    const isPermitted = disabledAt === null && role !== "api_key" && may(role, "non_creation:attest");
    return { ...word, isCounted: isPermitted && !requesters.includes(word.by) };
  });
}

const readingOf = ({ clockProcess: process, clockMs: ms }: typeof exchanges.$inferSelect): Reading | null =>
  process === null || ms === null ? null : { process, ms };

/** Nothing is missing but the control query. What never left here needs no confirmations of users. */
export async function isNearlyProven(db: Db | Tx, order: Lost & Parameters<typeof isPossiblySent>[0]) {
  const proof = await nonCreationSoFar(db, order);
  if (proof === null) return false;
  const { nonCreation } = proof;
  if (awaitsAttestation(nonCreation)) return isPossiblySent(order);
  return nonCreation.kind === "not_created" || nonCreation.missing === "control";
}

/**
 * Continues the proof that a lost request was never created: sends the control query once everything else is proven,
 * and sets `not_created` when nothing is missing. Called after each check that found nothing. An order that never left
 * here keeps its state: what is proven is that no lost database sent it. It needs no confirmations, which permit a second
 * request for the same order.
 */
export async function verifyNonCreation(ctx: Ctx, lost: Lost): Promise<void> {
  const before = await nonCreationSoFar(ctx.db, lost);
  if (before?.nonCreation.kind === "not_proven" && before.nonCreation.missing === "control") {
    await control(ctx, lost);
  }
  await ctx.db.transaction(async (tx) => {
    const mine = eq(transactions.id, lost.id);
    const [held] = await tx.select().from(transactions).where(mine).for("update");
    const proof = await nonCreationSoFar(tx, lost);
    if (held && proof && isPossiblySent(held)) return disprove(tx, ctx, held, proof.nonCreation);
    // Found meanwhile, or not proven yet.
    if (!held || !isUnknown(held.submission) || proof?.nonCreation.kind !== "not_created") return;
    await tx
      .update(transactions)
      .set({ submission: "not_created", possiblySentUntil: null, polls: 0, updatedAt: ctx.now() })
      .where(mine);
    const { expiredAt, checks } = proof.nonCreation;
    await record(tx, ctx, {
      action: "submission.not_created",
      subject: lost.referenceId,
      detail: { expiredAt, checks },
    });
  });
}

/** Takes the mark from an order once checks have shown that no lost database sent it. */
async function disprove(tx: Tx, ctx: Ctx, { id, referenceId }: Lost, nonCreation: NonCreation): Promise<void> {
  if (nonCreation.kind !== "not_created" && !awaitsAttestation(nonCreation)) return;
  const unmarked = { possiblySentUntil: null, polls: 0, updatedAt: ctx.now() };
  await tx.update(transactions).set(unmarked).where(eq(transactions.id, id));
  await record(tx, ctx, { action: "submission.not_sent_elsewhere", subject: referenceId });
}

/** Sends a query with a known answer, stores the exchange, and returns whether the answer was right. */
export async function control(ctx: Ctx, about: { id: string }): Promise<boolean> {
  const reading = ctx.monotonic();
  const answer = await askControl(ctx, about);
  await ctx.db.transaction((tx) =>
    keepExchange(tx, ctx, { transactionRow: about.id, purpose: "control", answer, reading }),
  );
  return answer.result.ok;
}

/** A query with a known answer: the latest order reported by the service, else our balance. */
async function askControl(ctx: Ctx, { id }: { id: string }): Promise<Answer<unknown>> {
  const known = and(isNotNull(transactions.status), isNotNull(transactions.transactionId), ne(transactions.id, id));
  const [order] = await ctx.db
    .select({ referenceId: transactions.referenceId })
    .from(transactions)
    .where(and(eq(transactions.environment, ctx.environment), known))
    .orderBy(desc(transactions.createdAt))
    .limit(1);
  return order ? ctx.api.transaction(order.referenceId) : ctx.api.balance();
}

const later = (a: Date | null = null, b: Date | null) => (a && b ? (a > b ? a : b) : (a ?? b));
