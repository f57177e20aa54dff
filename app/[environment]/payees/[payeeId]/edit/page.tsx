import Link from "next/link";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { ClientBoundary } from "@/components/messages/client-boundary";
import { PayeeForm } from "@/components/payees/payee-form";
import { RoleMayNot } from "@/components/shell/may-not";
import { PageFrame } from "@/components/shell/page-frame";
import { buttonVariants } from "@/components/ui/button";
import type { Ctx } from "@/lib/auth/context";
import { may } from "@/lib/auth/permissions";
import { viewerContext } from "@/lib/http/viewer";
import { getPayee } from "@/lib/payees/queries";
import { recipientForm } from "@/lib/payees/recipient-form";
import { onePayee } from "@/lib/payees/schema";
import { blankForm } from "@/lib/withdrawals/form-state";

export default async function EditPayeePage({ params }: PageProps<"/[environment]/payees/[payeeId]/edit">) {
  const wanted = await params;
  const ctx = await viewerContext(wanted.environment);
  const { environment, actor } = ctx;
  const t = await getTranslations("payees");
  const asked = onePayee.safeParse(wanted);
  return (
    <PageFrame
      title={t("form.titleEdit")}
      parent={{ href: `/${environment}/payees`, title: t("title") }}
      actions={
        asked.success && (
          <Link href={`/${environment}/payees/${asked.data.payeeId}`} className={buttonVariants()}>
            {t("form.cancel")}
          </Link>
        )
      }
    >
      {may(actor.role, "payees:edit") ? (
        <Form ctx={ctx} payeeId={asked.success ? asked.data.payeeId : null} />
      ) : (
        <RoleMayNot why={t("mayNot")} />
      )}
    </PageFrame>
  );
}

/** The version in force, or the last one that was proposed, as the beginning of another. */
async function Form({ ctx, payeeId }: { ctx: Ctx; payeeId: string | null }) {
  const payee = payeeId === null ? null : await getPayee(ctx, { payeeId });
  const shown = payee?.versions.find(({ version }) => version === payee.version) ?? payee?.versions[0];
  if (!payee || !shown) notFound();
  const { recipient, playerId, label, version } = shown;
  const { passbook, ...says } = recipient;
  const account = {
    ...blankForm(payee.currency),
    ...recipientForm({ ...says, yuchoSymbol: passbook?.symbol ?? null, yuchoNumber: passbook?.number ?? null }),
    playerId: playerId ?? "",
  };
  return (
    <ClientBoundary
      messages={[
        ...(["payees", "withdrawals.*", "withdrawals.form", "withdrawals.directory", "withdrawals.yucho"] as const),
        ...(["orders.*", "kana", "fields", "problems", "stepUp", "common"] as const),
      ]}
    >
      <PayeeForm
        environment={ctx.environment}
        initial={{ account, label: label ?? "" }}
        changes={{ payeeId: payee.payeeId, seen: version }}
      />
    </ClientBoundary>
  );
}
