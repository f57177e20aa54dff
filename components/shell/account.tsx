"use client";

import { useLocale, useTranslations } from "next-intl";
import { Link } from "@/components/link";
import { buttonVariants } from "@/components/ui/button";
import type { Person } from "@/lib/auth/actor";
import { cn } from "@/lib/cn";
import type { Environment } from "@/lib/environment";
import { LanguageSwitch } from "./language-switch";
import { SignOutButton } from "./sign-out-button";
import type { Theme } from "./theme";
import { ThemeSwitch } from "./theme-switch";

type Props = { environment: Environment; person: Pick<Person, "email" | "role">; theme: Theme; className?: string };

/** Who is signed in and as what, and what that person may choose for this browser. */
export function Account({ environment, person, theme, className }: Props) {
  const t = useTranslations();
  return (
    <div className={cn("grid gap-2 text-[13px]", className)}>
      <p>
        <span className="sr-only">{t("shell.signedInAs")} </span>
        {person.email}
        <span className="block text-ink-3">{t(`roles.${person.role}`)}</span>
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
