"use client";

import { useQuery } from "@tanstack/react-query";
import { Bell } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { buttonVariants } from "@/components/ui/button";
import { Count } from "@/components/ui/count";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { dashboardCache } from "@/lib/dashboard/cache";
import type { Environment } from "@/lib/environment";
import { waitingItems } from "./waiting-items";

/** What needs action now, from the same figures as Today, on every page. */
export function Notifications({ environment }: { environment: Environment }) {
  const t = useTranslations("shell.notifications");
  const pathname = usePathname();
  const { data, isError } = useQuery(dashboardCache.counts(environment));
  // Open only where it was opened: going somewhere closes it.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const items = data ? waitingItems(environment, data) : [];
  const count = items.reduce((sum, item) => sum + item.count, 0);
  const more = items.some(({ isMore }) => isMore) ? "yes" : "no";
  return (
    <Popover open={openAt === pathname} onOpenChange={(open) => setOpenAt(open ? pathname : null)}>
      <PopoverTrigger
        aria-label={t("label", { count, more })}
        className={buttonVariants({ variant: "ghost", size: "icon", className: "relative" })}
      >
        <Bell aria-hidden />
        {count > 0 && (
          <span
            aria-hidden
            className="absolute top-1 right-1 size-1.75 rounded-full bg-warning ring-2 ring-background"
          />
        )}
      </PopoverTrigger>
      <PopoverContent align="end" aria-label={t("title")} className="w-80 gap-0 p-0">
        <p className="border-b border-border px-4 py-2.5 text-base font-semibold">{t("title")}</p>
        {/* What could not be read is not nothing; what was read before may be old. */}
        <p role="status" className="px-4 py-3 text-muted-foreground empty:hidden">
          {isError ? t("unavailable") : !data ? t("loading") : items.length === 0 && t("none")}
        </p>
        <ul className="p-1">
          {items.map(({ kind, count: waiting, isMore, path }) => (
            <li key={kind}>
              <Link
                href={path}
                className="flex min-h-9 items-center justify-between gap-3 rounded-md px-3 text-md -outline-offset-2 hover:bg-accent pointer-coarse:min-h-11"
                onClick={() => setOpenAt(null)}
              >
                {t(`kinds.${kind}`)}
                <Count tone="watch">
                  {waiting}
                  {isMore && "+"}
                </Count>
              </Link>
            </li>
          ))}
        </ul>
      </PopoverContent>
    </Popover>
  );
}
