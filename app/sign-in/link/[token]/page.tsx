import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { ClientBoundary } from "@/components/messages/client-boundary";
import { IssuerButton } from "@/components/sign-in/issuer-button";
import { Lead, Outside } from "@/components/sign-in/outside";
import { SetPassword } from "@/components/sign-in/set-password";
import { waysIn } from "@/lib/auth/context";
import { canWrite, linkView } from "@/lib/team/routes";
import type { LinkView } from "@/lib/team/schema";

/** Viewing does not use the link up, because mail servers prefetch links. */
export default async function LinkPage({ params }: PageProps<"/sign-in/link/[token]">) {
  const { token } = await params;
  const link = await linkView(token);
  const t = await getTranslations("acceptInvitation");
  const { password, issuer } = waysIn();
  if (!link) {
    const way = password && canWrite() ? "mail" : password ? "password" : "other";
    return (
      <Outside title={t("over")} lead={t("overText", { way })}>
        <Link href="/sign-in" className="text-primary underline">
          {t("signIn")}
        </Link>
      </Outside>
    );
  }
  const { kind, email } = link;
  // Single sign-on accepts an invitation if the issuer has verified its e-mail; all others set a password.
  const isSingleSignOn = kind === "invitation" && issuer !== null;
  const before = (
    <>
      <Lead>{await leadOf(link)}</Lead>
      {isSingleSignOn && <ByIssuer name={issuer} isOnly={!password} />}
    </>
  );
  return (
    <Outside title={t(kind)}>
      {password ? (
        <ClientBoundary messages={["acceptInvitation", "fields"]}>
          <SetPassword token={token} email={email} asksName={kind === "invitation"} before={before} />
        </ClientBoundary>
      ) : (
        before
      )}
    </Outside>
  );
}

async function leadOf({ role: invitedAs, email }: LinkView): Promise<string> {
  const t = await getTranslations("acceptInvitation");
  const signIn = await getTranslations("signIn");
  const { password, issuer: name } = waysIn();
  if (invitedAs === null) return t("passwordLead");
  const role = (await getTranslations("roles"))(invitedAs);
  if (name === null) return t("invitationLead", { role });
  return signIn("issuer.invited", { role, name, email, password: String(password) });
}

/** A first sign-in at the issuer takes the invitation up. */
async function ByIssuer({ name, isOnly }: { name: string; isOnly: boolean }) {
  const t = await getTranslations("signIn");
  return (
    <>
      <IssuerButton
        label={t("issuer.submit", { name })}
        pending={t("issuer.pending", { name })}
        errors={{
          unreachable: t("issuer.unreachable", { name, password: "false" }),
          no_answer: t("errors.noAnswer"),
        }}
        returnTo="/"
        variant={isOnly ? "primary" : "secondary"}
      />
      {!isOnly && <p className="my-4 text-center text-sm text-subtle-foreground">{t("issuer.or")}</p>}
    </>
  );
}
