import "server-only";
import { eq } from "drizzle-orm";
import { recoveryCodes } from "@/drizzle/schema/factors";
import { sessions } from "@/drizzle/schema/users";
import type { AuditAction } from "@/lib/audit/audit-actions";
import { record } from "@/lib/audit/record";
import type { User } from "@/lib/auth/actor";
import { type Ctx, requireUser } from "@/lib/auth/context";
import { type Factors, factorsOf } from "@/lib/auth/factors";
import { CODE_BYTES, hashOfRecoveryCode, RECOVERY_CODES, recoveryCodeFrom } from "@/lib/auth/recovery-codes";
import { endOthers } from "@/lib/auth/sessions";
import type { Tx } from "@/lib/db/connection";
import type { RecoveryCodes } from "./schema";

/** Users change only their own factors. */
export function self(ctx: Ctx): User {
  requireUser(ctx.actor);
  return ctx.actor;
}

/** These belong to no environment. */
export const note = (tx: Tx, ctx: Ctx, action: AuditAction, detail: Record<string, unknown> = {}) =>
  record(tx, { ...ctx, environment: null }, { action, subject: ctx.actor.id, detail });

/**
 * What comes with the first factor: recovery codes, and the end of every session that was opened without it. The one in
 * which it was set up has just shown it. Null where there was a factor before.
 */
export async function firstFactor(tx: Tx, ctx: Ctx, before: Factors): Promise<RecoveryCodes | null> {
  const user = self(ctx);
  if (user.session) {
    await tx.update(sessions).set({ factorAt: ctx.now() }).where(eq(sessions.idHash, user.session));
  }
  if (before.code || before.passkey) return null;
  await endOthers(tx, ctx.now(), user);
  return makeRecoveryCodes(tx, ctx);
}

/** Without a factor there is nothing that recovery codes lead back to. */
export async function dropCodesWithoutFactor(tx: Tx, userId: string): Promise<void> {
  const { code, passkey } = await factorsOf(tx, userId);
  if (!code && !passkey) await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}

/** Ten codes in place of any earlier ones. */
export async function makeRecoveryCodes(tx: Tx, ctx: Ctx): Promise<RecoveryCodes> {
  const { id: userId } = self(ctx);
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  const made = Array.from({ length: RECOVERY_CODES }, () => recoveryCodeFrom(ctx.random(CODE_BYTES)));
  const createdAt = ctx.now();
  await tx
    .insert(recoveryCodes)
    .values(made.map((code) => ({ userId, codeHash: hashOfRecoveryCode(code), createdAt })));
  await note(tx, ctx, "recovery_codes.created");
  return { codes: made, madeAt: createdAt.toISOString() };
}
