import "server-only";
import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, max, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { auditEvents } from "@/drizzle/schema/audit";
import { passkeys, totps } from "@/drizzle/schema/factors";
import { emails, invitations, signInLinks, userChanges } from "@/drizzle/schema/team";
import { sessions, users } from "@/drizzle/schema/users";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { isOpen } from "@/lib/auth/dual-control";
import { ROLES, type Role } from "@/lib/auth/permissions";
import { IDLE_MINUTES } from "@/lib/auth/sessions";
import type {
  HistoryLine,
  InvitationRow,
  MailView,
  PeopleShown,
  PersonRow,
  PersonView,
  ProposalView,
  TeamFilter,
  TeamView,
} from "./schema";

/** Users and invitations that match the filter, and the proposals that wait for a second admin. */
export async function getTeam(ctx: Ctx, { show, q }: TeamFilter): Promise<TeamView> {
  requirePermission(ctx, "users:read");
  const [everybody, invited, proposals] = await Promise.all([
    peopleRows(ctx),
    openInvitations(ctx),
    openProposals(ctx),
  ]);
  const found = (texts: string[]) => texts.some((text) => folded(text).includes(folded(q)));
  const wanted: Record<PeopleShown, boolean> = {
    all: false,
    active: false,
    disabled: false,
    invited: false,
    [show]: true,
  };
  const counts = {
    all: everybody.length + invited.length,
    active: everybody.filter(({ state }) => state === "active").length,
    disabled: everybody.filter(({ state }) => state === "disabled").length,
    invited: invited.length,
  };
  return {
    people: everybody.filter(({ name, email, state }) => (wanted.all || wanted[state]) && found([name, email])),
    invitations: invited.filter(({ email }) => (wanted.all || wanted.invited) && found([email])),
    proposals,
    counts,
    needsPair: ctx.hasProduction,
    sendsMail: ctx.mail !== null,
  };
}

const folded = (text: string) => text.normalize("NFKC").toLowerCase();

/** One person with what can be done about them, or null where there is none. */
export async function getPerson(ctx: Ctx, { personId }: { personId: string }): Promise<PersonView | null> {
  requirePermission(ctx, "users:read");
  const [row] = await peopleRows(ctx, personId);
  if (!row) return null;
  const { db, now } = ctx;
  const notIdle = gt(sessions.lastSeenAt, new Date(now().getTime() - IDLE_MINUTES * 60_000));
  const open = and(
    isNull(sessions.revokedAt),
    gt(sessions.expiresAt, now()),
    notIdle,
    eq(sessions.awaitsFactor, false),
  );
  const [[held], [here], proposals, mail, history] = await Promise.all([
    db.select({ since: users.createdAt }).from(users).where(eq(users.id, personId)),
    db
      .select({ count: count() })
      .from(sessions)
      .where(and(eq(sessions.personId, personId), open)),
    openProposals(ctx),
    newestMail(ctx, personId),
    historyOf(ctx, personId),
  ]);
  return {
    ...row,
    since: (held?.since ?? now()).toISOString(),
    openSessions: row.state === "disabled" ? 0 : (here?.count ?? 0),
    proposal: proposals.find((one) => one.personId === personId) ?? null,
    mail,
    history,
    needsPair: ctx.hasProduction,
    sendsMail: ctx.mail !== null,
    passwordSignIn: ctx.passwordSignIn,
  };
}

const HISTORY = 20;

/** The audit events about a user outside any environment. */
async function historyOf({ db }: Ctx, personId: string): Promise<HistoryLine[]> {
  const { id, subject, environment } = auditEvents;
  const lines = await db
    .select()
    .from(auditEvents)
    .where(and(eq(subject, personId), isNull(environment)))
    .orderBy(desc(id))
    .limit(HISTORY);
  return lines.map(({ id: line, at, actorName: by, action, detail }) => ({
    ...{ id: String(line), at: at.toISOString(), by, action },
    before: roleIn(detail.before),
    after: roleIn(detail.after ?? detail.role),
  }));
}

const roleIn = (value: unknown): Role | null => ROLES.find((role) => role === value) ?? null;

async function peopleRows(ctx: Ctx, personId?: string): Promise<PersonRow[]> {
  const { db, actor, rolesWithSecondFactor } = ctx;
  const seen = db
    .select({ personId: sessions.personId, at: max(sessions.lastSeenAt).as("at") })
    .from(sessions)
    .groupBy(sessions.personId)
    .as("seen");
  const { id, name, email, role, disabledAt } = users;
  const hasApp = sql<boolean>`exists (select from ${totps} where ${totps.personId} = ${id} and ${isNotNull(totps.confirmedAt)})`;
  const hasPasskey = sql<boolean>`exists (select from ${passkeys} where ${passkeys.personId} = ${id})`;
  const rows = await db
    .select({ id, name, email, role, disabledAt, seenAt: seen.at, hasFactor: sql<boolean>`${hasApp} or ${hasPasskey}` })
    .from(users)
    .leftJoin(seen, eq(seen.personId, id))
    .where(personId === undefined ? undefined : eq(id, personId))
    .orderBy(asc(sql`lower(${name})`), asc(email));
  return rows.map(({ disabledAt: disabled, seenAt, ...row }) => ({
    ...row,
    state: disabled === null ? "active" : "disabled",
    needsFactor: !row.hasFactor && rolesWithSecondFactor.includes(row.role),
    lastSeenAt: seenAt?.toISOString() ?? null,
    isOneself: row.id === actor.id,
  }));
}

async function openInvitations({ db, now }: Ctx): Promise<InvitationRow[]> {
  const open = and(isNull(invitations.acceptedAt), isNull(invitations.withdrawnAt));
  const rows = await db
    .select({ invitation: invitations, by: users.name, expiresAt: signInLinks.expiresAt, mail: emails })
    .from(invitations)
    .innerJoin(users, eq(users.id, invitations.invitedBy))
    .innerJoin(signInLinks, and(eq(signInLinks.invitationId, invitations.id), isNull(signInLinks.voidedAt)))
    .leftJoin(emails, eq(emails.linkHash, signInLinks.tokenHash))
    .where(open)
    .orderBy(desc(invitations.invitedAt));
  return rows.map(({ invitation: { id, email, role, invitedAt }, by, expiresAt, mail }) => ({
    ...{ id, email, role, by },
    at: invitedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    isExpired: expiresAt <= now(),
    mail: mail && mailView(mail),
  }));
}

async function openProposals({ db, actor }: Ctx): Promise<ProposalView[]> {
  const proposers = alias(users, "proposers");
  const rows = await db
    .select({ proposed: userChanges, by: proposers.name, about: users.name, roleNow: users.role })
    .from(userChanges)
    .innerJoin(proposers, eq(proposers.id, userChanges.proposedBy))
    .leftJoin(users, eq(users.id, userChanges.personId))
    .where(isOpen(userChanges))
    .orderBy(asc(userChanges.proposedAt));
  return rows.map(
    ({ proposed: { id, change, personId, email, role, proposedBy, proposedAt, expiresAt }, by, about, roleNow }) => ({
      ...{ id, change, personId, role, roleNow, by },
      about: about ?? email ?? "",
      at: proposedAt.toISOString(),
      until: expiresAt.toISOString(),
      isOwn: proposedBy === actor.id,
      isAboutOneself: personId === actor.id,
    }),
  );
}

/** What became of the letter with their newest link for another password, as long as that link has not been used. */
async function newestMail({ db }: Ctx, personId: string): Promise<MailView | null> {
  const open = and(isNull(signInLinks.usedAt), isNull(signInLinks.voidedAt));
  const links = db
    .select({ hash: signInLinks.tokenHash })
    .from(signInLinks)
    .where(and(eq(signInLinks.personId, personId), open))
    .orderBy(desc(signInLinks.madeAt))
    .limit(1);
  const [mail] = await db.select().from(emails).where(inArray(emails.linkHash, links));
  return mail ? mailView(mail) : null;
}

function mailView({ sentAt, nextTryAt, failure }: typeof emails.$inferSelect): MailView {
  const state = sentAt !== null ? "sent" : nextTryAt !== null ? "waiting" : "given_up";
  return { state, failure, nextTryAt: nextTryAt?.toISOString() ?? null };
}
