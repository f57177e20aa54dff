import { getTranslations } from "next-intl/server";
import { ClientBoundary } from "@/components/messages/client-boundary";
import { MySecurity } from "@/components/security/my-security";
import { PageFrame } from "@/components/shell/page-frame";
import { Alert } from "@/components/ui/alert";
import { waysIn } from "@/lib/auth/context";
import { setUpContext } from "@/lib/http/viewer";
import { getSecurity } from "@/lib/security/queries";

export default async function SecurityPage({ params }: PageProps<"/[environment]/settings/security">) {
  const ctx = await setUpContext((await params).environment);
  const security = await getSecurity(ctx);
  const t = await getTranslations("security");
  const settings = await getTranslations("settings");
  const { app, passkeys, recoveryCodes, sessions } = security;
  const summary = t.rich("summary", {
    ...{ factors: passkeys.length + (app ? 1 : 0), codes: recoveryCodes.left, sessions: sessions.length },
    b: (chunks) => <b>{chunks}</b>,
  });
  return (
    <PageFrame title={settings("security")} summary={summary}>
      {security.isConfined && (
        <Alert tone="watch" className="mb-4">
          {t("confined")}
        </Alert>
      )}
      <ClientBoundary messages={["security", "stepUp", "problems", "common", "fields"]}>
        <MySecurity environment={ctx.environment} security={security} passwords={waysIn().password} />
      </ClientBoundary>
    </PageFrame>
  );
}
