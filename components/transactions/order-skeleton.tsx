import { getTranslations } from "next-intl/server";
import { ORDER_GRID } from "@/components/orders/order-grid";
import { PageFrame } from "@/components/shell/page-frame";
import { Skeleton } from "@/components/ui/skeleton";
import type { Environment } from "@/lib/environment";
import { formatAmount } from "@/lib/money/format";
import type { OrderHeading } from "@/lib/transactions/schema";

type Props = { environment: Environment; heading: OrderHeading };

/** An order until all of it has been read: its heading, and the places of the rest; unseen where that is soon. */
export async function OrderSkeleton({ environment, heading: { type, amount, currency, isOurs } }: Props) {
  const t = await getTranslations();
  const list = !isOurs ? "transactions" : type === "WITHDRAW" ? "withdrawals" : "deposits";
  return (
    <PageFrame
      title={t("orders.heading", { type, amount: formatAmount(amount, currency) })}
      parent={{ href: `/${environment}/${list}`, title: t(`sections.${list}`) }}
      summary={<Skeleton className="inline-block h-3 w-72 max-w-full" />}
    >
      <p role="status" className="sr-only">
        {t("common.loading")}
      </p>
      <div className="transition-opacity delay-200 starting:opacity-0">
        <Skeleton className="mb-4 h-36" />
        <div className={ORDER_GRID}>
          <div className="grid gap-4">
            <Skeleton className="h-72" />
            <Skeleton className="h-44" />
          </div>
          <div className="grid gap-4">
            <Skeleton className="h-44" />
            <Skeleton className="h-56" />
            <Skeleton className="h-56" />
          </div>
        </div>
      </div>
    </PageFrame>
  );
}
