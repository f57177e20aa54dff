import "server-only";
import { getServiceHealth } from "@/lib/api-status/queries";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { may } from "@/lib/auth/permissions";
import { countBatches } from "@/lib/batches/conditions";
import { listBatchesForMe } from "@/lib/batches/queries";
import { listStoppedBatches } from "@/lib/batches/stopped";
import { countForged } from "@/lib/callbacks/queries";
import { listDaysNotClosed } from "@/lib/daily-close/queries";
import { listDisagreements } from "@/lib/disagreements/disagreements";
import { listFreezes } from "@/lib/freezes/queries";
import { countPlayersNeeding } from "@/lib/kyc/queries";
import { settingsIn } from "@/lib/notifications/settings-in-force";
import { listPayeesForMe } from "@/lib/payees/undecided";
import { countAttention } from "@/lib/transactions/list/attention";
import { listFollowUps } from "@/lib/withdrawals/follow-ups";
import { countWaitingForMe } from "@/lib/withdrawals/queries";
import { listEndedRequests, listProposalsForMe } from "./proposals";
import type { DashboardView } from "./schema";

/** What waits for the reader, in figures: small queries over what is open, however much there is besides. */
export async function countDashboard(ctx: Ctx): Promise<DashboardView> {
  requirePermission(ctx, "activity:read");
  const { actor } = ctx;
  const decides = actor.kind === "user" && may(actor.role, "withdrawals:approve");
  const requests = actor.kind === "user" && may(actor.role, "withdrawals:create");
  const closes = actor.kind === "user" && may(actor.role, "daily_close:close");
  const [
    orders,
    players,
    withdrawals,
    forged,
    service,
    freezes,
    disagreements,
    followUps,
    proposals,
    ended,
    stopped,
    batches,
    listed,
    payees,
    daysNotClosed,
  ] = await Promise.all([
    countAttention(ctx),
    countPlayersNeeding(ctx),
    decides ? countWaitingForMe(ctx).then(({ count }) => count) : 0,
    countForged(ctx),
    getServiceHealth(ctx),
    listFreezes(ctx),
    listDisagreements(ctx),
    requests ? listFollowUps(ctx) : null,
    listProposalsForMe(ctx),
    listEndedRequests(ctx),
    listStoppedBatches(ctx),
    decides ? listBatchesForMe(ctx) : [],
    countBatches(ctx),
    listPayeesForMe(ctx),
    closes ? settingsIn(ctx.db, ctx).then((settings) => listDaysNotClosed(ctx, settings)) : [],
  ]);
  const followed = (followUps ? followUps.own.counted + followUps.others.counted : 0) + ended.length;
  const approvals = withdrawals + batches.length + proposals.length + payees.length;
  const days = daysNotClosed.length > 0 ? 1 : 0;
  const wrong = [forged.lastAt, service.pausedUntil, service.driftSeconds].filter((fact) => fact !== null).length;
  const dashboard = orders + players + approvals + stopped.length + disagreements.count + followed + days + wrong;
  return {
    waiting: {
      dashboard,
      approvals,
      batches: listed.needs,
      payees: payees.length,
      players,
      orders,
      "api-status": wrong,
    },
    batches: stopped,
    daysNotClosed,
    disagreements,
    followUps,
    proposals,
    requests: ended,
    forged,
    service,
    freezes,
  };
}
