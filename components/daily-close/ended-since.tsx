import { useTranslations } from "next-intl";
import { Money } from "@/components/display/money";
import { Timestamp } from "@/components/display/timestamp";
import { statusText } from "@/components/messages/status-text";
import { OrderLink } from "@/components/orders/order-link";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import type { DayView } from "@/lib/daily-close/schema";
import type { Environment } from "@/lib/environment";

/** What came to an end only after the day had been closed. Not there where nothing did. */
export function EndedSince({ environment, orders }: { environment: Environment; orders: DayView["settledSince"] }) {
  const t = useTranslations("closing");
  const states = useTranslations("states");
  if (orders.length === 0) return null;
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("since")}</CardTitle>
      </CardHeader>
      <ul aria-label={t("since")}>
        {orders.map(({ referenceId, status, amount, currency, at }) => (
          <li key={referenceId} className="flex flex-wrap gap-x-4 border-b border-border px-4 py-2 last:border-b-0">
            <Timestamp at={at} style="minute" />
            <span>{statusText(states, status)}</span>
            <Money amount={amount} currency={currency} />
            <OrderLink environment={environment} referenceId={referenceId} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
