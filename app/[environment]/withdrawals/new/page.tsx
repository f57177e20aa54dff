import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { Empty } from "@/components/feedback/empty";
import { ClientBoundary, seed } from "@/components/messages/client-boundary";
import { PageFrame } from "@/components/shell/page-frame";
import { pageTitle } from "@/components/shell/page-title";
import { Alert } from "@/components/ui/alert";
import { buttonVariants } from "@/components/ui/button";
import { NewWithdrawal } from "@/components/withdrawals/new-withdrawal";
import type { Ctx } from "@/lib/auth/context";
import { may } from "@/lib/auth/permissions";
import { viewerContext } from "@/lib/http/viewer";
import { WITHDRAWAL_CURRENCIES } from "@/lib/money/currencies";
import { getApprovers } from "@/lib/withdrawals/approvers";
import { withdrawalCache } from "@/lib/withdrawals/cache";
import { getRules, getTermsToCorrect, getTermsToRepeat } from "@/lib/withdrawals/queries";
import { listRecentRecipients } from "@/lib/withdrawals/recent-recipients";
import { prefilledFrom } from "@/lib/withdrawals/schema";

export const generateMetadata = pageTitle("withdrawals.new");

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
        <Form ctx={ctx} {...prefilledFrom.parse(await searchParams)} />
      ) : (
        <Empty title={t("mayNot")} />
      )}
    </PageFrame>
  );
}

/** Empty, or with the terms of an earlier withdrawal; a new form in any case. */
async function Form({ ctx, from, again }: { ctx: Ctx; from: string | null; again: string | null }) {
  const { environment } = ctx;
  const t = await getTranslations("withdrawals");
  const newest = { currency: WITHDRAWAL_CURRENCIES[0], search: "" };
  const [{ inForce }, terms, approvers, recent] = await Promise.all([
    getRules(ctx),
    termsFrom(ctx, { from, again }),
    getApprovers(ctx),
    listRecentRecipients(ctx, newest),
  ]);
  const earlier = from ?? again;
  return (
    <>
      {earlier !== null && (
        <Alert tone={terms ? "neutral" : "watch"} className="mb-4">
          {t(terms ? (from === null ? "repeating" : "correcting") : "cannotCorrect", { referenceId: earlier })}
        </Alert>
      )}
      <ClientBoundary
        messages={[
          ...(["withdrawals.advice", "withdrawals.directory", "withdrawals.duplicates"] as const),
          ...(["withdrawals.form", "withdrawals.recipients", "withdrawals.summary", "states"] as const),
          ...(["withdrawals.review", "withdrawals.warnings", "withdrawals.yucho", "orders.*"] as const),
          ...(["kana", "fieldProblems", "problems", "stepUp", "common"] as const),
        ]}
        queries={[seed(withdrawalCache.recentRecipients(environment, newest), recent)]}
      >
        <NewWithdrawal
          environment={environment}
          currencies={WITHDRAWAL_CURRENCIES}
          terms={terms}
          corrects={terms && from}
          repeats={terms && from === null ? again : null}
          rules={inForce}
          approvers={approvers}
          isFirst={recent.found.length === 0}
          owner={ctx.actor.id}
          formId={crypto.randomUUID()}
        />
      </ClientBoundary>
    </>
  );
}

async function termsFrom(ctx: Ctx, { from, again }: { from: string | null; again: string | null }) {
  if (from !== null) return getTermsToCorrect(ctx, { referenceId: from });
  return again === null ? null : getTermsToRepeat(ctx, { referenceId: again });
}
