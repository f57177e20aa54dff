import Link from "next/link";
import { useTranslations } from "next-intl";
import { MovementSums } from "@/components/movements/movement-sums";
import { Alert } from "@/components/ui/alert";
import { buttonVariants } from "@/components/ui/button";
import { TitledCard } from "@/components/ui/card";
import type { DayView } from "@/lib/daily-close/schema";
import type { Environment } from "@/lib/environment";

/** `isKnown`: the balances at both edges of the day are. */
type Props = { environment: Environment; day: string; isKnown: boolean } & Pick<DayView, "closed" | "movements">;

/** What moved the balance on the day and no order explains: as it was at the close, and whether that has changed since. */
export function DayMovements({ environment, day, isKnown, closed, movements }: Props) {
  const t = useTranslations("dailyClose.movements");
  const shown = closed ? closed.movements : movements;
  const isChanged = closed !== null && JSON.stringify(closed.movements) !== JSON.stringify(movements);
  return (
    <TitledCard
      title={t("title")}
      aside={
        <Link
          href={`/${environment}/reconciliation/movements?from=${day}&to=${day}`}
          className={buttonVariants({ size: "small", className: "ml-auto print:hidden" })}
        >
          {t("open")}
        </Link>
      }
    >
      {isChanged && (
        <Alert tone="watch" className="m-4">
          {t("changed")}
        </Alert>
      )}
      {!isKnown && <p className="px-4 py-3.5 text-sm text-warning">{t("notKnown")}</p>}
      {shown.length > 0 ? (
        <MovementSums sums={shown} />
      ) : (
        isKnown && <p className="px-4 py-3.5 text-sm text-muted-foreground">{t("none")}</p>
      )}
    </TitledCard>
  );
}
