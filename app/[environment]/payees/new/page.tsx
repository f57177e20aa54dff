import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { ClientBoundary } from "@/components/messages/client-boundary";
import { PayeeForm } from "@/components/payees/payee-form";
import { RoleMayNot } from "@/components/shell/may-not";
import { PageFrame } from "@/components/shell/page-frame";
import { Alert } from "@/components/ui/alert";
import { buttonVariants } from "@/components/ui/button";
import type { Ctx } from "@/lib/auth/context";
import { may } from "@/lib/auth/permissions";
import { viewerContext } from "@/lib/http/viewer";
import { WITHDRAWAL_CURRENCIES } from "@/lib/money/currencies";
import { getRecipientToSave } from "@/lib/payees/from-order";
import { savedFrom } from "@/lib/payees/schema";
import { blankForm } from "@/lib/withdrawals/form-state";

export default async function NewPayeePage({ params, searchParams }: PageProps<"/[environment]/payees/new">) {
  const ctx = await viewerContext((await params).environment);
  const { environment, actor } = ctx;
  const { from } = savedFrom.parse(await searchParams);
  const t = await getTranslations("payees");
  return (
    <PageFrame
      title={t("new")}
      parent={{ href: `/${environment}/payees`, title: t("title") }}
      actions={
        <Link href={`/${environment}/payees`} className={buttonVariants()}>
          {t("form.cancel")}
        </Link>
      }
    >
      {may(actor.role, "payees:edit") ? <Form ctx={ctx} from={from} /> : <RoleMayNot why={t("mayNot")} />}
    </PageFrame>
  );
}

/** Empty, or with the recipient of a payout. */
async function Form({ ctx, from }: { ctx: Ctx; from: string | null }) {
  const { environment } = ctx;
  const t = await getTranslations("payees");
  const recipient = from === null ? null : await getRecipientToSave(ctx, { referenceId: from });
  const account = { ...blankForm(WITHDRAWAL_CURRENCIES[0]), ...recipient };
  return (
    <>
      {recipient && from && (
        <Alert tone="neutral" className="mb-4">
          {t("form.savedFrom", { referenceId: from })}
        </Alert>
      )}
      <ClientBoundary
        messages={[
          ...(["payees", "withdrawals.*", "withdrawals.form", "withdrawals.directory", "withdrawals.yucho"] as const),
          ...(["orders.*", "kana", "fields", "problems", "stepUp", "common"] as const),
        ]}
      >
        <PayeeForm environment={environment} initial={{ account, label: "" }} changes={null} />
      </ClientBoundary>
    </>
  );
}
