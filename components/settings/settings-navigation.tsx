"use client";

import { ChevronLeft } from "lucide-react";
import Link from "next/link";
import { useSelectedLayoutSegment } from "next/navigation";
import { useTranslations } from "next-intl";
import { LinkLabel } from "@/components/navigation/link-label";
import type { Role } from "@/lib/auth/permissions";
import type { Environment } from "@/lib/environment";
import { settingPath, settingsFor } from "./sections";
import { SettingIcon } from "./setting-icon";

type Props = { environment: Environment; role: Role; isConfined: boolean | undefined };

/** The list beside a setting. Where there is no room for it, a link leads back to the page that lists them. */
export function SettingsNavigation({ environment, role, isConfined }: Props) {
  const t = useTranslations("settings");
  const chosen = useSelectedLayoutSegment();
  const groups = settingsFor({ role, isConfined });
  // The page that lists the settings is their list itself.
  if (chosen === null) return null;
  return (
    <div className="lg:sticky lg:top-12 lg:w-50 lg:shrink-0">
      {!isConfined && (
        <Link
          href={`/${environment}/settings`}
          className="mb-1 -ml-1 flex min-h-6 w-fit items-center gap-0.5 text-xs text-muted-foreground hover:text-foreground hover:underline lg:hidden print:hidden"
        >
          <ChevronLeft aria-hidden className="size-3.5" />
          {t("label")}
        </Link>
      )}
      <nav aria-label={t("label")} className="max-lg:hidden print:hidden">
        <p aria-hidden className="px-2.5 pb-1 text-xl font-semibold tracking-tight">
          {t("label")}
        </p>
        {groups.map(({ name: group, settings }) => (
          <div key={group} className="mt-2">
            <p id={`settings-${group}`} className="px-2.5 py-1 text-xs text-subtle-foreground">
              {t(`groups.${group}`)}
            </p>
            <ul aria-labelledby={`settings-${group}`}>
              {settings.map(({ name }) => (
                <li key={name}>
                  <Link
                    prefetch={false}
                    href={settingPath(environment, name)}
                    aria-current={name === chosen ? "page" : undefined}
                    className="flex min-h-7.5 items-center gap-2.5 rounded-md px-2.5 text-md text-foreground hover:bg-accent aria-[current]:bg-accent aria-[current]:font-semibold [&_svg]:text-muted-foreground aria-[current]:[&_svg]:text-primary"
                  >
                    <SettingIcon name={name} className="size-4 shrink-0" />
                    <LinkLabel>{t(name)}</LinkLabel>
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
    </div>
  );
}
