import { z } from "zod";
import { dayParts } from "@/lib/fields";
import { daysUpTo, lastDays } from "@/lib/time";
import { FINDINGS, FINDINGS_DAYS_MAX, type Finding, type FindingRow, type FindingsFilter, type Outcome } from "./kinds";

/** So many days are looked at where none are named. */
const USUAL_DAYS = 31;

/** From the address; what makes no sense is as usual. */
export const findingsAsked = z.object({
  ...dayParts,
  finding: z.enum(FINDINGS).optional().catch(undefined),
});
export type FindingsAsked = z.output<typeof findingsAsked>;

/** With its days: the last month where none are named. */
export const findingsFilter = (asked: FindingsAsked, now: Date): FindingsFilter => ({
  ...asked,
  ...(daysUpTo(asked, FINDINGS_DAYS_MAX) ?? lastDays(now, USUAL_DAYS)),
});

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
