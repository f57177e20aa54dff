import "server-only";
import { and, asc, eq, inArray, isNull, ne, or, sql } from "drizzle-orm";
import { proposals } from "@/drizzle/schema/proposals";
import { reconciliationExceptions } from "@/drizzle/schema/reconciliation";
import { transactions } from "@/drizzle/schema/transactions";
import { users } from "@/drizzle/schema/users";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { isOpen } from "@/lib/auth/dual-control";
import { may, type Role } from "@/lib/auth/permissions";
import { PROPOSAL_KINDS, PROPOSAL_PERMISSIONS } from "@/lib/auth/proposal";
import { absolute, subtractAmounts } from "@/lib/money/amount";
import type { DecidedProposal, WaitingProposal } from "./schema";

/** What others proposed and the reader may decide, the first to expire first. */
export async function listProposalsForMe(ctx: Ctx): Promise<WaitingProposal[]> {
  requirePermission(ctx, "activity:read");
  const { actor, db } = ctx;
  if (actor.kind !== "user") return [];
  const { id, kind, subject, change, proposedBy, proposedAt, expiresAt } = proposals;
  // No admin decides about their own account.
  const byOthers = and(ne(proposedBy, actor.id), sql`${change} ->> 'userId' is distinct from ${actor.id}`);
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

/** What became of a proposal that the reader could decide; null while it waits, and where no user has ended it. */
export async function getDecidedProposal(
  ctx: Ctx,
  { proposalId }: { proposalId: string },
): Promise<DecidedProposal | null> {
  requirePermission(ctx, "activity:read");
  const { actor, db } = ctx;
  if (actor.kind !== "user") return null;
  const { id, kind, proposedBy, decidedBy, decidedAt, appliedAt } = proposals;
  const [found] = await db
    .select({ kind, proposedBy, decidedBy, at: decidedAt, appliedAt, by: users.name })
    .from(proposals)
    .innerJoin(users, eq(users.id, decidedBy))
    .where(and(eq(id, proposalId), mayBeDecidedBy(ctx, actor.role)));
  if (!found?.at) return null;
  const dropped = found.decidedBy === found.proposedBy ? "withdrawn" : "rejected";
  return {
    kind: found.kind,
    end: found.appliedAt === null ? dropped : "applied",
    by: found.by,
    at: found.at.toISOString(),
  };
}

function mayBeDecidedBy(ctx: Ctx, role: Role) {
  const { kind, environment } = proposals;
  const kinds = PROPOSAL_KINDS.filter((one) => may(role, PROPOSAL_PERMISSIONS[one]));
  return and(inArray(kind, kinds), or(isNull(environment), eq(environment, ctx.environment)));
}

async function exceptionsOf({ db }: Ctx, ids: string[]) {
  const { id, ledgerKey, currency, ledgerAmount, serviceAmount, orderId } = reconciliationExceptions;
  const rows =
    ids.length === 0
      ? []
      : await db
          .select({ id, ledgerKey, currency, ledgerAmount, serviceAmount, referenceId: transactions.referenceId })
          .from(reconciliationExceptions)
          .leftJoin(transactions, eq(transactions.id, orderId))
          .where(inArray(id, ids));
  return new Map(
    rows.map((row): [string, NonNullable<WaitingProposal["exception"]>] => {
      const difference = absolute(subtractAmounts(row.ledgerAmount ?? "0", row.serviceAmount ?? "0"));
      return [row.id, { reference: row.referenceId ?? row.ledgerKey ?? "", currency: row.currency, difference }];
    }),
  );
}
