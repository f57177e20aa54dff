import "server-only";
import { and, asc, eq, isNull, ne, or } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import { ruleChanges } from "@/drizzle/schema/approvals";
import { signatureLockChanges } from "@/drizzle/schema/callbacks";
import { dayChanges } from "@/drizzle/schema/daily-closes";
import { freezeResumptions, freezes } from "@/drizzle/schema/freezes";
import { limitChanges } from "@/drizzle/schema/limits";
import { userChanges } from "@/drizzle/schema/team";
import { users } from "@/drizzle/schema/users";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { isOpen } from "@/lib/auth/dual-control";
import { may, type Permission } from "@/lib/auth/permissions";
import { isOpenFreeze } from "@/lib/transactions/freezes/guard";
import type { ProposalKind, WaitingProposal } from "./schema";

/** Who decides about each kind; the commands check the same. */
const DECIDES: Record<ProposalKind, Permission> = {
  rules: "approval_rules:change",
  limits: "approval_rules:change",
  lock: "callbacks:change",
  resume: "freezes:resume",
  person: "users:change",
  day: "daily_close:close",
};

/** What others proposed and the reader may decide, the first to expire first. */
export async function listProposalsForMe(ctx: Ctx): Promise<WaitingProposal[]> {
  requirePermission(ctx, "activity:read");
  const { actor, environment } = ctx;
  if (actor.kind !== "person") return [];
  const mine = (kind: ProposalKind, open: () => Promise<Open[]>) =>
    may(actor.role, DECIDES[kind]) ? open().then((rows) => rows.map((row) => viewOf(kind, row))) : [];
  const waiting = await Promise.all([
    mine("rules", () => openIn(ctx, ruleChanges, eq(ruleChanges.environment, environment))),
    mine("limits", () => openIn(ctx, limitChanges, eq(limitChanges.environment, environment))),
    mine("lock", () => openIn(ctx, signatureLockChanges, eq(signatureLockChanges.environment, environment))),
    mine("resume", () => openResumptions(ctx)),
    mine("day", () => openDayChanges(ctx)),
    // Users belong to no environment, and never decide about themselves.
    mine("person", () => openIn(ctx, userChanges, notAbout(userChanges.personId, actor.id))),
  ]);
  return waiting.flat().toSorted((a, b) => a.until.localeCompare(b.until));
}

type Open = { id: string; by: string; at: Date; until: Date; day?: string };
type Columns = Record<"id" | "proposedBy" | "proposedAt" | "expiresAt" | "decidedAt", AnyPgColumn>;

const viewOf = (kind: ProposalKind, { at, until, ...proposal }: Open): WaitingProposal => ({
  ...{ kind, ...proposal },
  at: at.toISOString(),
  until: until.toISOString(),
});

const notAbout = (person: AnyPgColumn, me: string) => or(isNull(person), ne(person, me));
const byOthers = (proposedBy: AnyPgColumn, { actor }: Ctx) => ne(proposedBy, actor.id);

async function openIn(ctx: Ctx, changes: PgTable & Columns, which: ReturnType<typeof and>): Promise<Open[]> {
  const rows = await ctx.db
    .select({ id: changes.id, by: users.name, at: changes.proposedAt, until: changes.expiresAt })
    .from(changes)
    .innerJoin(users, eq(users.id, changes.proposedBy))
    .where(and(isOpen(changes), byOthers(changes.proposedBy, ctx), which))
    .orderBy(asc(changes.expiresAt));
  return rows as Open[];
}

function openResumptions(ctx: Ctx): Promise<Open[]> {
  const { id, proposedBy, proposedAt, expiresAt, freezeId } = freezeResumptions;
  const open = and(isOpen(freezeResumptions), isOpenFreeze(ctx.environment));
  return ctx.db
    .select({ id, by: users.name, at: proposedAt, until: expiresAt })
    .from(freezeResumptions)
    .innerJoin(freezes, eq(freezes.id, freezeId))
    .innerJoin(users, eq(users.id, proposedBy))
    .where(and(open, byOthers(proposedBy, ctx), notAbout(freezes.personId, ctx.actor.id)))
    .orderBy(asc(expiresAt));
}

function openDayChanges(ctx: Ctx): Promise<Open[]> {
  const { id, day, environment, proposedBy, proposedAt, expiresAt } = dayChanges;
  return ctx.db
    .select({ id, day, by: users.name, at: proposedAt, until: expiresAt })
    .from(dayChanges)
    .innerJoin(users, eq(users.id, proposedBy))
    .where(and(isOpen(dayChanges), eq(environment, ctx.environment), byOthers(proposedBy, ctx)))
    .orderBy(asc(expiresAt));
}
