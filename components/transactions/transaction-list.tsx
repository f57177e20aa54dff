"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Empty } from "@/components/empty";
import { Staleness } from "@/components/staleness";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import type { Environment } from "@/lib/environment";
import { transactionCache } from "@/lib/transactions/cache";
import { OrderList } from "./order-list";

/** The newest orders that we hold, whoever created them. */
export function TransactionList({ environment }: { environment: Environment }) {
  const t = useTranslations("orders");
  const query = useSuspenseQuery(transactionCache.newest(environment));
  const rows = query.data;
  return (
    <>
      <Staleness query={query} />
      <Card>
        <CardHeader>
          <CardTitle>{t("newest", { count: rows.length })}</CardTitle>
        </CardHeader>
        {rows.length === 0 ? (
          <Empty title={t("empty")}>{t("emptyText")}</Empty>
        ) : (
          <OrderList
            environment={environment}
            caption={t("lead")}
            rows={rows}
            aboutName={t("type")}
            about={({ type, playerId }) => (
              <>
                {t("typeWord", { type })}
                {playerId && <span className="ml-2 font-mono text-[12.5px] text-ink-3">{playerId}</span>}
              </>
            )}
          />
        )}
      </Card>
    </>
  );
}
