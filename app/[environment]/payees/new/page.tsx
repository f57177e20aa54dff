import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { Empty } from "@/components/feedback/empty";
import { ClientBoundary } from "@/components/messages/client-boundary";
import { PayeeForm } from "@/components/payees/payee-form";
import { PageFrame } from "@/components/shell/page-frame";
import { pageTitle } from "@/components/shell/page-title";
import { buttonVariants } from "@/components/ui/button";
import { may } from "@/lib/auth/permissions";
import { viewerContext } from "@/lib/http/viewer";
import { WITHDRAWAL_CURRENCIES } from "@/lib/money/currencies";
import { blankForm } from "@/lib/withdrawals/form-state";

export const generateMetadata = pageTitle("payees.form.titleNew");

export default async function NewPayeePage({ params }: PageProps<"/[environment]/payees/new">) {
  const { environment, actor } = await viewerContext((await params).environment);
  const t = await getTranslations("payees");
  return (
    <PageFrame
      title={t("form.titleNew")}
      parent={{ href: `/${environment}/payees`, title: t("title") }}
      actions={
        <Link href={`/${environment}/payees`} className={buttonVariants()}>
          {t("form.cancel")}
        </Link>
      }
    >
      {may(actor.role, "payees:edit") ? (
        <ClientBoundary
          messages={[
            ...(["payees", "withdrawals.*", "withdrawals.form", "withdrawals.directory", "withdrawals.yucho"] as const),
            ...(["orders.*", "kana", "fieldProblems", "problems", "stepUp", "common"] as const),
          ]}
        >
          <PayeeForm
            environment={environment}
            currencies={WITHDRAWAL_CURRENCIES}
            initial={{ account: blankForm(WITHDRAWAL_CURRENCIES[0]), label: "" }}
            changes={null}
          />
        </ClientBoundary>
      ) : (
        <Empty title={t("mayNot")} />
      )}
    </PageFrame>
  );
}
