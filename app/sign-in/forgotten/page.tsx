import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { NextIntlClientProvider } from "next-intl";
import { getMessages, getTranslations } from "next-intl/server";
import { pickMessages } from "@/components/messages/pick-messages";
import { AskForLink } from "@/components/sign-in/ask-for-link";
import { Outside } from "@/components/sign-in/outside";
import { waysIn } from "@/lib/auth/context";
import { canWrite } from "@/lib/team/routes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("forgotten"))("title") };
}

export default async function ForgottenPage() {
  // Without password sign-in there is nothing to reset.
  if (!waysIn().password) notFound();
  const t = await getTranslations("forgotten");
  const writes = canWrite();
  return (
    <Outside title={t("title")} lead={t(writes ? "lead" : "noMail")}>
      {writes && (
        <NextIntlClientProvider
          messages={pickMessages(await getMessages(), ["forgotten", "enter", "signIn", "fieldProblems"])}
        >
          <AskForLink />
        </NextIntlClientProvider>
      )}
      <p className="mt-4 text-[13px] text-muted-foreground">{t("lost")}</p>
      <Link href="/sign-in" className="mt-4 inline-block text-primary underline">
        {t("back")}
      </Link>
    </Outside>
  );
}
