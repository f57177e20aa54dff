import "server-only";
import { and, eq, isNull, sql } from "drizzle-orm";
import { passkeys, recoveryCodes, totps } from "@/drizzle/schema/factors";
import { proposals } from "@/drizzle/schema/proposals";
import { invitations } from "@/drizzle/schema/team";
import { issuerAccounts, users } from "@/drizzle/schema/users";
import type { AuditAction } from "@/lib/audit/audit-actions";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { type CannotPropose, closeProposals, type DualControl, decide, propose } from "@/lib/auth/dual-control";
import { factorsOf, missingProof } from "@/lib/auth/factors";
import { isPerson, type Role } from "@/lib/auth/permissions";
import type { ProposalDecision } from "@/lib/auth/proposal";
import { endAll } from "@/lib/auth/sessions";
import type { ProofNeeded } from "@/lib/auth/step-up";
import type { Tx } from "@/lib/db/connection";
import { err, ok, type Result } from "@/lib/result";
import { lockTeam } from "./lock";
import type { ChangeView, Enabling, Outcome, ShownLink } from "./schema";
import { INVITATION_HOURS, needsSecondAdmin, RESET_HOURS } from "./state";
import { makeLink, voidLinks } from "./tokens";

/** Changes that may need two admins: applied directly where one is enough, otherwise proposed. */
export type Wanted =
  | { change: "invite"; email: string; role: Role }
  /** `seen`: the role that was to be changed. Proposals of before it was kept do not have it. */
  | { change: "role"; userId: string; role: Role; seen?: Role }
  /** `unlink`: the next sign-in at the issuer is linked by its e-mail address, as if it was the first. */
  | { change: "enable"; userId: string; unlink?: true }
  | { change: "reset_factor" | "password_link"; userId: string }
  /** Address and role are those of the invitation, which never change. */
  | { change: "resend"; invitationId: string; email: string; role: Role };

/** As it is proposed: whom it is about, and their role, as they were called then. */
export type ProposedChange = Wanted & { user: string; roleNow?: Role };

export type CannotChange =
  | { kind: "no_such_user" | "no_such_invitation" | "email_taken" | "invited_already" | "no_factor" | "disabled" }
  /** Users do not decide about themselves. */
  | { kind: "oneself" }
  /** It is so already. */
  | { kind: "no_change" }
  /** Another admin has changed the role since this one was shown it. */
  | { kind: "changed_meanwhile" }
  /** Single sign-on is the only way to sign in. */
  | { kind: "no_passwords" };

type Refused = CannotChange | CannotPropose | ProofNeeded;
export type Changed = Promise<Result<Outcome, Refused>>;

/** Invites a user with a one-time link. */
export async function inviteUser(ctx: Ctx, invited: { email: string; role: Role }): Changed {
  requirePermission(ctx, "users:change");
  return changeOrPropose(ctx, { change: "invite", ...invited });
}

/** Changes a role. The user's sessions end, so that new permissions need a new sign-in. */
export async function changeRole(ctx: Ctx, wanted: { userId: string; role: Role; seen?: Role }): Changed {
  requirePermission(ctx, "users:change");
  return changeOrPropose(ctx, { change: "role", ...wanted });
}

/** Enables a disabled user, also one whose account was made again at the issuer: it has another subject then. */
export async function enableUser(ctx: Ctx, { userId, unlink }: Enabling): Changed {
  requirePermission(ctx, "users:change");
  return changeOrPropose(ctx, { change: "enable", userId, ...(unlink && { unlink }) });
}

/** For a user who lost the phone and the recovery codes: the password alone signs in until another factor is set up. */
export async function resetFactor(ctx: Ctx, { userId }: { userId: string }): Changed {
  requirePermission(ctx, "users:change");
  return changeOrPropose(ctx, { change: "reset_factor", userId });
}

/** A link to choose a new password. The current one works until then. */
export async function makePasswordLink(ctx: Ctx, { userId }: { userId: string }): Changed {
  requirePermission(ctx, "users:change");
  return changeOrPropose(ctx, { change: "password_link", userId });
}

export async function changeOrPropose(ctx: Ctx, wanted: Wanted): Changed {
  return ctx.db.transaction(async (tx) => {
    await lockTeam(tx, ctx);
    const allowed = await judge(tx, ctx, wanted);
    if (!allowed.ok) return allowed;
    const { change } = wanted;
    const subject = subjectOf(wanted);
    const asked = { change, role: allowed.value.role, hasProduction: ctx.hasProduction, isMailed: ctx.mail !== null };
    if (needsSecondAdmin(asked)) {
      const { user } = allowed.value;
      const named = user ? { user: user.name, roleNow: user.role } : { user: subject };
      const proposed = await propose(tx, ctx, USER_CHANGE, { subject, change: { ...wanted, ...named } });
      return proposed.ok ? ok({ kind: "proposed" }) : proposed;
    }
    const unproven = await missingProof(tx, ctx);
    return unproven ? err(unproven) : ok({ kind: "done", link: await apply(tx, ctx, wanted) });
  });
}

/** `subject` is the user, or the address of whom is to be invited. */
export const USER_CHANGE: DualControl<ProposedChange> = {
  kind: "user",
  isGlobal: true,
  missing: missingProof,
  audit: (step, { id, subject, change, proposedBy }) => {
    if (step === "applied") return null;
    const by = step === "expired" ? { proposedBy } : {};
    return { action: `user_change.${step}`, subject, detail: { ...change, proposal: id, ...by } };
  },
};

/** What a proposal would change, for its words. */
export const changeView = (proposed: ProposedChange): ChangeView => ({
  ...{ change: proposed.change, about: proposed.user, roleNow: proposed.roleNow ?? null },
  role: "role" in proposed ? proposed.role : null,
  unlink: proposed.change === "enable" && proposed.unlink === true,
});

/** Applies or drops what another admin has proposed, who is not the one that it is about. */
export async function decideChange(ctx: Ctx, decision: ProposalDecision) {
  requirePermission(ctx, "users:change");
  return decide(ctx, USER_CHANGE, decision, {
    lock: (tx) => lockTeam(tx, ctx),
    async check(tx, { change }): Promise<CannotChange | null> {
      const allowed = await judge(tx, ctx, change);
      return allowed.ok ? null : allowed.error;
    },
    async apply(tx, { id: proposal, change, proposedBy }): Promise<Result<Outcome, never>> {
      return ok({ kind: "done", link: await apply(tx, ctx, change, { proposal, proposedBy }) });
    },
  });
}

/**
 * Ends a proposal to send this invitation again, as it is used or withdrawn. To be called before the invitation is locked:
 * a decision locks the proposal first.
 */
export const endResend = (tx: Tx, now: () => Date, invitationId: string) =>
  closeProposals(
    tx,
    { now, environment: null },
    USER_CHANGE,
    sql`${proposals.change} ->> 'invitationId' = ${invitationId}`,
  );

const subjectOf = (wanted: Wanted) => ("email" in wanted ? wanted.email : wanted.userId);

type Named = { name: string; role: Role };

/** Whether this can be done now, by this person; which role is at stake, and whose. */
async function judge(tx: Tx, ctx: Ctx, wanted: Wanted): Promise<Result<{ role: Role; user?: Named }, CannotChange>> {
  if (wanted.change === "invite") return judgeInvitation(tx, wanted);
  if (wanted.change === "resend") {
    const [open] = await tx.select().from(invitations).where(isOpenInvitation(wanted.invitationId));
    return open ? ok({ role: open.role }) : err({ kind: "no_such_invitation" });
  }
  const { change, userId } = wanted;
  const [user] = await tx.select().from(users).where(eq(users.id, userId));
  if (!user || !isPerson(user)) return err({ kind: "no_such_user" });
  if (userId === ctx.actor.id) return err({ kind: "oneself" });
  const { role } = user;
  switch (change) {
    case "role":
      if (wanted.role === role) return err({ kind: "no_change" });
      return (wanted.seen ?? role) === role ? ok({ role: wanted.role, user }) : err({ kind: "changed_meanwhile" });
    case "enable":
      return user.disabledAt === null ? err({ kind: "no_change" }) : ok({ role, user });
    case "reset_factor": {
      const { code, passkey } = await factorsOf(tx, userId);
      return code || passkey ? ok({ role, user }) : err({ kind: "no_factor" });
    }
    case "password_link":
      if (!ctx.passwordSignIn) return err({ kind: "no_passwords" });
      return user.disabledAt === null ? ok({ role, user }) : err({ kind: "disabled" });
  }
}

/** Invitations that were neither accepted nor withdrawn. */
export const OPEN_INVITATIONS = and(isNull(invitations.acceptedAt), isNull(invitations.withdrawnAt));
export const isOpenInvitation = (invitationId: string) => and(eq(invitations.id, invitationId), OPEN_INVITATIONS);

async function judgeInvitation(
  tx: Tx,
  { email, role }: { email: string; role: Role },
): Promise<Result<{ role: Role }, CannotChange>> {
  const [taken] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email));
  if (taken) return err({ kind: "email_taken" });
  const mine = and(eq(invitations.email, email), OPEN_INVITATIONS);
  const [invited] = await tx.select({ id: invitations.id }).from(invitations).where(mine);
  return invited ? err({ kind: "invited_already" }) : ok({ role });
}

/** Who proposed it, where it took two. */
type Agreed = { proposal?: string; proposedBy?: string };

async function apply(tx: Tx, ctx: Ctx, wanted: Wanted, agreed: Agreed = {}): Promise<ShownLink | null> {
  const isMailed = ctx.mail !== null;
  const at = ctx.now();
  if (wanted.change === "invite") {
    const { email, role } = wanted;
    const invited = { email, role, invitedBy: ctx.actor.id, invitedAt: at };
    const [made] = await tx.insert(invitations).values(invited).returning({ id: invitations.id });
    if (!made) throw new Error("an invitation was not kept");
    const link = await makeLink(tx, ctx, { owner: { invitationId: made.id }, to: email, hours: INVITATION_HOURS });
    await note(tx, ctx, "user.invited", made.id, { email, role, isMailed, ...agreed });
    return link;
  }
  if (wanted.change === "resend") {
    const { email, invitationId } = wanted;
    await voidLinks(tx, at, { invitationId });
    const link = await makeLink(tx, ctx, { owner: { invitationId }, to: email, hours: INVITATION_HOURS });
    await note(tx, ctx, "invitation.resent", invitationId, { email, isMailed, ...agreed });
    return link;
  }

  const { userId } = wanted;
  const one = eq(users.id, userId);
  const [user] = await tx.select().from(users).where(one).for("no key update");
  if (!user) throw new Error("a person is never removed");
  switch (wanted.change) {
    case "role": {
      await tx.update(users).set({ role: wanted.role }).where(one);
      const ended = await endAll(tx, at, userId);
      // The new role may need a second admin for such a link.
      await voidLinks(tx, at, { userId });
      const detail = { before: user.role, after: wanted.role, ended, ...agreed };
      await note(tx, ctx, "user.role_changed", userId, detail);
      return null;
    }
    case "enable": {
      await tx.update(users).set({ disabledAt: null }).where(one);
      // One that was being opened while they were shut out must not come to life now.
      await endAll(tx, at, userId);
      const detail = wanted.unlink ? { unlinked: await unlinkAccounts(tx, userId) } : {};
      await note(tx, ctx, "user.enabled", userId, { ...detail, ...agreed });
      return null;
    }
    case "reset_factor": {
      for (const table of [totps, passkeys, recoveryCodes]) await tx.delete(table).where(eq(table.userId, userId));
      const ended = await endAll(tx, at, userId);
      await note(tx, ctx, "user.factor_reset", userId, { ended, ...agreed });
      return null;
    }
    case "password_link": {
      await voidLinks(tx, at, { userId });
      const link = await makeLink(tx, ctx, { owner: { userId }, to: user.email, hours: RESET_HOURS });
      await note(tx, ctx, "user.password_link_created", userId, { isMailed, ...agreed });
      return link;
    }
  }
}

/** Only where an admin asks for it: the issuer may have given the user's address to another person meanwhile. */
async function unlinkAccounts(tx: Tx, userId: string): Promise<string[]> {
  const { issuer } = issuerAccounts;
  const unlinked = await tx.delete(issuerAccounts).where(eq(issuerAccounts.userId, userId)).returning({ issuer });
  return unlinked.map((account) => account.issuer);
}

/** People belong to no environment. */
export const note = (tx: Tx, ctx: Ctx, action: AuditAction, subject: string, detail: Record<string, unknown>) =>
  record(tx, { ...ctx, environment: null }, { action, subject, detail });
