import { useTranslations } from "next-intl";
import { Money } from "@/components/display/money";
import { StatusBadge } from "@/components/display/status-badge";
import { Timestamp } from "@/components/display/timestamp";
import { OrderLink } from "@/components/orders/order-link";
import { Alert } from "@/components/ui/alert";
import type { DepositChecks } from "@/lib/deposits/schema";
import type { Environment } from "@/lib/environment";
import type { TransactionRow } from "@/lib/transactions/schema";

type Own = NonNullable<DepositChecks["own"]>;

/** The deposit that this form has made already: of these details, so that nothing else is weighed, or of others. */
export function DepositOfForm({ environment, own }: { environment: Environment; own: Own }) {
  const t = useTranslations("deposits.open");
  const order = <OrderLink environment={environment} referenceId={own.referenceId} />;
  return (
    <div role="status">
      {own.isSame ? (
        <Alert tone="neutral">
          {t.rich("received", { time: () => <Timestamp at={own.at} style="minute" /> })} {order}
        </Alert>
      ) : (
        <Alert tone="watch">{t.rich("formUsed", { order: () => order })}</Alert>
      )}
    </div>
  );
}

/** Deposits that the player may still pay. One more is allowed, and should be meant. */
export function OpenDeposits({ environment, orders }: { environment: Environment; orders: TransactionRow[] }) {
  const t = useTranslations("deposits.open");
  if (orders.length === 0) return null;
  return (
    <Alert tone="watch">
      {t("title", { count: orders.length })}
      <ul className="mt-1 grid gap-1">
        {orders.map((order) => (
          <li key={order.referenceId} className="flex flex-wrap items-center gap-x-2">
            <OrderLink environment={environment} referenceId={order.referenceId} />
            <Money amount={order.amount} currency={order.currency} />
            <Timestamp at={order.createdAt} style="minute" />
            <StatusBadge order={order} />
          </li>
        ))}
      </ul>
    </Alert>
  );
}
