import type { Metadata } from "next";
import { NextIntlClientProvider } from "next-intl";
import { getMessages, getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { BankList } from "@/components/banks/bank-list";
import { BankBranches, Directory } from "@/components/banks/directory";
import { DirectorySearch } from "@/components/banks/directory-search";
import { Empty } from "@/components/feedback/empty";
import { LoadingNotice } from "@/components/feedback/loading-notice";
import { TabLinks } from "@/components/filters/tab-links";
import { pickMessages } from "@/components/messages/pick-messages";
import { PageFrame } from "@/components/shell/page-frame";
import { Card } from "@/components/ui/card";
import type { Ctx } from "@/lib/auth/context";
import { getBank, listBanks, searchBanks } from "@/lib/banks/queries";
import { banksShown } from "@/lib/banks/schema";
import { viewerContext } from "@/lib/http/viewer";
import { WITHDRAWAL_CURRENCIES } from "@/lib/money/currencies";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("banks"))("title") };
}

export default async function BanksPage({ params, searchParams }: PageProps<"/[environment]/banks">) {
  const ctx = await viewerContext((await params).environment);
  const { environment } = ctx;
  const t = await getTranslations("banks");
  const query = await searchParams;
  const shown = banksShown.parse(query);
  const currency = WITHDRAWAL_CURRENCIES.find((offered) => offered === query.currency) ?? WITHDRAWAL_CURRENCIES[0];
  const isJapanese = currency === "JPY";
  const tabs = WITHDRAWAL_CURRENCIES.map((name) => ({
    name,
    text: name,
    href: `/${environment}/banks?currency=${name}` as const,
  }));
  return (
    <PageFrame title={t("title")} aside={t("lead")}>
      <TabLinks label={t("currency")} tabs={tabs} current={currency} />
      <NextIntlClientProvider messages={pickMessages(await getMessages(), ["common"])}>
        {!isJapanese && (
          <Card className="mb-4">
            <DirectorySearch
              environment={environment}
              name="q"
              label={t("filter")}
              hint={t("filterHint")}
              value={shown.q}
            >
              <input type="hidden" name="currency" value={currency} />
            </DirectorySearch>
          </Card>
        )}
        {/* The directory is known at once: what the service says comes behind it, and moves nothing. */}
        {isJapanese && <JapaneseBanks ctx={ctx} {...shown} />}
        <Suspense key={currency} fallback={<LoadingNotice>{t("asking")}</LoadingNotice>}>
          <LiveBanks ctx={ctx} currency={currency} q={isJapanese ? "" : shown.q} />
        </Suspense>
      </NextIntlClientProvider>
    </PageFrame>
  );
}

async function LiveBanks({ ctx, currency, q }: { ctx: Ctx; currency: string; q: string }) {
  return <BankList view={await listBanks(ctx, { currency })} q={q} />;
}

async function JapaneseBanks({ ctx, q, bank, branch }: { ctx: Ctx } & ReturnType<typeof banksShown.parse>) {
  const { environment } = ctx;
  const t = await getTranslations("banks.directory");
  const [view, chosen] = await Promise.all([
    searchBanks(ctx, { typed: q }),
    bank === null ? null : getBank(ctx, { bankCode: bank, typed: branch }),
  ]);
  return (
    <>
      <Directory environment={environment} q={q} branch={branch} view={view} bank={bank} />
      {chosen && <BankBranches environment={environment} q={q} branch={branch} view={chosen} />}
      {bank !== null && !chosen && (
        <Card className="mb-4">
          <Empty title={t("unknownBank", { code: bank })}>{t("nothingText")}</Empty>
        </Card>
      )}
    </>
  );
}
