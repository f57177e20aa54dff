import type { Metadata } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { ClientMessages } from "@/components/client-messages";
import { Seeded } from "@/components/seeded";
import { PageFrame } from "@/components/shell/page-frame";
import { buttonVariants } from "@/components/ui/button";
import { WithdrawalList } from "@/components/withdrawals/withdrawal-list";
import { may } from "@/lib/auth/permissions";
import { viewerContext } from "@/lib/auth/viewer";
import { withdrawalCache } from "@/lib/withdrawals/cache";
import { listWithdrawals } from "@/lib/withdrawals/queries";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("withdrawals"))("title") };
}

export default async function WithdrawalsPage({ params }: PageProps<"/[environment]/withdrawals">) {
  const ctx = await viewerContext((await params).environment);
  const { environment, actor } = ctx;
  const t = await getTranslations("withdrawals");
  const create = may(actor.role, "withdrawals:create") && (
    <Link href={`/${environment}/withdrawals/new`} className={buttonVariants({ variant: "primary" })}>
      {t("new")}
    </Link>
  );
  return (
    <PageFrame title={t("title")} aside={t("lead")} actions={create}>
      <ClientMessages of={["withdrawals", "orders", "states", "evidence", "common"]}>
        <Seeded seeds={[[withdrawalCache.newest(environment).queryKey, await listWithdrawals(ctx)]]}>
          <WithdrawalList environment={environment} />
        </Seeded>
      </ClientMessages>
    </PageFrame>
  );
}
