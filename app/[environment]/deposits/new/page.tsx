import type { Metadata } from "next";
import Link from "next/link";
import { NextIntlClientProvider } from "next-intl";
import { getMessages, getTranslations } from "next-intl/server";
import { NewDeposit } from "@/components/deposits/new-deposit";
import { Empty } from "@/components/feedback/empty";
import { pickMessages } from "@/components/messages/pick-messages";
import { PageFrame } from "@/components/shell/page-frame";
import { Alert } from "@/components/ui/alert";
import type { User } from "@/lib/auth/actor";
import type { Ctx } from "@/lib/auth/context";
import { may } from "@/lib/auth/permissions";
import { getDepositToCorrect } from "@/lib/deposits/queries";
import { correction, DEPOSIT_CURRENCIES } from "@/lib/deposits/schema";
import { viewerContext } from "@/lib/http/viewer";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("deposits"))("new") };
}

type Props = PageProps<"/[environment]/deposits/new">;

export default async function NewDepositPage({ params, searchParams }: Props) {
  const ctx = await viewerContext((await params).environment);
  const t = await getTranslations("deposits");
  const title = (
    <>
      <Link href={`/${ctx.environment}/deposits`} className="text-sm font-normal text-muted-foreground hover:underline">
        {t("title")}
      </Link>{" "}
      <span className="mx-1 text-sm font-normal text-subtle-foreground">/</span> {t("new")}
    </>
  );
  return (
    <PageFrame title={title}>
      {may(ctx.actor.role, "deposits:create") ? (
        <Form ctx={ctx} {...correction.parse(await searchParams)} />
      ) : (
        <Empty title={t("mayNot")} />
      )}
    </PageFrame>
  );
}

type FormProps = { ctx: Ctx & { actor: User }; from: string | null };

/** Empty, or with the terms of an earlier deposit; a new form in any case. */
async function Form({ ctx, from }: FormProps) {
  const t = await getTranslations("deposits");
  const terms = from === null ? null : await getDepositToCorrect(ctx, { referenceId: from });
  return (
    <>
      {from !== null && (
        <Alert tone={terms ? "neutral" : "watch"} className="mb-4 max-w-190">
          {t(terms ? "correcting" : "cannotCorrect", { referenceId: from })}
        </Alert>
      )}
      <NextIntlClientProvider
        messages={pickMessages(await getMessages(), [
          ...(["deposits.banks", "deposits.form", "deposits.open", "deposits.player"] as const),
          ...(["deposits.problems", "deposits.review"] as const),
          ...(["kana", "states", "fieldProblems", "failures", "problems", "common"] as const),
        ])}
      >
        <NewDeposit
          environment={ctx.environment}
          currencies={DEPOSIT_CURRENCIES}
          terms={terms}
          corrects={terms && from}
          mayRegister={may(ctx.actor.role, "players:register")}
          owner={ctx.actor.id}
          formId={crypto.randomUUID()}
        />
      </NextIntlClientProvider>
    </>
  );
}
