import { cookies } from "next/headers";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import type { Person } from "@/lib/auth/actor";
import type { Environment } from "@/lib/environment";
import { BottomBar } from "./bottom-bar";
import { SandboxBand } from "./sandbox-band";
import { SideNavigation } from "./side-navigation";
import { THEME_COOKIE, themeFrom } from "./theme";
import { TopBar } from "./top-bar";

type Props = { environment: Environment; offered: Environment[]; person: Person; children: ReactNode };

/** What stands around every page: where one is, where one can go, and as whom. */
export async function Shell({ environment, offered, person, children }: Props) {
  const t = await getTranslations("shell");
  const theme = themeFrom((await cookies()).get(THEME_COOKIE)?.value);
  const { email, role } = person;
  return (
    <div className="flex min-h-dvh">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-30 focus:rounded-lg focus:bg-surface focus:px-3 focus:py-2"
      >
        {t("skip")}
      </a>
      <SideNavigation environment={environment} person={{ email, role }} theme={theme} />
      <div className="flex min-w-0 flex-1 flex-col">
        {environment === "sandbox" && <SandboxBand />}
        <TopBar environment={environment} offered={offered} />
        <main id="content" tabIndex={-1} className="w-full max-w-310 flex-1 px-4 pt-5 pb-24 md:px-7 md:pt-6 md:pb-12">
          {children}
        </main>
      </div>
      <BottomBar environment={environment} person={{ email, role }} theme={theme} />
    </div>
  );
}
