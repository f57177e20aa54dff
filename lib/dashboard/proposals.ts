import "server-only";
import { and, asc, eq, inArray, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import { proposals } from "@/drizzle/schema/proposals";
import { reconciliationExceptions } from "@/drizzle/schema/reconciliation";
import { transactions } from "@/drizzle/schema/transactions";
import { users } from "@/drizzle/schema/users";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { countOtherHolders, isOpen } from "@/lib/auth/dual-control";
import { isNotHolder } from "@/lib/auth/key-holders";
import { may, type Role } from "@/lib/auth/permissions";
import { PROPOSAL_KINDS, PROPOSAL_PERMISSIONS, type ProposalKind } from "@/lib/auth/proposal";
import { absolute, subtractAmounts } from "@/lib/money/amount";
import type { EndedProposal, WaitingProposal } from "./schema";

/** What others proposed and the reader may decide, the first to expire first. */
export async function listProposalsForMe(ctx: Ctx): Promise<WaitingProposal[]> {
  requirePermission(ctx, "activity:read");
  const { actor, db } = ctx;
  if (actor.kind !== "user") return [];
  const { id, kind, subject, change, proposedBy, proposedAt, expiresAt } = proposals;
  // No admin decides about their own account, or about a freeze of a key whose secret they know.
  const about = sql`${change} ->> 'userId'`;
  const isNotOwn = and(sql`${about} is distinct from ${actor.id}`, isNotHolder(sql`(${about})::uuid`, actor.id));
  const byOthers = and(ne(proposedBy, actor.id), isNotOwn);
  const rows = await db
    .select({ id, kind, subject, by: users.name, at: proposedAt, until: expiresAt })
    .from(proposals)
    .innerJoin(users, eq(users.id, proposedBy))
    .where(and(mayBeDecidedBy(ctx, actor.role), isOpen(), byOthers))
    .orderBy(asc(expiresAt));
  const exceptions = await exceptionsOf(
    ctx,
    rows.flatMap((row) => (row.kind === "exception" ? [row.subject] : [])),
  );
  return rows.map(({ at, until, subject, ...proposal }) => {
    const exception = exceptions.get(subject);
    return {
      ...proposal,
      ...(proposal.kind === "day" && { day: subject }),
      ...(exception && { exception }),
      at: at.toISOString(),
      until: until.toISOString(),
    };
  });
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
  const isEnded = or(isNotNull(proposals.decidedAt), sql`${proposals.expiresAt} <= now()`);
  const [found] = await db
    .select({ proposal: proposals, by: users.name })
    .from(proposals)
    .innerJoin(users, eq(users.id, sql`coalesce(${proposals.decidedBy}, ${proposals.proposedBy})`))
    .where(and(eq(proposals.id, proposalId), mayBeDecidedBy(ctx, actor.role), isEnded));
  if (!found) return null;
  const { kind, proposedBy, decidedBy, decidedAt, appliedAt, expiresAt } = found.proposal;
  const { by } = found;
  if (decidedBy === null || decidedAt === null) {
    // It may be closed long after it expired.
    const at = decidedAt !== null && decidedAt < expiresAt ? decidedAt : expiresAt;
    return { kind, end: "expired", by, at: at.toISOString(), page: await pageOf(ctx, found.proposal) };
  }
  const dropped = decidedBy === proposedBy ? "withdrawn" : "rejected";
  return { kind, end: appliedAt === null ? dropped : "applied", by, at: decidedAt.toISOString() };
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
async function pageOf(ctx: Ctx, { kind, subject }: { kind: ProposalKind; subject: string }) {
  if (kind === "day") return `daily-close/${subject}`;
  if (kind !== "exception") return PAGES[kind];
  const exception = (await exceptionsOf(ctx, [subject])).get(subject);
  return exception
    ? `reconciliation/${exception.lastRun}?q=${encodeURIComponent(exception.reference)}`
    : "reconciliation";
}

function mayBeDecidedBy(ctx: Ctx, role: Role) {
  const { kind, environment } = proposals;
  const kinds = PROPOSAL_KINDS.filter((one) => may(role, PROPOSAL_PERMISSIONS[one]));
  return and(inArray(kind, kinds), or(isNull(environment), eq(environment, ctx.environment)));
}

async function exceptionsOf({ db }: Ctx, ids: string[]) {
  const { id, ledgerKey, currency, ledgerAmount, serviceAmount, orderId, lastRun } = reconciliationExceptions;
  const { referenceId } = transactions;
  const rows =
    ids.length === 0
      ? []
      : await db
          .select({ id, ledgerKey, currency, ledgerAmount, serviceAmount, referenceId, lastRun })
          .from(reconciliationExceptions)
          .leftJoin(transactions, eq(transactions.id, orderId))
          .where(inArray(id, ids));
  return new Map(
    rows.map(({ id, currency, lastRun, ...row }) => {
      const difference = absolute(subtractAmounts(row.ledgerAmount ?? "0", row.serviceAmount ?? "0"));
      return [id, { reference: row.referenceId ?? row.ledgerKey ?? "", currency, difference, lastRun }];
    }),
  );
}
