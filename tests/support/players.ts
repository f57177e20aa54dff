import { randomUUID } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { registrations } from "@/drizzle/schema/registrations";
import { heldPlayers } from "@/lib/kyc/bulk-import";
import { registerPlayer } from "@/lib/kyc/commands";
import type { TestContext } from "./context";

let made = 0;
export const newPlayerId = () => `p-${Date.now()}-${++made}`;

/** A player whom ops has just registered and who has not been sent to the service. */
export async function registering(context: TestContext, more: { playerId?: string; userName?: string } = {}) {
  const player = { formId: randomUUID(), playerId: newPlayerId(), userName: "ヤマダ　タロウ", ...more };
  const ops = await context.as("ops");
  const { rows } = await heldPlayers(ops, { playerIds: [player.playerId] });
  const asked = await registerPlayer(ops, { ...player, replaces: rows[0] ?? null });
  if (!asked.ok) throw new Error(asked.error.kind);
  return registrationOf(context, player.playerId);
}

/** What we hold of a player just now. */
export async function registrationOf({ db }: TestContext, playerId: string) {
  const current = and(eq(registrations.playerId, playerId), isNull(registrations.supersededAt));
  const [row] = await db.select().from(registrations).where(current);
  if (!row) throw new Error(`no player ${playerId}`);
  return row;
}
