import type { Metadata } from "next";
import { cookies } from "next/headers";
import Link from "next/link";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { Asking } from "@/components/asking";
import { ClientMessages } from "@/components/client-messages";
import { Seeded } from "@/components/seeded";
import { PageFrame } from "@/components/shell/page-frame";
import { LookUp, LookUpProblem } from "@/components/transactions/look-up";
import { lookUpProblem } from "@/components/transactions/look-up-problem";
import { COLUMNS_COOKIE, readColumns } from "@/components/transactions/order-columns";
import { OrderFilters } from "@/components/transactions/order-filters";
import { orderPath } from "@/components/transactions/order-list";
import { TransactionList } from "@/components/transactions/transaction-list";
import { buttonVariants } from "@/components/ui/button";
import { ViewBar } from "@/components/views/view-bar";
import type { Ctx } from "@/lib/auth/context";
import { may } from "@/lib/auth/permissions";
import { type Viewer, viewerContext } from "@/lib/auth/viewer";
import { err, ok } from "@/lib/result";
import { tokyoDay } from "@/lib/time";
import { transactionCache } from "@/lib/transactions/cache";
import { lookUpOrder } from "@/lib/transactions/commands";
import { listOrders } from "@/lib/transactions/listing";
import { addressOf, writePlace } from "@/lib/transactions/place";
import { findHeld } from "@/lib/transactions/queries";
import { lookUp, type OrdersAsked, ordersAsked } from "@/lib/transactions/schema";
import { listViews } from "@/lib/views/queries";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("orders"))("title") };
}

export default async function TransactionsPage({ params, searchParams }: PageProps<"/[environment]/transactions">) {
  const ctx = await viewerContext((await params).environment);
  const t = await getTranslations("orders");
  const given = await searchParams;
  const { id } = given;
  const { anchor, ...filter } = ordersAsked.parse(given);
  const missing = may(ctx.actor.role, "history:add") && (
    <Link href={`/${ctx.environment}/transactions/add-missing`} className={buttonVariants()}>
      {(await getTranslations("history"))("open")}
    </Link>
  );
  return (
    <PageFrame title={t("title")} aside={t("lead")} actions={missing}>
      <LookUp environment={ctx.environment} id={String(id ?? "")}>
        {id !== undefined && (
          <Suspense key={String(id)} fallback={<p className="mt-3 text-ink-2">{t("lookingUp")}</p>}>
            <LookedUp ctx={ctx} id={String(id)} mayAsk={may(ctx.actor.role, "transactions:ask")} />
          </Suspense>
        )}
      </LookUp>
      <OrderFilters environment={ctx.environment} filter={filter} given={given} today={tokyoDay(ctx.now())} />
      <ClientMessages of={["orders", "states", "evidence", "views", "export", "common"]}>
        <ViewBar
          environment={ctx.environment}
          views={await listViews(ctx)}
          query={addressOf(filter)}
          mayKeep={may(ctx.actor.role, "views:keep")}
        />
        <Suspense key={addressOf(filter)} fallback={<Asking>{(await getTranslations("common"))("loading")}</Asking>}>
          <Orders ctx={ctx} asked={{ ...filter, anchor }} />
        </Suspense>
      </ClientMessages>
    </PageFrame>
  );
}

/** Leads to the order once the service has said that there is one; until then the page stands. */
async function LookedUp({ ctx, id, mayAsk }: { ctx: Ctx; id: string; mayAsk: boolean }) {
  const wanted = lookUp.safeParse({ id });
  const look = mayAsk ? lookUpOrder : lookAmongHeld;
  const found = wanted.success ? await look(ctx, wanted.data) : null;
  if (found?.ok) redirect(orderPath(ctx.environment, found.value.referenceId));
  return <LookUpProblem {...(await lookUpProblem(id, found?.error ?? { kind: "no id" }))} />;
}

async function lookAmongHeld(ctx: Ctx, wanted: { id: string }) {
  const held = await findHeld(ctx, wanted);
  return held ? ok(held) : err({ kind: "not held" as const });
}

async function Orders({ ctx, asked }: { ctx: Viewer; asked: OrdersAsked }) {
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
