import type { BalancePoint } from "@/lib/balances/schema";

export type Box = { width: number; height: number };
type Span = { from: string; until: string };

/**
 * A line of steps: a balance stays what it was until it is said to be another. Amounts become floats here, for
 * drawing only. `low` and `high` are the figures at the lower and upper edge.
 */
export function stepPath(points: BalancePoint[], of: "available" | "ledger", { from, until }: Span, box: Box): string {
  const { low, high } = edges(points);
  const start = Date.parse(from);
  const across = (at: string) => round(((Date.parse(at) - start) / (Date.parse(until) - start)) * box.width);
  const up = (amount: string) => round(box.height - ((Number(amount) - low) / (high - low || 1)) * box.height);
  const [first, ...later] = points;
  if (!first) return "";
  const steps = later.map((point) => `H${across(point.at)}V${up(point[of])}`);
  return `M${across(first.at)},${up(first[of])}${steps.join("")}H${box.width}`;
}

/** With room above and below, so that a line that never moves lies in the middle. */
function edges(points: BalancePoint[]): { low: number; high: number } {
  const all = points.flatMap(({ available, ledger }) => [Number(available), Number(ledger)]);
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const room = (high - low || Math.abs(high) || 1) * 0.12;
  return { low: low - room, high: high + room };
}

const round = (value: number) => Math.round(value * 10) / 10;
