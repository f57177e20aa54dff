import "server-only";
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  type PublicKeyCredentialRequestOptionsJSON,
  verifyAuthenticationResponse,
} from "@simplewebauthn/server";
import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { passkeys, recoveryCodes, totps } from "@/drizzle/schema/factors";
import { sessions, users } from "@/drizzle/schema/users";
import type { Db, Tx } from "@/lib/db/connection";
import { log } from "@/lib/log";
import { err } from "@/lib/result";
import type { Ctx } from "./context";
import type { Vault } from "./crypto";
import { passwordMatches } from "./password";
import { PASSWORD_MAX } from "./password-rules";
import { hashOfRecoveryCode } from "./recovery-codes";
import { CHALLENGE_MINUTES, FRESH_MINUTES, type Means, type Proof, type ProofNeeded } from "./step-up";
import { stepOf } from "./totp";

export type Factors = { code: boolean; passkey: boolean };

/** The factors of a user besides the password. Recovery codes do not count as one. */
export async function factorsOf(db: Db | Tx, userId: string): Promise<Factors> {
  const confirmed = and(eq(totps.userId, userId), isNotNull(totps.confirmedAt));
  const [totp] = await db.select({ userId: totps.userId }).from(totps).where(confirmed);
  const mine = eq(passkeys.userId, userId);
  const [passkey] = await db.select({ id: passkeys.id }).from(passkeys).where(mine).limit(1);
  return { code: totp !== undefined, passkey: passkey !== undefined };
}

const meansOf = ({ code, passkey }: Factors): Means[] =>
  code || passkey
    ? [...(code ? (["code"] as const) : []), ...(passkey ? (["passkey"] as const) : []), "recovery_code"]
    : [];

/** The available means for the second step of signing in. */
export const secondSteps = async (db: Db | Tx, userId: string) => meansOf(await factorsOf(db, userId));

/** Requires a recent second factor of users who have one. Null: nothing is missing. */
export async function missingFactor(tx: Tx, ctx: Ctx): Promise<ProofNeeded | null> {
  const means = await secondSteps(tx, ctx.actor.id);
  if (means.length === 0) return null;
  return (await isFresh(tx, ctx, "factorAt")) ? null : { kind: "proof_needed", means };
}

/**
 * The proof that decisions about money, rules, users or one's own sign-in need: a recent second factor, or the password
 * if none is set up. In production, roles that decide about money must have a factor.
 */
export async function missingProof(tx: Tx, ctx: Ctx): Promise<ProofNeeded | null> {
  const means = await secondSteps(tx, ctx.actor.id);
  if (means.length > 0) return missingFactor(tx, ctx);
  if (await isFresh(tx, ctx, "passwordAt")) return null;
  // A user of single sign-on may have no password here.
  const isSingleSignOn = !ctx.passwordSignIn || ((await ownSession(tx, ctx))?.issuer ?? null) !== null;
  return { kind: "proof_needed", means: [isSingleSignOn ? "issuer" : "password"] };
}

/**
 * Serialises changes of a user's password, factors and sessions. To be taken before the rows of any of these: what is
 * read after it is not being changed by another session or an admin.
 */
export const lockUser = (tx: Tx, id: string) =>
  tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for("no key update");

/** A transaction that asks for the proof before it changes anything. A session that is being ended proves nothing. */
export const proven = <Changed>(ctx: Ctx, change: (tx: Tx) => Promise<Changed>) =>
  ctx.db.transaction(async (tx) => {
    await lockUser(tx, ctx.actor.id);
    const unproven = await missingProof(tx, ctx);
    return unproven ? err(unproven) : change(tx);
  });

/** Proven in this session within the last minutes. A proof in another session does not count. */
async function isFresh(tx: Tx, ctx: Ctx, what: "factorAt" | "passwordAt"): Promise<boolean> {
  const shownAt = (await ownSession(tx, ctx))?.[what];
  return !!shownAt && ctx.now().getTime() - shownAt.getTime() <= FRESH_MINUTES * 60_000;
}

/** The session of the request, while it holds; null for who has none. */
export async function ownSession(tx: Db | Tx, { actor }: Ctx) {
  if (actor.kind !== "user" || actor.session === undefined) return null;
  const mine = and(eq(sessions.idHash, actor.session), eq(sessions.userId, actor.id), isNull(sessions.revokedAt));
  const [session] = await tx.select().from(sessions).where(mine);
  return session ?? null;
}

type Deps = { now: () => Date; vault: Vault; appUrl: string };
type Prover = { userId: string; session: string };

/** Whether the proof is valid. A correct code or response is used up with it. */
export async function isProof(tx: Tx, deps: Deps, prover: Prover, proof: Proof): Promise<boolean> {
  switch (proof.by) {
    case "password":
      return isPassword(tx, prover.userId, proof.password);
    case "code":
      return spendTotp(tx, deps, prover.userId, proof.code);
    case "recovery_code":
      return spendRecoveryCode(tx, deps, prover.userId, proof.code);
    case "passkey":
      return spendPasskey(tx, deps, prover, proof.response);
  }
}

async function isPassword(tx: Tx, userId: string, password: string): Promise<boolean> {
  if (password.length > PASSWORD_MAX) return false;
  const [user] = await tx.select({ held: users.passwordHash }).from(users).where(eq(users.id, userId));
  return passwordMatches(user?.held ?? null, password);
}

async function spendTotp(tx: Tx, { now, vault }: Deps, userId: string, code: string): Promise<boolean> {
  const mine = and(eq(totps.userId, userId), isNotNull(totps.confirmedAt));
  const [totp] = await tx.select().from(totps).where(mine).for("update");
  const secret = totp && vault.open("totp", totp.sealedSecret);
  if (!totp || !secret) return false;
  const lastStep = stepOf(secret, code, now(), totp.lastStep);
  if (lastStep === null) return false;
  await tx.update(totps).set({ lastStep }).where(mine);
  return true;
}

async function spendRecoveryCode(tx: Tx, { now }: Deps, userId: string, code: string): Promise<boolean> {
  const mine = and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, hashOfRecoveryCode(code)));
  const used = await tx
    .update(recoveryCodes)
    .set({ usedAt: now() })
    .where(and(mine, isNull(recoveryCodes.usedAt)))
    .returning({ at: recoveryCodes.usedAt });
  return used.length === 1;
}

/** Passkeys are bound to the console's host name. */
export const relyingParty = (appUrl: string) => new URL(appUrl).hostname;

/**
 * A challenge for one of the user's passkeys.
 * @unguarded asked between the two steps of signing in
 */
export async function passkeyChallenge(
  db: Db,
  { now, appUrl }: Omit<Deps, "vault">,
  { userId, session }: Prover,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const held = await db.select().from(passkeys).where(eq(passkeys.userId, userId));
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(appUrl),
    allowCredentials: held.map(({ credentialId: id, transports }) => ({ id, transports })),
    userVerification: "preferred",
  });
  await keepChallenge(db, session, { challenge: options.challenge, challengeAt: now() });
  return options;
}

export async function keepChallenge(db: Db | Tx, session: string, kept: { challenge: string; challengeAt: Date }) {
  await db.update(sessions).set(kept).where(eq(sessions.idHash, session));
}

/** The challenge of this session, usable once. */
export async function takeChallenge(tx: Tx, now: Date, session: string): Promise<string | null> {
  const mine = eq(sessions.idHash, session);
  const [held] = await tx.select().from(sessions).where(mine).for("update");
  await tx.update(sessions).set({ challenge: null, challengeAt: null }).where(mine);
  if (!held?.challenge || !held.challengeAt) return null;
  return now.getTime() - held.challengeAt.getTime() <= CHALLENGE_MINUTES * 60_000 ? held.challenge : null;
}

async function spendPasskey(tx: Tx, { now, appUrl }: Deps, prover: Prover, response: AuthenticationResponseJSON) {
  const expectedChallenge = await takeChallenge(tx, now(), prover.session);
  const mine = and(eq(passkeys.userId, prover.userId), eq(passkeys.credentialId, response.id));
  const [held] = await tx.select().from(passkeys).where(mine).for("update");
  if (!held || expectedChallenge === null) return false;
  const { credentialId: id, publicKey, counter, transports } = held;
  const seen = await verifyAuthenticationResponse({
    response,
    expectedChallenge,
    expectedOrigin: appUrl,
    expectedRPID: relyingParty(appUrl),
    credential: { id, publicKey: new Uint8Array(publicKey), counter, transports },
    requireUserVerification: false, // The password was asked for already: this is the second factor.
  }).catch((error: unknown) => {
    log.info({ error }, "passkey: the answer is not right");
    return null;
  });
  if (!seen?.verified) return false;
  await tx.update(passkeys).set({ counter: seen.authenticationInfo.newCounter, lastUsedAt: now() }).where(mine);
  return true;
}
