import { useTranslations } from "next-intl";
import { CLOSE_PILLS } from "@/components/daily-close/day-state";
import { Badge } from "@/components/ui/badge";
import type { MonthRow } from "@/lib/months/schema";

/** Whether every day of a month is closed. */
export function MonthState({ month: { isOver, openDays } }: { month: MonthRow }) {
  const t = useTranslations("months.states");
  const state = !isOver ? "running" : openDays === 0 ? "closed" : "open";
  return <Badge {...CLOSE_PILLS[state]}>{t(state)}</Badge>;
}
