import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ClientMessages } from "@/components/client-messages";
import { DepositList } from "@/components/deposits/deposit-list";
import { Link } from "@/components/link";
import { Seeded } from "@/components/seeded";
import { PageFrame } from "@/components/shell/page-frame";
import { TabLinks } from "@/components/tab-links";
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
  return (
    <PageFrame title={t("title")} aside={t("lead")} actions={create}>
      <TabLinks label={t("filter")} tabs={tabs} current={show} />
      <ClientMessages of={["deposits.nothingFor", "orders.*", "states", "evidence", "common.*"]}>
        <Seeded seeds={[[depositCache.newest(environment, show).queryKey, await listDeposits(ctx, { show })]]}>
          <DepositList environment={environment} show={show} />
        </Seeded>
      </ClientMessages>
    </PageFrame>
  );
}
