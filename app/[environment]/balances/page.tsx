import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { Asking } from "@/components/asking";
import { Balances } from "@/components/balances/balances";
import { ClientMessages } from "@/components/client-messages";
import { Seeded } from "@/components/seeded";
import { PageFrame } from "@/components/shell/page-frame";
import type { Ctx } from "@/lib/auth/context";
import { viewerContext } from "@/lib/auth/viewer";
import { balanceCache } from "@/lib/balances/cache";
import { refreshBalances } from "@/lib/balances/commands";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("balances"))("title") };
}

export default async function BalancesPage({ params }: PageProps<"/[environment]/balances">) {
  const ctx = await viewerContext((await params).environment);
  const t = await getTranslations("balances");
  return (
    <PageFrame title={t("title")} aside={t("lead")}>
      <Suspense fallback={<Asking>{t("asking")}</Asking>}>
        <LiveBalances ctx={ctx} />
      </Suspense>
    </PageFrame>
  );
}

async function LiveBalances({ ctx }: { ctx: Ctx }) {
  const { environment } = ctx;
  return (
    <ClientMessages of={["balances", "failures", "common"]}>
      <Seeded seeds={[[balanceCache.all(environment).queryKey, await refreshBalances(ctx)]]}>
        <Balances environment={environment} />
      </Seeded>
    </ClientMessages>
  );
}
