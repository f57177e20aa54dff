import { useTranslations } from "next-intl";
import { Money } from "@/components/display/money";
import { Timestamp } from "@/components/display/timestamp";
import { OrderLink } from "@/components/orders/order-link";
import { Badge } from "@/components/ui/badge";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import type { DayView } from "@/lib/daily-close/schema";
import type { Environment } from "@/lib/environment";

type Props = { environment: Environment } & Pick<DayView, "learnedLate" | "knownSinceClose">;

/** What was paid on the day and became known only after it. Not there where nothing did. */
export function LearnedLate({ environment, learnedLate, knownSinceClose }: Props) {
  const t = useTranslations("closing.learnedLate");
  if (learnedLate.length === 0) return null;
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("title")}</CardTitle>
      </CardHeader>
      <p className="max-w-prose px-4 pt-2 text-[13px] text-muted-foreground">{t("lead")}</p>
      {knownSinceClose.length > 0 && (
        <ul aria-label={t("sinceClose")} className="px-4 pt-1 text-[13px] text-warning">
          {knownSinceClose.map(({ currency, type, count, net }) => (
            <li key={`${currency} ${type}`}>
              {t("sum", { type, count })} <Money amount={net} currency={currency} className="font-semibold" />
            </li>
          ))}
        </ul>
      )}
      <ul aria-label={t("title")} className="pt-1">
        {learnedLate.map(({ referenceId, currency, net, paidAt, learnedAt, isSinceClose }) => (
          <li
            key={referenceId}
            className="flex flex-wrap items-center gap-x-4 border-b border-border px-4 py-2 last:border-b-0"
          >
            <OrderLink environment={environment} referenceId={referenceId} />
            <Money amount={net} currency={currency} />
            <span className="text-[13px] text-muted-foreground">
              {t.rich("times", {
                paid: () => <Timestamp at={paidAt} style="minute" />,
                learned: () => <Timestamp at={learnedAt} style="minute" />,
              })}
            </span>
            {isSinceClose && <Badge tone="watch">{t("afterClose")}</Badge>}
          </li>
        ))}
      </ul>
    </Card>
  );
}
