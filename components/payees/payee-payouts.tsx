import Link from "next/link";
import { useTranslations } from "next-intl";
import { Money } from "@/components/display/money";
import { StatusBadge } from "@/components/display/status-badge";
import { Timestamp } from "@/components/display/timestamp";
import { EvidenceIcon } from "@/components/evidence/evidence";
import { orderPath } from "@/components/orders/order-link";
import { TitledCard } from "@/components/ui/card";
import { Count } from "@/components/ui/count";
import type { Environment } from "@/lib/environment";
import { formatAmount } from "@/lib/money/format";
import type { PayeeTerms, PayeeView } from "@/lib/payees/schema";

type Props = { environment: Environment; payee: PayeeView; shown: PayeeTerms };

/** The newest payouts to this account, each with its evidence, and what was paid in all. */
export function PayeePayouts({ environment, payee: { payouts, paid, currency }, shown: { recipient } }: Props) {
  const t = useTranslations("payees");
  const { destinationAccount, masked } = recipient;
  return (
    <TitledCard
      title={t("payouts")}
      aside={
        <>
          <Count>{paid.count}</Count>
          {/* What is masked cannot be searched for. */}
          {!masked && payouts.length > 0 && (
            <Link
              prefetch={false}
              href={`/${environment}/withdrawals?q=${encodeURIComponent(destinationAccount)}`}
              className="ml-auto text-sm text-primary hover:underline"
            >
              {t("allPayouts")}
            </Link>
          )}
        </>
      }
    >
      {payouts.length === 0 ? (
        <p className="px-4 py-3 text-sm text-muted-foreground">{t("noPayouts")}</p>
      ) : (
        <>
          <ul className="divide-y divide-border">
            {payouts.map((order) => (
              <li key={order.referenceId}>
                <Link
                  prefetch={false}
                  href={orderPath(environment, order.referenceId)}
                  className="flex min-h-10 flex-wrap items-center gap-x-2.5 px-4 py-1.5 text-md -outline-offset-2 hover:bg-accent [&_[data-evidence]_time]:hidden"
                >
                  <span className="w-18 shrink-0 text-sm text-muted-foreground">
                    <Timestamp at={order.createdAt} style="compact" />
                  </span>
                  <Money {...order} className="flex-1 font-semibold" />
                  {/* Its time is that of the status; the icon says how it is known. */}
                  <span data-evidence>
                    <EvidenceIcon order={order} />
                  </span>
                  <StatusBadge order={order} />
                </Link>
              </li>
            ))}
          </ul>
          <p className="border-t border-border px-4 py-2 text-sm text-muted-foreground">
            {t("paidSum", { count: paid.count, amount: formatAmount(paid.total, currency) })}
          </p>
        </>
      )}
    </TitledCard>
  );
}
