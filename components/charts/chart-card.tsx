"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import type { ChartProps, ChartSeries } from "@/components/ui/chart";
import { HeadedTable, TableCell, TableRow } from "@/components/ui/table";
import { cn } from "@/lib/cn";
import { LazyChart } from "./lazy-chart";
import { plainNumber } from "./plain-number";
import { niceTicks } from "./ticks";

type Props = Omit<ChartProps, "ticks" | "nameY"> & {
  title: string;
  /** The currency and what else the figures are of. */
  note: string;
  /** Round values around those that are drawn, where no others are given. */
  ticks: { x: string[]; y?: number[] | undefined };
  isWhole?: boolean;
  nameY: (value: string) => string;
  /** What is said where nothing can be drawn. */
  empty?: string;
  /** The names of the figures in the table follow that of the first column. */
  table: { heads: string[]; rows: { key: string; name: ReactNode; figures: string[] }[] };
  /** What stands below the drawing. */
  children?: ReactNode;
};

/** A chart with its legend. The same figures are there as a table. */
export function ChartCard(props: Props) {
  const { title, note, ticks, isWhole = false, nameY, empty, table, children, ...chart } = props;
  const t = useTranslations("charts");
  const [isTable, setIsTable] = useState(false);
  const id = useId();
  const { series, points } = chart;
  const values = points.flatMap((point) => Object.values(point.values)).filter((value) => value !== null);
  const fromZero = series.some(({ draw }) => draw === "bar");
  const [first = "", ...names] = table.heads;
  return (
    <Card aria-labelledby={id} className="print:break-inside-avoid">
      <CardHeader>
        <CardTitle id={id}>{title}</CardTitle>
        <span className="text-xs text-subtle-foreground">{note}</span>
        <div className="ml-auto flex flex-wrap items-center gap-x-3 gap-y-1">
          {series.map((one) => (
            <Legend key={one.key} series={one} />
          ))}
          <Button variant="ghost" size="small" className="print:hidden" onClick={() => setIsTable(!isTable)}>
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
          className="relative max-h-80 overflow-auto -outline-offset-2 print:max-h-none print:overflow-visible"
        >
          <HeadedTable caption={title} heads={[first, ...names.map((figure) => ({ figure }))]}>
            {table.rows.map(({ key, name, figures }) => (
              <TableRow key={key}>
                <TableCell>{name}</TableCell>
                {figures.map((figure, nth) => (
                  <TableCell key={names[nth]} className="text-right figures">
                    {figure}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </HeadedTable>
        </section>
      ) : (
        <>
          {values.length === 0 && empty !== undefined ? (
            <p className="p-4 text-muted-foreground">{empty}</p>
          ) : (
            // A drawing has its width in pixels and follows a narrower window a moment later; until then it must not
            // widen the page. The height stays, so that the page does not move when the chart comes.
            <div className="h-64 overflow-x-clip px-2 pt-2 pb-1">
              <LazyChart
                {...chart}
                ticks={{ x: ticks.x, y: ticks.y ?? niceTicks(values, { fromZero, isWhole }) }}
                nameY={(y) => nameY(plainNumber(y))}
              />
            </div>
          )}
          {children}
        </>
      )}
    </Card>
  );
}

function Legend({ series: { label, draw, tone } }: { series: ChartSeries }) {
  const colour = `var(--${tone})`;
  return (
    <span className="flex items-center gap-1.5 text-xs text-muted-foreground">
      {draw === "bar" ? (
        <span
          aria-hidden
          className="size-2.5 rounded-sm [print-color-adjust:exact]"
          style={{ backgroundColor: colour }}
        />
      ) : (
        <span
          aria-hidden
          className={cn("w-4 border-t-2", draw === "dashed" && "border-dashed")}
          style={{ borderColor: colour }}
        />
      )}
      {label}
    </span>
  );
}
