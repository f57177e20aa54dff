import "server-only";
import { and, asc, eq, inArray, isNull, ne, or, sql } from "drizzle-orm";
import { proposals } from "@/drizzle/schema/proposals";
import { users } from "@/drizzle/schema/users";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { isOpen } from "@/lib/auth/dual-control";
import { may } from "@/lib/auth/permissions";
import { PROPOSAL_KINDS, PROPOSAL_PERMISSIONS } from "@/lib/auth/proposal";
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
  return rows.map(({ at, until, subject: day, ...proposal }) => ({
    ...proposal,
    ...(proposal.kind === "day" && { day }),
    at: at.toISOString(),
    until: until.toISOString(),
  }));
}
