import "server-only";
import { and, desc, eq, isNull } from "drizzle-orm";
import { callbackAddresses } from "@/drizzle/schema/callbacks";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission, userIdOf } from "@/lib/auth/context";
import { APPLIED, type CannotPropose, decide, propose } from "@/lib/auth/dual-control";
import { missingProof, proven } from "@/lib/auth/factors";
import type { ProposalDecision } from "@/lib/auth/proposal";
import type { ProofNeeded } from "@/lib/auth/step-up";
import { insertRow } from "@/lib/db/insert-row";
import { err, ok, type Result } from "@/lib/result";
import { isLocked, SIGNATURE_LOCK, signingOf } from "./queries";
import { isSigning } from "./signature-policy";

const TOKEN_BYTES = 24;

/** Creates a new callback address for this environment. Older ones stay valid until they are retired. */
export async function rotateCallbackAddress(ctx: Ctx): Promise<Result<{ addressId: string }, ProofNeeded>> {
  requirePermission(ctx, "callbacks:change");
  const madeBy = userIdOf(ctx);
  const { environment } = ctx;
  return proven(ctx, async (tx) => {
    const address = { environment, token: ctx.random(TOKEN_BYTES), madeBy, madeAt: ctx.now() };
    const addressId = await insertRow(tx, callbackAddresses, address);
    // The token is left out of the log: it lets its reader send unsigned callbacks.
    await record(tx, ctx, { action: "callbacks.address_created", subject: addressId });
    return ok({ addressId });
  });
}

/** Retires an older address. Callbacks to it get 404, as for an unknown address. */
export async function retireCallbackAddress(
  ctx: Ctx,
  { addressId }: { addressId: string },
): Promise<Result<{ addressId: string }, { kind: "not_heard" } | { kind: "in_use" } | ProofNeeded>> {
  requirePermission(ctx, "callbacks:change");
  const retiredBy = userIdOf(ctx);
  return ctx.db.transaction(async (tx) => {
    const heard = and(eq(callbackAddresses.environment, ctx.environment), isNull(callbackAddresses.retiredAt));
    const rows = await tx
      .select({ id: callbackAddresses.id })
      .from(callbackAddresses)
      .where(heard)
      .orderBy(desc(callbackAddresses.madeAt), desc(callbackAddresses.id))
      .for("update");
    if (!rows.some(({ id }) => id === addressId)) return err({ kind: "not_heard" });
    if (rows[0]?.id === addressId) return err({ kind: "in_use" });
    const unproven = await missingProof(tx, ctx);
    if (unproven) return err(unproven);

    await tx
      .update(callbackAddresses)
      .set({ retiredBy, retiredAt: ctx.now() })
      .where(eq(callbackAddresses.id, addressId));
    await record(tx, ctx, { action: "callbacks.address_retired", subject: addressId });
    return ok({ addressId });
  });
}

type CannotLock = { kind: "no_change" } | { kind: "not_signing" };

/** Proposes to require signatures, or to stop requiring them. Takes effect once a second admin approves. */
export async function proposeSignatureLock(
  ctx: Ctx,
  change: { locks: boolean },
): Promise<Result<{ proposalId: string }, CannotLock | CannotPropose | ProofNeeded>> {
  requirePermission(ctx, "callbacks:change");
  const { environment } = ctx;
  return ctx.db.transaction(async (tx) => {
    if ((await isLocked(tx, environment)) === change.locks) return err({ kind: "no_change" });
    if (change.locks && !isSigning(await signingOf(tx, environment))) return err({ kind: "not_signing" });
    return propose(tx, ctx, SIGNATURE_LOCK, { change });
  });
}

/** Applies or drops a proposal. The proposer may drop it; another user applies it. */
export async function decideSignatureLock(ctx: Ctx, decision: ProposalDecision) {
  requirePermission(ctx, "callbacks:change");
  return decide(ctx, SIGNATURE_LOCK, decision, {
    // Days may pass before the decision, and the service may have stopped signing.
    check: async (tx, { change }): Promise<{ kind: "not_signing" } | null> =>
      change.locks && !isSigning(await signingOf(tx, ctx.environment)) ? { kind: "not_signing" } : null,
    apply: async () => APPLIED,
  });
}
