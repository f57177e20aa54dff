import Link from "next/link";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { ClientBoundary } from "@/components/messages/client-boundary";
import { AskForLink } from "@/components/sign-in/ask-for-link";
import { Outside } from "@/components/sign-in/outside";
import { waysIn } from "@/lib/auth/context";
import { canWrite } from "@/lib/team/routes";

export default async function ForgottenPage() {
  // Without password sign-in there is nothing to reset.
  if (!waysIn().password) notFound();
  const t = await getTranslations("passwordReset");
  const writes = canWrite();
  return (
    <Outside title={t("title")} lead={t(writes ? "lead" : "noMail")}>
      {writes && (
        <ClientBoundary messages={["passwordReset", "signIn", "fields"]}>
          <AskForLink />
        </ClientBoundary>
      )}
      <p className="mt-4 text-sm text-muted-foreground">{t("lost")}</p>
      <Link href="/sign-in" className="mt-4 inline-block text-primary underline">
        {t("back")}
      </Link>
    </Outside>
  );
}
