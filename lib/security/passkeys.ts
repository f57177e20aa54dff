import "server-only";
import {
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { and, eq } from "drizzle-orm";
import { passkeys } from "@/drizzle/schema/factors";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { factorsOf, keepChallenge, proven, relyingParty, takeChallenge } from "@/lib/auth/factors";
import type { ProofNeeded } from "@/lib/auth/step-up";
import { log } from "@/lib/log";
import { err, ok, type Result } from "@/lib/result";
import { dropCodesWithoutFactor, firstFactor, note, self } from "./own-factors";
import type { NewPasskey, RecoveryCodes } from "./schema";

type Codes = { recoveryCodes: RecoveryCodes | null };

/** What a browser needs to make a passkey for this person. */
export async function startPasskey(ctx: Ctx): Promise<Result<PublicKeyCredentialCreationOptionsJSON, ProofNeeded>> {
  requirePermission(ctx, "security:own");
  const { id, email, name, session = "" } = self(ctx);
  return proven(ctx, async (tx) => {
    const held = await tx.select().from(passkeys).where(eq(passkeys.userId, id));
    const options = await generateRegistrationOptions({
      rpName: "Choba",
      rpID: relyingParty(ctx.appUrl),
      userName: email,
      userDisplayName: name,
      userID: new TextEncoder().encode(id),
      excludeCredentials: held.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
      authenticatorSelection: { residentKey: "discouraged", userVerification: "preferred" },
    });
    await keepChallenge(tx, session, { challenge: options.challenge, challengeAt: ctx.now() });
    return ok(options);
  });
}

/** Keeps the passkey that the browser has made. */
export async function addPasskey(
  ctx: Ctx,
  { name, response }: NewPasskey,
): Promise<Result<Codes, ProofNeeded | { kind: "not_a_passkey" }>> {
  requirePermission(ctx, "security:own");
  const { id: userId, session = "" } = self(ctx);
  return proven(ctx, async (tx) => {
    const expectedChallenge = await takeChallenge(tx, ctx.now(), session);
    if (expectedChallenge === null) return err({ kind: "not_a_passkey" });
    const made = await verifyRegistrationResponse({
      response,
      expectedChallenge,
      expectedOrigin: ctx.appUrl,
      expectedRPID: relyingParty(ctx.appUrl),
      requireUserVerification: false, // It is the second factor: the password is asked for beside it.
    }).catch((error: unknown) => {
      log.info({ error }, "passkey: what the browser made is not right");
      return null;
    });
    if (!made?.verified) return err({ kind: "not_a_passkey" });

    const { credential, credentialBackedUp: isSynced } = made.registrationInfo;
    const { id: credentialId, publicKey, counter } = credential;
    const { transports } = response.response;
    const kept = { credentialId, publicKey: Buffer.from(publicKey), counter, transports, isSynced };
    const before = await factorsOf(tx, userId);
    const added = await tx
      .insert(passkeys)
      .values({ userId, name, ...kept, createdAt: ctx.now() })
      .onConflictDoNothing()
      .returning({ id: passkeys.id });
    if (added.length === 0) return err({ kind: "not_a_passkey" });
    await note(tx, ctx, "passkey.added", { name });
    return ok({ recoveryCodes: await firstFactor(tx, ctx, before) });
  });
}

export async function renamePasskey(
  ctx: Ctx,
  { id, name }: { id: string; name: string },
): Promise<Result<{ name: string }, { kind: "no_such_passkey" }>> {
  requirePermission(ctx, "security:own");
  const mine = and(eq(passkeys.id, id), eq(passkeys.userId, self(ctx).id));
  return ctx.db.transaction(async (tx) => {
    const renamed = await tx.update(passkeys).set({ name }).where(mine).returning({ id: passkeys.id });
    if (renamed.length === 0) return err({ kind: "no_such_passkey" });
    await note(tx, ctx, "passkey.renamed", { name });
    return ok({ name });
  });
}

export async function removePasskey(
  ctx: Ctx,
  { id }: { id: string },
): Promise<Result<Record<string, never>, ProofNeeded>> {
  requirePermission(ctx, "security:own");
  const { id: userId } = self(ctx);
  return proven(ctx, async (tx) => {
    const mine = and(eq(passkeys.id, id), eq(passkeys.userId, userId));
    const [gone] = await tx.delete(passkeys).where(mine).returning({ name: passkeys.name });
    if (gone) await note(tx, ctx, "passkey.removed", { name: gone.name });
    await dropCodesWithoutFactor(tx, userId);
    return ok({});
  });
}
