import type { BalancePoint, CurrencyHistory } from "@/lib/balances/schema";

export type Sample = { at: string; balance: Pick<BalancePoint, "available" | "ledger"> | null };

type Span = { from: string; until: string; points: BalancePoint[]; gapMs: number };

/** Nothing is drawn for the time before the first answer that was ever kept. A later silence stays within the range. */
export const sinceFirstAnswer = <History extends Pick<CurrencyHistory, "knownSince" | "from" | "points">>(
  history: History,
): History =>
  history.knownSince > history.from ? { ...history, from: history.points[0]?.at ?? history.from } : history;

/** As many as a chart draws. */
const SAMPLES = 187;

/**
 * A balance at evenly spaced moments, the last of which is the end: what it had been since the point before. Null before
 * the first answer, and where the service was not asked for longer than `gapMs`.
 */
export function samplesOf({ from, until, points, gapMs }: Span, count = SAMPLES): Sample[] {
  const [start, end] = [Date.parse(from), Date.parse(until)];
  let nth = -1;
  return Array.from({ length: count }, (_, index) => {
    const at = Math.round(start + ((end - start) * index) / (count - 1));
    while (Date.parse(points[nth + 1]?.at ?? "") <= at) nth += 1;
    const point = points[nth];
    if (!point) return { at: new Date(at).toISOString(), balance: null };
    const next = Date.parse(points[nth + 1]?.at ?? until);
    const isGap = at > Date.parse(point.until) && next - Date.parse(point.until) > gapMs;
    const { available, ledger } = point;
    return { at: new Date(at).toISOString(), balance: isGap ? null : { available, ledger } };
  });
}
