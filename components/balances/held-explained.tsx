import { useTranslations } from "next-intl";
import { Money } from "@/components/display/money";
import { OrderLink } from "@/components/orders/order-link";
import { Disclosure } from "@/components/ui/disclosure";
import { restIs } from "@/lib/balances/held-balance";
import type { CurrencyHistory } from "@/lib/balances/schema";
import type { Environment } from "@/lib/environment";
import { addAmounts, isZero } from "@/lib/money/amount";

type Props = { environment: Environment; history: CurrencyHistory };

/** Why not everything on the ledger is available: withdrawals that are not settled, and what they do not explain. */
export function HeldExplained({ environment, history: { currency, explanation, largest } }: Props) {
  const t = useTranslations("balances.explained");
  const { held, accepted, uncertain, rest } = explanation;
  const line = "flex justify-between gap-3";
  return (
    <div className="grid content-start gap-1.5">
      <dl className="grid gap-1 text-[13px]">
        <div className={line}>
          <dt className="text-muted-foreground">{t("held")}</dt>
          <dd>
            <Money amount={held} currency={currency} />
          </dd>
        </div>
        <div className={line}>
          <dt className="text-muted-foreground">{t("accepted", { count: accepted.count })}</dt>
          <dd>
            <Money amount={addAmounts(accepted.amount, accepted.fees)} currency={currency} />
          </dd>
        </div>
        <div className={`${line} border-t border-border pt-1 font-semibold`}>
          <dt>{t("rest")}</dt>
          <dd>
            <Money amount={rest} currency={currency} className={isZero(rest) ? "" : "text-warning"} />
          </dd>
        </div>
        {uncertain.count > 0 && (
          // No part of the sum above: the service may hold it or not.
          <div className={`${line} pl-3`}>
            <dt className="text-warning">{t("uncertain", { count: uncertain.count })}</dt>
            <dd>
              <Money amount={uncertain.amount} currency={currency} />
            </dd>
          </div>
        )}
      </dl>
      <p className="text-xs text-muted-foreground">
        {t(`restIs.${restIs(explanation)}`, { withoutFee: accepted.withoutFee, uncertain: uncertain.count })}
      </p>
      {largest.length > 0 && (
        <Disclosure summary={t("which")}>
          <ul className="mt-1 grid gap-1">
            {largest.map(({ referenceId, amount, fee }) => (
              <li key={referenceId} className={line}>
                <OrderLink environment={environment} referenceId={referenceId} />
                <Money amount={fee === null ? amount : addAmounts(amount, fee)} currency={currency} />
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </div>
  );
}
