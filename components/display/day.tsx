import { useLocale } from "next-intl";
import { formatDay } from "@/lib/time";

/** A calendar day, such as `2026-11-05`, as it is written in the reader's language. */
export function Day({ day }: { day: string }) {
  return <time dateTime={day}>{formatDay(day, useLocale())}</time>;
}
