import "server-only";
import { and, eq, gt, isNull } from "drizzle-orm";
import { invitations, signInLinks } from "@/drizzle/schema/team";
import { users } from "@/drizzle/schema/users";
import type { AuditAction } from "@/lib/audit/audit-actions";
import { record } from "@/lib/audit/record";
import type { Actor } from "@/lib/auth/actor";
import type { Vault } from "@/lib/auth/crypto";
import { hashOfNone, hashPassword } from "@/lib/auth/password";
import { weaknessOf } from "@/lib/auth/password-strength";
import { isPerson } from "@/lib/auth/permissions";
import { endAll, type PersonRow } from "@/lib/auth/sessions";
import { takeTry } from "@/lib/auth/throttle";
import type { Db, Tx } from "@/lib/db/connection";
import { enqueue } from "@/lib/db/enqueue";
import { undoing } from "@/lib/db/undo";
import { err, ok, type Result } from "@/lib/result";
import type { LinkUse, LinkView, NotEntered } from "./schema";
import { hashOfToken, voidLinks } from "./tokens";
import { endResend, OPEN_INVITATIONS } from "./user-changes";

/** What those may do who have not signed in: they hold a link, or have forgotten their password. */
type Clock = { db: Db; now: () => Date };
/** Without password sign-in, no password can be set. */
type LinkDeps = Clock & { passwordSignIn: boolean };

/** A link that still works, with whom it is for. */
async function heldLink(db: Db | Tx, now: Date, token: string) {
  const { tokenHash, usedAt, voidedAt, expiresAt } = signInLinks;
  const works = and(isNull(usedAt), isNull(voidedAt), gt(expiresAt, now));
  const [held] = await db
    .select({ invitation: invitations, user: users })
    .from(signInLinks)
    .leftJoin(invitations, eq(invitations.id, signInLinks.invitationId))
    .leftJoin(users, eq(users.id, signInLinks.userId))
    .where(and(eq(tokenHash, hashOfToken(token)), works));
  const { invitation, user } = held ?? {};
  if (invitation)
    return invitation.acceptedAt || invitation.withdrawnAt ? null : { kind: "invitation" as const, ...invitation };
  return user && isPerson(user) && user.disabledAt === null ? { kind: "password" as const, ...user } : null;
}

/**
 * What this link is for; null where it is not valid. Reading does not consume it.
 *
 * @unguarded authorised by the one-time token
 */
export async function readLink({ db, now, passwordSignIn }: LinkDeps, token: string): Promise<LinkView | null> {
  const held = await heldLink(db, now(), token);
  if (held?.kind === "password" && !passwordSignIn) return null;
  return held && { kind: held.kind, email: held.email, role: held.kind === "invitation" ? held.role : null };
}

/**
 * Sets a name and a password, or a new password. Consumes the link, also under concurrent use.
 *
 * @unguarded authorised by the one-time token
 */
export async function useLink(
  { db, now, passwordSignIn }: LinkDeps,
  { token, name, password }: LinkUse,
): Promise<Result<Entered, NotEntered>> {
  if (!passwordSignIn) return err({ kind: "no_passwords" });
  const held = await heldLink(db, now(), token);
  if (!held) return err({ kind: "link_is_over" });
  const known = held.kind === "invitation" ? name : held.name;
  if (known === undefined) return err({ kind: "no_name" });
  const { email } = held;
  const weak = weaknessOf(password, { email, name: known });
  if (weak) return err(weak);
  const passwordHash = await hashPassword(password);

  // A proposal to send the link again stays where the link is over.
  const isOver = (used: Result<unknown, NotEntered>) => !used.ok && used.error.kind === "link_is_over";
  return undoing<Result<Entered, NotEntered>>(db, isOver, async (tx) => {
    if (held.kind === "invitation") await endResend(tx, now, held.id);
    // First whom it is for and then the link, in the order in which an admin changes them; then it is judged again.
    const owner = held.kind === "invitation" ? invitations : users;
    await tx.select({ id: owner.id }).from(owner).where(eq(owner.id, held.id)).for("update");
    const mine = eq(signInLinks.tokenHash, hashOfToken(token));
    await tx.select().from(signInLinks).where(mine).for("update");
    const at = now();
    if (!(await heldLink(tx, at, token))) return err({ kind: "link_is_over" });

    const given = { at, name: known, passwordHash };
    const entered = held.kind === "invitation" ? await accept(tx, held, given) : await choose(tx, held, given);
    if (entered.ok) await tx.update(signInLinks).set({ usedAt: at }).where(mine);
    return entered;
  });
}

/**
 * Accepts an open invitation by single sign-on; no password is needed. Resolves to the new user; null without a valid
 * invitation.
 */
export async function joinBySso(
  tx: Tx,
  { at, email, name }: { at: Date; email: string; name: string | null },
): Promise<typeof users.$inferSelect | null> {
  const mine = and(eq(invitations.email, email), OPEN_INVITATIONS);
  const { invitationId, usedAt, voidedAt, expiresAt } = signInLinks;
  const works = and(isNull(usedAt), isNull(voidedAt), gt(expiresAt, at));
  const [open] = await tx
    .select({ id: invitations.id, link: signInLinks.tokenHash })
    .from(invitations)
    .leftJoin(signInLinks, and(eq(invitationId, invitations.id), works))
    .where(mine);
  // Without a link that works it cannot be used, only sent again.
  if (open?.link === null) return null;
  if (open) await endResend(tx, () => at, open.id);
  const [invitation] = await tx.select().from(invitations).where(mine).for("update");
  const theirs = () => tx.select().from(users).where(eq(users.email, email)).for("share");
  // None is open any more where they have come in another tab in this very moment.
  if (!invitation) return (await theirs())[0] ?? null;
  if ((await tx.$count(signInLinks, and(eq(invitationId, invitation.id), works))) === 0) return null;
  // A link for another password leads to one, should they need it.
  const passwordHash = await hashOfNone();
  const joined = await accept(tx, invitation, { at, name: name ?? email, passwordHash });
  if (!joined.ok) return null;
  await voidLinks(tx, at, { invitationId: invitation.id });
  return (await theirs())[0] ?? null;
}

type Entered = { email: string; userId: string };
type Given = { at: Date; name: string; passwordHash: string };

async function accept(
  tx: Tx,
  { id: invitationId, email, role }: typeof invitations.$inferSelect,
  { at, name, passwordHash }: Given,
): Promise<Result<Entered, NotEntered>> {
  const [added] = await tx.insert(users).values({ email, name, role, passwordHash }).onConflictDoNothing().returning();
  if (!added) return err({ kind: "email_taken" });
  await tx.update(invitations).set({ acceptedBy: added.id, acceptedAt: at }).where(eq(invitations.id, invitationId));
  const detail = { email, role, invitation: invitationId };
  await note(tx, at, { kind: "user", id: added.id, name, email, role }, "user.joined", detail);
  return ok({ email, userId: added.id });
}

async function choose(
  tx: Tx,
  { id, email, name, role }: PersonRow,
  { at, passwordHash }: Given,
): Promise<Result<Entered, NotEntered>> {
  await tx.update(users).set({ passwordHash }).where(eq(users.id, id));
  const ended = await endAll(tx, at, id);
  await voidLinks(tx, at, { userId: id });
  await note(tx, at, { kind: "user", id, name, email, role }, "password.reset", { ended });
  return ok({ email, userId: id });
}

const note = (tx: Tx, at: Date, actor: Actor, action: AuditAction, detail: Record<string, unknown>) =>
  record(tx, { actor, environment: null, now: () => at }, { action, subject: actor.id, detail });

type Asked = { email: string; address: string | null };

/**
 * Requests a password reset. A job looks the address up later, so that the response and its timing are the same for
 * every address. Requests per address and hour are limited.
 *
 * @unguarded for people who cannot sign in; limited by the throttle, and answers all alike
 */
export async function askForLink(
  { db, now, vault, passwordSignIn }: LinkDeps & { vault: Vault },
  { email, address }: Asked,
): Promise<Result<Record<string, never>, { kind: "too_many_tries" } | { kind: "no_passwords" }>> {
  if (!passwordSignIn) return err({ kind: "no_passwords" });
  const buckets = [
    { key: `password reset account ${email}`, holds: 3, perHour: 3 },
    { key: `password reset address ${address}`, holds: 20, perHour: 20 },
  ];
  if (!(await takeTry({ db, now, vault }, buckets))) return err({ kind: "too_many_tries" });
  // Sealed, as people type passwords into the field for the address.
  await db.transaction((tx) => enqueue(tx, "send-reset-link", { sealed: vault.seal("mail", email) }));
  return ok({});
}
