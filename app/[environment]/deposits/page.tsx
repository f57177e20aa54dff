import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import Link from "next/link";
import { NextIntlClientProvider } from "next-intl";
import { getMessages, getTranslations } from "next-intl/server";
import { DepositList } from "@/components/deposits/deposit-list";
import { TabLinks } from "@/components/filters/tab-links";
import { pickMessages } from "@/components/messages/pick-messages";
import { PageFrame } from "@/components/shell/page-frame";
import { buttonVariants } from "@/components/ui/button";
import { may } from "@/lib/auth/permissions";
import { depositCache } from "@/lib/deposits/cache";
import { listDeposits } from "@/lib/deposits/queries";
import { DEPOSITS_SHOWN, depositFilter } from "@/lib/deposits/schema";
import { viewerContext } from "@/lib/http/viewer";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("deposits"))("title") };
}

export default async function DepositsPage({ params, searchParams }: PageProps<"/[environment]/deposits">) {
  const ctx = await viewerContext((await params).environment);
  const { environment, actor } = ctx;
  const t = await getTranslations("deposits");
  const { show } = depositFilter.parse(await searchParams);
  const tabs = DEPOSITS_SHOWN.map((name) => ({
    ...{ name, text: t(`shown.${name}`) },
    href: `/${environment}/deposits?show=${name}` as const,
  }));
  const create = may(actor.role, "deposits:create") && (
    <Link href={`/${environment}/deposits/new`} className={buttonVariants({ variant: "primary" })}>
      {t("new")}
    </Link>
  );
  const client = new QueryClient();
  client.setQueryData(depositCache.newest(environment, show).queryKey, await listDeposits(ctx, { show }));
  return (
    <PageFrame title={t("title")} aside={t("lead")} actions={create}>
      <TabLinks label={t("filter")} tabs={tabs} current={show} />
      <NextIntlClientProvider
        messages={pickMessages(await getMessages(), [
          "deposits.nothingFor",
          "orders.*",
          "states",
          "evidence",
          "common.*",
        ])}
      >
        <HydrationBoundary state={dehydrate(client)}>
          <DepositList environment={environment} show={show} />
        </HydrationBoundary>
      </NextIntlClientProvider>
    </PageFrame>
  );
}
