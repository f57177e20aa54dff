"use client";

import { Eye } from "lucide-react";
import { useTranslations } from "next-intl";
import { type MouseEvent, type ReactNode, useEffect } from "react";
import { ReadOnlyProvider } from "@/components/commands/read-only";
import { Live } from "@/components/live";
import { PageSkeleton } from "@/components/navigation/page-skeleton";
import { Shortcuts } from "@/components/palette/shortcuts";
import type { User } from "@/lib/auth/actor";
import { cn } from "@/lib/cn";
import type { Environment } from "@/lib/environment";
import { BottomBar } from "./bottom-bar";
import { CloseNotifications } from "./close-notifications";
import { Offline } from "./offline";
import { OtherUser } from "./other-user";
import type { ShellUser } from "./shell-user";
import { SideNavigation } from "./side-navigation";
import { TopBar } from "./top-bar";

type Props = {
  environment: Environment;
  offered: Environment[];
  /** The name of the one merchant that this console serves, if it was given. */
  merchant: string | null;
  /** It was started to watch only. */
  readOnly: boolean;
  /** Its orders were made up. */
  hasDemoData: boolean;
  user: ShellUser & Pick<User, "id">;
  children: ReactNode;
};

/** What stands around every page: where one is, where one can go, and as whom. */
export function Shell({ environment, offered, merchant, readOnly, hasDemoData, user, children }: Props) {
  const t = useTranslations("shell");
  return (
    <>
      <OtherUser user={user} />
      <Live environment={environment} />
      <Presence />
      <CloseNotifications />
      <Offline />
      <Shortcuts environment={environment} offered={offered} user={user} />
      <div className="group/page flex min-h-dvh">
        {/* biome-ignore lint/a11y/useValidAnchor: before the page listens, the browser goes there */}
        <a
          href="#content"
          onClick={goToContent}
          className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-30 focus:rounded-lg focus:bg-card focus:px-3 focus:py-2"
        >
          {t("skip")}
        </a>
        <SideNavigation environment={environment} merchant={merchant} user={user} />
        <div className="flex min-w-0 flex-1 flex-col">
          <div className="sticky top-0 z-10 print:hidden">
            {readOnly && <ReadOnlyBand />}
            {environment === "sandbox" && <SandboxBand hasDemoData={hasDemoData} />}
            <TopBar environment={environment} offered={offered} merchant={merchant} />
          </div>
          <p className="hidden text-xs text-muted-foreground print:block">
            {merchant ?? "Choba"} · {t("environmentNow", { environment: t(environment) })}
          </p>
          <div className="relative flex flex-1 flex-col">
            <main
              id="content"
              tabIndex={-1}
              className={cn(
                "w-full max-w-400 flex-1 px-4 pt-4.5 pb-24 max-md:has-[[data-decision]:not([data-beside-list]_*)]:pb-60 md:px-6 md:pb-6 print:px-0 print:pb-0 xl:has-[[data-docked]]:max-w-none xl:has-[[data-docked]]:pr-116",
                // Below the skeleton, also what is fixed.
                "group-has-[[data-pending]:not([data-pending=dim])]/page:isolate",
                // A page that stays in part, where the rest takes its time.
                "group-has-[[data-pending=dim]]/page:opacity-60 group-has-[[data-pending=dim]]/page:transition-opacity group-has-[[data-pending=dim]]/page:delay-200",
              )}
            >
              <ReadOnlyProvider reason={readOnly ? t("readOnlyReason") : null}>{children}</ReadOnlyProvider>
            </main>
            <PageSkeleton />
          </div>
        </div>
        <BottomBar environment={environment} user={user} />
      </div>
    </>
  );
}

/** Without an entry in the history: Next ignores one that a fragment makes, and the way back would be stuck. */
function goToContent(event: MouseEvent) {
  event.preventDefault();
  document.getElementById("content")?.focus();
}

/** Says on each page that nothing leaves, before a form is filled in. */
function ReadOnlyBand() {
  const t = useTranslations("shell");
  return (
    <aside
      aria-label={t("readOnly")}
      className="flex h-6 items-center justify-center gap-1.5 overflow-hidden border-b border-warning-line bg-warning-soft px-2 text-xs font-semibold whitespace-nowrap text-warning"
    >
      <Eye aria-hidden className="size-3.5 shrink-0" />
      {t("readOnlyBand")}
    </aside>
  );
}

/** Marks the sandbox, so that it is never mistaken for production. */
function SandboxBand({ hasDemoData }: { hasDemoData: boolean }) {
  const t = useTranslations("shell");
  return (
    <aside
      aria-label={t("environment")}
      className="sandbox-stripes flex h-6 items-center justify-center overflow-hidden border-b border-border px-2 text-xs font-semibold whitespace-nowrap text-warning"
    >
      {t(hasDemoData ? "demoBand" : "band")}
    </aside>
  );
}

const TOLD_EVERY_MS = 2 * 60_000;

/**
 * A session ends after a quarter of an hour in which no user does anything. Typing a long form is doing something, which
 * the console would not hear of otherwise; a page that refreshes itself is not.
 */
function Presence() {
  useEffect(() => {
    let toldAt = performance.now();
    const tell = () => {
      if (performance.now() - toldAt < TOLD_EVERY_MS) return;
      toldAt = performance.now();
      // Whether it was heard shows with the next thing that is done: then the session holds, or it does not.
      fetch("/api/keep-alive", { method: "POST", keepalive: true }).catch(() => {});
    };
    const events = ["keydown", "pointerdown"] as const;
    for (const event of events) addEventListener(event, tell, { passive: true });
    return () => {
      for (const event of events) removeEventListener(event, tell);
    };
  }, []);
  return null;
}
