"use client";

import { useTranslations } from "next-intl";
import { Empty } from "@/components/feedback/empty";
import { Staleness } from "@/components/feedback/staleness";
import { failureText } from "@/components/messages/failure-text";
import { Alert } from "@/components/ui/alert";
import { Card } from "@/components/ui/card";
import type { Environment } from "@/lib/environment";
import { BalanceCard } from "./balance-card";
import { useBalances } from "./use-balances";

/** What there is in each currency. When the service does not answer, the last figures stay, and say how old they are. */
export function Balances({ environment }: { environment: Environment }) {
  const t = useTranslations("balances");
  const failures = useTranslations("failures");
  const query = useBalances(environment);
  const { balances, stale } = query.data;
  const reason = stale && failureText(failures, stale.failure);
  return (
    <>
      <Staleness query={query} />
      <div role="status" className="contents">
        {reason && (
          <Alert tone="watch" className="mb-4">
            {balances.length > 0 ? t("failed", { reason }) : t("failedEmpty", { reason })}
          </Alert>
        )}
      </div>
      {balances.length === 0 && !stale && (
        <Card>
          <Empty title={t("empty")} />
        </Card>
      )}
      {balances.length > 0 && (
        <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {balances.map((balance) => (
            <li key={balance.currency}>
              <BalanceCard balance={balance} isStale={stale !== null || query.isError} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
