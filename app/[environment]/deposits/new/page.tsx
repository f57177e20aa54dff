import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { NewDeposit } from "@/components/deposits/new-deposit";
import { ClientBoundary } from "@/components/messages/client-boundary";
import { RoleMayNot } from "@/components/shell/may-not";
import { PageFrame } from "@/components/shell/page-frame";
import { Alert } from "@/components/ui/alert";
import { buttonVariants } from "@/components/ui/button";
import type { User } from "@/lib/auth/actor";
import type { Ctx } from "@/lib/auth/context";
import { may } from "@/lib/auth/permissions";
import { getDepositToCorrect } from "@/lib/deposits/queries";
import { correction, DEPOSIT_CURRENCIES } from "@/lib/deposits/schema";
import { viewerContext } from "@/lib/http/viewer";

type Props = PageProps<"/[environment]/deposits/new">;

export default async function NewDepositPage({ params, searchParams }: Props) {
  const ctx = await viewerContext((await params).environment);
  const t = await getTranslations("deposits");
  return (
    <PageFrame
      title={t("new")}
      parent={{ href: `/${ctx.environment}/deposits`, title: t("title") }}
      actions={
        <Link href={`/${ctx.environment}/deposits`} className={buttonVariants()}>
          {t("form.cancel")}
        </Link>
      }
    >
      {may(ctx.actor.role, "deposits:create") ? (
        <Form ctx={ctx} {...correction.parse(await searchParams)} />
      ) : (
        <RoleMayNot why={t("mayNot")} />
      )}
    </PageFrame>
  );
}

type FormProps = { ctx: Ctx & { actor: User }; from: string | null };

/** Empty, or with the terms of an earlier deposit; a new form in any case. */
async function Form({ ctx, from }: FormProps) {
  const t = await getTranslations("deposits");
  const found = from === null ? null : await getDepositToCorrect(ctx, { referenceId: from });
  const terms = found?.terms ?? null;
  return (
    <>
      {from !== null && (
        <Alert tone={terms ? "neutral" : "watch"} className="mb-4">
          {t(terms ? "correcting" : "cannotCorrect", { referenceId: from })}
          {found?.isPayerLeftOut && ` ${t("payerLeftOut")}`}
        </Alert>
      )}
      <ClientBoundary
        messages={[
          ...(["deposits.banks", "deposits.form", "deposits.open", "deposits.player"] as const),
          ...(["deposits.problems", "deposits.review", "deposits.summary", "orders.*", "orders.form"] as const),
          ...(["kana", "states", "fields", "failures", "problems", "common"] as const),
        ]}
      >
        <NewDeposit
          // Another order's terms, or none, are another form: it must not keep what stood in the one before.
          key={`${from} ${terms !== null}`}
          environment={ctx.environment}
          currencies={DEPOSIT_CURRENCIES}
          terms={terms}
          corrects={terms && from}
          mayRegister={may(ctx.actor.role, "players:register")}
          owner={ctx.actor.id}
          formId={crypto.randomUUID()}
        />
      </ClientBoundary>
    </>
  );
}
