import { formatDay } from "@/lib/time";

/** The days of a period: `17 Nov 2026`, or `16 Nov 2026 – 22 Nov 2026`. */
export const spanText = ({ from, to }: { from: string; to: string }, locale: string): string =>
  [...new Set([from, to])].map((day) => formatDay(day, locale)).join(" – ");
