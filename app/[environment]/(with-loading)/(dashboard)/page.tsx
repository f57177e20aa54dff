import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import Link from "next/link";
import { NextIntlClientProvider } from "next-intl";
import { getMessages, getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { Balances } from "@/components/balances/balances";
import { ActionRequired } from "@/components/dashboard/action-required";
import { ApprovalsForMe } from "@/components/dashboard/approvals-for-me";
import { CallbackDisagreements } from "@/components/dashboard/callback-disagreements";
import { Clock } from "@/components/dashboard/clock";
import { ForgedCallbacks } from "@/components/dashboard/forged-callbacks";
import { LiveActivity } from "@/components/dashboard/live-activity";
import { OpenProposals } from "@/components/dashboard/open-proposals";
import { PayoutFollowUps } from "@/components/dashboard/payout-follow-ups";
import { PayoutsFrozen } from "@/components/dashboard/payouts-frozen";
import { PlayersActionRequired } from "@/components/dashboard/players-action-required";
import { ServiceOutage } from "@/components/dashboard/service-outage";
import { LoadingNotice } from "@/components/feedback/loading-notice";
import { pickMessages } from "@/components/messages/pick-messages";
import { PageFrame } from "@/components/shell/page-frame";
import { buttonVariants } from "@/components/ui/button";
import { activityCache } from "@/lib/activity/cache";
import { listActivity } from "@/lib/activity/queries";
import type { Ctx } from "@/lib/auth/context";
import { may } from "@/lib/auth/permissions";
import { balanceCache } from "@/lib/balances/cache";
import { balancesForPage, refreshBalances } from "@/lib/balances/commands";
import { updatedAt } from "@/lib/balances/schema";
import { countDashboard } from "@/lib/dashboard/queries";
import { type Viewer, viewerContext } from "@/lib/http/viewer";
import { playerCache } from "@/lib/kyc/cache";
import { listPlayers } from "@/lib/kyc/queries";
import { transactionCache } from "@/lib/transactions/cache";
import { listAttention } from "@/lib/transactions/list/attention";
import { withdrawalCache } from "@/lib/withdrawals/cache";
import { countWaitingForMe } from "@/lib/withdrawals/queries";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("today"))("title") };
}

export default async function TodayPage({ params }: PageProps<"/[environment]">) {
  const ctx = await viewerContext((await params).environment);
  const { environment, actor } = ctx;
  const t = await getTranslations();
  const create = may(actor.role, "withdrawals:create") && (
    <Link href={`/${environment}/withdrawals/new`} className={buttonVariants({ variant: "primary" })}>
      {t("withdrawals.new")}
    </Link>
  );
  return (
    <PageFrame title={t("today.title")} aside={<Clock at={ctx.now().toISOString()} />} actions={create}>
      <NextIntlClientProvider
        messages={pickMessages(await getMessages(), [
          ...(["today", "balances", "activity", "actions", "states", "timeline"] as const),
          ...(["failures", "problems", "common", "freezes", "proof"] as const),
          ...(["orders.attesting", "orders.duration", "orders.proof"] as const),
        ])}
      >
        <Everything ctx={ctx} />
      </NextIntlClientProvider>
    </PageFrame>
  );
}

/** Rendered as a whole, so that nothing moves under the pointer. */
async function Everything({ ctx }: { ctx: Viewer }) {
  const { environment } = ctx;
  const { role } = ctx.actor;
  const needing = { show: "needs", q: "" } as const;
  const t = await getTranslations("balances");
  const decides = may(role, "withdrawals:approve");
  const [balances, today, waiting, players, attention, entries] = await Promise.all([
    balancesForPage(ctx),
    countDashboard(ctx),
    decides ? countWaitingForMe(ctx) : null,
    listPlayers(ctx, needing),
    listAttention(ctx),
    listActivity(ctx, { kind: "all" }),
  ]);
  const client = new QueryClient();
  if (balances) {
    client.setQueryData(balanceCache.all(environment).queryKey, balances, updatedAt(balances));
  }
  if (waiting) client.setQueryData(withdrawalCache.waitingForMe(environment).queryKey, waiting);
  client.setQueryData(playerCache.list(environment, needing).queryKey, players);
  client.setQueryData(transactionCache.attention(environment).queryKey, attention);
  client.setQueryData(activityCache.newest(environment, "all").queryKey, entries);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      {balances ? (
        <Balances environment={environment} />
      ) : (
        <Suspense fallback={<LoadingNotice>{t("asking")}</LoadingNotice>}>
          <FirstBalances ctx={ctx} />
        </Suspense>
      )}
      <PayoutsFrozen environment={environment} first={today} mayResume={may(role, "freezes:resume")} />
      <ServiceOutage environment={environment} first={today} />
      {decides && <ApprovalsForMe environment={environment} />}
      <OpenProposals environment={environment} first={today} />
      <PayoutFollowUps environment={environment} first={today} />
      <PlayersActionRequired environment={environment} />
      <CallbackDisagreements environment={environment} first={today} mayMark={may(role, "deliveries:recheck")} />
      <ForgedCallbacks environment={environment} first={today} />
      <div className="mt-4 grid items-start gap-4 lg:grid-cols-[1.2fr_1fr]">
        <ActionRequired environment={environment} />
        <LiveActivity environment={environment} />
      </div>
    </HydrationBoundary>
  );
}

/** Before any figure is known, the page stands, and waits for the service with this alone. */
async function FirstBalances({ ctx }: { ctx: Ctx }) {
  const { environment } = ctx;
  const client = new QueryClient();
  client.setQueryData(balanceCache.all(environment).queryKey, await refreshBalances(ctx));
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Balances environment={environment} />
    </HydrationBoundary>
  );
}
