"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Empty } from "@/components/feedback/empty";
import { Staleness } from "@/components/feedback/staleness";
import { failureText } from "@/components/messages/failure-text";
import { Alert } from "@/components/ui/alert";
import { Card } from "@/components/ui/card";
import { balanceCache } from "@/lib/balances/cache";
import type { BalanceView } from "@/lib/balances/schema";
import type { Environment } from "@/lib/environment";

type Props = {
  environment: Environment;
  /** `isStale`: the service did not answer, so that these are the last known figures. There is at least one. */
  children: (known: { balances: BalanceView[]; isStale: boolean }) => ReactNode;
};

/** What there is in each currency. When the service does not answer, the last figures stay, and say how old they are. */
export function BalancesFrame({ environment, children }: Props) {
  const t = useTranslations("balances");
  const failures = useTranslations("failures");
  const query = useSuspenseQuery(balanceCache.all(environment));
  const { balances, stale } = query.data;
  const reason = stale && failureText(failures, stale.failure);
  return (
    <div>
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
      {balances.length > 0 && children({ balances, isStale: stale !== null || query.isError })}
    </div>
  );
}
