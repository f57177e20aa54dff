import "server-only";
import { and, eq, isNull, ne } from "drizzle-orm";
import { invitations } from "@/drizzle/schema/team";
import { users } from "@/drizzle/schema/users";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { missingProof } from "@/lib/auth/factors";
import { endAll } from "@/lib/auth/sessions";
import type { ProofNeeded } from "@/lib/auth/step-up";
import { err, ok, type Result } from "@/lib/result";
import { lockTeam } from "./lock";
import { voidLinks } from "./tokens";
import { type Changed, changeOrPropose, endResend, isOpenInvitation, note } from "./user-changes";

type OneUser = { userId: string };

/** The rows of API keys are no users: what is done to them here could not be undone. */
const isUser = ne(users.role, "api_key");

/** Disables a user immediately. One admin is enough: waiting for a second would leave a thief inside. */
export async function disableUser(
  ctx: Ctx,
  { userId }: OneUser,
): Promise<Result<{ ended: number }, { kind: "no_such_user" } | { kind: "oneself" } | ProofNeeded>> {
  requirePermission(ctx, "users:change");
  return ctx.db.transaction(async (tx) => {
    const { id: by } = await lockTeam(tx, ctx);
    if (userId === by) return err({ kind: "oneself" });
    const unproven = await missingProof(tx, ctx);
    if (unproven) return err(unproven);
    const at = ctx.now();
    const here = and(eq(users.id, userId), isUser, isNull(users.disabledAt));
    const disabled = await tx.update(users).set({ disabledAt: at }).where(here).returning({ id: users.id });
    if (disabled.length === 0) return err({ kind: "no_such_user" });
    const ended = await endAll(tx, at, userId);
    await voidLinks(tx, at, { userId });
    await note(tx, ctx, "user.disabled", userId, { ended });
    return ok({ ended });
  });
}

/** Ends all sessions of another user. It needs no step-up, so that it is never delayed. */
export async function signOutUser(
  ctx: Ctx,
  { userId }: OneUser,
): Promise<Result<{ ended: number }, { kind: "no_such_user" } | { kind: "oneself" }>> {
  requirePermission(ctx, "users:change");
  return ctx.db.transaction(async (tx) => {
    const { id: by } = await lockTeam(tx, ctx);
    if (userId === by) return err({ kind: "oneself" });
    const [user] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), isUser));
    if (!user) return err({ kind: "no_such_user" });
    const ended = await endAll(tx, ctx.now(), userId);
    await note(tx, ctx, "user.signed_out", userId, { ended });
    return ok({ ended });
  });
}

type OneInvitation = { invitationId: string };

/** Another link in place of the one before. One that is shown takes as many admins as the invitation did. */
export async function resendInvitation(ctx: Ctx, { invitationId }: OneInvitation): Changed {
  requirePermission(ctx, "users:change");
  const [open] = await ctx.db.select().from(invitations).where(isOpenInvitation(invitationId));
  if (!open) return err({ kind: "no_such_invitation" });
  const { email, role } = open;
  return changeOrPropose(ctx, { change: "resend", invitationId, email, role });
}

export async function withdrawInvitation(
  ctx: Ctx,
  { invitationId }: OneInvitation,
): Promise<Result<Record<string, never>, { kind: "no_such_invitation" }>> {
  requirePermission(ctx, "users:change");
  return ctx.db.transaction(async (tx) => {
    await lockTeam(tx, ctx);
    const at = ctx.now();
    await endResend(tx, ctx.now, invitationId);
    const gone = await tx
      .update(invitations)
      .set({ withdrawnAt: at })
      .where(isOpenInvitation(invitationId))
      .returning();
    if (!gone[0]) return err({ kind: "no_such_invitation" });
    await voidLinks(tx, at, { invitationId });
    await note(tx, ctx, "invitation.withdrawn", invitationId, { email: gone[0].email });
    return ok({});
  });
}
