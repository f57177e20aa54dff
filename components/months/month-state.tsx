import { CircleDashed } from "lucide-react";
import { useTranslations } from "next-intl";
import { CLOSE_PILLS } from "@/components/daily-close/day-state";
import { Badge } from "@/components/ui/badge";
import { type MonthRow, stateOf } from "@/lib/months/schema";

const PILLS = { ...CLOSE_PILLS, unrecorded: { icon: CircleDashed } } as const;

/** Whether every day of a month is closed. */
export function MonthState({ month }: { month: MonthRow }) {
  const t = useTranslations("months.states");
  const state = stateOf(month);
  return <Badge {...PILLS[state]}>{t(state)}</Badge>;
}
