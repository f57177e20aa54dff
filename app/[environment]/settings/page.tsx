import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { settingPath, settingsFor } from "@/components/settings/sections";
import { SettingIcon } from "@/components/settings/setting-icon";
import { PageFrame } from "@/components/shell/page-frame";
import { TitledCard } from "@/components/ui/card";
import { viewerContext } from "@/lib/http/viewer";

/** All that one can set or check, with what it is about. On a phone it is how one gets to a setting. */
export default async function SettingsPage({ params }: PageProps<"/[environment]/settings">) {
  const { environment, actor } = await viewerContext((await params).environment);
  const t = await getTranslations("settings");
  const groups = settingsFor(actor);
  const count = groups.flatMap(({ settings }) => settings).length;
  return (
    <PageFrame title={t("label")} summary={t("count", { count })}>
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2">
        {groups.map(({ name: group, settings }) => (
          <TitledCard key={group} title={t(`groups.${group}`)}>
            <ul>
              {settings.map(({ name }) => (
                <li key={name} className="border-b border-border last:border-b-0">
                  <Link
                    prefetch={false}
                    href={settingPath(environment, name)}
                    className="flex min-h-14 items-center gap-3 px-4 py-2 -outline-offset-2 hover:bg-accent"
                  >
                    <SettingIcon name={name} className="size-4.5 shrink-0 text-muted-foreground" />
                    <span className="min-w-0 flex-1">
                      <span className="block font-medium">{t(name)}</span>
                      <span className="block text-xs text-muted-foreground">{t(`about.${name}`)}</span>
                    </span>
                    <ChevronRight aria-hidden className="size-4 shrink-0 text-subtle-foreground" />
                  </Link>
                </li>
              ))}
            </ul>
          </TitledCard>
        ))}
      </div>
    </PageFrame>
  );
}
