import "server-only";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Delivery } from "@/drizzle/schema/deliveries";
import { type Registration, registrations } from "@/drizzle/schema/registrations";
import type { Ctx } from "@/lib/auth/context";
import type { KycCallback } from "@/lib/callbacks/body-schemas";
import type { Effect } from "@/lib/callbacks/delivery";
import type { Db, Tx } from "@/lib/db/connection";
import { recordDisagreement } from "@/lib/disagreements/disagreements";
import { withoutMerchantNumber } from "@/lib/payments-api/player-id";
import { sendable } from "@/lib/payments-api/values";
import { effectOf } from "@/lib/transactions/status/callback-effect";
import { applyKycStatusReport } from "./apply-status-report";
import { current } from "./create-registration";
import { scheduleNextPoll } from "./schedule";
import { onePlayer } from "./schema";
import { isDecided, isNotFoundAtService, kycDisagreements } from "./state";

/** What a callback did, and to which registration; null where it was to none that we hold. */
type Applied = { effect: Effect; registrationRow: string | null };

/**
 * What a callback about a player does. The address that it came to says which registration is meant, and the id in it
 * only has to agree; at the environment's address the id is all there is. Where that leaves open which registration is
 * meant, or we hold none, as another system registered the player, the service is asked, even if the callback was signed.
 */
export async function applyKycCallback(tx: Tx, ctx: Ctx, delivery: Delivery, said: KycCallback): Promise<Applied> {
  const { registrationRow, environmentAddress } = delivery;
  const row = registrationRow ?? (environmentAddress && (await registrationNamed(tx, ctx, said)));
  if (row) return applyToPlayer(tx, ctx, delivery, said, row);
  const isAsked = environmentAddress !== null && askablePlayerId(said) !== null;
  return { effect: isAsked ? "asked" : "mismatch", registrationRow: null };
}

/** Judges a callback by the registration that it is about. */
export async function applyToPlayer(
  tx: Tx,
  ctx: Ctx,
  delivery: Delivery,
  said: KycCallback,
  row: string,
): Promise<Applied> {
  const [held] = await tx.select().from(registrations).where(eq(registrations.id, row));
  const { status, playerId, currency } = said;
  const source = delivery.signature === "valid" ? ("signed_callback" as const) : ("unsigned_callback" as const);
  const atSharedAddress = delivery.environmentAddress !== null;
  const report = { source, status, playerId, currency, asOf: delivery.receivedAt, atSharedAddress };
  const verdict = await applyKycStatusReport(tx, ctx, row, report, { deliveryId: delivery.id });
  if (held) await recordDisagreement(tx, ctx, { registrationRow: row }, delivery, kycDisagreements(held, said));
  const known = held?.status === status && isDecided(status) && !isNotFoundAtService(held);
  const effect = effectOf(verdict, known);
  if (effect === "asked") await scheduleNextPoll(tx, ctx, await currentOf(tx, ctx, held, row), "hinted");
  return { effect, registrationRow: row };
}

/** The service is asked about the player, and its answer counts for the newest registration only. */
async function currentOf(tx: Tx, ctx: Ctx, held: Registration | undefined, row: string): Promise<string> {
  if (!held) return row;
  const [newest] = await tx.select({ id: registrations.id }).from(registrations).where(current(ctx, held.playerId));
  return newest?.id ?? row;
}

/** The id to ask the service by; null where it cannot be one. */
export function askablePlayerId(said: KycCallback): string | null {
  const playerId = withoutMerchantNumber(said.playerId);
  const read = onePlayer.safeParse({ playerId });
  const isPlain = read.success && read.data.playerId === playerId && sendable.safeParse(playerId).success;
  return isPlain ? playerId : null;
}

/** The newest registration of a player whom we hold, as the service may spell the id: as it is written comes first. */
export async function registrationNamed(
  tx: Db | Tx,
  { environment }: Ctx,
  { playerId }: KycCallback,
): Promise<string | null> {
  const named = inArray(registrations.playerId, [playerId, withoutMerchantNumber(playerId)]);
  const [found] = await tx
    .select({ id: registrations.id })
    .from(registrations)
    .where(and(eq(registrations.environment, environment), named, isNull(registrations.supersededAt)))
    .orderBy(sql`${registrations.playerId} = ${playerId} desc`)
    .limit(1);
  return found?.id ?? null;
}
