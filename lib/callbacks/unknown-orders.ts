import "server-only";
import { eq } from "drizzle-orm";
import { type Delivery, deliveries } from "@/drizzle/schema/deliveries";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { announce } from "@/lib/db/announce";
import type { Db, Tx } from "@/lib/db/connection";
import { applyToPlayer, askablePlayerId, registrationNamed } from "@/lib/kyc/apply-callback";
import { checkPlayerStatus } from "@/lib/kyc/commands";
import { isAboutChannel, isAboutId } from "@/lib/payments-api/failure";
import { err, type Result } from "@/lib/result";
import { lookUpOrder, type NoAnswer } from "@/lib/transactions/commands";
import { admit } from "@/lib/transactions/polling/admission";
import { acquireLease, releaseLease, renewLease, UNKNOWN_ORDERS_LEASE } from "@/lib/transactions/polling/lease";
import { type KycCallback, readCallback, type TransactionCallback } from "./body-schemas";
import { isPending, isTooEarly, lookUpAgain, lookUpMuchLater, nextToLookUp, noteInVain, planLookUps } from "./look-ups";
import { type Applied, applyTo, conclude, orderNamed } from "./process-delivery";
import { giveQuotaBack } from "./quota-usage";

/** Status checks per job; then other jobs get a turn. */
const ROUND = 50;
/** Delay after the service did not respond. */
const RETRY_MS = 15_000;

type InVain = { at: Date; isCertain: boolean };

type Round = {
  asked: number;
  /** What the service did not know, by the time of the check. `isCertain`: it will never know such an ID. */
  inVain: Map<string, InVain>;
  /** The service has refused the KYC channel, so that it is asked about no further player. */
  isChannelRefused: boolean;
};

/** An order or player that we had no record of when the callback came. */
type Subject = {
  /** Identifies it: one status check serves all its deliveries. */
  key: string;
  isPlayer: boolean;
  find: (db: Db | Tx) => Promise<string | null>;
  ask: (isProbe: boolean) => Promise<Result<unknown, { kind: "not_found" } | NoAnswer>>;
  apply: (tx: Tx, delivery: Delivery, row: string) => Promise<Applied>;
};

const orderSubject = (ctx: Ctx, said: TransactionCallback): Subject => ({
  key: `order ${said.referenceId}`,
  isPlayer: false,
  find: (db) => orderNamed(db, ctx, said),
  ask: (isProbe) => lookUpOrder(ctx, { id: said.referenceId, isProbe }),
  apply: (tx, delivery, row) => applyTo(tx, ctx, delivery, said, row),
});

const playerSubject = (ctx: Ctx, said: KycCallback, playerId: string): Subject => ({
  key: `player ${playerId}`,
  isPlayer: true,
  find: (db) => registrationNamed(db, ctx, said),
  ask: async (isProbe) => {
    const answer = await checkPlayerStatus(ctx, { playerId, isProbe });
    return answer.ok && !answer.value.found ? err({ kind: "not_found" }) : answer;
  },
  apply: async (tx, delivery, row) => ({
    ...(await applyToPlayer(tx, ctx, delivery, said, row)),
    transactionRow: null,
  }),
});

function subjectOf(ctx: Ctx, delivery: Delivery): Subject {
  const read = readCallback(delivery.body);
  if (read.ok && read.value.kind === "transaction") return orderSubject(ctx, read.value);
  const playerId = read.ok && read.value.kind === "kyc" ? askablePlayerId(read.value) : null;
  if (!read.ok || read.value.kind !== "kyc" || playerId === null)
    throw new Error(`delivery ${delivery.id} names nothing that could be asked about`);
  return playerSubject(ctx, read.value, playerId);
}

/**
 * Checks orders and players that only callbacks have named, one at a time, after all other work. Many jobs may call
 * this; the one with the slot continues until nothing is left, the budget is used up, or the service must not be
 * called.
 */
export async function lookUpDeliveries(ctx: Ctx): Promise<{ asked: number }> {
  requirePermission(ctx, "deliveries:process");
  const holder = ctx.random(8);
  if ((await acquireLease(ctx, holder, [UNKNOWN_ORDERS_LEASE])) === null) return { asked: 0 };
  const round: Round = { asked: 0, inVain: new Map(), isChannelRefused: false };
  let waitUntil: Date | null = null;
  try {
    for (let turn = 0; turn < ROUND && (await renewLease(ctx, holder)); turn += 1) {
      const delivery = await nextToLookUp(ctx, turn);
      if (delivery === null) break;
      waitUntil = await lookUp(ctx, round, delivery);
      await announce(ctx.db, ctx.environment);
      if (waitUntil !== null) break;
    }
  } finally {
    await releaseLease(ctx, holder);
  }
  await planLookUps(ctx, waitUntil ?? ctx.now());
  return { asked: round.asked };
}

/** Processes one delivery by the status check of its order or player; returns when to retry, or null. */
async function lookUp(ctx: Ctx, round: Round, delivery: Delivery): Promise<Date | null> {
  const subject = subjectOf(ctx, delivery);
  const asked = await ask(ctx, round, delivery, subject);
  if (asked instanceof Date) return asked;
  if (asked === "too_early") {
    await lookUpAgain(ctx, delivery);
    return null;
  }
  if (asked === "refused") {
    await lookUpMuchLater(ctx, delivery);
    return null;
  }
  await ctx.db.transaction(async (tx) => {
    const [still] = await tx.select().from(deliveries).where(isPending(ctx, delivery.id)).for("update");
    if (!still) return;
    const row = await subject.find(tx);
    // An order that the service does not know is ignored, signed or not.
    const applied = row
      ? await subject.apply(tx, still, row)
      : { effect: "mismatch" as const, transactionRow: null, registrationRow: null };
    // Already known then, but only because this callback caused the check.
    const isNews = asked === "found" && applied.effect === "repeat";
    await conclude(tx, ctx, still, isNews ? { ...applied, effect: "asked" } : applied);
    const { environmentAddress, signature, receivedAt, body } = still;
    if (row === null || environmentAddress === null || signature === "valid") return;
    await giveQuotaBack(tx, environmentAddress, receivedAt, body.byteLength);
  });
  return null;
}

/** What a check that found nothing means for a delivery: the service may not show a new order yet. */
const concluded = (delivery: Delivery, { at, isCertain }: InVain) =>
  isCertain || !isTooEarly(delivery, at) ? "done" : "too_early";

/**
 * `found`: the status check that this delivery caused succeeded. `done`: no check is needed, or the service has no
 * such order. `too_early`: it has none yet. `refused`: it says nothing about players. A date: no response; retry from then on.
 */
async function ask(
  ctx: Ctx,
  round: Round,
  delivery: Delivery,
  subject: Subject,
): Promise<"found" | "done" | "too_early" | "refused" | Date> {
  const before = round.inVain.get(subject.key);
  if (before !== undefined && before.at >= delivery.receivedAt) return concluded(delivery, before);
  if ((await subject.find(ctx.db)) !== null) return "done";
  if (subject.isPlayer && round.isChannelRefused) return "refused";

  const admission = await admit(ctx);
  if (admission.kind === "wait") return admission.until;
  const at = ctx.now();
  const found = await subject.ask(admission.kind === "probe");
  round.asked += 1;
  if (found.ok) return "found";
  const { signature, environmentAddress } = delivery;
  const isForgeable = signature !== "valid" && environmentAddress !== null;
  if (found.error.kind === "no_answer" && isAboutChannel(found.error.failure)) {
    round.isChannelRefused = true;
    if (isForgeable) await noteInVain(ctx, environmentAddress);
    return "refused";
  }
  if (found.error.kind === "no_answer" && !isAboutId(found.error.failure)) {
    // Moved behind the others, so that a check without a response does not block them.
    await ctx.db.update(deliveries).set({ processedAt: at }).where(eq(deliveries.id, delivery.id));
    return new Date(at.getTime() + RETRY_MS);
  }
  const inVain = { at, isCertain: found.error.kind !== "not_found" };
  round.inVain.set(subject.key, inVain);
  if (isForgeable) await noteInVain(ctx, environmentAddress);
  return concluded(delivery, inVain);
}
