import type { Metadata } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { ClientMessages } from "@/components/client-messages";
import { Empty } from "@/components/empty";
import { PageFrame } from "@/components/shell/page-frame";
import { NewWithdrawal } from "@/components/withdrawals/new-withdrawal";
import { may } from "@/lib/auth/permissions";
import { viewerContext } from "@/lib/auth/viewer";
import { WITHDRAWAL_CURRENCIES } from "@/lib/withdrawals/schema";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("withdrawals"))("new") };
}

export default async function NewWithdrawalPage({ params }: PageProps<"/[environment]/withdrawals/new">) {
  const { environment, actor } = await viewerContext((await params).environment);
  const t = await getTranslations("withdrawals");
  const title = (
    <>
      <Link href={`/${environment}/withdrawals`} className="text-sm font-normal text-ink-2 hover:underline">
        {t("title")}
      </Link>{" "}
      <span className="mx-1 text-sm font-normal text-ink-3">/</span> {t("new")}
    </>
  );
  return (
    <PageFrame title={title}>
      {may(actor.role, "withdrawals:create") ? (
        <ClientMessages of={["withdrawals", "kana", "orders", "fieldProblems", "problems", "common"]}>
          <NewWithdrawal environment={environment} currencies={WITHDRAWAL_CURRENCIES} formId={crypto.randomUUID()} />
        </ClientMessages>
      ) : (
        <Empty title={t("mayNot")} />
      )}
    </PageFrame>
  );
}
