import { Check, CircleDashed, Clock } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import type { MonthRow } from "@/lib/months/schema";

/** Whether every day of a month is closed. */
export function MonthState({ month: { isOver, openDays } }: { month: MonthRow }) {
  const t = useTranslations("months.states");
  if (!isOver) return <Badge icon={Clock}>{t("running")}</Badge>;
  if (openDays === 0) return <Badge icon={Check}>{t("closed")}</Badge>;
  return (
    <Badge tone="watch" icon={CircleDashed}>
      {t("open")}
    </Badge>
  );
}
