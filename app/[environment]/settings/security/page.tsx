import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ClientMessages } from "@/components/client-messages";
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
      <ClientMessages of={["security", "proof", "common", "fieldProblems"]}>
        <MySecurity environment={ctx.environment} security={security} passwords={waysIn().password} />
      </ClientMessages>
    </PageFrame>
  );
}
