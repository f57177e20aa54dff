import "server-only";
import { desc, eq, sql } from "drizzle-orm";
import { registrationAttempts } from "@/drizzle/schema/registration-evidence";
import { type Registration, registrations } from "@/drizzle/schema/registrations";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { requireSending } from "@/lib/auth/read-only";
import type { Tx } from "@/lib/db/connection";
import { enqueue } from "@/lib/db/enqueue";
import type { Answer } from "@/lib/payments-api/client";
import { type Failure, isAboutId, isNotFound } from "@/lib/payments-api/failure";
import type { KycStatus as KycAnswer } from "@/lib/payments-api/shapes";
import { failureFor, hiddenOfPlayer } from "@/lib/pii/known-values";
import { err, ok, type Result } from "@/lib/result";
import { keepExchange } from "@/lib/transactions/exchanges";
import { expiryOf } from "@/lib/transactions/non-creation/rules";
import { admit, recordHealth } from "@/lib/transactions/polling/admission";
import { isReissuable, isUnknown } from "@/lib/transactions/submission/submission";
import { applyKycStatusReport, earlierOf } from "./apply-status-report";
import { createRegistration, current, lockPlayer, type NotRegistered, supersede } from "./create-registration";
import { scheduleNextPoll, type When } from "./schedule";
import { KYC_CURRENCY, type RegistrationInput } from "./schema";
import { isDecided, isNotFoundAtService, isOfOthers, isRegistered } from "./state";

/** Nothing was sent now. */
export type CannotRegister = NotRegistered | { kind: "form_used"; playerId: string };

/** The service did not say. Nothing about the player is known that was not known before. */
export type NoAnswer = { kind: "no_answer"; failure: Failure };

/**
 * Writes down that a player is to be registered and queues its sending, in one transaction. The same form again finds
 * the first record; an earlier registration of the player becomes history. Where we hold the player as registered, the
 * service is asked first.
 */
export async function registerPlayer(
  ctx: Ctx,
  input: RegistrationInput,
): Promise<Result<{ playerId: string }, CannotRegister | NoAnswer>> {
  requirePermission(ctx, "players:register");
  requireSending(ctx);
  const requested = await requestRegistration(ctx, input);
  if (requested.ok || requested.error.kind !== "registered_already") return requested;
  // That is our record. A decided player is not polled, and the one callback about an expiry may have been missed.
  const checked = await checkPlayerStatus(ctx, input);
  if (checked.ok) return requestRegistration(ctx, input);
  const [held] = await ctx.db.select().from(registrations).where(current(ctx, input.playerId));
  // What is under way is so without the service.
  return held && isRegistered(held.status) ? checked : requested;
}

function requestRegistration(
  ctx: Ctx,
  { formId, ...wanted }: RegistrationInput,
): Promise<Result<{ playerId: string }, CannotRegister>> {
  const { playerId, userName } = wanted;
  return ctx.db.transaction(async (tx) => {
    await lockPlayer(tx, ctx, playerId);
    const [first] = await tx.select().from(registrations).where(eq(registrations.formId, formId));
    if (first) {
      const isSame = first.playerId === playerId && first.userName === userName;
      return isSame ? ok({ playerId }) : err({ kind: "form_used", playerId: first.playerId });
    }
    const requestedBy = ctx.actor.kind === "user" ? ctx.actor.id : null;
    const made = await createRegistration(tx, ctx, { formId, ...wanted, requestedBy });
    if (!made.ok) return made;
    await enqueue(tx, "register-player", { environment: ctx.environment, registrationRow: made.value });
    return ok({ playerId });
  });
}

/**
 * Asks the service about a player, whether we hold a registration or not, and believes the answer. One that another
 * system of the merchant registered is kept from then on. `found` is false where the service knows no registration.
 */
export async function checkPlayerStatus(
  ctx: Ctx,
  { playerId, isProbe = false }: { playerId: string; isProbe?: boolean },
): Promise<Result<{ playerId: string; found: boolean }, NoAnswer>> {
  requirePermission(ctx, "players:check_status");
  const answer = await ctx.api.kycStatus(playerId);
  await recordHealth(ctx, answer, isProbe);
  await keepAnswer(ctx, playerId, answer, { isRequested: ctx.actor.kind === "user" });

  const { result } = answer;
  if (result.ok) return ok({ playerId, found: true });
  if (isNotFound(result.error)) return ok({ playerId, found: false });
  return err({ kind: "no_answer", failure: await failureFor(ctx, result.error, () => hiddenOfPlayer(ctx, playerId)) });
}

/**
 * Believes what the service said of a player whom we hold when it was asked for another purpose, where it disagrees with
 * our record. An answer that agrees is not kept, nor is another player adopted.
 */
export async function keepStatusAnswer(
  ctx: Ctx,
  { playerId, answer }: { playerId: string; answer: Answer<KycAnswer> },
): Promise<void> {
  requirePermission(ctx, "players:check_status");
  const { result } = answer;
  if (!result.ok && !isNotFound(result.error)) return;
  const [held] = await ctx.db.select().from(registrations).where(current(ctx, playerId));
  if (!held) return;
  const known = held.notFoundAt === null ? held.status : null;
  // No user asked for a check of the player: a form was filled in.
  if (known !== (result.ok ? result.value.status : null))
    await keepAnswer(ctx, playerId, answer, { isRequested: false });
}

async function keepAnswer(
  ctx: Ctx,
  playerId: string,
  answer: Answer<KycAnswer>,
  { isRequested }: { isRequested: boolean },
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockPlayer(tx, ctx, playerId);
    const held = await answeredAbout(tx, ctx, playerId, answer);
    if (!held) return;
    const asked = { lastPolledAt: ctx.now(), polls: sql`${registrations.polls} + 1` };
    await tx.update(registrations).set(asked).where(eq(registrations.id, held.id));
    await believe(tx, ctx, held, answer);
    await scheduleNextPoll(tx, ctx, held.id, nextPollAfter(ctx, held, answer));
    if (isRequested) await record(tx, ctx, { action: "registration.check_requested", subject: playerId });
  });
}

/**
 * Polls a player, unless polling is paused: then the status check is put off. A
 * person's own question is never held back.
 */
export async function pollPlayer(ctx: Ctx, { playerId }: { playerId: string }): Promise<{ asked: boolean }> {
  requirePermission(ctx, "players:poll");
  const admission = await admit(ctx);
  if (admission.kind !== "wait") {
    await checkPlayerStatus(ctx, { playerId, isProbe: admission.kind === "probe" });
    return { asked: true };
  }
  await ctx.db.transaction(async (tx) => {
    await lockPlayer(tx, ctx, playerId);
    const held = await currentOf(tx, ctx, playerId);
    if (held) await scheduleNextPoll(tx, ctx, held.id, { from: admission.until });
  });
  return { asked: false };
}

/** What follows a check: another one that news has caused since its request left, as its answer may be older than the news. */
function nextPollAfter(ctx: Ctx, held: Registration, { result, exchange }: Answer<KycAnswer>): When {
  const { nextPollAt: planned, status } = held;
  if (planned === null) return "in_a_while";
  // Checks of decided players are all caused by news, except where the service has none.
  const isOfNews = planned <= ctx.now() || (isDecided(status) && !isNotFoundAtService(held));
  if (isOfNews && planned > exchange.sentAt) return { planned };
  const isAnswered = result.ok || isNotFound(result.error) || isAboutId(result.error);
  return isAnswered ? "in_a_while" : "again";
}

async function currentOf(tx: Tx, ctx: Ctx, playerId: string): Promise<Registration | undefined> {
  const [held] = await tx.select().from(registrations).where(current(ctx, playerId)).for("update");
  return held;
}

/** The registration that the service speaks of: the newest, or one that another system of the merchant made. */
async function answeredAbout(
  tx: Tx,
  ctx: Ctx,
  playerId: string,
  answer: Answer<KycAnswer>,
): Promise<Registration | undefined> {
  const held = await currentOf(tx, ctx, playerId);
  if (!answer.result.ok) return held;
  if (!held) return adopt(tx, ctx, playerId);
  // Spares most checks the reading of earlier ones.
  if (!isReissuable(held.submission)) return held;
  const report = reportOf(answer.result.value, answer);
  if (!isOfOthers({ ...held, ...(await earlierOf(tx, held)) }, report)) return held;
  await supersede(tx, ctx, held);
  return adopt(tx, ctx, playerId);
}

const reportOf = ({ status, playerId }: KycAnswer, { exchange }: Answer<KycAnswer>) =>
  ({ source: "query", status, playerId, currency: null, asOf: exchange.sentAt }) as const;

/** Begins to hold what another system of the merchant registered. Its name is not ours to know. */
async function adopt(tx: Tx, ctx: Ctx, playerId: string): Promise<Registration | undefined> {
  const { environment } = ctx;
  const at = ctx.now();
  const [held] = await tx
    .insert(registrations)
    .values({ environment, playerId, currency: KYC_CURRENCY, createdAt: at, updatedAt: at })
    .returning();
  return held;
}

async function believe(tx: Tx, ctx: Ctx, held: Registration, answer: Answer<KycAnswer>) {
  const { result, exchange } = answer;
  const exchangeId = await keepExchange(tx, ctx, { registrationRow: held.id, purpose: "status_check", answer });
  if (result.ok) {
    await applyKycStatusReport(tx, ctx, held.id, reportOf(result.value, answer), { exchangeId });
  } else if (isNotFound(result.error)) {
    if (isUnknown(held.submission)) await giveUp(tx, ctx, held, exchange.serviceTime);
    else if (isRegistered(held.status)) await markNotFound(tx, ctx, held, exchange.sentAt);
  }
}

/** The service may have been asked by a wrong channel, so the status on record stays. An older answer says nothing. */
async function markNotFound(tx: Tx, ctx: Ctx, { id, statusAt, notFoundAt }: Registration, askedAt: Date) {
  if ([statusAt, notFoundAt].some((known) => known !== null && askedAt < known)) return;
  const found = { notFoundAt: askedAt, updatedAt: ctx.now() };
  await tx.update(registrations).set(found).where(eq(registrations.id, id));
}

/**
 * The service knows no registration, and by its own clock our request can no longer be accepted: it never got there.
 * One status check is enough: a second registration costs nothing.
 */
async function giveUp(tx: Tx, ctx: Ctx, { id, playerId }: Registration, serviceTime: Date | null) {
  const [attempt] = await tx
    .select({ signedAt: registrationAttempts.signedAt })
    .from(registrationAttempts)
    .where(eq(registrationAttempts.registrationRow, id))
    .orderBy(desc(registrationAttempts.number))
    .limit(1);
  if (!attempt || serviceTime === null || serviceTime <= expiryOf(attempt.signedAt)) return;
  const given = { submission: "not_created" as const, updatedAt: ctx.now() };
  await tx.update(registrations).set(given).where(eq(registrations.id, id));
  await record(tx, ctx, { action: "registration.not_created", subject: playerId });
}
