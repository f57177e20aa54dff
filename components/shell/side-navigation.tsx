"use client";

import { useTranslations } from "next-intl";
import { groupsFor } from "@/components/navigation/sections";
import { Tooltip } from "@/components/ui/tooltip";
import type { Environment } from "@/lib/environment";
import { Merchant } from "./merchant";
import { SectionLinks } from "./section-links";
import type { ShellUser } from "./shell-user";
import { UserMenu } from "./user-menu";

const LINK =
  "group relative flex h-9 items-center justify-center gap-2.5 rounded-md text-md transition-colors -outline-offset-2 hover:bg-accent hover:text-foreground side:h-7.5 side:justify-start side:px-2.5 aria-[current=page]:bg-sidebar-accent aria-[current=page]:font-semibold aria-[current=page]:text-sidebar-accent-foreground aria-[current=page]:ring-1 aria-[current=page]:ring-sidebar-border";

type Props = { environment: Environment; merchant: string | null; user: ShellUser };

/** The sections by job. Where the window is narrow their icons alone, which name themselves under the pointer. */
export function SideNavigation({ environment, merchant, user }: Props) {
  const t = useTranslations("shell");
  const sections = useTranslations("sections");
  return (
    <aside
      aria-label={t("side")}
      className="sticky top-0 hidden h-dvh w-14 shrink-0 flex-col overflow-y-auto border-r border-sidebar-border bg-sidebar p-2 text-sidebar-foreground md:flex side:w-58 print:hidden"
    >
      <Merchant
        name={merchant}
        className="mb-1.5 justify-center side:justify-start side:px-2"
        labelled="max-side:sr-only"
      />
      <nav aria-label={t("navigation")} className="flex flex-1 flex-col">
        {groupsFor(user.role).map(({ group, sections: held }) => {
          const hasTitle = group !== "day" && group !== "foot";
          return (
            <div key={group} className={group === "foot" ? "mt-auto pt-3" : undefined}>
              {hasTitle && (
                <p
                  id={`sections-${group}`}
                  className="px-2.5 pt-3 pb-1 text-2xs font-medium text-subtle-foreground max-side:sr-only"
                >
                  {t(`groups.${group}`)}
                </p>
              )}
              <ul aria-labelledby={hasTitle ? `sections-${group}` : undefined} className="grid gap-px">
                <SectionLinks
                  environment={environment}
                  sections={held}
                  className={LINK}
                  iconClassName="group-aria-[current=page]:text-sidebar-primary"
                  labelClassName="max-side:sr-only"
                  countClassName="max-side:absolute max-side:-top-0.5 max-side:-right-0.5 max-side:min-w-4 max-side:px-1 max-side:text-2xs side:ml-auto"
                  wrap={(link, name) => (
                    <Tooltip side="right" content={sections(name)} className="side:hidden">
                      {link}
                    </Tooltip>
                  )}
                />
              </ul>
            </div>
          );
        })}
      </nav>
      <UserMenu environment={environment} user={user} />
    </aside>
  );
}
