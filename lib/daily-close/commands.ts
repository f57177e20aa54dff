import "server-only";
import { type Ctx, requirePermission, requireUser } from "@/lib/auth/context";
import { propose } from "@/lib/auth/dual-control";
import { absolute } from "@/lib/money/amount";
import { err, ok, type Result } from "@/lib/result";
import { tokyoDayRange } from "@/lib/time";
import { rulesInForce } from "@/lib/withdrawals/approval-rule-changes";
import { approversFor } from "@/lib/withdrawals/approval-rules";
import { closeInForce, lockDay } from "./closes";
import { countDay, isKnownBy } from "./count-day";
import { DAY_CHANGE } from "./day-change";
import { recordClose } from "./record-close";
import { areSameDifferences, type Closed, type CloseInput, type CloseProblem, differencesOf } from "./schema";

/**
 * Freezes the figures of a Tokyo day that is over, with a reason where they do not add up by what was shown. Where they
 * differ by an amount whose payout the approval rules would not leave to one person, it is a proposal that another one
 * confirms.
 */
export async function closeDay(
  ctx: Ctx,
  { day, reason, seen = [] }: CloseInput,
): Promise<Result<Closed, CloseProblem>> {
  requirePermission(ctx, "daily_close:close");
  requireUser(ctx.actor);
  const { environment } = ctx;
  const range = tokyoDayRange(day);
  if (!range || ctx.now() < range.before) return err({ kind: "not_over_yet" });
  if (!(await isKnownBy(ctx, range.before))) return err({ kind: "before_the_records" });

  return ctx.db.transaction(async (tx) => {
    await lockDay(tx, environment, day);
    if (await closeInForce({ db: tx, environment }, day)) return err({ kind: "closed_already" });
    // Before the counting: what is learned during it is learned after the close.
    const closedAt = ctx.now();
    const figures = await countDay({ db: tx, environment }, range);
    const differences = differencesOf(figures);
    if (differences.length === 0) return recordClose(tx, ctx, { day, closedAt, figures });
    if (reason === undefined) return err({ kind: "reason_needed" });
    if (!areSameDifferences(differences, seen)) return err({ kind: "changed_since_shown" });

    const rules = await rulesInForce(tx, environment);
    const takesTwo = differences.some(
      ({ currency, difference }) => approversFor(rules, { currency, amount: absolute(difference) }) > 0,
    );
    if (!takesTwo) return recordClose(tx, ctx, { day, closedAt, figures, reason });
    const made = await propose(tx, ctx, DAY_CHANGE, { subject: day, change: { change: "close", reason, differences } });
    return made.ok ? ok({ kind: "confirming", ...made.value }) : made;
  });
}
