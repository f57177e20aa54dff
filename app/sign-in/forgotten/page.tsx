import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { ClientMessages } from "@/components/client-messages";
import { Link } from "@/components/link";
import { AskForLink } from "@/components/sign-in/ask-for-link";
import { Outside } from "@/components/sign-in/outside";
import { waysIn } from "@/lib/auth/context";
import { canWrite } from "@/lib/team/routes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("forgotten"))("title") };
}

export default async function ForgottenPage() {
  // Where nobody has a password, nobody forgets one.
  if (!waysIn().password) notFound();
  const t = await getTranslations("forgotten");
  const writes = canWrite();
  return (
    <Outside title={t("title")} lead={t(writes ? "lead" : "noMail")}>
      {writes && (
        <ClientMessages of={["forgotten", "enter", "signIn", "fieldProblems"]}>
          <AskForLink />
        </ClientMessages>
      )}
      <p className="mt-4 text-[13px] text-ink-2">{t("lost")}</p>
      <Link href="/sign-in" className="mt-4 inline-block text-ai underline">
        {t("back")}
      </Link>
    </Outside>
  );
}
