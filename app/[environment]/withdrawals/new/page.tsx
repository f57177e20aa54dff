import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { ClientBoundary, seed } from "@/components/messages/client-boundary";
import { RoleMayNot } from "@/components/shell/may-not";
import { PageFrame } from "@/components/shell/page-frame";
import { Alert } from "@/components/ui/alert";
import { buttonVariants } from "@/components/ui/button";
import { NewWithdrawal } from "@/components/withdrawals/new-withdrawal";
import type { Ctx } from "@/lib/auth/context";
import { may } from "@/lib/auth/permissions";
import { viewerContext } from "@/lib/http/viewer";
import { WITHDRAWAL_CURRENCIES } from "@/lib/money/currencies";
import { payeeCache } from "@/lib/payees/cache";
import { listPayablePayees } from "@/lib/payees/payable";
import { getApprovers } from "@/lib/withdrawals/approver-names";
import { withdrawalCache } from "@/lib/withdrawals/cache";
import { getRules, getTermsForPayee, getTermsToCorrect, getTermsToRepeat } from "@/lib/withdrawals/queries";
import { listRecentRecipients } from "@/lib/withdrawals/recent-recipients";
import { type PrefilledFrom, prefilledFrom } from "@/lib/withdrawals/schema";

type Props = PageProps<"/[environment]/withdrawals/new">;

export default async function NewWithdrawalPage({ params, searchParams }: Props) {
  const ctx = await viewerContext((await params).environment);
  const t = await getTranslations("withdrawals");
  return (
    <PageFrame
      title={t("new")}
      parent={{ href: `/${ctx.environment}/withdrawals`, title: t("title") }}
      actions={
        <Link href={`/${ctx.environment}/withdrawals`} className={buttonVariants()}>
          {t("form.cancel")}
        </Link>
      }
    >
      {may(ctx.actor.role, "withdrawals:create") ? (
        <Form ctx={ctx} prefilled={prefilledFrom.parse(await searchParams)} />
      ) : (
        <RoleMayNot why={t("mayNot")} />
      )}
    </PageFrame>
  );
}

/** Empty, or with the terms of an earlier withdrawal or of a payee; a new form in any case. */
async function Form({ ctx, prefilled }: { ctx: Ctx; prefilled: PrefilledFrom }) {
  const { environment } = ctx;
  const { from, again, payee } = prefilled;
  const newest = { currency: WITHDRAWAL_CURRENCIES[0], search: "" };
  const [{ inForce }, terms, approvers, recent, saved] = await Promise.all([
    getRules(ctx),
    termsFrom(ctx, prefilled),
    getApprovers(ctx),
    listRecentRecipients(ctx, newest),
    listPayablePayees(ctx, newest),
  ]);
  const usual = saved.found.length > 0 ? "saved" : recent.found.length > 0 ? "recent" : "new";
  return (
    <>
      <Prefilled {...prefilled} isFilled={terms !== null} />
      <ClientBoundary
        messages={[
          ...(["withdrawals.advice", "withdrawals.directory", "withdrawals.duplicates"] as const),
          ...(["withdrawals.form", "withdrawals.recipients", "withdrawals.summary", "states"] as const),
          ...(["withdrawals.review", "withdrawals.warnings", "withdrawals.yucho", "orders.*", "orders.form"] as const),
          ...(["kana", "fields", "problems", "stepUp", "common"] as const),
        ]}
        queries={[
          seed(withdrawalCache.recentRecipients(environment, newest), recent),
          seed(payeeCache.payable(environment, newest), saved),
        ]}
      >
        <NewWithdrawal
          // Another order's terms, or none, are another form: it must not keep what stood in the one before.
          key={[from, again, payee, terms !== null].join(" ")}
          environment={environment}
          terms={terms}
          corrects={terms && from}
          repeats={terms && from === null ? (again ?? payee) : null}
          rules={inForce}
          approvers={approvers}
          usual={usual}
          owner={ctx.actor.id}
          formId={crypto.randomUUID()}
        />
      </ClientBoundary>
    </>
  );
}

async function termsFrom(ctx: Ctx, { from, again, payee }: PrefilledFrom) {
  if (from !== null) return getTermsToCorrect(ctx, { referenceId: from });
  if (again !== null) return getTermsToRepeat(ctx, { referenceId: again });
  return payee === null ? null : getTermsForPayee(ctx, { payeeId: payee });
}

/** What the form was filled with, or why it was not. */
async function Prefilled({ from, again, payee, isFilled }: PrefilledFrom & { isFilled: boolean }) {
  const t = await getTranslations("withdrawals");
  const referenceId = from ?? again;
  if (referenceId === null && payee === null) return null;
  function words() {
    if (referenceId === null) return t(isFilled ? "paying" : "cannotPay");
    if (!isFilled) return t("cannotCorrect", { referenceId });
    return t(from === null ? "repeating" : "correcting", { referenceId });
  }
  return (
    <Alert tone={isFilled ? "neutral" : "watch"} className="mb-4">
      {words()}
    </Alert>
  );
}
