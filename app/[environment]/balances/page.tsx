import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Balances } from "@/components/balances/balances";
import { Histories } from "@/components/balances/histories";
import { ClientMessages } from "@/components/client-messages";
import { LoadingNotice } from "@/components/loading-notice";
import { Promptly } from "@/components/promptly";
import { Seeded } from "@/components/seeded";
import { PageFrame } from "@/components/shell/page-frame";
import { TabLinks } from "@/components/tab-links";
import type { Ctx } from "@/lib/auth/context";
import { balanceCache } from "@/lib/balances/cache";
import { balancesForPage, refreshBalances } from "@/lib/balances/commands";
import { getBalanceHistory } from "@/lib/balances/queries";
import { asOfNewest, historyFilter, RANGE_NAMES, type Range } from "@/lib/balances/schema";
import { viewerContext } from "@/lib/http/viewer";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("balances"))("title") };
}

export default async function BalancesPage({ params, searchParams }: PageProps<"/[environment]/balances">) {
  const ctx = await viewerContext((await params).environment);
  const { range } = historyFilter.parse(await searchParams);
  const t = await getTranslations("balances");
  return (
    <PageFrame title={t("title")} aside={t("lead")}>
      <Promptly work={liveBalances(ctx, range)} fallback={<LoadingNotice>{t("asking")}</LoadingNotice>} />
    </PageFrame>
  );
}

async function liveBalances(ctx: Ctx, range: Range) {
  const { environment } = ctx;
  const t = await getTranslations("balances");
  const now = (await balancesForPage(ctx)) ?? (await refreshBalances(ctx)); // First, so that the history holds what it says.
  const seeds = [
    [balanceCache.all(environment).queryKey, now, asOfNewest(now)],
    [balanceCache.history(environment, range).queryKey, await getBalanceHistory(ctx, { range })],
  ] as const;
  const tabs = RANGE_NAMES.map((name) => ({
    name,
    text: t(`ranges.${name}`),
    href: `/${environment}/balances?range=${name}` as const,
  }));
  return (
    <ClientMessages of={["balances", "failures", "common.*"]}>
      <Seeded seeds={seeds}>
        <Balances environment={environment} />
        <h2 className="mt-8 mb-3 text-[15px] font-semibold">{t("overTime")}</h2>
        <TabLinks label={t("overTime")} tabs={tabs} current={range} />
        <Histories environment={environment} range={range} />
      </Seeded>
    </ClientMessages>
  );
}
