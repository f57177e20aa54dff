import { cn } from "@/lib/cn";

const BOX = { width: 96, height: 34, edge: 3 };

type Props = { values: readonly (string | null)[]; className: string };

/** The course of one figure, without an axis; what it ends with stands beside it. What is not known is a gap. */
export function Sparkline({ values, className }: Props) {
  const known = values.filter((value) => value !== null).map(Number);
  if (known.length < 2) return null;
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const { width, height, edge } = BOX;
  const across = (nth: number) => edge + (nth / (values.length - 1)) * (width - 2 * edge);
  // A line that never moves lies in the middle.
  const up = (value: number) =>
    high === low ? height / 2 : height - edge - ((value - low) / (high - low)) * (height - 2 * edge);
  const runs = runsOf(
    values.map((value, nth) => (value === null ? null : ([across(nth), up(Number(value))] as const))),
  );
  const last = runs.at(-1)?.at(-1);
  const line = (run: Run) =>
    run.map(([x, y], nth) => `${nth === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
  return (
    <svg
      aria-hidden
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      className={cn("shrink-0", className)}
    >
      {runs.map((run) => (
        <g key={run[0]?.[0]}>
          <path d={`${line(run)}V${height}H${run[0]?.[0].toFixed(1)}Z`} className="fill-chart-5 opacity-60" />
          <path d={line(run)} strokeWidth={1.5} strokeLinejoin="round" className="fill-none stroke-chart-1" />
        </g>
      ))}
      {last && <circle cx={last[0]} cy={last[1]} r={2.2} className="fill-chart-1" />}
    </svg>
  );
}

type Run = (readonly [x: number, y: number])[];

function runsOf(points: (readonly [number, number] | null)[]): Run[] {
  const runs: Run[] = [[]];
  for (const point of points) {
    if (point) runs.at(-1)?.push(point);
    else if (runs.at(-1)?.length) runs.push([]);
  }
  return runs.filter((run) => run.length > 0);
}
