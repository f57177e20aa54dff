"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import type { ChartSeries } from "@/components/ui/chart";
import { cn } from "@/lib/cn";

type Props = {
  title: string;
  /** The currency and what else the figures are of. */
  note: string;
  series: ChartSeries[];
  chart: ReactNode;
  table: ReactNode;
  className?: string;
};

/** A chart with its legend. The same figures are there as a table. */
export function ChartCard({ title, note, series, chart, table, className }: Props) {
  const t = useTranslations("charts");
  const [isTable, setIsTable] = useState(false);
  const id = useId();
  return (
    <Card className={className} aria-labelledby={id}>
      <CardHeader>
        <CardTitle id={id}>{title}</CardTitle>
        <span className="text-xs text-subtle-foreground">{note}</span>
        <div className="ml-auto flex flex-wrap items-center gap-x-3 gap-y-1">
          {series.map((one) => (
            <Legend key={one.key} series={one} />
          ))}
          <Button variant="ghost" size="small" onClick={() => setIsTable(!isTable)}>
            {isTable ? t("showChart") : t("showTable")}
          </Button>
        </div>
      </CardHeader>
      {isTable ? (
        // It scrolls on its own, also by keys.
        <section
          aria-label={t("tableOf", { title })}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable
          tabIndex={0}
          className="relative max-h-80 overflow-auto -outline-offset-2"
        >
          {table}
        </section>
      ) : (
        chart
      )}
    </Card>
  );
}

const GROUND = {
  "chart-1": "bg-chart-1",
  "chart-2": "bg-chart-2",
  "chart-3": "bg-chart-3",
  "chart-4": "bg-chart-4",
  "chart-5": "bg-chart-5",
} as const;
const EDGE = {
  "chart-1": "border-chart-1",
  "chart-2": "border-chart-2",
  "chart-3": "border-chart-3",
  "chart-4": "border-chart-4",
  "chart-5": "border-chart-5",
} as const;

function Legend({ series: { label, draw, tone } }: { series: ChartSeries }) {
  return (
    <span className="flex items-center gap-1.5 text-xs text-muted-foreground">
      {draw === "bar" ? (
        <span aria-hidden className={cn("size-2.5 rounded-sm", GROUND[tone])} />
      ) : (
        <span aria-hidden className={cn("w-4 border-t-2", draw === "dashed" && "border-dashed", EDGE[tone])} />
      )}
      {label}
    </span>
  );
}

/**
 * The frame of a chart, so that the page does not move when it comes. A drawing has its width in pixels and follows
 * a narrower window a moment later; until then it must not widen the page.
 */
export function ChartFrame({ children }: { children: ReactNode }) {
  return <div className="h-64 overflow-x-clip px-2 pt-2 pb-1">{children}</div>;
}
