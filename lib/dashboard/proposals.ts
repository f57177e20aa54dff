import "server-only";
import { and, asc, eq, inArray, isNull, ne, or, sql } from "drizzle-orm";
import { proposals } from "@/drizzle/schema/proposals";
import { reconciliationExceptions } from "@/drizzle/schema/reconciliation";
import { transactions } from "@/drizzle/schema/transactions";
import { users } from "@/drizzle/schema/users";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { isOpen } from "@/lib/auth/dual-control";
import { may } from "@/lib/auth/permissions";
import { PROPOSAL_KINDS, PROPOSAL_PERMISSIONS } from "@/lib/auth/proposal";
import { absolute, subtractAmounts } from "@/lib/money/amount";
import type { WaitingProposal } from "./schema";

/** What others proposed and the reader may decide, the first to expire first. */
export async function listProposalsForMe(ctx: Ctx): Promise<WaitingProposal[]> {
  requirePermission(ctx, "activity:read");
  const { actor, db } = ctx;
  if (actor.kind !== "user") return [];
  const { id, kind, environment, subject, change, proposedBy, proposedAt, expiresAt } = proposals;
  const kinds = PROPOSAL_KINDS.filter((one) => may(actor.role, PROPOSAL_PERMISSIONS[one]));
  const here = or(isNull(environment), eq(environment, ctx.environment));
  // No admin decides about their own account.
  const byOthers = and(ne(proposedBy, actor.id), sql`${change} ->> 'userId' is distinct from ${actor.id}`);
  const rows = await db
    .select({ id, kind, subject, by: users.name, at: proposedAt, until: expiresAt })
    .from(proposals)
    .innerJoin(users, eq(users.id, proposedBy))
    .where(and(inArray(kind, kinds), here, isOpen(), byOthers))
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
