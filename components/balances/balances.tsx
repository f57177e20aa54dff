"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Empty } from "@/components/feedback/empty";
import { Staleness } from "@/components/feedback/staleness";
import { failureText } from "@/components/messages/failure-text";
import { Alert } from "@/components/ui/alert";
import { Card } from "@/components/ui/card";
import { balanceCache } from "@/lib/balances/cache";
import type { HistoryFilter } from "@/lib/balances/range";
import type { Environment } from "@/lib/environment";
import { CurrencyStrip } from "./currency-strip";

type Props = {
  environment: Environment;
  filter?: HistoryFilter;
  /** The currency that charts are shown of. */
  chosen?: string | undefined;
};

/** What there is in each currency. When the service does not answer, the last figures stay, and say how old they are. */
export function Balances({ environment, filter = { range: "month" }, chosen }: Props) {
  const t = useTranslations("balances");
  const failures = useTranslations("failures");
  const query = useSuspenseQuery(balanceCache.all(environment));
  const { balances, stale } = query.data;
  const reason = stale && failureText(failures, stale.failure);
  const isStale = stale !== null || query.isError;
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
      {balances.length > 0 && <CurrencyStrip {...{ environment, balances, filter, chosen, isStale }} />}
    </>
  );
}
