import "server-only";
import { eq } from "drizzle-orm";
import { dayReopenings } from "@/drizzle/schema/daily-closes";
import { proposals } from "@/drizzle/schema/proposals";
import { users } from "@/drizzle/schema/users";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { APPLIED, decide, type Proposal, propose } from "@/lib/auth/dual-control";
import type { ProposalDecision } from "@/lib/auth/proposal";
import type { ProofNeeded } from "@/lib/auth/step-up";
import type { Tx } from "@/lib/db/connection";
import { err, type Result } from "@/lib/result";
import { tokyoDayRange } from "@/lib/time";
import { closeInForce, lockDay } from "./closes";
import { countDay } from "./count-day";
import { DAY_CHANGE } from "./day-change";
import { recordClose } from "./record-close";
import { areSameDifferences, type DayChange, differencesOf, type ReopenProblem } from "./schema";

/** Proposes to take a close back. Another person decides; the close stays on record. */
export async function proposeReopening(
  ctx: Ctx,
  { day, reason }: { day: string; reason: string },
): Promise<Result<{ proposalId: string }, ReopenProblem | ProofNeeded>> {
  requirePermission(ctx, "daily_close:close");
  return ctx.db.transaction(async (tx) => {
    if (!(await closeInForce({ db: tx, environment: ctx.environment }, day))) return err({ kind: "not_closed" });
    return propose(tx, ctx, DAY_CHANGE, { subject: day, change: { change: "reopen", reason, differences: [] } });
  });
}

/** `figures changed`: what does not add up is not what the proposal gave a reason for. */
type CannotDecideDay = { kind: "figures_changed" } | { kind: "closed_already" } | { kind: "not_closed" };
type Decided = Result<{ kind: "applied" }, CannotDecideDay>;

/** Closes or reopens a day as another person proposed, or drops the proposal. */
export async function decideDayChange(ctx: Ctx, decision: ProposalDecision) {
  requirePermission(ctx, "daily_close:close");
  return decide(ctx, DAY_CHANGE, decision, {
    // Before the lock of the proposal, as closing a day takes the two in this order.
    lock: async (tx) => {
      const [proposal] = await tx
        .select({ day: proposals.subject })
        .from(proposals)
        .where(eq(proposals.id, decision.proposalId));
      if (proposal) await lockDay(tx, ctx.environment, proposal.day);
    },
    apply: (tx, proposal): Promise<Decided> =>
      proposal.change.change === "close" ? close(tx, ctx, proposal) : reopen(tx, ctx, proposal),
  });
}

type DayProposal = Proposal<DayChange>;

async function close(tx: Tx, ctx: Ctx, { subject: day, change, proposedBy }: DayProposal): Promise<Decided> {
  const { environment } = ctx;
  const { reason, differences } = change;
  if (await closeInForce({ db: tx, environment }, day)) return err({ kind: "closed_already" });
  const range = tokyoDayRange(day);
  if (!range) throw new Error(`a proposal for ${day}, which is no day`);
  const closedAt = ctx.now();
  const figures = await countDay({ db: tx, environment }, range);
  if (!areSameDifferences(differencesOf(figures), differences)) return err({ kind: "figures_changed" });
  const [proposer] = await tx.select({ name: users.name }).from(users).where(eq(users.id, proposedBy));
  const by = proposer && { proposedBy: proposer.name };
  const closed = await recordClose(tx, ctx, { day, closedAt, figures, reason, ...by });
  return closed.ok ? APPLIED : closed;
}

async function reopen(tx: Tx, ctx: Ctx, { subject: day, change, proposedBy }: DayProposal): Promise<Decided> {
  const { environment } = ctx;
  const { reason } = change;
  const closed = await closeInForce({ db: tx, environment }, day);
  if (!closed) return err({ kind: "not_closed" });
  const { version } = closed;
  const by = { proposedBy, confirmedBy: ctx.actor.id, reopenedAt: ctx.now() };
  await tx.insert(dayReopenings).values({ environment, day, version, reason, ...by });
  await record(tx, ctx, { action: "day.reopened", subject: day, detail: { reason, version, proposedBy } });
  return APPLIED;
}
