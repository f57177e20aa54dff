import "server-only";
import { and, count, eq, isNull } from "drizzle-orm";
import { attempts } from "@/drizzle/schema/evidence";
import { transactions } from "@/drizzle/schema/transactions";
import { record } from "@/lib/audit/record";
import type { Ctx } from "@/lib/auth/context";
import { enqueue, type Jobs } from "@/lib/db/enqueue";
import type { Answer, Prepared } from "@/lib/payments-api/client";
import type { Created } from "@/lib/payments-api/shapes";
import { planNextLook } from "./asking";
import { contradict } from "./contradicting";
import { keepExchange } from "./exchanges";
import { type HowToPay, keepInstructions } from "./instructions";
import { recordReport } from "./reporting";
import { afterAttempt, type Outcome, outcomeOf } from "./submission";

/** The orders that can be created from here, and the job that sends each. */
export const SENDERS = {
  WITHDRAW: "send-withdrawal",
  DEPOSIT: "send-deposit",
} as const satisfies Record<string, keyof Jobs>;
export type Kind = keyof typeof SENDERS;

type Create = {
  transactionRow: string;
  type: Kind;
  /** Makes the exact bytes. Runs before anything is claimed, so it may refuse by throwing. */
  prepare: () => Prepared;
  send: (prepared: Prepared) => Promise<Answer<Created & HowToPay>>;
};

/**
 * Sends a create request at most once. The attempt is on record, word for word, and committed before the first byte
 * leaves; a process that dies after that leaves a question for the sweep, never a second order.
 */
export async function sendCreate(
  ctx: Ctx,
  { transactionRow, type, prepare, send }: Create,
): Promise<Outcome | "taken"> {
  const prepared = prepare();
  const attempt = await claim(ctx, transactionRow, prepared);
  if (!attempt) return "taken";
  return end(ctx, { ...attempt, type }, await send(prepared));
}

type Claimed = { attemptId: string; number: number; transactionRow: string };

/** One statement decides who sends. No row: somebody else has it, or it is no longer to be sent. */
async function claim(ctx: Ctx, transactionRow: string, prepared: Prepared): Promise<Claimed | null> {
  return ctx.db.transaction(async (tx) => {
    const [claimed] = await tx
      .update(transactions)
      .set({ submission: "submitting", updatedAt: ctx.now() })
      .where(
        and(
          eq(transactions.id, transactionRow),
          eq(transactions.submission, "queued"),
          isNull(transactions.conflictAt),
        ),
      )
      .returning({ referenceId: transactions.referenceId });
    if (!claimed) return null;

    const [before] = await tx
      .select({ made: count() })
      .from(attempts)
      .where(eq(attempts.transactionRow, transactionRow));
    const number = (before?.made ?? 0) + 1;
    const { nonce, signedAt, path, body } = prepared;
    const [attempt] = await tx
      .insert(attempts)
      .values({ transactionRow, number, nonce, signedAt, path, body, claimedAt: ctx.now() })
      .returning({ id: attempts.id });
    if (!attempt) throw new Error("insert returned no row");
    await record(tx, ctx, { action: "attempt.claimed", subject: claimed.referenceId, detail: { number, nonce } });
    return { attemptId: attempt.id, number, transactionRow };
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

  await ctx.db.transaction(async (tx) => {
    const mine = eq(transactions.id, transactionRow);
    const [held] = await tx.select().from(transactions).where(mine).for("update");
    if (!held?.submission) throw new Error(`attempt ${attemptId} has no order`);
    const exchangeId = await keepExchange(tx, ctx, { transactionRow, purpose: "create", answer });
    await tx.update(attempts).set({ outcome, endedAt: ctx.now(), exchangeId }).where(eq(attempts.id, attemptId));
    const submission = afterAttempt(held.submission, outcome);
    await tx.update(transactions).set({ submission, updatedAt: ctx.now() }).where(mine);
    await record(tx, ctx, { action: `attempt.${outcome}`, subject: held.referenceId, detail: { number } });

    if (result.ok) {
      await recordReport(tx, ctx, transactionRow, { source: "create answer", ...result.value }, { exchangeId });
      await keepInstructions(tx, ctx, { transactionRow, exchangeId, said: result.value });
    }
    await planNextLook(tx, ctx, transactionRow, "in a while");
    if (submission === "queued") {
      const runAt = new Date(ctx.now().getTime() + resendGapMs(number));
      await enqueue(tx, SENDERS[type], { environment: ctx.environment, transactionRow }, { runAt });
    }
  });
  return outcome;
}

/** It never left, so trying again is safe; the gap grows because whatever refused us is likely to do so for a while. */
const resendGapMs = (number: number) => Math.min(2_000 * 2 ** (number - 1), 120_000);

/** Where the service tells us, unasked, what became of this order: an address that nobody can guess. */
export const callbackUrlOf = (ctx: Ctx, { callbackToken }: { callbackToken: string | null }) =>
  `${ctx.appUrl}/api/callbacks/${ctx.environment}/${callbackToken}`;

type Altered = Pick<typeof transactions.$inferSelect, "id" | "referenceId">;

/** Somebody changed the record behind our back. Said once; the order stays where it is, whatever a person finds. */
export async function flagAltered(ctx: Ctx, action: string, { id, referenceId }: Altered) {
  await ctx.db.transaction(async (tx) => {
    const [held] = await tx.select().from(transactions).where(eq(transactions.id, id)).for("update");
    const isNews = held && (await contradict(tx, ctx, held, [{ kind: "altered", said: action }]));
    if (isNews) await record(tx, ctx, { action, subject: referenceId });
  });
}
