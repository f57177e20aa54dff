import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { cookies } from "next/headers";
import Link from "next/link";
import { NextIntlClientProvider } from "next-intl";
import { getMessages, getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { pickMessages } from "@/components/messages/pick-messages";
import { PageFrame } from "@/components/shell/page-frame";
import { COLUMNS_COOKIE, readColumns } from "@/components/transactions/order-columns";
import { OrderFilters } from "@/components/transactions/order-filters";
import { TransactionList } from "@/components/transactions/transaction-list";
import { buttonVariants } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { ViewBar } from "@/components/views/view-bar";
import { may } from "@/lib/auth/permissions";
import { type Viewer, viewerContext } from "@/lib/http/viewer";
import { tokyoDay } from "@/lib/time";
import { transactionCache } from "@/lib/transactions/cache";
import { addressOf, formatCursor } from "@/lib/transactions/list/filter";
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
  const missing = may(ctx.actor.role, "backfill:start") && (
    <Link href={`/${ctx.environment}/transactions/add-missing`} className={buttonVariants()}>
      {(await getTranslations("history"))("open")}
    </Link>
  );
  return (
    <PageFrame title={t("title")} aside={t("lead")} actions={missing}>
      <NextIntlClientProvider
        messages={pickMessages(await getMessages(), [
          ...(["orders.days", "orders.column", "orders.sorts", "further"] as const),
          ...(["states", "evidence", "views", "export", "common.*"] as const),
        ])}
      >
        <OrderFilters environment={ctx.environment} filter={filter} given={given} today={tokyoDay(ctx.now())} />
        <Views ctx={ctx} query={addressOf(filter)} />
        <Suspense key={addressOf(filter)} fallback={<Skeleton className="h-96" />}>
          <Orders ctx={ctx} asked={{ ...filter, anchor }} />
        </Suspense>
      </NextIntlClientProvider>
    </PageFrame>
  );
}

async function Views({ ctx, query }: { ctx: Viewer; query: string }) {
  const mayKeep = may(ctx.actor.role, "views:save");
  return <ViewBar environment={ctx.environment} views={await listViews(ctx)} {...{ query, mayKeep }} />;
}

async function Orders({ ctx, asked }: { ctx: Viewer; asked: OrdersAsked }) {
  const { environment, actor } = ctx;
  const { anchor, ...filter } = asked;
  const isUp = anchor?.kind === "before";
  const query = addressOf(filter, anchor && { kind: isUp ? "before" : "after", place: formatCursor(anchor.place) });
  const columns = readColumns((await cookies()).get(COLUMNS_COOKIE)?.value);
  const client = new QueryClient();
  client.setQueryData(transactionCache.page(environment, query).queryKey, await listOrders(ctx, asked));
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <TransactionList
        key={query}
        {...{ environment, filter, query, columns }}
        mayExport={may(actor.role, "transactions:export")}
      />
    </HydrationBoundary>
  );
}
