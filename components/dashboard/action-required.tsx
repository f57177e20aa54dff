"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Money } from "@/components/display/money";
import { StatusBadge } from "@/components/display/status-badge";
import { Timestamp } from "@/components/display/timestamp";
import { Staleness } from "@/components/feedback/staleness";
import { displayStatusOf } from "@/components/orders/display-status";
import { OrderLink, orderPath } from "@/components/orders/order-link";
import { Countdown } from "@/components/transactions/proof";
import { Badge } from "@/components/ui/badge";
import { buttonVariants } from "@/components/ui/button";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import type { Environment } from "@/lib/environment";
import { transactionCache } from "@/lib/transactions/cache";
import type { AttentionRow, TransactionRow } from "@/lib/transactions/schema";

/** Orders that need a user's action, most urgent first. They disappear when resolved. */
export function ActionRequired({ environment }: { environment: Environment }) {
  const t = useTranslations("today");
  const query = useSuspenseQuery(transactionCache.attention(environment));
  const { count, rows, silent } = query.data;
  return (
    <div>
      <Staleness query={query} />
      <Card>
        <CardHeader>
          <CardTitle>{t("needs")}</CardTitle>
          {count > 0 && <Badge tone="watch">{count}</Badge>}
          <span className="ml-auto text-xs text-subtle-foreground">{t("needsScope")}</span>
        </CardHeader>
        {count === 0 && <p className="px-4 py-5 text-muted-foreground">{t("needsNone")}</p>}
        <ul aria-label={t("needs")}>
          {rows.map((order) => (
            <Item key={order.referenceId} environment={environment} order={order} />
          ))}
        </ul>
        {count > rows.length && (
          <p className="border-t border-border px-4 py-2.5 text-xs text-subtle-foreground">
            {t("needsMore", { count: count - rows.length })}
          </p>
        )}
      </Card>
      {silent.length > 0 && <WithoutNews environment={environment} orders={silent} />}
    </div>
  );
}

function Item({ environment, order }: { environment: Environment; order: AttentionRow }) {
  const t = useTranslations("today");
  const { referenceId, amount, currency, createdAt, expiresAt, awaitsAttestation, hold } = order;
  const standing = awaitsAttestation ? "awaits_attestation" : displayStatusOf(order);
  return (
    <li className="flex items-start justify-between gap-3 border-b border-border px-4 py-2.5 last:border-b-0">
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          <StatusBadge order={order} />
          {hold ? t("held", { reason: hold }) : t("why", { standing })}
        </p>
        <p className="flex flex-wrap gap-x-2 text-muted-foreground">
          <Money amount={amount} currency={currency} />
          <OrderLink environment={environment} referenceId={referenceId} />
          <Timestamp at={createdAt} style="minute" />
        </p>
        {expiresAt && !awaitsAttestation && (
          <p className="text-xs text-subtle-foreground">
            <Countdown expiresAt={expiresAt} />
          </p>
        )}
      </div>
      <Link
        prefetch={false}
        href={orderPath(environment, referenceId)}
        aria-label={t("openOrder", { referenceId })}
        className={buttonVariants({ className: "max-sm:hidden" })}
      >
        {t("open")}
      </Link>
    </li>
  );
}

/** Open for longer than is usual. Nothing is wrong for certain, so they stand below what is. */
function WithoutNews({ environment, orders }: { environment: Environment; orders: TransactionRow[] }) {
  const t = useTranslations("today");
  return (
    <Card className="mt-4">
      <CardHeader>
        <CardTitle>{t("silent")}</CardTitle>
        <Badge tone="watch">{orders.length}</Badge>
        <span className="ml-auto text-xs text-subtle-foreground">{t("silentWhy")}</span>
      </CardHeader>
      <ul aria-label={t("silent")}>
        {orders.map((order) => (
          <li
            key={order.referenceId}
            className="flex flex-wrap gap-x-3 gap-y-1 border-b border-border px-4 py-2 last:border-b-0"
          >
            <StatusBadge order={order} />
            <Money amount={order.amount} currency={order.currency} />
            <OrderLink environment={environment} referenceId={order.referenceId} />
            <Timestamp at={order.createdAt} style="minute" />
          </li>
        ))}
      </ul>
    </Card>
  );
}
