import type { Metadata } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { Asking } from "@/components/asking";
import { Balances } from "@/components/balances/balances";
import { ClientMessages } from "@/components/client-messages";
import { Seeded } from "@/components/seeded";
import { PageFrame } from "@/components/shell/page-frame";
import { AsItHappens } from "@/components/today/as-it-happens";
import { CallbacksForged } from "@/components/today/callbacks-forged";
import { NeedsAPerson } from "@/components/today/needs-a-person";
import { PlayersNeeding } from "@/components/today/players-needing";
import { WaitingForMe } from "@/components/today/waiting-for-me";
import { buttonVariants } from "@/components/ui/button";
import { activityCache } from "@/lib/activity/cache";
import { listActivity } from "@/lib/activity/queries";
import type { Ctx } from "@/lib/auth/context";
import { may } from "@/lib/auth/permissions";
import { viewerContext } from "@/lib/auth/viewer";
import { balanceCache } from "@/lib/balances/cache";
import { refreshBalances } from "@/lib/balances/commands";
import { countForged } from "@/lib/callbacks/queries";
import { playerCache } from "@/lib/kyc/cache";
import { listPlayers } from "@/lib/kyc/queries";
import { formatTokyo } from "@/lib/time";
import { listAttention } from "@/lib/transactions/attention";
import { transactionCache } from "@/lib/transactions/cache";
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
    <PageFrame title={t("today.title")} aside={`${formatTokyo(ctx.now(), "minute")} JST`} actions={create}>
      <ClientMessages
        of={["today", "balances", "activity", "actions", "orders", "states", "timeline", "failures", "common"]}
      >
        <Suspense fallback={<Asking>{t("balances.asking")}</Asking>}>
          <LiveBalances ctx={ctx} />
        </Suspense>
        {may(actor.role, "withdrawals:approve") && (
          <Suspense>
            <Approvals ctx={ctx} />
          </Suspense>
        )}
        <Suspense>
          <Players ctx={ctx} />
        </Suspense>
        <Suspense>
          <Forged ctx={ctx} />
        </Suspense>
        <Suspense fallback={<Asking>{t("common.loading")}</Asking>}>
          <Happenings ctx={ctx} />
        </Suspense>
      </ClientMessages>
    </PageFrame>
  );
}

async function LiveBalances({ ctx }: { ctx: Ctx }) {
  const { environment } = ctx;
  return (
    <Seeded seeds={[[balanceCache.all(environment).queryKey, await refreshBalances(ctx)]]}>
      <Balances environment={environment} />
    </Seeded>
  );
}

async function Approvals({ ctx }: { ctx: Ctx }) {
  const { environment } = ctx;
  return (
    <Seeded seeds={[[withdrawalCache.waitingForMe(environment).queryKey, await countWaitingForMe(ctx)]]}>
      <WaitingForMe environment={environment} />
    </Seeded>
  );
}

async function Players({ ctx }: { ctx: Ctx }) {
  const { environment } = ctx;
  const filter = { show: "needs", q: "" } as const;
  return (
    <Seeded seeds={[[playerCache.list(environment, filter).queryKey, await listPlayers(ctx, filter)]]}>
      <PlayersNeeding environment={environment} />
    </Seeded>
  );
}

async function Forged({ ctx }: { ctx: Ctx }) {
  return <CallbacksForged environment={ctx.environment} forged={await countForged(ctx)} />;
}

async function Happenings({ ctx }: { ctx: Ctx }) {
  const { environment } = ctx;
  const [attention, entries] = await Promise.all([listAttention(ctx), listActivity(ctx, { kind: "all" })]);
  const seeds = [
    [transactionCache.attention(environment).queryKey, attention],
    [activityCache.newest(environment, "all").queryKey, entries],
  ] as const;
  return (
    <Seeded seeds={seeds}>
      <div className="mt-4 grid items-start gap-4 lg:grid-cols-[1.2fr_1fr]">
        <NeedsAPerson environment={environment} />
        <AsItHappens environment={environment} />
      </div>
    </Seeded>
  );
}
