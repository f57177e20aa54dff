import "server-only";
import { and, eq, isNull } from "drizzle-orm";
import { registrationAttempts } from "@/drizzle/schema/registration-evidence";
import { registrations } from "@/drizzle/schema/registrations";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { enqueue } from "@/lib/db/enqueue";
import { insertRow } from "@/lib/db/insert-row";
import type { Answer, Prepared } from "@/lib/payments-api/client";
import type { KycRegistered } from "@/lib/payments-api/shapes";
import { keepExchange } from "@/lib/transactions/exchanges";
import { afterAttempt, isQueued, type Outcome, resendGapMs } from "@/lib/transactions/submission/submission";
import { applyKycStatusReport } from "./apply-status-report";
import { scheduleNextPoll } from "./schedule";
import { registrationOutcome } from "./state";

/**
 * Sends a queued registration, at most once: the attempt is on record, word for word, before the first byte leaves.
 * One that was superseded in the meantime stays here, so that an old name never overtakes a new one.
 */
export async function sendRegistration(
  ctx: Ctx,
  { registrationRow }: { registrationRow: string },
): Promise<Outcome | "taken"> {
  requirePermission(ctx, "players:send");
  if (ctx.readOnly) return "taken";
  const mine = and(eq(registrations.id, registrationRow), eq(registrations.environment, ctx.environment));
  const [row] = await ctx.db.select().from(registrations).where(mine);
  if (!row || row.userName === null) throw new Error(`no registration ${registrationRow} to send`);

  const { playerId, userName, currency } = row;
  const callbackUrl = `${ctx.appUrl}/api/callbacks/${ctx.environment}/${row.callbackToken}`;
  const prepared = ctx.api.prepareKycRegister({ playerId, userName, currency, callbackUrl });
  const attempt = await claim(ctx, row, prepared);
  if (!attempt) return "taken";
  return end(ctx, attempt, await ctx.api.sendKycRegister(prepared));
}

type Claimed = { attemptId: string; number: number; registrationRow: string };

/** One statement claims the registration. No row: another process has it, or it must not be sent. */
async function claim(ctx: Ctx, { id }: { id: string }, prepared: Prepared): Promise<Claimed | null> {
  return ctx.db.transaction(async (tx) => {
    const at = ctx.now();
    const waits = and(eq(registrations.submission, "queued"), isNull(registrations.supersededAt));
    const [claimed] = await tx
      .update(registrations)
      .set({ submission: "submitting", sentAt: at, updatedAt: at })
      .where(and(eq(registrations.id, id), waits))
      .returning({ playerId: registrations.playerId });
    if (!claimed) return null;

    const sameRow = eq(registrationAttempts.registrationRow, id);
    const number = (await tx.$count(registrationAttempts, sameRow)) + 1;
    const { nonce, signedAt, path, body } = prepared;
    const attempt = { registrationRow: id, number, nonce, signedAt, path, body, claimedAt: at };
    const attemptId = await insertRow(tx, registrationAttempts, attempt);
    const detail = { number, nonce };
    await record(tx, ctx, { action: "registration.claimed", subject: claimed.playerId, detail });
    return { attemptId, number, registrationRow: id };
  });
}

async function end(
  ctx: Ctx,
  { attemptId, number, registrationRow }: Claimed,
  answer: Answer<KycRegistered>,
): Promise<Outcome> {
  const { result, exchange } = answer;
  const outcome = registrationOutcome(result.ok ? null : result.error);

  await ctx.db.transaction(async (tx) => {
    const mine = eq(registrations.id, registrationRow);
    const [held] = await tx.select().from(registrations).where(mine).for("update");
    if (!held?.submission) throw new Error(`attempt ${attemptId} has no registration`);
    const at = ctx.now();
    const exchangeId = await keepExchange(tx, ctx, { registrationRow, purpose: "create", answer });
    const ended = eq(registrationAttempts.id, attemptId);
    await tx.update(registrationAttempts).set({ outcome, endedAt: at, exchangeId }).where(ended);
    const after = afterAttempt(held.submission, outcome);
    // What was superseded meanwhile is not sent again.
    const submission = isQueued(after) && held.supersededAt !== null ? "stopped" : after;
    await tx.update(registrations).set({ submission, endedAt: at, updatedAt: at }).where(mine);
    await record(tx, ctx, { action: `registration.${outcome}`, subject: held.playerId, detail: { number } });

    if (result.ok) {
      const { status, playerId } = result.value;
      const report = { source: "create_answer", status, playerId, currency: null, asOf: exchange.sentAt } as const;
      await applyKycStatusReport(tx, ctx, registrationRow, report, { exchangeId });
    }
    await scheduleNextPoll(tx, ctx, registrationRow, "in_a_while");
    if (submission === "queued") {
      const dueAt = new Date(at.getTime() + resendGapMs(number));
      await tx.update(registrations).set({ dueAt }).where(mine);
      await enqueue(tx, "register-player", { environment: ctx.environment, registrationRow }, { runAt: dueAt });
    }
  });
  return outcome;
}
