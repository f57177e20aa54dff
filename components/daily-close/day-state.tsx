import { Check, CircleDashed, Clock } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";

/** Never green: that is for money that was paid. */
export const CLOSE_PILLS = {
  closed: { icon: Check },
  open: { tone: "watch", icon: CircleDashed },
  running: { icon: Clock },
} as const;

/** Whether a day is closed, waits to be, or is not over. */
export function DayState({ isOver, isClosed }: { isOver: boolean; isClosed: boolean }) {
  const t = useTranslations("dailyClose.states");
  const state = isClosed ? "closed" : isOver ? "open" : "running";
  return <Badge {...CLOSE_PILLS[state]}>{t(state)}</Badge>;
}
