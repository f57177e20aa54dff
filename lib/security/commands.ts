import "server-only";
import { and, eq, gte, isNotNull, isNull } from "drizzle-orm";
import { encode } from "uqr";
import { auditEvents } from "@/drizzle/schema/audit";
import { recoveryCodes, totps } from "@/drizzle/schema/factors";
import { sessions, users } from "@/drizzle/schema/users";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { factorsOf, isProof, lockUser, missingFactor, ownSession, proven } from "@/lib/auth/factors";
import { hashPassword } from "@/lib/auth/password";
import { type WeakPassword, weaknessOf } from "@/lib/auth/password-strength";
import { endOthers } from "@/lib/auth/sessions";
import type { ProofNeeded } from "@/lib/auth/step-up";
import { giveTryBack, sessionBuckets, takeTry } from "@/lib/auth/throttle";
import { SECRET_BYTES, secretFrom, stepOf, uriFor } from "@/lib/auth/totp";
import type { Db, Tx } from "@/lib/db/connection";
import { err, ok, type Result } from "@/lib/result";
import { voidLinks } from "@/lib/team/tokens";
import { dropCodesWithoutFactor, firstFactor, makeRecoveryCodes, note, self } from "./own-factors";
import type { AppCode, AppSetUp, PasswordChange, RecoveryCodes } from "./schema";

/** Begins to set up an authenticator app. It asks for nothing until its first code has been right. */
export async function startApp(ctx: Ctx): Promise<Result<AppSetUp, ProofNeeded | { kind: "set_up_already" }>> {
  requirePermission(ctx, "security:own");
  const { id: userId, email } = self(ctx);
  return proven(ctx, async (tx) => {
    const secret = secretFrom(ctx.random(SECRET_BYTES));
    const made = { sealedSecret: ctx.vault.seal("totp", secret), createdAt: ctx.now(), lastStep: null };
    const begun = await tx
      .insert(totps)
      .values({ userId, ...made })
      .onConflictDoUpdate({ target: totps.userId, set: made, setWhere: isNull(totps.confirmedAt) })
      .returning({ userId: totps.userId });
    if (begun.length === 0) return err({ kind: "set_up_already" });
    await note(tx, ctx, "authenticator.setup_started");
    return ok({ secret, picture: pictureOf(uriFor(secret, email)), startedAt: made.createdAt.toISOString() });
  });
}

/** The dark modules of a QR code as one SVG path, in units of one module. */
function pictureOf(text: string): AppSetUp["picture"] {
  const { size, data } = encode(text, { ecc: "M", border: 4 });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size, path: dark.join("") };
}

type Codes = { recoveryCodes: RecoveryCodes | null };

/** The first code of the app: from now on it is asked for. Recovery codes come with the first factor. */
export async function confirmApp(
  ctx: Ctx,
  { startedAt, code }: AppCode,
): Promise<Result<Codes, ProofNeeded | { kind: "wrong_code" } | { kind: "not_started" }>> {
  requirePermission(ctx, "security:own");
  const { id } = self(ctx);
  return proven(ctx, async (tx) => {
    const mine = and(eq(totps.userId, id), isNull(totps.confirmedAt));
    const [begun] = await tx.select().from(totps).where(mine).for("update");
    // No code of the secret that this page shows would ever be right after another start.
    const isNewest = begun?.createdAt.toISOString() === startedAt;
    const secret = begun && ctx.vault.open("totp", begun.sealedSecret);
    if (!secret || !isNewest) return err({ kind: "not_started" });
    const lastStep = stepOf(secret, code, ctx.now(), null);
    if (lastStep === null) return err({ kind: "wrong_code" });
    const before = await factorsOf(tx, id);
    await tx.update(totps).set({ confirmedAt: ctx.now(), lastStep }).where(mine);
    await note(tx, ctx, "authenticator.added");
    return ok({ recoveryCodes: await firstFactor(tx, ctx, before) });
  });
}

export async function removeApp(ctx: Ctx): Promise<Result<Record<string, never>, ProofNeeded>> {
  requirePermission(ctx, "security:own");
  const { id } = self(ctx);
  return proven(ctx, async (tx) => {
    const gone = await tx
      .delete(totps)
      .where(and(eq(totps.userId, id), isNotNull(totps.confirmedAt)))
      .returning();
    if (gone.length > 0) await note(tx, ctx, "authenticator.removed");
    await dropCodesWithoutFactor(tx, id);
    return ok({});
  });
}

/** New recovery codes in place of the old ones. They are shown now and never again. */
export async function renewRecoveryCodes(
  ctx: Ctx,
): Promise<Result<{ recoveryCodes: RecoveryCodes }, ProofNeeded | { kind: "no_factor" }>> {
  requirePermission(ctx, "security:own");
  const { id } = self(ctx);
  return proven(ctx, async (tx) => {
    const { code, passkey } = await factorsOf(tx, id);
    if (!code && !passkey) return err({ kind: "no_factor" });
    return ok({ recoveryCodes: await makeRecoveryCodes(tx, ctx) });
  });
}

/** The user has stored these codes. It needs no step-up: it opens nothing. */
export async function keepRecoveryCodes(
  ctx: Ctx,
  { madeAt }: Pick<RecoveryCodes, "madeAt">,
): Promise<Result<Record<string, never>, { kind: "codes_over" }>> {
  requirePermission(ctx, "security:own");
  const { id } = self(ctx);
  return ctx.db.transaction(async (tx) => {
    await lockUser(tx, id);
    const these = and(eq(recoveryCodes.userId, id), eq(recoveryCodes.createdAt, new Date(madeAt)));
    const kept = await tx.update(recoveryCodes).set({ keptAt: ctx.now() }).where(these).returning();
    if (kept.length === 0) return err({ kind: "codes_over" });
    await note(tx, ctx, "recovery_codes.kept");
    return ok({});
  });
}

type NotChanged = { kind: "wrong_password" | "same_password" | "too_many_tries" | "no_passwords" | "signed_out" };

/** Changes the password. Every other session and every link to set one ends, so that what leaked gives no access. */
export async function changePassword(
  ctx: Ctx,
  change: PasswordChange,
): Promise<Result<{ isAgain: boolean }, ProofNeeded | WeakPassword | NotChanged>> {
  requirePermission(ctx, "security:own");
  if (!ctx.passwordSignIn) return err({ kind: "no_passwords" });
  const user = self(ctx);
  const { current, next } = change;
  const signedInAt = (await ownSession(ctx.db, ctx))?.createdAt ?? null;
  const isAgain = await hasChangedPassword(ctx.db, ctx, signedInAt);
  // Both passwords are compared then, and a thief may guess with both: two tries.
  const buckets = sessionBuckets(user.id, signedInAt).flatMap((bucket) => (isAgain ? [bucket, bucket] : [bucket]));
  if (!(await takeTry(ctx, buckets))) return err({ kind: "too_many_tries" });
  const changed = await ctx.db.transaction(async (tx) => {
    // A reset that came first has ended this session: it must not undo the reset.
    await lockUser(tx, user.id);
    if (!(await ownSession(tx, ctx))) return err({ kind: "signed_out" as const });
    const prover = { userId: user.id, session: user.session ?? "" };
    const isRight = (password: string) => isProof(tx, ctx, prover, { by: "password", password });
    if (!(await isRight(current))) {
      // The answer to the change was lost, and the user sends the same again.
      if (isAgain && (await isRight(next))) return ok({ isAgain });
      if (!isAgain && (await hasChangedPassword(tx, ctx, signedInAt))) return null;
      await note(tx, ctx, "password.refused");
      return err({ kind: "wrong_password" as const });
    }
    if (next === current) return err({ kind: "same_password" as const });
    const weak = weaknessOf(next, user);
    if (weak) return err(weak);
    const unproven = await missingFactor(tx, ctx);
    if (unproven) return err(unproven);
    const passwordHash = await hashPassword(next);
    await tx.update(users).set({ passwordHash }).where(eq(users.id, user.id));
    await voidLinks(tx, ctx.now(), { userId: user.id });
    const ended = await endOthers(tx, ctx.now(), user);
    await note(tx, ctx, "password.changed", { ended });
    return ok({ isAgain: false });
  });
  if (changed?.ok !== false || changed.error.kind !== "wrong_password") await giveTryBack(ctx, buckets);
  // The same was sent twice, and this one waited until the other had changed it: now it takes two tries.
  return changed ?? changePassword(ctx, change);
}

/** A change ends all other sessions: one since the sign-in of this session was made in it. */
async function hasChangedPassword(db: Db | Tx, { actor }: Ctx, signedInAt: Date | null): Promise<boolean> {
  if (signedInAt === null) return false;
  const { subject, action, at } = auditEvents;
  const changed = and(eq(subject, actor.id), eq(action, "password.changed"), gte(at, signedInAt));
  return (await db.$count(auditEvents, changed)) > 0;
}

/** Signs out one of one's own devices. It needs no step-up: a stranger's session must end quickly. */
export async function endSession(ctx: Ctx, { id }: { id: string }): Promise<Result<{ ended: number }, never>> {
  requirePermission(ctx, "security:own");
  const user = self(ctx);
  return ctx.db.transaction(async (tx) => {
    const mine = and(eq(sessions.userId, user.id), eq(sessions.idHash, id), isNull(sessions.revokedAt));
    const gone = await tx.update(sessions).set({ revokedAt: ctx.now() }).where(mine).returning();
    if (gone.length > 0) await note(tx, ctx, "session.ended");
    return ok({ ended: gone.length });
  });
}

/** Signs out everywhere but here. */
export async function endOtherSessions(ctx: Ctx): Promise<Result<{ ended: number }, never>> {
  requirePermission(ctx, "security:own");
  const user = self(ctx);
  return ctx.db.transaction(async (tx) => {
    const ended = await endOthers(tx, ctx.now(), user);
    await note(tx, ctx, "sessions.ended", { ended });
    return ok({ ended });
  });
}
