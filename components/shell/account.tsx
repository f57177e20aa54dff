"use client";

import Link from "next/link";
import { useLocale, useTranslations } from "next-intl";
import { LanguageSwitch } from "@/components/preferences/language-switch";
import type { Theme } from "@/components/preferences/theme";
import { ThemeSwitch } from "@/components/preferences/theme-switch";
import { buttonVariants } from "@/components/ui/button";
import type { User } from "@/lib/auth/actor";
import { cn } from "@/lib/cn";
import type { Environment } from "@/lib/environment";
import { SignOutButton } from "./sign-out-button";

type Props = { environment: Environment; person: Pick<User, "email" | "role">; theme: Theme; className?: string };

/** Who is signed in and as what, and what that person may choose for this browser. */
export function Account({ environment, person, theme, className }: Props) {
  const t = useTranslations();
  return (
    <div className={cn("grid gap-2 text-[13px]", className)}>
      <p>
        <span className="sr-only">{t("shell.signedInAs")} </span>
        {person.email}
        <span className="block text-subtle-foreground">{t(`roles.${person.role}`)}</span>
      </p>
      <LanguageSwitch label={t("shell.language")} locale={useLocale()} />
      <ThemeSwitch theme={theme} />
      <Link
        href={`/${environment}/settings/security`}
        className={buttonVariants({ variant: "quiet", size: "small", className: "-ml-2 justify-self-start" })}
      >
        {t("shell.mySecurity")}
      </Link>
      <SignOutButton />
    </div>
  );
}
