import "server-only";
import { and, asc, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { users } from "@/drizzle/schema/users";
import type { Tx } from "@/lib/db/connection";
import type { Actor } from "./actor";
import { type Ctx, Forbidden } from "./context";
import { may, type Permission } from "./permissions";

/**
 * What one person proposes and another decides. A proposal expires after three days by the database's clock, which all
 * instances share (`expiresAt` in drizzle/schema), and applies only while its proposer is active and permitted.
 */
type ProposalColumns = { decidedAt: AnyPgColumn; expiresAt: AnyPgColumn };

export const isOpen = ({ decidedAt, expiresAt }: ProposalColumns): SQL | undefined =>
  and(isNull(decidedAt), sql`${expiresAt} > now()`);

/** Expired, and not recorded as that yet. */
export const isOverdue = ({ decidedAt, expiresAt }: ProposalColumns): SQL | undefined =>
  and(isNull(decidedAt), sql`${expiresAt} <= now()`);

/** The actor of an expiry: it belongs to no person, not even to the one whose request discovers it. */
export const EXPIRY: Actor = { kind: "system", id: "expiry", name: "expiry" };

/** A row of any table of proposals. */
export type Proposal = { proposedBy: string; expiresAt: Date; decidedAt: Date | null; decidedBy: string | null };

export type CannotDecideProposal =
  | { kind: "not_open" }
  | { kind: "lapsed" }
  | { kind: "own_proposal" }
  /** The proposer was disabled, or has another role now. */
  | { kind: "proposer_not_permitted" };

/**
 * The one check of all dual control: why this actor cannot decide the proposal, or null. Read the proposal `for update`
 * first. Dropping is free to every holder of the permission, also to the proposer; applying needs two active holders.
 * Both stay locked until the transaction ends, so that neither is disabled or demoted while the change is applied.
 */
export async function refusalToDecide(
  tx: Tx,
  { actor }: Pick<Ctx, "actor">,
  proposal: Proposal,
  { permission, applies }: { permission: Permission; applies: boolean },
): Promise<CannotDecideProposal | null> {
  if (actor.kind !== "person") throw new Forbidden("only a person decides about a proposal");
  const { proposedBy, expiresAt, decidedAt, decidedBy } = proposal;
  if (decidedAt !== null) return { kind: decidedBy === null ? "lapsed" : "not_open" };
  if (await isPast(tx, expiresAt)) return { kind: "lapsed" };
  const holders = await lockActiveHolders(tx, [actor.id, proposedBy], permission);
  if (!holders.has(actor.id)) throw new Forbidden(`${actor.id} no longer holds ${permission}`);
  if (!applies) return null;
  if (proposedBy === actor.id) return { kind: "own_proposal" };
  return holders.has(proposedBy) ? null : { kind: "proposer_not_permitted" };
}

/** Which of these people are active and hold the permission. None of them changes until the transaction ends. */
export async function lockActiveHolders(tx: Tx, ids: readonly string[], permission: Permission): Promise<Set<string>> {
  const active = await tx
    .select({ id: users.id, role: users.role })
    .from(users)
    .where(and(inArray(users.id, [...ids]), isNull(users.disabledAt)))
    .orderBy(asc(users.id))
    .for("share");
  return new Set(active.filter(({ role }) => may(role, permission)).map(({ id }) => id));
}

async function isPast(tx: Tx, at: Date): Promise<boolean> {
  const [clock] = (await tx.execute<{ past: boolean }>(sql`select ${at.toISOString()}::timestamptz <= now() as past`))
    .rows;
  return clock?.past ?? true;
}
