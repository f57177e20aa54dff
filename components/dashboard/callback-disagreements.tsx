"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import { OrderLink } from "@/components/orders/order-link";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { markDisagreementSeenAction } from "@/lib/callbacks/actions";
import { dashboardCache } from "@/lib/dashboard/cache";
import type { DisagreementRow } from "@/lib/disagreements/disagreement";
import type { Environment } from "@/lib/environment";
import { type DashboardFigures, useDashboard } from "./use-dashboard";

/** Callbacks that disagree with our record, one line per order. Not there where none are unseen. */
export function CallbackDisagreements({ mayMark, ...props }: DashboardFigures & { mayMark: boolean }) {
  const t = useTranslations("today.disagreements");
  const { environment } = props;
  const { count, rows } = useDashboard(props).disagreements;
  const client = useQueryClient();
  const mark = useMutation({
    mutationFn: ({ id, deliveryId }: DisagreementRow) => markDisagreementSeenAction(environment, { id, deliveryId }),
    onSettled: () => client.invalidateQueries({ queryKey: dashboardCache.counts(environment).queryKey }),
  });
  if (count === 0) return null;
  return (
    <Card className="mt-4">
      <CardHeader>
        <CardTitle>{t("title")}</CardTitle>
        <Badge tone="watch">{count}</Badge>
        <span className="ml-auto text-xs text-subtle-foreground">{t("why")}</span>
      </CardHeader>
      <div role="alert" className="empty:hidden">
        {mark.isError && <Alert tone="failed">{t("failed")}</Alert>}
      </div>
      <ul aria-label={t("title")}>
        {rows.map((row) => (
          <li
            key={row.id}
            className="flex flex-wrap items-start justify-between gap-3 border-b border-border px-4 py-2.5 last:border-b-0"
          >
            <Line environment={environment} row={row} />
            {mayMark && (
              <Button size="small" disabled={mark.isPending} onClick={() => mark.mutate(row)}>
                {t("mark")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {count > rows.length && (
        <p className="border-t border-border px-4 py-2.5 text-xs text-subtle-foreground">
          {t("more", { count: count - rows.length })}
        </p>
      )}
    </Card>
  );
}

function Line({ environment, row }: { environment: Environment; row: DisagreementRow }) {
  const t = useTranslations("today.disagreements");
  const { of, fields, isProven, count, lastAt } = row;
  return (
    <div className="grid min-w-0 gap-1">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={isProven ? "failed" : "watch"}>{t(isProven ? "signed" : "unsigned")}</Badge>
        {of.kind === "order" ? (
          <OrderLink environment={environment} referenceId={of.referenceId} />
        ) : (
          <Link
            prefetch={false}
            href={`/${environment}/players/${encodeURIComponent(of.playerId)}`}
            className="font-mono text-primary"
          >
            {of.playerId}
          </Link>
        )}
        <span className="text-xs text-subtle-foreground">
          {t("count", { count })} · <Timestamp at={lastAt} style="minute" />
        </span>
      </p>
      {fields.map(({ field, held, said }) => (
        <p key={field} className="break-all">
          {t("field", { field: t(`fields.${field}`), held, said })}
        </p>
      ))}
    </div>
  );
}
