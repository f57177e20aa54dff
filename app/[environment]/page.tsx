import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Balances } from "@/components/balances/balances";
import { ClientMessages } from "@/components/client-messages";
import { Link } from "@/components/link";
import { LoadingNotice } from "@/components/loading-notice";
import { Promptly } from "@/components/promptly";
import { Seeded } from "@/components/seeded";
import { PageFrame } from "@/components/shell/page-frame";
import { AsItHappens } from "@/components/today/as-it-happens";
import { CallbacksDisagreeing } from "@/components/today/callbacks-disagreeing";
import { CallbacksForged } from "@/components/today/callbacks-forged";
import { Clock } from "@/components/today/clock";
import { NeedsAPerson } from "@/components/today/needs-a-person";
import { PayoutFollowUps } from "@/components/today/payout-follow-ups";
import { PayoutsFrozen } from "@/components/today/payouts-frozen";
import { PlayersNeeding } from "@/components/today/players-needing";
import { ProposalsWaiting } from "@/components/today/proposals-waiting";
import { ServiceTrouble } from "@/components/today/service-trouble";
import { WaitingForMe } from "@/components/today/waiting-for-me";
import { buttonVariants } from "@/components/ui/button";
import { activityCache } from "@/lib/activity/cache";
import { listActivity } from "@/lib/activity/queries";
import type { Person } from "@/lib/auth/actor";
import type { Ctx } from "@/lib/auth/context";
import { may } from "@/lib/auth/permissions";
import { balanceCache } from "@/lib/balances/cache";
import { balancesForPage, refreshBalances } from "@/lib/balances/commands";
import { asOfNewest } from "@/lib/balances/schema";
import { countToday } from "@/lib/dashboard/queries";
import { viewerContext } from "@/lib/http/viewer";
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
      <ClientMessages
        of={[
          ...(["today", "balances", "activity", "actions", "states", "timeline"] as const),
          ...(["failures", "problems", "common", "freezes", "proof"] as const),
          ...(["orders.attesting", "orders.duration", "orders.proof"] as const),
        ]}
      >
        <Promptly work={everything(ctx)} fallback={<LoadingNotice>{t("common.loading")}</LoadingNotice>} />
      </ClientMessages>
    </PageFrame>
  );
}

/** All in one go: what arrives piece by piece would push aside what somebody is about to press. */
async function everything(ctx: Ctx & { actor: Person }) {
  const { environment } = ctx;
  const { role } = ctx.actor;
  const needing = { show: "needs", q: "" } as const;
  const t = await getTranslations("balances");
  const decides = may(role, "withdrawals:approve");
  const [balances, today, waiting, players, attention, entries] = await Promise.all([
    balancesForPage(ctx),
    countToday(ctx),
    decides ? countWaitingForMe(ctx) : null,
    listPlayers(ctx, needing),
    listAttention(ctx),
    listActivity(ctx, { kind: "all" }),
  ]);
  const seeds = [
    [balanceCache.all(environment).queryKey, balances ?? undefined, asOfNewest(balances)],
    ...(waiting ? [[withdrawalCache.waitingForMe(environment).queryKey, waiting] as const] : []),
    [playerCache.list(environment, needing).queryKey, players],
    [transactionCache.attention(environment).queryKey, attention],
    [activityCache.newest(environment, "all").queryKey, entries],
  ] as const;
  return (
    <Seeded seeds={seeds}>
      {balances ? (
        <Balances environment={environment} />
      ) : (
        <Promptly work={firstBalances(ctx)} fallback={<LoadingNotice>{t("asking")}</LoadingNotice>} />
      )}
      <PayoutsFrozen environment={environment} first={today} mayResume={may(role, "freezes:resume")} />
      <ServiceTrouble environment={environment} first={today} />
      {decides && <WaitingForMe environment={environment} />}
      <ProposalsWaiting environment={environment} first={today} />
      <PayoutFollowUps environment={environment} first={today} />
      <PlayersNeeding environment={environment} />
      <CallbacksDisagreeing environment={environment} first={today} mayMark={may(role, "deliveries:recheck")} />
      <CallbacksForged environment={environment} first={today} />
      <div className="mt-4 grid items-start gap-4 lg:grid-cols-[1.2fr_1fr]">
        <NeedsAPerson environment={environment} />
        <AsItHappens environment={environment} />
      </div>
    </Seeded>
  );
}

/** Before any figure is known, the page stands, and waits for the service with this alone. */
async function firstBalances(ctx: Ctx) {
  const { environment } = ctx;
  return (
    <Seeded seeds={[[balanceCache.all(environment).queryKey, await refreshBalances(ctx)]]}>
      <Balances environment={environment} />
    </Seeded>
  );
}
