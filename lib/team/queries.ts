import "server-only";
import { and, asc, desc, eq, inArray, isNotNull, isNull, max, sql } from "drizzle-orm";
import { auditEvents } from "@/drizzle/schema/audit";
import { passkeys, totps } from "@/drizzle/schema/factors";
import { emails, invitations, signInLinks } from "@/drizzle/schema/team";
import { issuerAccounts, sessions, users } from "@/drizzle/schema/users";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { countOtherHolders, openProposals } from "@/lib/auth/dual-control";
import { isPerson, ROLES, type Role } from "@/lib/auth/permissions";
import { isOpenAt } from "@/lib/auth/sessions";
import { remainsOf } from "./remains";
import type {
  HistoryLine,
  InvitationRow,
  MailView,
  ProposalView,
  TeamFilter,
  TeamView,
  UserRow,
  UsersShown,
  UserView,
} from "./schema";
import { changeView, OPEN_INVITATIONS, USER_CHANGE } from "./user-changes";

/** Users and invitations that match the filter, and the proposals that wait for a second admin. */
export async function getTeam(ctx: Ctx, { show, q }: Pick<TeamFilter, "show" | "q">): Promise<TeamView> {
  requirePermission(ctx, "users:read");
  const [allUsers, invited, proposals, deciders] = await Promise.all([
    userRows(ctx),
    openInvitations(ctx),
    proposedChanges(ctx),
    countOtherHolders(ctx.db, [ctx.actor.id], "users:change"),
  ]);
  const found = (texts: string[]) => texts.some((text) => folded(text).includes(folded(q)));
  const isShown = (state: UsersShown) => show === "all" || show === state;
  const counts = {
    all: allUsers.length + invited.length,
    active: allUsers.filter(({ state }) => state === "active").length,
    disabled: allUsers.filter(({ state }) => state === "disabled").length,
    invited: invited.length,
  };
  return {
    users: allUsers.filter(({ name, email, state }) => isShown(state) && found([name, email])),
    invitations: invited.filter(({ email }) => isShown("invited") && found([email])),
    proposals,
    deciders,
    counts,
    needsPair: ctx.hasProduction,
    sendsMail: ctx.mail !== null,
  };
}

const folded = (text: string) => text.normalize("NFKC").toLowerCase();

/** One person with what can be done about them, or null where there is none. */
export async function getUser(ctx: Ctx, { userId }: { userId: string }): Promise<UserView | null> {
  requirePermission(ctx, "users:read");
  const [row] = await userRows(ctx, userId);
  if (!row) return null;
  const { db, now, actor } = ctx;
  const open = and(isOpenAt(now()), eq(sessions.awaitsFactor, false));
  const [[held], openSessions, linked, proposals, deciders, mail, history, remains] = await Promise.all([
    db.select({ since: users.createdAt }).from(users).where(eq(users.id, userId)),
    db.$count(sessions, and(eq(sessions.userId, userId), open)),
    db.$count(issuerAccounts, eq(issuerAccounts.userId, userId)),
    proposedChanges(ctx),
    countOtherHolders(db, [actor.id, userId], "users:change"),
    newestMail(ctx, userId),
    historyOf(ctx, userId),
    remainsOf(ctx, userId),
  ]);
  return {
    ...row,
    since: (held?.since ?? now()).toISOString(),
    openSessions: row.state === "disabled" ? 0 : openSessions,
    proposal: proposals.find((one) => one.userId === userId) ?? null,
    deciders,
    mail,
    history,
    needsPair: ctx.hasProduction,
    sendsMail: ctx.mail !== null,
    passwordSignIn: ctx.passwordSignIn,
    isLinked: linked > 0,
    remains,
  };
}

const HISTORY = 20;

/** The audit events about a user outside any environment. */
async function historyOf({ db }: Ctx, userId: string): Promise<HistoryLine[]> {
  const { id, subject, environment } = auditEvents;
  const lines = await db
    .select()
    .from(auditEvents)
    .where(and(eq(subject, userId), isNull(environment)))
    .orderBy(desc(id))
    .limit(HISTORY);
  return lines.map(({ id: line, at, actorName: by, action, detail }) => ({
    ...{ id: String(line), at: at.toISOString(), by, action },
    before: roleIn(detail.before ?? detail.roleNow),
    after: roleIn(detail.after ?? detail.role),
    proposed: { change: detail.change, user: detail.user },
  }));
}

const roleIn = (value: unknown): Role | null => ROLES.find((role) => role === value) ?? null;

async function userRows(ctx: Ctx, userId?: string): Promise<UserRow[]> {
  const { db, actor, rolesWithSecondFactor } = ctx;
  const seen = db
    .select({ userId: sessions.userId, at: max(sessions.lastSeenAt).as("at") })
    .from(sessions)
    .groupBy(sessions.userId)
    .as("seen");
  const { id, name, email, role, disabledAt } = users;
  const hasApp = sql<boolean>`exists (select from ${totps} where ${totps.userId} = ${id} and ${isNotNull(totps.confirmedAt)})`;
  const hasPasskey = sql<boolean>`exists (select from ${passkeys} where ${passkeys.userId} = ${id})`;
  const rows = await db
    .select({ id, name, email, role, disabledAt, seenAt: seen.at, hasFactor: sql<boolean>`${hasApp} or ${hasPasskey}` })
    .from(users)
    .leftJoin(seen, eq(seen.userId, id))
    .where(userId === undefined ? undefined : eq(id, userId))
    .orderBy(asc(sql`lower(${name})`), asc(email));
  return rows.filter(isPerson).map(({ disabledAt: disabled, seenAt, ...row }) => ({
    ...row,
    state: disabled === null ? "active" : "disabled",
    needsFactor: !row.hasFactor && rolesWithSecondFactor.includes(row.role),
    lastSeenAt: seenAt?.toISOString() ?? null,
    isOneself: row.id === actor.id,
  }));
}

async function openInvitations({ db, now }: Ctx): Promise<InvitationRow[]> {
  const rows = await db
    .select({ invitation: invitations, by: users.name, expiresAt: signInLinks.expiresAt, mail: emails })
    .from(invitations)
    .innerJoin(users, eq(users.id, invitations.invitedBy))
    .innerJoin(signInLinks, and(eq(signInLinks.invitationId, invitations.id), isNull(signInLinks.voidedAt)))
    .leftJoin(emails, eq(emails.linkHash, signInLinks.tokenHash))
    .where(OPEN_INVITATIONS)
    .orderBy(desc(invitations.invitedAt));
  return rows.map(({ invitation: { id, email, role, invitedAt }, by, expiresAt, mail }) => ({
    ...{ id, email, role, by },
    at: invitedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    isExpired: expiresAt <= now(),
    mail: mail && mailView(mail),
  }));
}

async function proposedChanges(ctx: Ctx): Promise<ProposalView[]> {
  const proposed = await openProposals(ctx, USER_CHANGE);
  return proposed.map(({ subject, proposal }) => ({
    ...proposal,
    ...changeView(proposal),
    userId: "userId" in proposal ? proposal.userId : null,
    isAboutOneself: subject === ctx.actor.id,
  }));
}

/** The state of the e-mail with the newest password reset link, until that link is used. */
async function newestMail({ db }: Ctx, userId: string): Promise<MailView | null> {
  const open = and(isNull(signInLinks.usedAt), isNull(signInLinks.voidedAt));
  const links = db
    .select({ hash: signInLinks.tokenHash })
    .from(signInLinks)
    .where(and(eq(signInLinks.userId, userId), open))
    .orderBy(desc(signInLinks.madeAt))
    .limit(1);
  const [mail] = await db.select().from(emails).where(inArray(emails.linkHash, links));
  return mail ? mailView(mail) : null;
}

function mailView({ sentAt, nextTryAt, failure }: typeof emails.$inferSelect): MailView {
  const state = sentAt !== null ? "sent" : nextTryAt !== null ? "waiting" : "given_up";
  return { state, failure, nextTryAt: nextTryAt?.toISOString() ?? null };
}
