"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Money } from "@/components/money";
import { StatusBadge } from "@/components/status-badge";
import { OrderLink } from "@/components/transactions/order-list";
import { needsAPerson, standingOf } from "@/components/transactions/standing";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { When } from "@/components/when";
import type { Environment } from "@/lib/environment";
import { transactionCache } from "@/lib/transactions/cache";

/** Orders that wait for somebody to look. They leave by themselves when they are settled. */
export function NeedsAPerson({ environment }: { environment: Environment }) {
  const t = useTranslations("today");
  const { data } = useSuspenseQuery(transactionCache.newest(environment));
  const waiting = data.filter((order) => needsAPerson(standingOf(order)));
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("needs")}</CardTitle>
        <span className="ml-auto text-xs text-ink-3">{t("needsScope")}</span>
      </CardHeader>
      {waiting.length === 0 && <p className="px-4 py-5 text-ink-2">{t("needsNone")}</p>}
      <ul>
        {waiting.map((order) => (
          <li key={order.referenceId} className="grid gap-1 border-b border-line px-4 py-2.5 last:border-b-0">
            <p className="flex flex-wrap items-center gap-2 font-semibold">
              <StatusBadge order={order} />
              {t("why", { standing: standingOf(order).replaceAll(" ", "_") })}
            </p>
            <p className="flex flex-wrap gap-x-2 text-ink-2">
              <Money amount={order.amount} currency={order.currency} />
              <OrderLink environment={environment} referenceId={order.referenceId} />
              <When at={order.createdAt} style="minute" />
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
