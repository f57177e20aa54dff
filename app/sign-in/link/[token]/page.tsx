import type { Metadata } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { ClientMessages } from "@/components/client-messages";
import { Outside } from "@/components/sign-in/outside";
import { SetPassword } from "@/components/sign-in/set-password";
import { waysIn } from "@/lib/auth/context";
import { linkView } from "@/lib/team/door";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("enter"))("submit"), referrer: "no-referrer" };
}

/** Looking does not use the link up: a mail server that looks at it first takes it from nobody. */
export default async function LinkPage({ params }: PageProps<"/sign-in/link/[token]">) {
  const { token } = await params;
  const link = await linkView(token);
  const t = await getTranslations("enter");
  const roles = await getTranslations("roles");
  if (!link) {
    return (
      <Outside title={t("over")} lead={t("overText")}>
        <Link href="/sign-in" className="text-ai underline">
          {t("signIn")}
        </Link>
      </Outside>
    );
  }
  const { kind, email, role } = link;
  const { password, issuer } = waysIn();
  if (!password) {
    const signIn = await getTranslations("signIn");
    return (
      <Outside title={t(kind)} lead={signIn("issuer.invited", { name: issuer ?? "", email })}>
        <Link href="/sign-in" className="text-ai underline">
          {t("signIn")}
        </Link>
      </Outside>
    );
  }
  return (
    <Outside title={t(kind)} lead={role ? t("invitationLead", { role: roles(role) }) : t("passwordLead")}>
      <ClientMessages of={["enter", "fieldProblems"]}>
        <SetPassword token={token} email={email} asksName={kind === "invitation"} />
      </ClientMessages>
    </Outside>
  );
}
