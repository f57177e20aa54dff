import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { LanguageSwitch } from "@/components/shell/language-switch";
import { Wordmark } from "@/components/shell/wordmark";
import { returnAddress } from "@/components/sign-in/return-address";
import { SignInForm } from "@/components/sign-in/sign-in-form";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Field, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("signIn"))("title") };
}

export default async function SignInPage({ searchParams }: PageProps<"/sign-in">) {
  const t = await getTranslations("signIn");
  const shell = await getTranslations("shell");
  const wanted = (await searchParams).return;
  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-92 content-center gap-5 p-4">
      <div className="flex items-center justify-between">
        <Wordmark className="text-[17px]" />
        <LanguageSwitch label={shell("language")} locale={await getLocale()} />
      </div>
      <Card className="p-5">
        <h1>{t("title")}</h1>
        <p className="mt-1 mb-5 text-ink-2">{t("lead")}</p>
        <SignInForm
          returnTo={returnAddress(typeof wanted === "string" ? wanted : undefined)}
          pending={t("pending")}
          errors={{
            refused: t("errors.refused"),
            throttled: t("errors.throttled"),
            "no answer": t("errors.noAnswer"),
          }}
          fields={
            <>
              <Field>
                <FieldLabel htmlFor="email">{t("email")}</FieldLabel>
                <Input
                  id="email"
                  name="email"
                  type="email"
                  autoComplete="username"
                  autoCapitalize="none"
                  spellCheck={false}
                  required
                  autoFocus
                />
              </Field>
              <Field>
                <FieldLabel htmlFor="password">{t("password")}</FieldLabel>
                <Input id="password" name="password" type="password" autoComplete="current-password" required />
              </Field>
            </>
          }
          button={
            <Button type="submit" variant="primary" size="large">
              {t("submit")}
            </Button>
          }
        />
      </Card>
    </main>
  );
}
