import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import Link from "next/link";
import { NextIntlClientProvider } from "next-intl";
import { getMessages, getTranslations } from "next-intl/server";
import { TabLinks } from "@/components/filters/tab-links";
import { pickMessages } from "@/components/messages/pick-messages";
import { PageFrame } from "@/components/shell/page-frame";
import { buttonVariants } from "@/components/ui/button";
import { WithdrawalList } from "@/components/withdrawals/withdrawal-list";
import { may } from "@/lib/auth/permissions";
import { viewerContext } from "@/lib/http/viewer";
import { withdrawalCache } from "@/lib/withdrawals/cache";
import { listWithdrawals } from "@/lib/withdrawals/queries";
import { WITHDRAWALS_SHOWN, withdrawalFilter } from "@/lib/withdrawals/schema";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("withdrawals"))("title") };
}

export default async function WithdrawalsPage({ params, searchParams }: PageProps<"/[environment]/withdrawals">) {
  const ctx = await viewerContext((await params).environment);
  const { environment, actor } = ctx;
  const t = await getTranslations("withdrawals");
  const { show } = withdrawalFilter.parse(await searchParams);
  const tabs = WITHDRAWALS_SHOWN.filter((name) => name !== "mine" || may(actor.role, "withdrawals:approve")).map(
    (name) => ({ name, text: t(`shown.${name}`), href: `/${environment}/withdrawals?show=${name}` as const }),
  );
  const create = may(actor.role, "withdrawals:create") && (
    <Link href={`/${environment}/withdrawals/new`} className={buttonVariants({ variant: "primary" })}>
      {t("new")}
    </Link>
  );
  const client = new QueryClient();
  client.setQueryData(withdrawalCache.newest(environment, show).queryKey, await listWithdrawals(ctx, { show }));
  return (
    <PageFrame title={t("title")} aside={t(`order.${show}`)} actions={create}>
      <TabLinks label={t("filter")} tabs={tabs} current={show} />
      <NextIntlClientProvider
        messages={pickMessages(await getMessages(), [
          "withdrawals.order",
          "withdrawals.nothingFor",
          "orders.*",
          "states",
          "evidence",
          "common.*",
        ])}
      >
        <HydrationBoundary state={dehydrate(client)}>
          <WithdrawalList environment={environment} show={show} />
        </HydrationBoundary>
      </NextIntlClientProvider>
    </PageFrame>
  );
}
