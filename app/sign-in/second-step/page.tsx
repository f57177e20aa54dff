import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { NextIntlClientProvider } from "next-intl";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { pickMessages } from "@/components/messages/pick-messages";
import { Wordmark } from "@/components/navigation/wordmark";
import { LanguageSwitch } from "@/components/preferences/language-switch";
import { returnAddress } from "@/components/sign-in/return-address";
import { SecondStep } from "@/components/sign-in/second-step";
import { Card } from "@/components/ui/card";
import { currentSecondStep, currentUser } from "@/lib/http/current-user";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("signIn"))("secondStep") };
}

/** The step after the password; redirects users without a second factor, or who have shown it. */
export default async function SecondStepPage({ searchParams }: PageProps<"/sign-in/second-step">) {
  const wanted = (await searchParams).return;
  const returnTo = returnAddress(typeof wanted === "string" ? wanted : undefined);
  if (await currentUser()) redirect(returnTo);
  const means = await currentSecondStep();
  if (!means) redirect("/sign-in");
  const t = await getTranslations();
  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-92 content-center gap-5 p-4">
      <div className="flex items-center justify-between">
        <Wordmark className="text-[17px]" />
        <LanguageSwitch label={t("shell.language")} locale={await getLocale()} />
      </div>
      <Card className="p-5">
        <h1>{t("signIn.secondStep")}</h1>
        <p className="mt-1 mb-5 text-muted-foreground">{t("signIn.secondStepLead")}</p>
        <NextIntlClientProvider messages={pickMessages(await getMessages(), ["signIn", "proof"])}>
          <SecondStep means={means} returnTo={returnTo} />
        </NextIntlClientProvider>
      </Card>
    </main>
  );
}
