import type { Metadata } from "next";
import { cookies } from "next/headers";
import { getTranslations } from "next-intl/server";
import { ClientMessages } from "@/components/client-messages";
import { Link } from "@/components/link";
import { LoadingNotice } from "@/components/loading-notice";
import { Promptly } from "@/components/promptly";
import { Seeded } from "@/components/seeded";
import { PageFrame } from "@/components/shell/page-frame";
import { COLUMNS_COOKIE, readColumns } from "@/components/transactions/order-columns";
import { OrderFilters } from "@/components/transactions/order-filters";
import { TransactionList } from "@/components/transactions/transaction-list";
import { buttonVariants } from "@/components/ui/button";
import { ViewBar } from "@/components/views/view-bar";
import { may } from "@/lib/auth/permissions";
import { type Viewer, viewerContext } from "@/lib/http/viewer";
import { tokyoDay } from "@/lib/time";
import { transactionCache } from "@/lib/transactions/cache";
import { addressOf, writePlace } from "@/lib/transactions/list/filter";
import { listOrders } from "@/lib/transactions/list/list";
import { type OrdersAsked, ordersAsked } from "@/lib/transactions/schema";
import { listViews } from "@/lib/views/queries";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("orders"))("title") };
}

export default async function TransactionsPage({ params, searchParams }: PageProps<"/[environment]/transactions">) {
  const ctx = await viewerContext((await params).environment);
  const t = await getTranslations("orders");
  const given = await searchParams;
  const { anchor, ...filter } = ordersAsked.parse(given);
  const missing = may(ctx.actor.role, "history:add") && (
    <Link href={`/${ctx.environment}/transactions/add-missing`} className={buttonVariants()}>
      {(await getTranslations("history"))("open")}
    </Link>
  );
  return (
    <PageFrame title={t("title")} aside={t("lead")} actions={missing}>
      <ClientMessages
        of={[
          ...(["orders.days", "orders.column", "orders.sorts", "further"] as const),
          ...(["states", "evidence", "views", "export", "common.*"] as const),
        ]}
      >
        <OrderFilters environment={ctx.environment} filter={filter} given={given} today={tokyoDay(ctx.now())} />
        <Views ctx={ctx} query={addressOf(filter)} />
        <Promptly
          key={addressOf(filter)}
          work={orders(ctx, { ...filter, anchor })}
          fallback={<LoadingNotice>{(await getTranslations("common"))("loading")}</LoadingNotice>}
        />
      </ClientMessages>
    </PageFrame>
  );
}

async function Views({ ctx, query }: { ctx: Viewer; query: string }) {
  const mayKeep = may(ctx.actor.role, "views:keep");
  return <ViewBar environment={ctx.environment} views={await listViews(ctx)} {...{ query, mayKeep }} />;
}

async function orders(ctx: Viewer, asked: OrdersAsked) {
  const { environment, actor } = ctx;
  const { anchor, ...filter } = asked;
  const isUp = anchor?.kind === "before";
  const query = addressOf(filter, anchor && { kind: isUp ? "before" : "after", place: writePlace(anchor.place) });
  const columns = readColumns((await cookies()).get(COLUMNS_COOKIE)?.value);
  return (
    <Seeded seeds={[[transactionCache.page(environment, query).queryKey, await listOrders(ctx, asked)]]}>
      <TransactionList
        key={query}
        {...{ environment, filter, query, columns }}
        mayExport={may(actor.role, "transactions:export")}
      />
    </Seeded>
  );
}
