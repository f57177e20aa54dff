"use client";

import { type RefObject, useEffect, useRef } from "react";
import {
  Area,
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from "recharts";

export type ChartSeries = {
  key: string;
  label: string;
  draw: "area" | "line" | "dashed" | "bar";
  tone: "chart-1" | "chart-2" | "chart-3" | "chart-4" | "chart-5";
};

export type ChartPoint = {
  /** Names the point on the axis; no two have the same. */
  x: string;
  /** The head of its tooltip. */
  title: string;
  /** For drawing only, by the key of a series; null is a gap. */
  values: Record<string, number | null>;
  /** What the tooltip lists: the exact figures, as text. */
  figures: { label: string; text: string }[];
};

export type ChartProps = {
  /** What is drawn, for a reader who does not see it. */
  label: string;
  series: ChartSeries[];
  points: ChartPoint[];
  ticks: { x: string[]; y: number[] };
  nameX: (x: string) => string;
  nameY: (y: number) => string;
  /** Where a point leads to, by a click or Enter. */
  onPick?: ((x: string) => void) | undefined;
};

const colourOf = ({ tone }: ChartSeries) => `var(--${tone})`;
/** Room for a text of an axis: measured by the library, it would draw everything twice. */
const widthOf = (text: string) => Array.from(text, (sign) => (sign > "\u2e7f" ? 12 : 7)).reduce((a, b) => a + b, 10);
const TICK = { fill: "var(--subtle-foreground)", fontSize: "0.75rem" };

/** Lines, areas and bars over a row of points, with a crosshair that the arrow keys move. Recharts draws it. */
export function Chart({ label, series, points, ticks, nameX, nameY, onPick }: ChartProps) {
  const [low, high] = [ticks.y[0] ?? 0, ticks.y.at(-1) ?? 1];
  const hasBars = series.some(({ draw }) => draw === "bar");
  const pick = (at: string | number | undefined) => at !== undefined && onPick?.(String(at));
  const shownAt = useRef<string | null>(null);
  return (
    <div
      role="presentation"
      // Recharts sizes its drawing in pixels of the window. On paper it is scaled to the card.
      className="size-full print:[&_.recharts-responsive-container>div]:size-full! print:[&_.recharts-wrapper]:size-full!"
      onKeyDownCapture={({ key }) => key === "Enter" && pick(shownAt.current ?? undefined)}
    >
      <ResponsiveContainer width="100%" height="100%">
        <ComposedChart
          data={points}
          margin={{ top: 8, right: 20, bottom: 0, left: 4 }}
          stackOffset="sign"
          barCategoryGap="20%"
          aria-label={label}
          onClick={({ activeLabel }) => pick(activeLabel)}
          {...(onPick ? { className: "cursor-pointer" } : {})}
        >
          <CartesianGrid vertical={false} stroke="var(--border)" />
          <XAxis
            dataKey="x"
            ticks={ticks.x}
            interval="equidistantPreserveStart"
            minTickGap={8}
            tickFormatter={nameX}
            tick={TICK}
            tickLine={false}
            axisLine={false}
            padding={hasBars ? { left: 0, right: 0 } : { left: 4, right: 4 }}
          />
          <YAxis
            width={Math.max(...ticks.y.map((y) => widthOf(nameY(y))))}
            ticks={ticks.y}
            domain={[low, high]}
            interval={0}
            tickFormatter={nameY}
            tick={TICK}
            tickLine={false}
            axisLine={false}
          />
          {hasBars && <ReferenceLine y={0} stroke="var(--border-strong)" />}
          <Tooltip
            content={(shown) => <ChartTooltip shown={shown} shownAt={shownAt} />}
            cursor={hasBars ? { fill: "var(--accent)" } : { stroke: "var(--border-strong)" }}
            isAnimationActive={false}
            filterNull={false}
          />
          {series.map((one) => drawn(one, low))}
        </ComposedChart>
      </ResponsiveContainer>
    </div>
  );
}

function drawn(series: ChartSeries, bottom: number) {
  const { key, label, draw } = series;
  const colour = colourOf(series);
  const common = {
    dataKey: (point: ChartPoint) => point.values[key] ?? null,
    name: label,
    isAnimationActive: false,
  };
  const dot = { r: 3.5, fill: colour, stroke: "var(--card)", strokeWidth: 1.5 };
  switch (draw) {
    case "bar":
      return <Bar key={key} {...common} stackId="all" fill={colour} maxBarSize={40} />;
    case "area":
      return (
        <Area
          key={key}
          {...common}
          stroke={colour}
          strokeWidth={1.8}
          fill="var(--chart-5)"
          fillOpacity={0.75}
          baseValue={bottom}
          dot={false}
          activeDot={dot}
        />
      );
    case "line":
    case "dashed":
      return (
        <Line
          key={key}
          {...common}
          stroke={colour}
          strokeWidth={draw === "dashed" ? 1.4 : 1.8}
          {...(draw === "dashed" ? { strokeDasharray: "3 3" } : {})}
          dot={false}
          activeDot={dot}
        />
      );
  }
}

/** Every series at the crosshair. Read out as it moves. */
function ChartTooltip({ shown, shownAt }: { shown: TooltipContentProps; shownAt: RefObject<string | null> }) {
  const point: ChartPoint | undefined = shown.active ? shown.payload[0]?.payload : undefined;
  const at = point?.x ?? null;
  useEffect(() => {
    shownAt.current = at;
  }, [shownAt, at]);
  return (
    <div role="status">
      {point && (
        <div className="grid min-w-44 gap-0.5 rounded-lg border border-border bg-popover px-3 py-2 text-xs text-popover-foreground shadow-pop">
          <p className="font-semibold">{point.title}</p>
          {point.figures.map(({ label, text }) => (
            <p key={label} className="flex justify-between gap-4">
              <span className="text-muted-foreground">{label}</span> <span className="figures">{text}</span>
            </p>
          ))}
        </div>
      )}
    </div>
  );
}
