import "server-only";
import { asc, eq } from "drizzle-orm";
import { approvals } from "@/drizzle/schema/approvals";
import type { Order } from "@/drizzle/schema/transactions";
import { users } from "@/drizzle/schema/users";
import type { Withdrawal } from "@/drizzle/schema/withdrawals";
import type { Ctx } from "@/lib/auth/context";
import { holdersOf } from "@/lib/auth/key-holders";
import { may } from "@/lib/auth/permissions";
import { newPayeeUntil } from "@/lib/payees/cooling-off";
import { seesPii } from "@/lib/pii/access";
import { without } from "@/lib/pii/mask";
import type { ApprovalView } from "@/lib/transactions/schema";
import { hasNotLeft, isAwaitingApproval } from "@/lib/transactions/submission/submission";
import { adviceOn } from "@/lib/withdrawals/advice";
import { rulesInForce } from "@/lib/withdrawals/approval-rule-changes";
import { approvalsNeeded } from "@/lib/withdrawals/approvals-needed";
import { countedApprovers, decideUntil, refusalOf, type Waiting } from "@/lib/withdrawals/approvers";
import { correctionOf } from "@/lib/withdrawals/correction";
import { requesterOf } from "@/lib/withdrawals/requester-view";

/** What was decided, and whether the reader may decide now; the command asks the same question again. */
export async function approvalView(
  ctx: Ctx,
  { order, intent, isAltered }: { order: Order; intent: Withdrawal; isAltered: boolean },
): Promise<ApprovalView | null> {
  const expiresAt = decideUntil(intent.approvalExpiresAt, order.heldAt);
  if (expiresAt === null) return null;
  const { db } = ctx;
  const { requestedBy, digest } = intent;
  const { id, role, disabledAt, name } = users;
  const isShown = isAwaitingApproval(order.submission) && seesPii(ctx);
  const isOpen = hasNotLeft(order.submission);
  const account = { currency: order.currency, payeeKeys: [intent.payeeKey] };
  const [rules, isNew, decided, requester, holders, advice, correction] = await Promise.all([
    rulesInForce(db, ctx.environment),
    isOpen ? newPayeeUntil(db, ctx, account) : null,
    db
      .select({ approval: approvals, user: { id, role, disabledAt }, name })
      .from(approvals)
      .innerJoin(users, eq(id, approvals.by))
      .where(eq(approvals.transactionRow, order.id))
      .orderBy(asc(approvals.at)),
    requesterOf(ctx, intent),
    holdersOf(db, requestedBy),
    isShown ? adviceOn(ctx, order, intent) : [],
    isShown ? correctionOf(ctx, { order, intent }) : null,
  ]);

  const given = decided.map(({ approval }) => approval);
  const counted = countedApprovers({
    ...{ requestedBy, holders, digest, decided: given },
    users: decided.map((one) => one.user),
  });
  const hidden = seesPii(ctx) ? [] : [intent.destinationAccount, intent.destinationAccountName];
  const waiting = { requester: requester.user, holders, digest, expiresAt, decided: given };
  // An altered order cannot be approved; the recovery job freezes it within a minute.
  const ofMine = isAwaitingApproval(order.submission) && !isAltered ? mine(ctx, waiting) : null;
  return {
    needed: approvalsNeeded(rules, order, intent, isNew),
    expiresAt: expiresAt.toISOString(),
    counted: { basis: intent.approvalBasis, amount: intent.approvalAmount },
    newPayeeUntil: (intent.newPayeeUntil ?? isNew)?.toISOString() ?? null,
    given: decided.map(({ approval: { by, at, decision, reason }, name }) => ({
      ...{ by: name, decision, reason: reason && without(reason, hidden) },
      at: at.toISOString(),
      counts: counted.includes(by),
    })),
    ...{ advice, correction, shortfallReason: intent.shortfallReason && without(intent.shortfallReason, hidden) },
    requester: requester.view,
    mine: ofMine,
    mayTakeBack: ofMine === "own_request" && ctx.actor.kind === "user" && may(ctx.actor.role, "withdrawals:create"),
  };
}

function mine({ actor, now }: Ctx, waiting: Waiting): ApprovalView["mine"] {
  // Declining stays open where approving is refused, so that is what is asked.
  const who = { id: actor.id, digest: waiting.digest, decision: "declined", now: now() } as const;
  const refused = refusalOf(waiting, who);
  switch (refused?.kind) {
    case "own_request":
      return waiting.requester.id === actor.id ? "own_request" : "own_key";
    case "decided_before":
      return "decided_before";
    case "expired":
    case "other_terms":
    case "requester_inactive":
    case "requester_not_permitted":
      return null;
    case undefined:
      return actor.kind === "user" && may(actor.role, "withdrawals:approve") ? "may_decide" : null;
  }
}
