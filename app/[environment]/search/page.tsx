import Link from "next/link";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { ClientBoundary } from "@/components/messages/client-boundary";
import { orderPath } from "@/components/orders/order-link";
import { playerPath } from "@/components/orders/player-link";
import { AskedProblem } from "@/components/search/asked-problem";
import { SearchForm } from "@/components/search/search-form";
import { searchPath } from "@/components/search/search-path";
import { SearchResults } from "@/components/search/search-results";
import { PageFrame } from "@/components/shell/page-frame";
import { TitledCard } from "@/components/ui/card";
import type { Ctx } from "@/lib/auth/context";
import { may } from "@/lib/auth/permissions";
import { viewerContext } from "@/lib/http/viewer";
import { searchHeld } from "@/lib/search/commands";
import { findBanks } from "@/lib/search/queries";
import { searchAddress } from "@/lib/search/schema";
import { lookUpOrder } from "@/lib/transactions/commands";
import { lookUp } from "@/lib/transactions/schema";

export default async function SearchPage({ params, searchParams }: PageProps<"/[environment]/search">) {
  const ctx = await viewerContext((await params).environment);
  const { environment, actor } = ctx;
  const { q, ask, show } = searchAddress.parse(await searchParams);
  const t = await getTranslations("search");
  const more = show === "more";
  const [view, banks] = await Promise.all([searchHeld(ctx, { q, more }), findBanks(ctx, { q })]);
  if (view.exact !== null) redirect(orderPath(environment, view.exact));
  const asks = may(actor.role, "transactions:check_status") ? view.asks : null;
  return (
    <PageFrame title={t("title")} summary={t("lead")}>
      <div className={asks ? "mb-4 grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_23.75rem]" : "mb-4"}>
        <SearchForm environment={environment} q={q} />
        {asks && (
          <TitledCard title={t("ask.title")}>
            <div role="status" className="grid justify-items-start gap-2 px-4 py-3">
              {asks.isLikely || ask ? (
                <Suspense
                  key={asks.id}
                  fallback={<p className="text-muted-foreground">{t("ask.asking", { id: asks.id })}</p>}
                >
                  <AskedLive ctx={ctx} id={asks.id} />
                </Suspense>
              ) : (
                <>
                  <Link href={searchPath(environment, q, { ask: "service" })} className="text-primary hover:underline">
                    {t("ask.offer", { id: asks.id })}
                  </Link>
                  <p className="text-xs text-subtle-foreground">{t("ask.offerText")}</p>
                </>
              )}
              <Link href={playerPath(environment, asks.id)} className="text-primary hover:underline">
                {t("ask.player", { id: asks.id })}
              </Link>
            </div>
          </TitledCard>
        )}
      </div>
      {q.trim() !== "" && (
        <ClientBoundary messages={["search", "orders.*", "states", "evidence", "players.displayStatuses", "common"]}>
          <SearchResults {...{ environment, q, view, banks, more }} now={ctx.now().getTime()} />
        </ClientBoundary>
      )}
    </PageFrame>
  );
}

/** Leads to the order once the service has said that there is one; what is held here stands on the page meanwhile. */
async function AskedLive({ ctx, id }: { ctx: Ctx; id: string }) {
  const wanted = lookUp.safeParse({ id });
  const found = wanted.success ? await lookUpOrder(ctx, wanted.data) : null;
  if (found?.ok) redirect(orderPath(ctx.environment, found.value.referenceId));
  return <AskedProblem id={id} problem={found?.error ?? { kind: "no_id" }} />;
}
