import "server-only";
import { and, eq, inArray, isNull } from "drizzle-orm";
import type { deliveries } from "@/drizzle/schema/deliveries";
import { registrations } from "@/drizzle/schema/registrations";
import type { Ctx } from "@/lib/auth/context";
import type { Effect } from "@/lib/callbacks/delivery";
import type { KycCallback } from "@/lib/callbacks/shapes";
import type { Tx } from "@/lib/db/connection";
import { withoutMerchantNumber } from "@/lib/payments-api/player-id";
import type { Verdict } from "@/lib/transactions/report";
import { planNextLook } from "./asking";
import { recordKycReport } from "./reporting";
import { isDecided } from "./state";

type Delivery = typeof deliveries.$inferSelect;

/**
 * What a callback about a player does. The address that it came to says which registration is meant, and the id in it
 * only has to agree; at the environment's address the id is all there is.
 */
export async function hearAboutPlayer(tx: Tx, ctx: Ctx, delivery: Delivery, said: KycCallback): Promise<Effect> {
  const row = delivery.registrationRow ?? (delivery.environmentAddress && (await currentNamed(tx, ctx, said)));
  if (!row) return "mismatch";
  const [held] = await tx.select().from(registrations).where(eq(registrations.id, row));
  const { status, playerId, currency } = said;
  const source = delivery.signature === "valid" ? ("signed callback" as const) : ("unsigned callback" as const);
  const report = { source, status, playerId, currency, asOf: delivery.receivedAt };
  const verdict = await recordKycReport(tx, ctx, row, report, { deliveryId: delivery.id });
  const known = held !== undefined && held.status === status && isDecided(held.status);
  const effect = effectOf(verdict, known);
  if (effect === "asked") await planNextLook(tx, ctx, row, "now");
  return effect;
}

function effectOf(verdict: Verdict, known: boolean): Effect {
  switch (verdict) {
    case "mismatch":
      return "mismatch";
    case "hint":
      return known ? "repeat" : "asked";
    case "same":
      return "repeat";
    case "moved":
      return "settled";
    case "conflict":
      return "contested";
  }
}

/** A player whom we hold, as the service may spell the id. One whom we do not hold is nobody's business here. */
async function currentNamed(tx: Tx, { environment }: Ctx, { playerId }: KycCallback): Promise<string | null> {
  const named = inArray(registrations.playerId, [playerId, withoutMerchantNumber(playerId)]);
  const [found] = await tx
    .select({ id: registrations.id })
    .from(registrations)
    .where(and(eq(registrations.environment, environment), named, isNull(registrations.supersededAt)))
    .limit(1);
  return found?.id ?? null;
}
