import "server-only";
import { and, eq, isNull } from "drizzle-orm";
import { type Registration, registrations } from "@/drizzle/schema/registrations";
import { record } from "@/lib/audit/record";
import { type Ctx, Forbidden } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import { insertRow } from "@/lib/db/insert-row";
import { lockNamed } from "@/lib/db/locks";
import { err, ok, type Result } from "@/lib/result";
import { KYC_CURRENCY } from "./schema";
import { isConfirmed, isPointless, kycDisplayStatusOf, type ReplacedName, replacedName } from "./state";

/** The player's newest registration, which is the one that counts. */
export const current = ({ environment }: Ctx, playerId: string) =>
  and(
    eq(registrations.environment, environment),
    eq(registrations.playerId, playerId),
    isNull(registrations.supersededAt),
  );

/** Concurrent registrations of one player are serialised. */
export const lockPlayer = (tx: Tx, { environment }: Ctx, playerId: string) =>
  lockNamed(tx, `player:${environment}:${playerId}`);

type Intent = {
  formId: string | null;
  playerId: string;
  userName: string;
  /** The person who wanted it. */
  requestedBy: string | null;
  /** The name that the person saw and agreed to replace. */
  replaces: ReplacedName | null;
};

/** It would change nothing, or replace a name that the person has not confirmed. */
export type NotRegistered = { kind: "registered_already" } | { kind: "other_name" };

/** The record and the line in the audit log, to be sent by the caller, who holds the lock of the player. */
export async function createRegistration(tx: Tx, ctx: Ctx, intent: Intent): Promise<Result<string, NotRegistered>> {
  const { formId, playerId, userName, requestedBy, replaces } = intent;
  if (requestedBy === null) throw new Forbidden("only a user registers a player");
  const { environment } = ctx;
  const at = ctx.now();
  const [held] = await tx.select().from(registrations).where(current(ctx, playerId)).for("update");
  // It may have changed since the person saw it, or have come after.
  if (!isConfirmed(replacedName(held, userName), replaces)) return err({ kind: "other_name" });
  if (
    held?.userName === userName &&
    isPointless(kycDisplayStatusOf({ ...held, since: held.sentAt ?? held.createdAt }, at))
  )
    return err({ kind: "registered_already" });
  if (held) await supersede(tx, ctx, held);

  const who = { environment, playerId, userName, currency: KYC_CURRENCY, formId, requestedBy };
  const id = await insertRow(tx, registrations, {
    ...{ ...who, submission: "queued", callbackToken: ctx.random(24) },
    ...{ dueAt: at, createdAt: at, updatedAt: at },
  });
  const detail = { userName, before: held?.userName ?? null };
  await record(tx, ctx, { action: "registration.requested", subject: playerId, detail });
  return ok(id);
}

/** From now on the earlier one is history. Where it has not left yet, it never will. */
export async function supersede(tx: Tx, ctx: Ctx, { id, submission }: Registration) {
  const at = ctx.now();
  const stopped = submission === "queued" ? { submission: "stopped" as const } : {};
  const history = { supersededAt: at, nextPollAt: null, updatedAt: at, ...stopped };
  await tx.update(registrations).set(history).where(eq(registrations.id, id));
}
