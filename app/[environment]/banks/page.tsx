import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { BankList } from "@/components/banks/bank-list";
import { BankBranches, Directory } from "@/components/banks/directory";
import { DirectorySearch } from "@/components/banks/directory-search";
import { Empty } from "@/components/feedback/empty";
import { LoadingNotice } from "@/components/feedback/loading-notice";
import { TabLinks } from "@/components/filters/tab-links";
import { ClientBoundary } from "@/components/messages/client-boundary";
import { PageFrame } from "@/components/shell/page-frame";
import { Card } from "@/components/ui/card";
import type { Ctx } from "@/lib/auth/context";
import { getBank, listBanks, searchBanks } from "@/lib/banks/queries";
import { banksShown } from "@/lib/banks/schema";
import { viewerContext } from "@/lib/http/viewer";
import { WITHDRAWAL_CURRENCIES } from "@/lib/money/currencies";

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
    <PageFrame
      title={t("title")}
      summary={t("lead")}
      actions={<TabLinks label={t("currency")} tabs={tabs} current={currency} />}
    >
      <ClientBoundary messages={["common", "banks.*", "failures"]}>
        <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2 xl:grid-rows-[auto_1fr]">
          {/* The directory renders immediately; the service's list follows beside or below it. */}
          {isJapanese && <JapaneseBanks ctx={ctx} {...shown} />}
          <div className={isJapanese ? "grid grid-cols-1 gap-4" : "grid grid-cols-1 gap-4 xl:col-span-2"}>
            {!isJapanese && (
              <Card>
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
            <Suspense key={currency} fallback={<LoadingNotice>{t("asking")}</LoadingNotice>}>
              <LiveBanks ctx={ctx} currency={currency} q={isJapanese ? "" : shown.q} />
            </Suspense>
          </div>
        </div>
      </ClientBoundary>
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
    searchBanks(ctx, { q }),
    bank === null ? null : getBank(ctx, { bankCode: bank, q: branch }),
  ]);
  return (
    <>
      <Directory environment={environment} q={q} branch={branch} view={view} bank={bank} />
      {chosen && (
        <div className="xl:row-span-2">
          <BankBranches environment={environment} q={q} branch={branch} view={chosen} />
        </div>
      )}
      {bank !== null && !chosen && (
        <Card>
          <Empty title={t("unknownBank", { code: bank })}>{t("nothingText")}</Empty>
        </Card>
      )}
    </>
  );
}
