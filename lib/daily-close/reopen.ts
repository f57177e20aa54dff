import "server-only";
import { and, eq } from "drizzle-orm";
import { dayChanges, dayReopenings } from "@/drizzle/schema/daily-closes";
import { users } from "@/drizzle/schema/users";
import { record } from "@/lib/audit/record";
import { type Ctx, Forbidden, requirePermission } from "@/lib/auth/context";
import { type CannotDecideProposal, refusalToDecide } from "@/lib/auth/dual-control";
import type { Tx } from "@/lib/db/connection";
import { err, ok, type Result } from "@/lib/result";
import { tokyoDayRange } from "@/lib/time";
import { closeInForce } from "./closes";
import { countDay } from "./count-day";
import { dropOverdue } from "./expire-changes";
import { recordClose } from "./record-close";
import { differencesOf, type ReopenProblem } from "./schema";

/** Proposes to take a close back. Another person decides; the close stays on record. */
export async function proposeReopening(
  ctx: Ctx,
  { day, reason }: { day: string; reason: string },
): Promise<Result<{ proposalId: string }, ReopenProblem>> {
  requirePermission(ctx, "daily_close:close");
  const { actor, environment } = ctx;
  if (actor.kind !== "person") throw new Forbidden("only a person reopens a day");
  return ctx.db.transaction(async (tx) => {
    if (!(await closeInForce(tx, environment, day))) return err({ kind: "not_closed" });
    await dropOverdue(tx, ctx);
    const [made] = await tx
      .insert(dayChanges)
      .values({
        ...{ environment, day, change: "reopen", reason, differences: [] },
        ...{ proposedBy: actor.id, proposedAt: ctx.now() },
      })
      .onConflictDoNothing()
      .returning({ id: dayChanges.id });
    if (!made) return err({ kind: "another_proposal_is_open" });
    await record(tx, ctx, { action: "day.reopening_proposed", subject: day, detail: { reason } });
    return ok({ proposalId: made.id });
  });
}

/** `figures changed`: what does not add up is not what the proposal gave a reason for. */
export type CannotDecideDay =
  | CannotDecideProposal
  | { kind: "figures_changed" }
  | { kind: "closed_already" }
  | { kind: "not_closed" };

/** Closes or reopens a day as another person proposed, or drops the proposal. */
export async function decideDayChange(
  ctx: Ctx,
  { proposalId, apply }: { proposalId: string; apply: boolean },
): Promise<Result<{ applied: boolean }, CannotDecideDay>> {
  requirePermission(ctx, "daily_close:close");
  const mine = and(eq(dayChanges.id, proposalId), eq(dayChanges.environment, ctx.environment));
  return ctx.db.transaction(async (tx) => {
    const [proposal] = await tx.select().from(dayChanges).where(mine).for("update");
    if (!proposal) return err({ kind: "not_open" });
    const refused = await refusalToDecide(tx, ctx, proposal, { permission: "daily_close:close", applies: apply });
    if (refused) return err(refused);
    if (apply) {
      const cannot = proposal.change === "close" ? await close(tx, ctx, proposal) : await reopen(tx, ctx, proposal);
      if (cannot) return err(cannot);
    }
    await tx.update(dayChanges).set({ decidedBy: ctx.actor.id, decidedAt: ctx.now() }).where(mine);
    const { day, change } = proposal;
    if (!apply) await record(tx, ctx, { action: "day.change_dropped", subject: day, detail: { change } });
    return ok({ applied: apply });
  });
}

type Proposal = typeof dayChanges.$inferSelect;

async function close(tx: Tx, ctx: Ctx, { day, reason, differences, proposedBy }: Proposal) {
  const { environment } = ctx;
  if (await closeInForce(tx, environment, day)) return { kind: "closed_already" } as const;
  const range = tokyoDayRange(day);
  if (!range) throw new Error(`a proposal for ${day}, which is no day`);
  const figures = await countDay({ db: tx, environment }, range);
  const amounts = (all: typeof differences) =>
    all.map(({ currency, difference }) => `${currency} ${difference}`).join();
  if (amounts(differencesOf(figures)) !== amounts(differences)) return { kind: "figures_changed" } as const;
  const [proposer] = await tx.select({ name: users.name }).from(users).where(eq(users.id, proposedBy));
  const closed = await recordClose(tx, ctx, { day, figures, reason, ...(proposer && { proposedBy: proposer.name }) });
  return closed.ok ? null : closed.error;
}

async function reopen(tx: Tx, ctx: Ctx, { day, reason, proposedBy }: Proposal) {
  const { environment } = ctx;
  const closed = await closeInForce(tx, environment, day);
  if (!closed) return { kind: "not_closed" } as const;
  const { version } = closed;
  const by = { proposedBy, confirmedBy: ctx.actor.id, reopenedAt: ctx.now() };
  await tx.insert(dayReopenings).values({ environment, day, version, reason, ...by });
  await record(tx, ctx, { action: "day.reopened", subject: day, detail: { reason, version, proposedBy } });
  return null;
}
