import type { Metadata } from "next";
import { NextIntlClientProvider } from "next-intl";
import { getMessages, getTranslations } from "next-intl/server";
import { pickMessages } from "@/components/messages/pick-messages";
import { MySecurity } from "@/components/security/my-security";
import { PageFrame } from "@/components/shell/page-frame";
import { Alert } from "@/components/ui/alert";
import { waysIn } from "@/lib/auth/context";
import { setUpContext } from "@/lib/http/viewer";
import { getSecurity } from "@/lib/security/queries";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("security"))("title") };
}

export default async function SecurityPage({ params }: PageProps<"/[environment]/settings/security">) {
  const ctx = await setUpContext((await params).environment);
  const security = await getSecurity(ctx);
  const t = await getTranslations("security");
  return (
    <PageFrame title={t("title")} aside={t("lead")}>
      {security.isConfined && (
        <Alert tone="watch" className="mb-4">
          {t("confined")}
        </Alert>
      )}
      <NextIntlClientProvider
        messages={pickMessages(await getMessages(), ["security", "proof", "common", "fieldProblems"])}
      >
        <MySecurity environment={ctx.environment} security={security} passwords={waysIn().password} />
      </NextIntlClientProvider>
    </PageFrame>
  );
}
