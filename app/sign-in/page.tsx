import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { IssuerButton } from "@/components/sign-in/issuer-button";
import { Outside } from "@/components/sign-in/outside";
import { returnAddress } from "@/components/sign-in/return-address";
import { SignInForm } from "@/components/sign-in/sign-in-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { waysIn } from "@/lib/auth/context";
import { SSO_REFUSALS } from "@/lib/auth/sso-claims";
import { hasEndedSession } from "@/lib/http/current-user";

export default async function SignInPage({ searchParams }: PageProps<"/sign-in">) {
  const t = await getTranslations("signIn");
  const { return: wanted, error } = await searchParams;
  const returnTo = returnAddress(typeof wanted === "string" ? wanted : undefined);
  const { password, issuer } = waysIn();
  const name = issuer ?? "";
  // Only on the way back to a page: who comes here of their own accord expects to sign in.
  const wasSignedOut = error === undefined && returnTo !== "/" && (await hasEndedSession());
  return (
    <Outside title={t("title")} lead={t("lead")}>
      {wasSignedOut && (
        <Alert id="signed-out" className="mb-4">
          {t("signedOut")}
        </Alert>
      )}
      {issuer !== null && error !== undefined && (
        <Alert tone="failed" className="mb-4">
          {/* All other causes read as a failure. */}
          {t("issuer.ended", { why: SSO_REFUSALS.find((kind) => kind === error) ?? "other", name })}
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
        <p className="my-4 text-center text-sm text-subtle-foreground">{t("issuer.or")}</p>
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
                  aria-describedby={wasSignedOut ? "signed-out" : undefined}
                />
              </Field>
              <Field>
                <FieldLabel htmlFor="password">{t("password")}</FieldLabel>
                <Input id="password" name="password" type="password" autoComplete="current-password" required />
              </Field>
            </>
          }
          help={
            <Link href="/sign-in/password-reset" className="justify-self-start text-sm text-primary underline">
              {(await getTranslations("passwordReset"))("link")}
            </Link>
          }
          button={
            <Button type="submit" variant="primary" size="large">
              {t("submit")}
            </Button>
          }
        />
      )}
    </Outside>
  );
}
