"use client";

import { useMutation } from "@tanstack/react-query";
import { Bell, CircleQuestionMark, Globe, LogOut, Moon, ShieldCheck } from "lucide-react";
import Link from "next/link";
import { useLocale, useTranslations } from "next-intl";
import { memo, type ReactNode } from "react";
import { forgetDrafts } from "@/components/forms/drafts";
import { LanguageSwitch } from "@/components/preferences/language-switch";
import { forgetRecent } from "@/components/preferences/recent";
import { ThemeSwitch } from "@/components/preferences/theme-switch";
import type { Environment } from "@/lib/environment";
import { noteUser } from "./other-user";
import type { ShellUser } from "./shell-user";

const ROW = "flex min-h-8 w-full items-center gap-2.5 rounded-md px-2.5 text-left text-md pointer-coarse:min-h-11";
const PRESSED = `${ROW} -outline-offset-2 transition-colors hover:bg-accent aria-disabled:opacity-50`;
const ICON = "size-4 shrink-0 text-muted-foreground";

type Props = { environment: Environment; user: ShellUser; onKeys: () => void };

/** What the signed-in person may choose for this browser, and the way out. Memoised: closing the menu need not draw it again. */
export const Account = memo(function Account({ environment, user, onKeys }: Props) {
  const t = useTranslations("shell");
  return (
    <div className="grid gap-px">
      <p className="truncate px-2.5 py-1 text-xs text-subtle-foreground">{user.email}</p>
      <Link href={`/${environment}/settings/security`} prefetch={false} className={PRESSED}>
        <ShieldCheck aria-hidden className={ICON} />
        {t("mySecurity")}
      </Link>
      <Link href={`/${environment}/settings/notifications`} prefetch={false} className={PRESSED}>
        <Bell aria-hidden className={ICON} />
        {t("myNotifications")}
      </Link>
      <Line />
      <Choice icon={<Globe aria-hidden className={ICON} />} label={t("language")}>
        <LanguageSwitch label={t("language")} locale={useLocale()} />
      </Choice>
      <Choice icon={<Moon aria-hidden className={ICON} />} label={t("theme")}>
        <ThemeSwitch theme={user.theme} />
      </Choice>
      <button type="button" onClick={onKeys} className={PRESSED}>
        <CircleQuestionMark aria-hidden className={ICON} />
        {t("shortcuts")}
        <kbd
          aria-hidden
          className="ml-auto rounded-sm border border-border-strong px-1.5 font-mono text-2xs text-muted-foreground"
        >
          ?
        </kbd>
      </button>
      <Line />
      <SignOutButton />
    </div>
  );
});

const Line = () => <hr className="-mx-1.5 my-1 border-border" />;

function Choice({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }) {
  return (
    <div className={`${ROW} flex-wrap justify-between pr-1`}>
      <span aria-hidden className="flex items-center gap-2.5">
        {icon}
        {label}
      </span>
      {children}
    </div>
  );
}

function SignOutButton() {
  const t = useTranslations("shell");
  const leave = useMutation({
    // Loaded when it is pressed, as it comes with all the ways of signing in.
    mutationFn: async () => (await import("@/components/sign-in/endpoints")).signOut(),
    // A full load, so that nothing that was read stays in the memory of this tab.
    onSuccess: () => {
      forgetDrafts(sessionStorage);
      forgetRecent();
      noteUser(null);
      location.assign("/sign-in");
    },
  });
  return (
    <div>
      <button
        type="button"
        aria-disabled={leave.isPending || undefined}
        onClick={() => leave.isPending || leave.mutate()}
        className={PRESSED}
      >
        <LogOut aria-hidden className={ICON} />
        {t("signOut")}
      </button>
      <p role="alert" className="px-2.5 text-sm text-destructive">
        {leave.isError && t("signOutFailed")}
      </p>
    </div>
  );
}
