import "server-only";
import { and, desc, eq, isNull } from "drizzle-orm";
import { callbackAddresses, signatureLockChanges } from "@/drizzle/schema/callbacks";
import { record } from "@/lib/audit/record";
import { type Ctx, Forbidden, requirePermission } from "@/lib/auth/context";
import { type CannotDecideProposal, EXPIRY, isOverdue, refusalToDecide } from "@/lib/auth/dual-control";
import { missingProof } from "@/lib/auth/factors";
import type { ProofNeeded } from "@/lib/auth/step-up";
import type { Tx } from "@/lib/db/connection";
import { err, ok, type Result } from "@/lib/result";
import { isLocked, signingOf } from "./queries";
import { isSigning } from "./signature-policy";

const TOKEN_BYTES = 24;

/** Makes a new address for this environment. The older ones are heard until they are retired. */
export async function rotateCallbackAddress(ctx: Ctx): Promise<Result<{ addressId: string }, ProofNeeded>> {
  requirePermission(ctx, "callbacks:change");
  const madeBy = actingUserId(ctx);
  const { environment } = ctx;
  return ctx.db.transaction(async (tx) => {
    const unproven = await missingProof(tx, ctx);
    if (unproven) return err(unproven);
    const address = { environment, token: ctx.random(TOKEN_BYTES), madeBy, madeAt: ctx.now() };
    const [made] = await tx.insert(callbackAddresses).values(address).returning({ id: callbackAddresses.id });
    if (!made) throw new Error("insert returned no row");
    // The token itself is no matter for a log: who knows it can send us hints.
    await record(tx, ctx, { action: "callbacks.address_created", subject: made.id });
    return ok({ addressId: made.id });
  });
}

/** Stops to hear an older address: what comes to it is answered as if it had never been there. */
export async function retireCallbackAddress(
  ctx: Ctx,
  { addressId }: { addressId: string },
): Promise<Result<{ addressId: string }, { kind: "not_heard" } | { kind: "in_use" } | ProofNeeded>> {
  requirePermission(ctx, "callbacks:change");
  const retiredBy = actingUserId(ctx);
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

type CannotPropose =
  | { kind: "another_proposal_is_open" }
  | { kind: "no_change" }
  | { kind: "not_signing" }
  | ProofNeeded;

/** Proposes to refuse what is not signed, or to take it again. Nothing changes until a second admin agrees. */
export async function proposeSignatureLock(
  ctx: Ctx,
  { locks }: { locks: boolean },
): Promise<Result<{ proposalId: string }, CannotPropose>> {
  requirePermission(ctx, "callbacks:change");
  const proposedBy = actingUserId(ctx);
  const { environment } = ctx;
  return ctx.db.transaction(async (tx) => {
    if ((await isLocked(tx, environment)) === locks) return err({ kind: "no_change" });
    if (locks && !isSigning(await signingOf(tx, environment))) return err({ kind: "not_signing" });
    const unproven = await missingProof(tx, ctx);
    if (unproven) return err(unproven);
    await closeOverdue(tx, ctx);
    const [made] = await tx
      .insert(signatureLockChanges)
      .values({ environment, locks, proposedBy, proposedAt: ctx.now() })
      .onConflictDoNothing()
      .returning({ id: signatureLockChanges.id });
    if (!made) return err({ kind: "another_proposal_is_open" });
    await record(tx, ctx, { action: "callbacks.lock_proposed", subject: made.id, detail: { locks } });
    return ok({ proposalId: made.id });
  });
}

type Decided = { proposalId: string; apply: boolean };
type CannotDecide = CannotDecideProposal | { kind: "not_signing" } | ProofNeeded;

/** Applies or drops a proposal. The proposer may drop it; another user applies it. */
export async function decideSignatureLock(
  ctx: Ctx,
  { proposalId, apply }: Decided,
): Promise<Result<{ applied: boolean }, CannotDecide>> {
  requirePermission(ctx, "callbacks:change");
  const decidedBy = actingUserId(ctx);
  const { environment } = ctx;
  return ctx.db.transaction(async (tx) => {
    const mine = and(eq(signatureLockChanges.id, proposalId), eq(signatureLockChanges.environment, environment));
    await closeOverdue(tx, ctx);
    const [open] = await tx.select().from(signatureLockChanges).where(mine).for("update");
    if (!open) return err({ kind: "not_open" });
    const refused = await refusalToDecide(tx, ctx, open, { permission: "callbacks:change", applies: apply });
    if (refused) return err(refused);
    // Days may lie between the two: what was signing then may have stopped.
    if (apply && open.locks && !isSigning(await signingOf(tx, environment))) return err({ kind: "not_signing" });
    const unproven = apply ? await missingProof(tx, ctx) : null;
    if (unproven) return err(unproven);

    const at = ctx.now();
    await tx
      .update(signatureLockChanges)
      .set({ decidedBy, decidedAt: at, appliedAt: apply ? at : null })
      .where(mine);
    const action = apply ? "callbacks.lock_applied" : "callbacks.lock_dropped";
    await record(tx, ctx, { action, subject: proposalId, detail: { locks: open.locks } });
    return ok({ applied: apply });
  });
}

/** Expires undecided proposals, so that they do not block another one. */
export async function expireLockChanges(ctx: Ctx): Promise<void> {
  requirePermission(ctx, "proposals:expire");
  await ctx.db.transaction((tx) => closeOverdue(tx, ctx));
}

async function closeOverdue(tx: Tx, ctx: Ctx): Promise<void> {
  const overdue = and(eq(signatureLockChanges.environment, ctx.environment), isOverdue(signatureLockChanges));
  const lapsed = await tx.update(signatureLockChanges).set({ decidedAt: ctx.now() }).where(overdue).returning();
  for (const { id, locks } of lapsed) {
    const detail = { locks };
    await record(tx, { ...ctx, actor: EXPIRY }, { action: "callbacks.lock_expired", subject: id, detail });
  }
}

function actingUserId({ actor }: Ctx): string {
  if (actor.kind !== "person") throw new Forbidden("only a person changes how callbacks are taken");
  return actor.id;
}
