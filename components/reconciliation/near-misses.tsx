import { useTranslations } from "next-intl";
import { Money } from "@/components/display/money";
import { Timestamp } from "@/components/display/timestamp";
import { OrderLink } from "@/components/orders/order-link";
import type { Environment } from "@/lib/environment";
import type { RowDetail } from "@/lib/reconciliation/schema";

type Props = { environment: Environment; orders: RowDetail["nearMisses"] };

/** Orders that may be meant, each with the reason. None is joined with the row. */
export function NearMisses({ environment, orders }: Props) {
  const t = useTranslations("reconciliation");
  if (orders.length === 0) return null;
  return (
    <section className="grid gap-1.5">
      <h3 className="text-sm font-semibold">{t("detail.near")}</h3>
      <p className="text-xs text-muted-foreground">
        {t(orders.some(({ reason }) => reason === "same_id") ? "detail.nearSame" : "detail.nearLead")}
      </p>
      <ul className="grid rounded-lg border border-border text-sm">
        {orders.map(({ referenceId, amount, currency, endedAt, createdAt, reason }) => (
          <li key={referenceId} className="grid gap-0.5 border-b border-border px-2.5 py-2 last:border-b-0">
            <OrderLink environment={environment} referenceId={referenceId} />
            <span className="flex flex-wrap gap-x-2 text-xs text-muted-foreground">
              <Money amount={amount} currency={currency} />
              <Timestamp at={endedAt ?? createdAt} style="minute" />
              {t(`nearReasons.${reason}`)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
