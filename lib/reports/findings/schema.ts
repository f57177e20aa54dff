import { z } from "zod";
import { tokyoDayText } from "@/lib/fields";
import { DAY_MS, tokyoDay } from "@/lib/time";
import { FINDINGS, type Finding, type FindingRow, type FindingsFilter, type Outcome } from "./kinds";

const DAYS_MAX = 366;
/** So many days are looked at where none are named. */
const USUAL_DAYS = 31;

const isFinding = (text: string): text is Finding => FINDINGS.some((one) => one === text);

/** From the address; what makes no sense is as usual. */
export const findingsAsked = z.object({
  from: tokyoDayText.optional().catch(undefined),
  to: tokyoDayText.optional().catch(undefined),
  finding: z.string().refine(isFinding).optional().catch(undefined),
});
export type FindingsAsked = z.output<typeof findingsAsked>;

/** With its days: the last month where none are named. */
export function findingsFilter({ from, to, finding }: FindingsAsked, now: Date): FindingsFilter {
  const isSpan =
    from !== undefined && to !== undefined && from <= to && Date.parse(to) - Date.parse(from) < DAYS_MAX * DAY_MS;
  if (isSpan) return { from, to, finding };
  return { from: tokyoDay(new Date(now.getTime() - (USUAL_DAYS - 1) * DAY_MS)), to: tokyoDay(now), finding };
}

/** One line: how many, what they sum up to by currency, and what became of them. Amounts are decimal strings. */
export type FindingSum = {
  finding: Finding;
  count: number;
  sums: { currency: string; count: number; amount: string }[];
  outcomes: { outcome: Outcome; count: number }[];
};

export type FindingsView = {
  filter: FindingsFilter;
  /** The console only watched (READ_ONLY) when this was read. */
  readOnly: boolean;
  sums: FindingSum[];
  /** The list that is open, the newest first; `isMore`: there are more than are shown, `fitsFile`: no more than a file has. */
  list: { finding: Finding; rows: FindingRow[]; isMore: boolean; fitsFile: boolean } | null;
  /** The newest commit in these figures, where they lack later ones: ISO 8601. */
  asOf: string | null;
};
