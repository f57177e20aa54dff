import { ArrowDownLeft, Plus } from "lucide-react";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { BalancesSkeleton } from "@/components/dashboard/balances-skeleton";
import { FrozenPayouts } from "@/components/dashboard/frozen-payouts";
import { LiveActivity } from "@/components/dashboard/live-activity";
import { TodayBalances } from "@/components/dashboard/today-balances";
import { TodaySummary } from "@/components/dashboard/today-summary";
import { VolumeCard } from "@/components/dashboard/volume-card";
import { WorkQueue } from "@/components/dashboard/work-queue";
import { ClientBoundary, seed } from "@/components/messages/client-boundary";
import { PageFrame } from "@/components/shell/page-frame";
import { buttonVariants } from "@/components/ui/button";
import { activityCache } from "@/lib/activity/cache";
import { listActivity } from "@/lib/activity/queries";
import { approvalsCache } from "@/lib/approval-queue/cache";
import { listApprovals } from "@/lib/approval-queue/queries";
import type { Ctx } from "@/lib/auth/context";
import { may } from "@/lib/auth/permissions";
import { balanceCache } from "@/lib/balances/cache";
import { balancesForPage, refreshBalances } from "@/lib/balances/commands";
import { updatedAt } from "@/lib/balances/schema";
import { countDashboard } from "@/lib/dashboard/queries";
import { getVolume } from "@/lib/dashboard/volume";
import { viewerContext } from "@/lib/http/viewer";
import { playerCache } from "@/lib/kyc/cache";
import { listPlayers } from "@/lib/kyc/queries";
import { playersAsked } from "@/lib/kyc/schema";
import { transactionCache } from "@/lib/transactions/cache";
import { listAttention } from "@/lib/transactions/list/attention";

/** The job asks the service each minute, and the browser once the page is there: it need not wait for these. */
const RECENT_MS = 50_000;

/** Rendered as a whole, so that nothing moves under the pointer. */
export default async function TodayPage({ params }: PageProps<"/[environment]">) {
  const ctx = await viewerContext((await params).environment);
  const { environment } = ctx;
  const { role } = ctx.actor;
  const needing = { show: "needs", q: "" } as const;
  const t = await getTranslations();
  const mayApprove = may(role, "approvals:read");
  const [balances, today, volume, approvals, players, attention, entries] = await Promise.all([
    balancesForPage(ctx, { recentMs: RECENT_MS }),
    countDashboard(ctx),
    getVolume(ctx),
    mayApprove ? listApprovals(ctx) : null,
    listPlayers(ctx, playersAsked.parse(needing)),
    listAttention(ctx),
    listActivity(ctx, { kind: "audit" }),
  ]);
  const queries = [
    balances && seed(balanceCache.all(environment), balances, updatedAt(balances)),
    approvals && seed(approvalsCache.all(environment), approvals),
    seed(playerCache.list(environment, needing), players),
    seed(transactionCache.attention(environment), attention),
    seed(activityCache.newest(environment, "audit"), entries),
  ];
  const create = (
    <>
      {may(role, "deposits:create") && (
        <Link href={`/${environment}/deposits/new`} className={buttonVariants()}>
          <ArrowDownLeft aria-hidden />
          {t("deposits.new")}
        </Link>
      )}
      {may(role, "withdrawals:create") && (
        <Link href={`/${environment}/withdrawals/new`} className={buttonVariants({ variant: "primary" })}>
          <Plus aria-hidden />
          {t("withdrawals.new")}
        </Link>
      )}
    </>
  );
  return (
    <ClientBoundary
      messages={[
        ...(["dashboard", "approvals.kinds", "balances", "activity", "actions", "states", "timeline"] as const),
        ...([
          "failures",
          "problems",
          "common",
          "dualControl",
          "freezes",
          "stepUp",
          "players.displayStatuses",
          "fields",
        ] as const),
        ...(["orders.attesting", "orders.duration", "orders.proof", "team.proposals", "roles"] as const),
      ]}
      queries={queries}
    >
      <PageFrame
        title={t("dashboard.title")}
        summary={
          <TodaySummary environment={environment} at={ctx.now().toISOString()} first={today} firstVolume={volume} />
        }
        actions={create}
      >
        <div className="flex flex-col gap-4">
          <FrozenPayouts environment={environment} first={today} mayResume={may(role, "freezes:resume")} />
          <div>
            {balances ? (
              <TodayBalances environment={environment} />
            ) : (
              <Suspense fallback={<BalancesSkeleton label={t("balances.asking")} />}>
                <FirstBalances ctx={ctx} />
              </Suspense>
            )}
          </div>
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
            <WorkQueue
              environment={environment}
              first={today}
              volume={volume}
              mayApprove={mayApprove}
              mayMark={may(role, "deliveries:recheck")}
            />
            <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 max-xl:lg:grid-cols-2">
              <VolumeCard environment={environment} first={volume} />
              <LiveActivity environment={environment} />
            </div>
          </div>
        </div>
      </PageFrame>
    </ClientBoundary>
  );
}

/** Before any figure is known, the page stands, and waits for the service with this alone. */
async function FirstBalances({ ctx }: { ctx: Ctx }) {
  const { environment } = ctx;
  const queries = [seed(balanceCache.all(environment), await refreshBalances(ctx))];
  return (
    <ClientBoundary queries={queries}>
      <TodayBalances environment={environment} />
    </ClientBoundary>
  );
}
