import type { Metadata } from "next";
import Link from "next/link";
import { NextIntlClientProvider } from "next-intl";
import { getMessages, getTranslations } from "next-intl/server";
import { Empty } from "@/components/feedback/empty";
import { pickMessages } from "@/components/messages/pick-messages";
import { PageFrame } from "@/components/shell/page-frame";
import { Alert } from "@/components/ui/alert";
import { NewWithdrawal } from "@/components/withdrawals/new-withdrawal";
import type { Ctx } from "@/lib/auth/context";
import { may } from "@/lib/auth/permissions";
import { viewerContext } from "@/lib/http/viewer";
import { WITHDRAWAL_CURRENCIES } from "@/lib/money/currencies";
import { getRules, getTermsToCorrect, getTermsToRepeat } from "@/lib/withdrawals/queries";
import { prefilledFrom } from "@/lib/withdrawals/schema";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("withdrawals"))("new") };
}

type Props = PageProps<"/[environment]/withdrawals/new">;

export default async function NewWithdrawalPage({ params, searchParams }: Props) {
  const ctx = await viewerContext((await params).environment);
  const t = await getTranslations("withdrawals");
  const title = (
    <>
      <Link
        href={`/${ctx.environment}/withdrawals`}
        className="text-sm font-normal text-muted-foreground hover:underline"
      >
        {t("title")}
      </Link>{" "}
      <span className="mx-1 text-sm font-normal text-subtle-foreground">/</span> {t("new")}
    </>
  );
  return (
    <PageFrame title={title}>
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
  const [{ inForce }, terms] = await Promise.all([getRules(ctx), termsFrom(ctx, { from, again })]);
  const earlier = from ?? again;
  return (
    <>
      {earlier !== null && (
        <Alert tone={terms ? "neutral" : "watch"} className="mb-4 max-w-190">
          {t(terms ? (from === null ? "repeating" : "correcting") : "cannotCorrect", { referenceId: earlier })}
        </Alert>
      )}
      <NextIntlClientProvider
        messages={pickMessages(await getMessages(), [
          ...(["withdrawals.advice", "withdrawals.directory", "withdrawals.form"] as const),
          ...(["withdrawals.review", "withdrawals.warnings", "withdrawals.yucho", "orders.*"] as const),
          ...(["kana", "fieldProblems", "problems", "proof", "common"] as const),
        ])}
      >
        <NewWithdrawal
          environment={environment}
          currencies={WITHDRAWAL_CURRENCIES}
          terms={terms}
          corrects={terms && from}
          repeats={terms && from === null ? again : null}
          rules={inForce}
          owner={ctx.actor.id}
          formId={crypto.randomUUID()}
        />
      </NextIntlClientProvider>
    </>
  );
}

async function termsFrom(ctx: Ctx, { from, again }: { from: string | null; again: string | null }) {
  if (from !== null) return getTermsToCorrect(ctx, { referenceId: from });
  return again === null ? null : getTermsToRepeat(ctx, { referenceId: again });
}
