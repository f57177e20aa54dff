"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Timestamp } from "@/components/display/timestamp";
import { buttonVariants } from "@/components/ui/button";
import { type Page, sortedBy } from "@/lib/list/page";
import { ListLink } from "./list-address";

type Props = { view: Page<unknown> | undefined; above: string | null; rows: number; totals: ReactNode };

/** The foot of a list: its totals, the keys, and the pages beside this one. */
export function ListFoot({ view, above, rows, totals }: Props) {
  const t = useTranslations("list");
  const below = view?.below ?? null;
  if (rows === 0 && above === null && below === null) return null;
  return (
    <div className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-4.5 gap-y-1 border-t border-border bg-muted px-4 py-1 text-xs text-muted-foreground [&_b]:font-semibold [&_b]:text-foreground">
      {totals}
      {view?.isPartial && below !== null && (
        <p role="status">{t.rich("searchedTo", { place: () => <SearchedTo place={below} /> })}</p>
      )}
      <span aria-hidden className="ml-auto hidden items-center gap-1 2xl:flex">
        {(["j", "k"] as const).map((key) => (
          <kbd key={key} className={KEY}>
            {key.toUpperCase()}
          </kbd>
        ))}
        {t("keys.move")} <kbd className={KEY}>Space</kbd> {t("keys.select")} <kbd className={KEY}>↵</kbd>{" "}
        {t("keys.open")}
      </span>
      <nav aria-label={t("pages")} className="ml-auto flex items-center gap-1.5 2xl:ml-0">
        <span className="figures">{t(above === null ? "range" : "rows", { count: rows })}</span>
        {above !== null && (
          <ListLink to={{ before: above }} aria-label={t("pageAbove")} className={STEP}>
            <ChevronLeft aria-hidden className="size-4" />
          </ListLink>
        )}
        {below !== null &&
          (view?.isPartial ? (
            <ListLink to={{ after: below }} className={buttonVariants({ size: "small" })}>
              {t("searchOn")}
            </ListLink>
          ) : (
            <ListLink to={{ after: below }} aria-label={t("pageBelow")} className={STEP}>
              <ChevronRight aria-hidden className="size-4" />
            </ListLink>
          ))}
      </nav>
    </div>
  );
}

const STEP = buttonVariants({ size: "icon", variant: "ghost", className: "pointer-coarse:size-10" });
const KEY = "rounded-sm border border-border-strong bg-background px-1 font-mono text-2xs";

/** A moment, or an amount. */
function SearchedTo({ place }: { place: string }) {
  const key = sortedBy(place);
  return key.endsWith("Z") ? <Timestamp at={key} style="minute" /> : key;
}
