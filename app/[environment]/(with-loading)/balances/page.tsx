import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { NextIntlClientProvider } from "next-intl";
import { getMessages, getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { Balances } from "@/components/balances/balances";
import { Histories } from "@/components/balances/histories";
import { LoadingNotice } from "@/components/feedback/loading-notice";
import { TabLinks } from "@/components/filters/tab-links";
import { pickMessages } from "@/components/messages/pick-messages";
import { PageFrame } from "@/components/shell/page-frame";
import type { Ctx } from "@/lib/auth/context";
import { balanceCache } from "@/lib/balances/cache";
import { balancesForPage, refreshBalances } from "@/lib/balances/commands";
import { getBalanceHistory } from "@/lib/balances/queries";
import { historyFilter, RANGE_NAMES, type Range, updatedAt } from "@/lib/balances/schema";
import { viewerContext } from "@/lib/http/viewer";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("balances"))("title") };
}

export default async function BalancesPage({ params, searchParams }: PageProps<"/[environment]/balances">) {
  const ctx = await viewerContext((await params).environment);
  const { range } = historyFilter.parse(await searchParams);
  const t = await getTranslations("balances");
  const known = await balancesForPage(ctx);
  const live = <LiveBalances ctx={ctx} range={range} known={known} />;
  return (
    <PageFrame title={t("title")} aside={t("lead")}>
      {/* Only without any figure does the page wait for the service. */}
      {known ? live : <Suspense fallback={<LoadingNotice>{t("asking")}</LoadingNotice>}>{live}</Suspense>}
    </PageFrame>
  );
}

type Props = { ctx: Ctx; range: Range; known: Awaited<ReturnType<typeof balancesForPage>> };

async function LiveBalances({ ctx, range, known }: Props) {
  const { environment } = ctx;
  const t = await getTranslations("balances");
  const now = known ?? (await refreshBalances(ctx)); // First, so that the history holds what it says.
  const client = new QueryClient();
  client.setQueryData(balanceCache.all(environment).queryKey, now, updatedAt(now));
  client.setQueryData(balanceCache.history(environment, range).queryKey, await getBalanceHistory(ctx, { range }));
  const tabs = RANGE_NAMES.map((name) => ({
    name,
    text: t(`ranges.${name}`),
    href: `/${environment}/balances?range=${name}` as const,
  }));
  return (
    <NextIntlClientProvider messages={pickMessages(await getMessages(), ["balances", "failures", "common.*"])}>
      <HydrationBoundary state={dehydrate(client)}>
        <Balances environment={environment} />
        <h2 className="mt-8 mb-3 text-[15px] font-semibold">{t("overTime")}</h2>
        <TabLinks label={t("overTime")} tabs={tabs} current={range} />
        <Histories environment={environment} range={range} />
      </HydrationBoundary>
    </NextIntlClientProvider>
  );
}
