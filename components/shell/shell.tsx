"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Live } from "@/components/live";
import { Shortcuts } from "@/components/palette/shortcuts";
import type { Theme } from "@/components/preferences/theme";
import type { User } from "@/lib/auth/actor";
import type { Environment } from "@/lib/environment";
import { BottomBar } from "./bottom-bar";
import { Presence } from "./presence";
import { SandboxBand } from "./sandbox-band";
import { SideNavigation } from "./side-navigation";
import { TopBar } from "./top-bar";

type Props = {
  environment: Environment;
  offered: Environment[];
  person: Pick<User, "id" | "email" | "role">;
  theme: Theme;
  children: ReactNode;
};

/** What stands around every page: where one is, where one can go, and as whom. */
export function Shell({ environment, offered, person, theme, children }: Props) {
  const t = useTranslations("shell");
  const { id, email, role } = person;
  return (
    <Live environment={environment}>
      <Presence />
      <Shortcuts environment={environment} offered={offered} person={{ id, role }} />
      <div className="flex min-h-dvh">
        <a
          href="#content"
          className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-30 focus:rounded-lg focus:bg-card focus:px-3 focus:py-2"
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
    </Live>
  );
}
