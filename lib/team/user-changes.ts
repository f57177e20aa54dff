import "server-only";
import { and, eq, isNull } from "drizzle-orm";
import { passkeys, recoveryCodes, totps } from "@/drizzle/schema/factors";
import { invitations, userChanges } from "@/drizzle/schema/team";
import { users } from "@/drizzle/schema/users";
import type { AuditAction } from "@/lib/audit/audit-actions";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { type CannotDecideProposal, EXPIRY, isOverdue, refusalToDecide } from "@/lib/auth/dual-control";
import { factorsOf, missingProof } from "@/lib/auth/factors";
import type { Role } from "@/lib/auth/permissions";
import { endAll } from "@/lib/auth/sessions";
import type { ProofNeeded } from "@/lib/auth/step-up";
import type { Tx } from "@/lib/db/connection";
import { err, ok, type Result } from "@/lib/result";
import { lockTeam } from "./lock";
import type { Outcome } from "./schema";
import { INVITATION_HOURS, needsSecondAdmin, RESET_HOURS } from "./state";
import { makeLink, voidLinks } from "./tokens";

/** What may take two admins: done at once where one is enough, and otherwise proposed. */
type Wanted =
  | { change: "invite"; email: string; role: Role }
  | { change: "role"; personId: string; role: Role }
  | { change: "enable" | "reset_factor" | "password_link"; personId: string };

export type CannotChange =
  | { kind: "no_such_person" }
  /** Users do not decide about themselves. */
  | { kind: "oneself" }
  | { kind: "e-mail taken" }
  | { kind: "invited_already" }
  /** It is so already. */
  | { kind: "no_change" }
  | { kind: "no_factor" }
  | { kind: "disabled" }
  /** Single sign-on is the only way to sign in. */
  | { kind: "no_passwords" };

type Refused = CannotChange | { kind: "another_proposal_is_open" } | ProofNeeded;
type Changed = Promise<Result<Outcome, Refused>>;

/** Invites a user with a one-time link. */
export async function invitePerson(ctx: Ctx, invited: { email: string; role: Role }): Changed {
  requirePermission(ctx, "users:change");
  return changeOrPropose(ctx, { change: "invite", ...invited });
}

/** Another role. Their sessions end: whoever may do something else now signs in anew. */
export async function changeRole(ctx: Ctx, wanted: { personId: string; role: Role }): Changed {
  requirePermission(ctx, "users:change");
  return changeOrPropose(ctx, { change: "role", ...wanted });
}

/** Enables a disabled user. */
export async function enablePerson(ctx: Ctx, { personId }: { personId: string }): Changed {
  requirePermission(ctx, "users:change");
  return changeOrPropose(ctx, { change: "enable", personId });
}

/** For a user who lost the phone and the recovery codes: the password alone signs in until another factor is set up. */
export async function resetFactor(ctx: Ctx, { personId }: { personId: string }): Changed {
  requirePermission(ctx, "users:change");
  return changeOrPropose(ctx, { change: "reset_factor", personId });
}

/** A link to choose a new password. The current one works until then. */
export async function makePasswordLink(ctx: Ctx, { personId }: { personId: string }): Changed {
  requirePermission(ctx, "users:change");
  return changeOrPropose(ctx, { change: "password_link", personId });
}

async function changeOrPropose(ctx: Ctx, wanted: Wanted): Changed {
  return ctx.db.transaction(async (tx) => {
    const actor = await lockTeam(tx, ctx);
    const allowed = await judge(tx, ctx, wanted);
    if (!allowed.ok) return allowed;
    const unproven = await missingProof(tx, ctx);
    if (unproven) return err(unproven);

    const { change } = wanted;
    const asked = { change, role: allowed.value.role, hasProduction: ctx.hasProduction, isMailed: ctx.mail !== null };
    if (!needsSecondAdmin(asked)) return ok(await apply(tx, ctx, wanted));
    await closeOverdue(tx, ctx);
    const [proposed] = await tx
      .insert(userChanges)
      .values({ ...wanted, proposedBy: actor.id, proposedAt: ctx.now() })
      .onConflictDoNothing()
      .returning({ id: userChanges.id });
    if (!proposed) return err({ kind: "another_proposal_is_open" });
    await note(tx, ctx, "user_change.proposed", subjectOf(wanted), { ...wanted, proposal: proposed.id });
    return ok({ kind: "proposed" });
  });
}

type Decided = { proposalId: string; apply: boolean };

/**
 * Applies or drops what another admin has proposed. Dropping one's own is allowed; applying takes somebody else, who is
 * not the one that it is about, while the proposer still may.
 */
export async function decideChange(
  ctx: Ctx,
  { proposalId, apply: isApplied }: Decided,
): Promise<Result<Outcome | { kind: "dropped" }, CannotDecideProposal | CannotChange | ProofNeeded>> {
  requirePermission(ctx, "users:change");
  return ctx.db.transaction(async (tx) => {
    const actor = await lockTeam(tx, ctx);
    const mine = eq(userChanges.id, proposalId);
    await closeOverdue(tx, ctx);
    const [open] = await tx.select().from(userChanges).where(mine).for("update");
    const wanted = open ? wantedFrom(open) : null;
    if (!open || !wanted) return err({ kind: "not_open" });
    const refused = await refusalToDecide(tx, ctx, open, { permission: "users:change", applies: isApplied });
    if (refused) return err(refused);

    const at = ctx.now();
    const decided = { decidedBy: actor.id, decidedAt: at };
    if (!isApplied) {
      await tx.update(userChanges).set(decided).where(mine);
      await note(tx, ctx, "user_change.dropped", subjectOf(wanted), { ...wanted, proposal: proposalId });
      return ok({ kind: "dropped" });
    }
    const allowed = await judge(tx, ctx, wanted);
    if (!allowed.ok) return allowed;
    const unproven = await missingProof(tx, ctx);
    if (unproven) return err(unproven);
    await tx
      .update(userChanges)
      .set({ ...decided, appliedAt: at })
      .where(mine);
    return ok(await apply(tx, ctx, wanted, { proposal: proposalId, proposedBy: open.proposedBy }));
  });
}

/** Expires undecided proposals, so that they do not block another one. */
export async function expireChanges(ctx: Ctx): Promise<void> {
  requirePermission(ctx, "proposals:expire");
  await ctx.db.transaction((tx) => closeOverdue(tx, ctx));
}

async function closeOverdue(tx: Tx, ctx: Ctx): Promise<void> {
  const lapsed = await tx.update(userChanges).set({ decidedAt: ctx.now() }).where(isOverdue(userChanges)).returning();
  for (const one of lapsed) {
    const wanted = wantedFrom(one);
    if (!wanted) continue;
    const detail = { ...wanted, proposal: one.id, proposedBy: one.proposedBy };
    await note(tx, { ...ctx, actor: EXPIRY }, "user_change.expired", subjectOf(wanted), detail);
  }
}

function wantedFrom({ change, personId, email, role }: typeof userChanges.$inferSelect): Wanted | null {
  switch (change) {
    case "invite":
      return email !== null && role !== null ? { change, email, role } : null;
    case "role":
      return personId !== null && role !== null ? { change, personId, role } : null;
    case "enable":
    case "reset_factor":
    case "password_link":
      return personId === null ? null : { change, personId };
  }
}

const subjectOf = (wanted: Wanted) => (wanted.change === "invite" ? wanted.email : wanted.personId);

/** Whether this can be done now, by this person; and which role is at stake. */
async function judge(tx: Tx, ctx: Ctx, wanted: Wanted): Promise<Result<{ role: Role }, CannotChange>> {
  if (wanted.change === "invite") return judgeInvitation(tx, wanted);
  const { change, personId } = wanted;
  const [person] = await tx.select().from(users).where(eq(users.id, personId));
  if (!person) return err({ kind: "no_such_person" });
  if (personId === ctx.actor.id) return err({ kind: "oneself" });
  const { role } = person;
  switch (change) {
    case "role":
      return wanted.role === role ? err({ kind: "no_change" }) : ok({ role: wanted.role });
    case "enable":
      return person.disabledAt === null ? err({ kind: "no_change" }) : ok({ role });
    case "reset_factor": {
      const { code, passkey } = await factorsOf(tx, personId);
      return code || passkey ? ok({ role }) : err({ kind: "no_factor" });
    }
    case "password_link":
      if (!ctx.passwordSignIn) return err({ kind: "no_passwords" });
      return person.disabledAt === null ? ok({ role }) : err({ kind: "disabled" });
  }
}

async function judgeInvitation(
  tx: Tx,
  { email, role }: { email: string; role: Role },
): Promise<Result<{ role: Role }, CannotChange>> {
  const [taken] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email));
  if (taken) return err({ kind: "e-mail taken" });
  const open = and(isNull(invitations.acceptedAt), isNull(invitations.withdrawnAt));
  const [invited] = await tx
    .select({ id: invitations.id })
    .from(invitations)
    .where(and(eq(invitations.email, email), open));
  return invited ? err({ kind: "invited_already" }) : ok({ role });
}

/** Who proposed it, where it took two. */
type Agreed = { proposal?: string; proposedBy?: string };

async function apply(tx: Tx, ctx: Ctx, wanted: Wanted, agreed: Agreed = {}): Promise<Outcome> {
  const isMailed = ctx.mail !== null;
  const at = ctx.now();
  if (wanted.change === "invite") {
    const { email, role } = wanted;
    const invited = { email, role, invitedBy: ctx.actor.id, invitedAt: at };
    const [made] = await tx.insert(invitations).values(invited).returning({ id: invitations.id });
    if (!made) throw new Error("an invitation was not kept");
    const url = await makeLink(tx, ctx, { owner: { invitationId: made.id }, to: email, hours: INVITATION_HOURS });
    await note(tx, ctx, "user.invited", made.id, { email, role, isMailed, ...agreed });
    return { kind: "done", link: url === null ? null : { url, email } };
  }

  const { personId } = wanted;
  const one = eq(users.id, personId);
  const [person] = await tx.select().from(users).where(one).for("no key update");
  if (!person) throw new Error("a person is never removed");
  switch (wanted.change) {
    case "role": {
      await tx.update(users).set({ role: wanted.role }).where(one);
      const ended = await endAll(tx, at, personId);
      await note(tx, ctx, "user.role_changed", personId, {
        before: person.role,
        after: wanted.role,
        ended,
        ...agreed,
      });
      return { kind: "done", link: null };
    }
    case "enable": {
      await tx.update(users).set({ disabledAt: null }).where(one);
      // One that was being opened while they were shut out must not come to life now.
      await endAll(tx, at, personId);
      await note(tx, ctx, "user.enabled", personId, agreed);
      return { kind: "done", link: null };
    }
    case "reset_factor": {
      for (const table of [totps, passkeys, recoveryCodes]) await tx.delete(table).where(eq(table.personId, personId));
      const ended = await endAll(tx, at, personId);
      await note(tx, ctx, "user.factor_reset", personId, { ended, ...agreed });
      return { kind: "done", link: null };
    }
    case "password_link": {
      await voidLinks(tx, at, { personId });
      const { email } = person;
      const url = await makeLink(tx, ctx, { owner: { personId }, to: email, hours: RESET_HOURS });
      await note(tx, ctx, "user.password_link_created", personId, { isMailed, ...agreed });
      return { kind: "done", link: url === null ? null : { url, email } };
    }
  }
}

/** People belong to no environment. */
const note = (tx: Tx, ctx: Ctx, action: AuditAction, subject: string, detail: Record<string, unknown>) =>
  record(tx, { ...ctx, environment: null }, { action, subject, detail });
