import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { Asking } from "@/components/asking";
import { BankList } from "@/components/banks/bank-list";
import { PageFrame } from "@/components/shell/page-frame";
import { TabLinks } from "@/components/tab-links";
import type { Ctx } from "@/lib/auth/context";
import { viewerContext } from "@/lib/auth/viewer";
import { listBanks } from "@/lib/banks/queries";
import { WITHDRAWAL_CURRENCIES } from "@/lib/withdrawals/schema";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("banks"))("title") };
}

export default async function BanksPage({ params, searchParams }: PageProps<"/[environment]/banks">) {
  const ctx = await viewerContext((await params).environment);
  const t = await getTranslations("banks");
  const wanted = (await searchParams).currency;
  const currency = WITHDRAWAL_CURRENCIES.find((offered) => offered === wanted) ?? WITHDRAWAL_CURRENCIES[0];
  const tabs = WITHDRAWAL_CURRENCIES.map((name) => ({
    name,
    text: name,
    href: `/${ctx.environment}/banks?currency=${name}` as const,
  }));
  return (
    <PageFrame title={t("title")} aside={t("lead")}>
      <TabLinks label={t("currency")} tabs={tabs} current={currency} />
      <Suspense key={currency} fallback={<Asking>{t("asking")}</Asking>}>
        <LiveBanks ctx={ctx} currency={currency} />
      </Suspense>
    </PageFrame>
  );
}

async function LiveBanks({ ctx, currency }: { ctx: Ctx; currency: string }) {
  return <BankList view={await listBanks(ctx, { currency })} />;
}
