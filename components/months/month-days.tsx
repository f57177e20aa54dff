import { Minus } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { CLOSE_PILLS } from "@/components/daily-close/day-state";
import { TitledCard } from "@/components/ui/card";
import { cn } from "@/lib/cn";
import type { Environment } from "@/lib/environment";
import type { MonthView } from "@/lib/months/schema";

const PILLS = { ...CLOSE_PILLS, future: { icon: Minus }, unknown: { icon: Minus } };

type Props = { environment: Environment; month: MonthView };

/** The days of a month, each with whether it is closed, as a way to its page. */
export function MonthDays({ environment, month: { days, closedDays, openDays } }: Props) {
  const t = useTranslations("months");
  const states = useTranslations("dailyClose.states");
  return (
    <TitledCard
      title={t("days")}
      aside={
        <span className="figures ml-auto text-xs text-subtle-foreground">
          {t("daysOf", { closed: closedDays, open: openDays })}
        </span>
      }
    >
      <ul className="flex flex-wrap gap-1.5 p-4">
        {days.map(({ day, state }) => {
          const { icon: Icon } = PILLS[state];
          const isEmpty = state === "unknown" || state === "future";
          const says = isEmpty ? t(`noRecords.${state}`) : states(state);
          const look = cn(
            "flex h-8 min-w-13 items-center justify-between gap-1 rounded-md border border-border px-2 text-sm",
            state === "open" ? "bg-warning-soft text-warning" : "text-foreground",
            isEmpty && "text-subtle-foreground",
          );
          const inside = (
            <>
              <span className="figures">{Number(day.slice(8))}</span>
              <Icon aria-hidden className="size-3.5" />
              <span className="sr-only">{says}</span>
            </>
          );
          return (
            <li key={day}>
              {state === "closed" || state === "open" ? (
                <Link
                  prefetch={false}
                  href={`/${environment}/daily-close/${day}`}
                  title={says}
                  className={cn(look, "hover:bg-accent")}
                >
                  {inside}
                </Link>
              ) : (
                <span title={says} className={look}>
                  {inside}
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </TitledCard>
  );
}
