import "server-only";
import { and, asc, eq, gt, gte, inArray, isNull, ne, notExists, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { proposals } from "@/drizzle/schema/proposals";
import { reconciliationExceptions } from "@/drizzle/schema/reconciliation";
import { transactions } from "@/drizzle/schema/transactions";
import { users } from "@/drizzle/schema/users";
import { UNATTENDED } from "@/lib/api-keys/unattended";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission, userIdOf } from "@/lib/auth/context";
import { changeOf, countOtherHolders, endedProposals, endOf, isEnded, isOpen } from "@/lib/auth/dual-control";
import { isNotHolder } from "@/lib/auth/key-holders";
import { may, type Role } from "@/lib/auth/permissions";
import { PROPOSAL_KINDS, PROPOSAL_PERMISSIONS, type ProposalKind } from "@/lib/auth/proposal";
import { SIGNATURE_LOCK } from "@/lib/callbacks/queries";
import { DAY_CHANGE } from "@/lib/daily-close/day-change";
import { RESUMPTION } from "@/lib/freezes/commands";
import { DAILY_LIMITS, limitsInForce } from "@/lib/limits/daily-limits";
import { changedCurrencies } from "@/lib/limits/rules";
import { absolute, subtractAmounts } from "@/lib/money/amount";
import { typedTextFor } from "@/lib/pii/access";
import { err, ok, type Result } from "@/lib/result";
import { changeView, USER_CHANGE } from "@/lib/team/user-changes";
import { APPROVAL_RULES, rulesInForce } from "@/lib/withdrawals/approval-rule-changes";
import { changesBetween, factorChangesBetween } from "@/lib/withdrawals/approval-rules";
import type { EndedProposal, EndedRequest, ExceptionSubject, ProposalSubject, WaitingProposal } from "./schema";

/** What others proposed and the reader may decide, the first to expire first. */
export async function listProposalsForMe(ctx: Ctx): Promise<WaitingProposal[]> {
  requirePermission(ctx, "activity:read");
  const { actor, db } = ctx;
  if (actor.kind !== "user") return [];
  const { change, proposedBy, expiresAt } = proposals;
  // No admin decides about their own account, or about a freeze of a key whose secret they know.
  const about = sql`${change} ->> 'userId'`;
  const isNotOwn = and(sql`${about} is distinct from ${actor.id}`, isNotHolder(sql`(${about})::uuid`, actor.id));
  const byOthers = and(ne(proposedBy, actor.id), isNotOwn);
  const rows = await db
    .select({ proposal: proposals, by: users.name })
    .from(proposals)
    .innerJoin(users, eq(users.id, proposedBy))
    .where(and(mayBeDecidedBy(ctx, actor.role), isOpen(), byOthers))
    .orderBy(asc(expiresAt));
  return Promise.all(
    rows.map(async ({ proposal, by }) => {
      const { id, proposedAt: at, expiresAt: until } = proposal;
      return { id, by, at: at.toISOString(), until: until.toISOString(), ...(await subjectOf(ctx, proposal)) };
    }),
  );
}

/** How many others could apply such a change, which the reader proposes. */
export async function countDeciders(ctx: Ctx, { kind }: { kind: ProposalKind }): Promise<number> {
  requirePermission(ctx, PROPOSAL_PERMISSIONS[kind]);
  return countOtherHolders(ctx.db, [ctx.actor.id], PROPOSAL_PERMISSIONS[kind]);
}

/** What became of a proposal that the reader could decide; null while it waits. */
export async function getEndedProposal(
  ctx: Ctx,
  { proposalId }: { proposalId: string },
): Promise<EndedProposal | null> {
  requirePermission(ctx, "activity:read");
  const { actor, db } = ctx;
  if (actor.kind !== "user") return null;
  const asked = and(eq(proposals.id, proposalId), mayBeDecidedBy(ctx, actor.role));
  const [found] = await endedProposals(db, asked);
  if (!found) return null;
  const { proposal, by } = found;
  const about = await subjectOf(ctx, proposal);
  const { end, at } = endOf(proposal);
  const reason = typedTextFor(ctx)(proposal.rejectionReason);
  const page = end === "expired" ? { page: pageOf(about) } : {};
  return { ...about, end, by, at: at.toISOString(), reason, ...page };
}

/** Of one page alone, or of one of its subjects. */
type Wanted = { kinds?: ProposalKind[]; subject?: string };

/**
 * What the reader proposed and another rejected or that expired, until they propose it again or dismiss it. What was
 * closed before its time is moot, and cannot be proposed again.
 */
export async function listEndedRequests(ctx: Ctx, { kinds, subject: id }: Wanted = {}): Promise<EndedRequest[]> {
  requirePermission(ctx, "activity:read");
  const { actor, db } = ctx;
  if (actor.kind !== "user") return [];
  const { kind, subject, environment, proposedAt, decidedBy, decidedAt, expiresAt } = proposals;
  const isExpired = and(isNull(decidedBy), or(isNull(decidedAt), gte(decidedAt, expiresAt)));
  const own = and(isOwnRequest(ctx), mayBeDecidedBy(ctx, actor.role), or(isExpired, ne(decidedBy, actor.id)));
  const later = alias(proposals, "later");
  const isSame = and(eq(later.kind, kind), eq(later.subject, subject), eq(later.proposedBy, actor.id));
  const there = sql`${later.environment} is not distinct from ${environment}`;
  const isNewer = gt(later.proposedAt, proposedAt);
  const newer = db
    .select({ id: later.id })
    .from(later)
    .where(and(isSame, there, isNewer));
  const wanted = and(kinds && inArray(kind, kinds), id === undefined ? undefined : eq(subject, id));
  const rows = await endedProposals(db, and(own, wanted, notExists(newer)));
  return Promise.all(
    rows.map(async ({ proposal, by }) => {
      const about = await subjectOf(ctx, proposal);
      const { end, at } = endOf(proposal);
      return {
        ...about,
        ...{ id: proposal.id, by, at: at.toISOString(), page: pageOf(about) },
        end: end === "rejected" ? end : "expired",
        reason: typedTextFor(ctx)(proposal.rejectionReason),
      };
    }),
  );
}

/** Removes one of these from the reader's list. */
export async function dismissRequest(
  ctx: Ctx,
  { proposalId }: { proposalId: string },
): Promise<Result<null, { kind: "changed" }>> {
  requirePermission(ctx, "approvals:read");
  userIdOf(ctx);
  const one = and(eq(proposals.id, proposalId), isOwnRequest(ctx), isEnded());
  return ctx.db.transaction(async (tx) => {
    const [done] = await tx.update(proposals).set({ dismissedAt: ctx.now() }).where(one).returning();
    if (!done) return err({ kind: "changed" });
    const { environment, kind, subject } = done;
    await record(tx, { ...ctx, environment }, { action: "proposal.dismissed", subject, detail: { kind, proposalId } });
    return ok(null);
  });
}

/** Not applied, and not dismissed yet. */
const isOwnRequest = ({ actor }: Ctx) =>
  and(eq(proposals.proposedBy, actor.id), isNull(proposals.appliedAt), isNull(proposals.dismissedAt));

type Row = typeof proposals.$inferSelect;

/** What it is about, in what its kind has kept of it. */
async function subjectOf(ctx: Ctx, row: Row): Promise<ProposalSubject> {
  const { db, environment } = ctx;
  const { kind, subject, decidedAt } = row;
  switch (kind) {
    case "approval_rules": {
      const { rules } = changeOf(row, APPROVAL_RULES);
      const before = await rulesInForce(db, environment, decidedAt);
      const changes = [...changesBetween(before, rules), ...factorChangesBetween(before, rules)];
      return { kind, currencies: [...new Set(changes.map(({ currency }) => currency))] };
    }
    case "daily_limits": {
      const { limits } = changeOf(row, DAILY_LIMITS);
      return { kind, currencies: changedCurrencies(await limitsInForce(db, environment, decidedAt), limits) };
    }
    case "signature_lock":
      return { kind, locks: changeOf(row, SIGNATURE_LOCK).locks };
    case "resume_payouts": {
      const whose = changeOf(row, RESUMPTION);
      return { kind, user: whose.userId === null ? null : whose.user };
    }
    case "day":
      return { kind, day: subject, reopens: changeOf(row, DAY_CHANGE).change === "reopen" };
    case "exception":
      return { kind, exception: await exceptionOf(ctx, subject) };
    case "api_key_limits":
      return { kind, name: changeOf(row, UNATTENDED).name };
    case "user":
      return { kind, change: changeView(changeOf(row, USER_CHANGE)) };
  }
}

const PAGES = {
  approval_rules: "settings/approval-rules",
  daily_limits: "settings/approval-rules",
  signature_lock: "settings/callbacks",
  resume_payouts: "settings/freezes",
  api_key_limits: "settings/api-keys",
  user: "settings/team",
} as const satisfies Partial<Record<ProposalKind, string>>;

/** Where such a change is proposed, below the environment. */
function pageOf(about: ProposalSubject) {
  if (about.kind === "day") return `daily-close/${about.day}`;
  if (about.kind !== "exception") return PAGES[about.kind];
  const { exception } = about;
  return exception
    ? `reconciliation/${exception.lastRun}?q=${encodeURIComponent(exception.reference)}`
    : "reconciliation";
}

function mayBeDecidedBy(ctx: Ctx, role: Role) {
  const { kind, environment } = proposals;
  const kinds = PROPOSAL_KINDS.filter((one) => may(role, PROPOSAL_PERMISSIONS[one]));
  return and(inArray(kind, kinds), or(isNull(environment), eq(environment, ctx.environment)));
}

async function exceptionOf({ db }: Ctx, exceptionId: string): Promise<ExceptionSubject | null> {
  const { id, ledgerKey, currency, ledgerAmount, serviceAmount, orderId, lastRun } = reconciliationExceptions;
  const { referenceId } = transactions;
  const [found] = await db
    .select({ ledgerKey, currency, ledgerAmount, serviceAmount, referenceId, lastRun })
    .from(reconciliationExceptions)
    .leftJoin(transactions, eq(transactions.id, orderId))
    .where(eq(id, exceptionId));
  if (!found) return null;
  const { ledgerKey: key, referenceId: reference, ledgerAmount: ledger, serviceAmount: service, ...rest } = found;
  const difference = absolute(subtractAmounts(ledger ?? "0", service ?? "0"));
  return { ...rest, reference: reference ?? key ?? "", difference };
}
