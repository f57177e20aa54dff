import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { BalanceCharts, BalanceSummary } from "@/components/balances/balance-charts";
import { CurrencyStrip } from "@/components/balances/currency-strip";
import { RangeLinks } from "@/components/balances/range-links";
import { LoadingNotice } from "@/components/feedback/loading-notice";
import { ClientBoundary, seed } from "@/components/messages/client-boundary";
import { PageFrame } from "@/components/shell/page-frame";
import { may } from "@/lib/auth/permissions";
import { balanceCache } from "@/lib/balances/cache";
import { balancesForPage, refreshBalances } from "@/lib/balances/commands";
import { getBalanceHistory } from "@/lib/balances/queries";
import type { HistoryFilter } from "@/lib/balances/range";
import { historyFilter, updatedAt } from "@/lib/balances/schema";
import { type Viewer, viewerContext } from "@/lib/http/viewer";
import { tokyoDay } from "@/lib/time";

export default async function BalancesPage({ params, searchParams }: PageProps<"/[environment]/balances">) {
  const ctx = await viewerContext((await params).environment);
  const filter = historyFilter.parse(await searchParams);
  const known = await balancesForPage(ctx);
  const page = <BalancesAt ctx={ctx} filter={filter} known={known} />;
  // Only without any figure does the page wait for the service.
  return known ? page : <Suspense fallback={<Asking />}>{page}</Suspense>;
}

async function Asking() {
  const t = await getTranslations("balances");
  const sections = await getTranslations("sections");
  return (
    <PageFrame title={sections("balances")}>
      <LoadingNotice>{t("asking")}</LoadingNotice>
    </PageFrame>
  );
}

type Props = { ctx: Viewer; filter: HistoryFilter; known: Awaited<ReturnType<typeof balancesForPage>> };

async function BalancesAt({ ctx, filter, known }: Props) {
  const { environment } = ctx;
  const sections = await getTranslations("sections");
  const now = known ?? (await refreshBalances(ctx)); // First, so that the history holds what it says.
  const view = await getBalanceHistory(ctx, filter);
  const queries = [
    seed(balanceCache.all(environment), now, updatedAt(now)),
    seed(balanceCache.history(environment, filter), view),
  ];
  return (
    <ClientBoundary messages={["balances", "charts", "failures", "common.*"]} queries={queries}>
      <PageFrame
        title={sections("balances")}
        summary={<BalanceSummary environment={environment} filter={filter} />}
        actions={
          <RangeLinks
            environment={environment}
            filter={filter}
            days={filter.range === "custom" ? filter : daysOf(view.history, ctx.now())}
            canExport={may(ctx.actor.role, "transactions:export")}
          />
        }
      >
        <CurrencyStrip environment={environment} filter={filter} chosen={view.history?.currency} />
        <BalanceCharts environment={environment} filter={filter} />
      </PageFrame>
    </ClientBoundary>
  );
}

function daysOf(history: { from: string; until: string } | null, now: Date) {
  const [from, to] = history ? [new Date(history.from), new Date(history.until)] : [now, now];
  return { from: tokyoDay(from), to: tokyoDay(to) };
}
