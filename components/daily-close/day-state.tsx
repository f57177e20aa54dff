import { Check, CircleDashed, Clock } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";

/** Whether a day is closed, waits to be, or is not over. Never green: that is for money that was paid. */
export function DayState({ isOver, isClosed }: { isOver: boolean; isClosed: boolean }) {
  const t = useTranslations("dailyClose.states");
  if (isClosed) return <Badge icon={Check}>{t("closed")}</Badge>;
  return isOver ? (
    <Badge tone="watch" icon={CircleDashed}>
      {t("open")}
    </Badge>
  ) : (
    <Badge icon={Clock}>{t("running")}</Badge>
  );
}
