import type { BalancePoint } from "@/lib/balances/schema";

export type Box = { width: number; height: number };
/** `gapMs`: after a longer silence nothing is drawn until the next answer. */
type Span = { from: string; until: string; gapMs: number };

/**
 * A line of steps: a balance stays what it was until it is said to be another, with a gap where nobody asked. Amounts
 * become floats here, for drawing only. `low` and `high` are the figures at the lower and upper edge.
 */
export function stepPath(
  points: BalancePoint[],
  of: "available" | "ledger",
  { from, until, gapMs }: Span,
  box: Box,
): string {
  const { low, high } = edges(points);
  const start = Date.parse(from);
  const across = (at: string) => round(((Date.parse(at) - start) / (Date.parse(until) - start)) * box.width);
  const up = (amount: string) => round(box.height - ((Number(amount) - low) / (high - low || 1)) * box.height);
  const isGap = (from: string, to: string) => Date.parse(to) - Date.parse(from) > gapMs;
  const steps = points.map((point, index) => {
    const before = points[index - 1];
    const [x, y] = [across(point.at), up(point[of])];
    if (!before) return `M${x},${y}`;
    return isGap(before.until, point.at) ? `H${across(before.until)}M${x},${y}` : `H${x}V${y}`;
  });
  const last = points.at(-1);
  if (!last) return "";
  return `${steps.join("")}H${isGap(last.until, until) ? across(last.until) : box.width}`;
}

/** With room above and below, so that a line that never moves lies in the middle. */
function edges(points: BalancePoint[]): { low: number; high: number } {
  const all = points.flatMap(({ available, ledger }) => [Number(available), Number(ledger)]);
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const room = (high - low || Math.abs(high) || 1) * 0.12;
  return { low: low - room, high: high + room };
}

/** Whether a line of these points has a gap, which the chart then explains. */
export const hasGap = (points: BalancePoint[], { until, gapMs }: Omit<Span, "from">): boolean =>
  points.some((point, index) => Date.parse(points[index + 1]?.at ?? until) - Date.parse(point.until) > gapMs);

const round = (value: number) => Math.round(value * 10) / 10;
