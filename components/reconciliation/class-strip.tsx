"use client";

import { useTranslations } from "next-intl";
import { Sums } from "@/components/batches/sums";
import { ListLink, useListAddress } from "@/components/data-table/list-address";
import { cn } from "@/lib/cn";
import type { RowClass } from "@/lib/reconciliation/classes";
import type { RunFigures } from "@/lib/reconciliation/schema";
import { ClassMark } from "./class-mark";
import { classTotals } from "./figures";

/** These two head the page: lost money, and players who wait. */
const HEADS: readonly RowClass[] = ["credited_not_completed", "completed_not_credited"];

/** The classes of a run with their sums; each leads to its rows. */
export function ClassStrip({ figures }: { figures: RunFigures }) {
  const t = useTranslations("reconciliation");
  const { values } = useListAddress();
  const totals = classTotals(figures.classes);
  const all = totals.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <div aria-hidden className="flex h-2.5 gap-px overflow-hidden rounded-full bg-muted">
        {totals
          .toReversed()
          .filter(({ count }) => count > 0)
          .map(({ class: one, count }) => (
            <span key={one} style={{ flexGrow: Math.max(count / all, 0.008) }} className="flex">
              <ClassMark of={one} className="h-full w-full rounded-none" />
            </span>
          ))}
      </div>
      <nav
        aria-label={t("run.classes")}
        className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(8.25rem,1fr))] gap-px overflow-hidden rounded-lg border border-border bg-card"
      >
        {totals.map(({ class: one, count, sums }) => (
          <ListLink
            key={one}
            to={{ class: one, q: null, owner: null, decision: null }}
            aria-current={values.class === one ? "true" : undefined}
            title={t(`meanings.${one}`)}
            className="row-span-3 grid grid-rows-subgrid gap-1 bg-card px-3 py-2.5 hover:bg-accent aria-[current]:bg-primary-soft"
          >
            <span className="flex items-baseline gap-1.5 text-xs text-muted-foreground">
              <ClassMark of={one} />
              <span className={HEADS.includes(one) ? "font-semibold text-foreground" : undefined}>
                {t(`classes.${one}`)}
              </span>
            </span>
            <span
              className={cn("figures text-xl font-semibold", HEADS.includes(one) && count > 0 && "text-destructive")}
            >
              {count.toLocaleString("en")}
            </span>
            <span className="text-xs text-subtle-foreground">
              <Sums sums={sums} isStacked />
            </span>
          </ListLink>
        ))}
      </nav>
    </>
  );
}
