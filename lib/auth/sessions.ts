import "server-only";
import { createHash, randomBytes } from "node:crypto";
import { and, eq, gt, isNull, lt, ne } from "drizzle-orm";
import { sessions, users } from "@/drizzle/schema/users";
import { record } from "@/lib/audit/record";
import type { Db, Tx } from "@/lib/db/connection";
import { err, ok, type Result } from "@/lib/result";
import { ANONYMOUS, type User } from "./actor";
import type { Vault } from "./crypto";
import { factorsOf, isProof, lockUser, secondSteps } from "./factors";
import { passwordMatches } from "./password";
import { PASSWORD_MAX } from "./password-rules";
import { isPerson, type Role } from "./permissions";
import type { Means, Proof } from "./step-up";
import { factorBuckets, giveTryBack, passwordBuckets, sessionBuckets, takeTry } from "./throttle";

/** Maximum age of a session, independent of activity. */
export const SESSION_HOURS = 8;

/** The idle time-out. */
export const IDLE_MINUTES = 15;

/** How long the second step of signing in may take. */
const SECOND_STEP_MINUTES = 10;

/** A visit is recorded at most this often, not with every page. */
const SEEN_EVERY_SECONDS = 60;

type Clock = { db: Db; now: () => Date };
type SessionDeps = Clock & {
  /** If false, passwords are not accepted, and sessions opened with one have ended. */
  passwordSignIn: boolean;
};
export type Deps = SessionDeps & { vault: Vault; appUrl: string };

/** The origin of a request. `device` holds the tokens that we gave a browser when its users signed in. */
export type From = { userAgent: string | null; address: string | null; device: string | null };
type Attempt = From & { email: string; password: string; replaces?: string | null };

export type NotOpened = { kind: "refused" } | { kind: "throttled" };
/** `signed_out`: there is no session in which something could be proven. */
export type NotProven = NotOpened | { kind: "signed_out" };
/** `sessionId` is all that the cookie contains. The browser keeps `device` for the next sign-in. */
export type Opened = { sessionId: string; awaitsFactor: boolean; device: string | null };

export const hashOf = (sessionId: string) => createHash("sha256").update(sessionId).digest("hex");
const newSecret = () => randomBytes(32).toString("base64url");
const after = (from: Date, minutes: number) => new Date(from.getTime() + minutes * 60_000);

/**
 * Opens a session; with a second factor set up, one that is pending until it is proven. An unknown e-mail, a wrong
 * password and a disabled user get the same answer after the same time.
 * @unguarded is the sign-in itself; limited by the throttle
 */
export async function openSession(deps: Deps, attempt: Attempt): Promise<Result<Opened, NotOpened>> {
  const { db, now, vault, passwordSignIn } = deps;
  if (!passwordSignIn) return err({ kind: "refused" });
  const email = attempt.email.trim().toLowerCase();
  if (attempt.password.length > PASSWORD_MAX) return err({ kind: "refused" });
  const [found] = await db.select().from(users).where(eq(users.email, email));
  const user = found && isPerson(found) ? found : null;
  const device = user ? (tokenOf(vault, attempt.device, user.id)?.id ?? null) : null;
  const buckets = passwordBuckets({ account: email, address: attempt.address, device });
  if (!(await takeTry(deps, buckets))) return err({ kind: "throttled" });

  const matches = await passwordMatches(user?.passwordHash ?? null, attempt.password);
  const detail = { address: attempt.address, userAgent: attempt.userAgent };
  const refuse = async (tx: Tx) => {
    const who = { actor: ANONYMOUS, environment: null, now };
    // An unknown e-mail is not recorded: users type passwords into the wrong field.
    const subject = user?.id ?? "unknown";
    await record(tx, who, { action: "session.refused", subject, detail });
    return null;
  };
  const opened = await db.transaction(async (tx) => {
    if (!user || !matches) return refuse(tx);
    const still = await holdStill(tx, user.id);
    // The user may have been changed since the check.
    if (still?.disabledAt !== null || still.passwordHash !== user.passwordHash) return refuse(tx);
    return beginSession(tx, deps, user, { ...attempt, passwordAt: now() });
  });
  if (!opened) return err({ kind: "refused" });
  await giveTryBack(deps, buckets);
  return ok(opened);
}

/** Serialises opening a session with ending all sessions of the user, so that none is missed. */
async function holdStill(tx: Tx, userId: string) {
  const [still] = await tx.select().from(users).where(eq(users.id, userId)).for("share");
  return still;
}

export type PersonRow = typeof users.$inferSelect & { role: Role };

type Beginning = From & {
  replaces?: string | null;
  passwordAt: Date;
  /** The single sign-on issuer that authenticated them. */
  issuer?: string;
};

/** A session after a correct first factor; pending if the user has a second one. */
export async function beginSession(
  tx: Tx,
  { now, vault }: Deps,
  user: PersonRow,
  { replaces, passwordAt, issuer, ...from }: Beginning,
): Promise<Opened> {
  const { code, passkey } = await factorsOf(tx, user.id);
  const awaitsFactor = code || passkey;
  const at = now();
  const expiresAt = after(at, awaitsFactor ? SECOND_STEP_MINUTES : SESSION_HOURS * 60);
  if (replaces) await revoke(tx, at, replaces);
  const made = { userId: user.id, at, expiresAt, awaitsFactor, passwordAt, issuer: issuer ?? null };
  const sessionId = await insert(tx, from, made);
  const who = { actor: { kind: "user" as const, ...user }, environment: null, now };
  const action = awaitsFactor ? "session.second_factor_pending" : "session.started";
  const { address, userAgent } = from;
  const detail = { address, userAgent, ...(issuer !== undefined && { by: "issuer" }) };
  await record(tx, who, { action, subject: user.id, detail });
  const device = awaitsFactor ? null : knownDevice(vault, from.device, user.id, "sign_in");
  return { sessionId, awaitsFactor, device };
}

/**
 * Proves a factor in this session: the second step of signing in, or before a sensitive action. The session continues
 * under a new id, and the old id is invalid.
 * @unguarded proves a factor of the session it is called with
 */
export async function stepUp(
  deps: Deps,
  sessionId: string,
  proof: Proof,
  from: From,
): Promise<Result<Opened, NotProven>> {
  const { db, now, vault } = deps;
  if (proof.by === "password" && !deps.passwordSignIn) return err({ kind: "refused" });
  const held = await sessionOf(deps, sessionId);
  if (!held) return err({ kind: "signed_out" });
  if (held.awaitsFactor && proof.by === "password") return err({ kind: "refused" });
  const { user } = held;
  const token = tokenOf(vault, from.device, user.id);
  // Who reads a user's e-mails has as many links as they like: their browsers are those of strangers here.
  const device = token && !token.isByLink ? token.id : null;
  const guess = { account: user.id, address: from.address, device };
  const buckets = held.awaitsFactor ? factorBuckets(guess) : sessionBuckets(user.id, held.createdAt);
  if (!(await takeTry(deps, buckets))) return err({ kind: "throttled" });

  const who = { actor: user, environment: null, now };
  const detail = { by: proof.by, address: from.address, userAgent: from.userAgent };
  const rotated = await db.transaction(async (tx) => {
    await holdStill(tx, user.id);
    if (!(await isProof(tx, deps, { userId: user.id, session: held.idHash }, proof))) {
      await record(tx, who, { action: "step_up.refused", subject: user.id, detail });
      return null;
    }
    const at = now();
    const isFactor = proof.by !== "password";
    if (!(await revoke(tx, at, sessionId))) return null; // Signed out meanwhile, or proven by another request.
    const id = await insert(tx, from, {
      userId: user.id,
      at,
      ...(!held.awaitsFactor && { createdAt: held.createdAt }),
      expiresAt: held.awaitsFactor ? after(at, SESSION_HOURS * 60) : held.expiresAt,
      awaitsFactor: false,
      passwordAt: isFactor ? held.passwordAt : at,
      issuer: held.issuer,
      factorAt: isFactor ? at : held.factorAt,
    });
    const action = held.awaitsFactor ? "session.started" : "step_up.passed";
    await record(tx, who, { action, subject: user.id, detail });
    return id;
  });
  if (rotated === null) return err({ kind: "refused" });
  await giveTryBack(deps, buckets);
  return ok({ sessionId: rotated, awaitsFactor: false, device: knownDevice(vault, from.device, user.id, "sign_in") });
}

type Row = typeof sessions.$inferSelect;
/** `createdAt`: the time of sign-in, if this continues another session. */
type NewSession = Pick<Row, "userId" | "expiresAt" | "awaitsFactor" | "passwordAt" | "issuer"> &
  Partial<Pick<Row, "createdAt" | "factorAt">> & { at: Date };

async function insert(tx: Tx, { userAgent, address }: Pick<From, "userAgent" | "address">, made: NewSession) {
  const sessionId = newSecret();
  const { at, ...more } = made;
  const when = { createdAt: at, lastSeenAt: at };
  await tx.insert(sessions).values({ idHash: hashOf(sessionId), ...when, ...more, userAgent, address });
  return sessionId;
}

async function revoke(tx: Tx, at: Date, sessionId: string): Promise<boolean> {
  const holds = and(eq(sessions.idHash, hashOf(sessionId)), isNull(sessions.revokedAt));
  return (await tx.update(sessions).set({ revokedAt: at }).where(holds).returning()).length > 0;
}

/** So many users of one browser are known by it. */
const USERS_OF_DEVICE = 5;

/** The tokens of a browser that are ours, each with the user to whom it was given, perhaps for no more than a link. */
function tokensIn(vault: Vault, device: string | null) {
  const tokens = device?.split(".").slice(0, USERS_OF_DEVICE) ?? [];
  return tokens.flatMap((token) => {
    const [owner, id, by] = vault.open("device", token)?.split(" ") ?? [];
    return owner && id ? [{ token, owner, id, isByLink: by === BY_LINK }] : [];
  });
}

const BY_LINK = "link";

const tokenOf = (vault: Vault, device: string | null, userId: string) =>
  tokensIn(vault, device).find(({ owner }) => owner === userId);

/**
 * The tokens that the browser keeps once this user has signed in or used a link there.
 * @unguarded seals what the caller has found out about the browser
 */
export function knownDevice(vault: Vault, device: string | null, userId: string, by: "sign_in" | "link"): string {
  const others = tokensIn(vault, device).filter(({ owner }) => owner !== userId);
  const held = tokenOf(vault, device, userId);
  const isByLink = by === "link" && (held?.isByLink ?? true);
  const own = vault.seal("device", [userId, held?.id ?? newSecret(), ...(isByLink ? [BY_LINK] : [])].join(" "));
  return [own, ...others.map(({ token }) => token)].slice(0, USERS_OF_DEVICE).join(".");
}

export type Session = Row & { user: User };

/** A session that was not ended, is not too old, and not idle for too long. It may be pending. */
export const isOpenAt = (at: Date) =>
  and(isNull(sessions.revokedAt), gt(sessions.expiresAt, at), gt(sessions.lastSeenAt, after(at, -IDLE_MINUTES)));

/**
 * A valid session, pending ones included. Queried on every request.
 * @unguarded decides who the actor is, so no actor exists yet
 */
export async function sessionOf(
  { db, now, passwordSignIn }: SessionDeps,
  sessionId: string,
  rolesInNeed: readonly Role[] = [],
): Promise<Session | null> {
  const idHash = hashOf(sessionId);
  const [found] = await db
    .select({ session: sessions, id: users.id, name: users.name, email: users.email, role: users.role })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.idHash, idHash), isOpenAt(now()), isNull(users.disabledAt)));
  if (!found || (found.session.issuer === null && !passwordSignIn)) return null;
  const { session, ...who } = found;
  if (!isPerson(who)) return null;
  const isConfined = rolesInNeed.includes(who.role) && (await secondSteps(db, who.id)).length === 0;
  return { ...session, user: { kind: "user", ...who, session: idHash, ...(isConfined && { isConfined }) } };
}

/**
 * The user of a valid session that is not pending.
 * @unguarded decides who the actor is, so no actor exists yet
 */
export async function userOf(
  deps: SessionDeps,
  sessionId: string,
  rolesInNeed?: readonly Role[],
): Promise<User | null> {
  const session = await sessionOf(deps, sessionId, rolesInNeed);
  return session && !session.awaitsFactor ? session.user : null;
}

/**
 * The means for the second step of this session; null if it has none.
 * @unguarded asked between the two steps of signing in
 */
export async function secondStepOf(deps: SessionDeps, sessionId: string): Promise<Means[] | null> {
  const session = await sessionOf(deps, sessionId);
  return session?.awaitsFactor ? secondSteps(deps.db, session.user.id) : null;
}

const seenBefore = (at: Date) => after(at, -SEEN_EVERY_SECONDS / 60);

/**
 * Whether a visit must be recorded: most pages follow within a minute of another.
 * @unguarded compares two times
 */
export const isSeenDue = ({ lastSeenAt }: Session, at: Date): boolean => lastSeenAt < seenBefore(at);

/**
 * Extends the idle time-out, within the maximum age.
 * @unguarded extends the session that the request itself was made with
 */
export async function noteSeen({ db, now }: Clock, session: string): Promise<void> {
  const at = now();
  const isDue = lt(sessions.lastSeenAt, seenBefore(at));
  await db
    .update(sessions)
    .set({ lastSeenAt: at })
    .where(and(eq(sessions.idHash, session), isDue));
}

/** @unguarded ends the session that the request itself was made with */
export async function revokeSession({ db, now }: Clock, sessionId: string): Promise<void> {
  const held = await sessionOf({ db, now, passwordSignIn: true }, sessionId);
  if (!held) return;
  await db.transaction(async (tx) => {
    await revoke(tx, now(), sessionId);
    const who = { actor: held.user, environment: null, now };
    await record(tx, who, { action: "session.revoked", subject: held.user.id });
  });
}

/** Ends all sessions of this user; returns their number. */
export const endAll = (tx: Tx, at: Date, userId: string) => endOthers(tx, at, { id: userId });

/** Ends all other sessions of this user; returns their number. */
export async function endOthers(tx: Tx, at: Date, { id, session }: Pick<User, "id" | "session">): Promise<number> {
  await lockUser(tx, id);
  const others = and(eq(sessions.userId, id), isNull(sessions.revokedAt), ne(sessions.idHash, session ?? ""));
  return (await tx.update(sessions).set({ revokedAt: at }).where(others).returning()).length;
}
