import type { Metadata } from "next";
import Link from "next/link";
import { getLocale, getTranslations } from "next-intl/server";
import { Wordmark } from "@/components/navigation/wordmark";
import { LanguageSwitch } from "@/components/preferences/language-switch";
import { IssuerButton } from "@/components/security/issuer-button";
import { returnAddress } from "@/components/sign-in/return-address";
import { SignInForm } from "@/components/sign-in/sign-in-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Field, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { waysIn } from "@/lib/auth/context";
import { SSO_REFUSALS } from "@/lib/auth/sso-claims";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("signIn"))("title") };
}

export default async function SignInPage({ searchParams }: PageProps<"/sign-in">) {
  const t = await getTranslations("signIn");
  const shell = await getTranslations("shell");
  const { return: wanted, error } = await searchParams;
  const returnTo = returnAddress(typeof wanted === "string" ? wanted : undefined);
  const { password, issuer } = waysIn();
  const name = issuer ?? "";
  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-92 content-center gap-5 p-4">
      <div className="flex items-center justify-between">
        <Wordmark className="text-[17px]" />
        <LanguageSwitch label={shell("language")} locale={await getLocale()} />
      </div>
      <Card className="p-5">
        <h1>{t("title")}</h1>
        <p className="mt-1 mb-5 text-muted-foreground">{t("lead")}</p>
        {issuer !== null && error !== undefined && (
          <Alert tone="failed" className="mb-4">
            {t("issuer.ended", { why: branchOf(error), name })}
          </Alert>
        )}
        {issuer !== null && (
          <IssuerButton
            label={t("issuer.submit", { name })}
            pending={t("issuer.pending", { name })}
            errors={{
              unreachable: t("issuer.unreachable", { name, password: String(password) }),
              no_answer: t("errors.noAnswer"),
            }}
            returnTo={returnTo}
            variant={password ? "secondary" : "primary"}
          />
        )}
        {issuer !== null && password && (
          <p className="my-4 text-center text-[13px] text-subtle-foreground">{t("issuer.or")}</p>
        )}
        {password && (
          <SignInForm
            returnTo={returnTo}
            pending={t("pending")}
            errors={{
              refused: t("errors.refused"),
              throttled: t("errors.throttled"),
              no_answer: t("errors.noAnswer"),
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
                    autoFocus={issuer === null}
                  />
                </Field>
                <Field>
                  <FieldLabel htmlFor="password">{t("password")}</FieldLabel>
                  <Input id="password" name="password" type="password" autoComplete="current-password" required />
                </Field>
              </>
            }
            help={
              <Link href="/sign-in/forgotten" className="justify-self-start text-[13px] text-primary underline">
                {(await getTranslations("forgotten"))("link")}
              </Link>
            }
            button={
              <Button type="submit" variant="primary" size="large">
                {t("submit")}
              </Button>
            }
          />
        )}
      </Card>
    </main>
  );
}

/** Why the issuer's word did not open the door, as a message's branch; everything else is that it did not come through. */
function branchOf(error: string | string[]): string {
  return SSO_REFUSALS.find((kind) => kind === error)?.replace(" ", "_") ?? "other";
}
