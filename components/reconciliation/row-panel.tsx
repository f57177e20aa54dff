"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { PanelSteps } from "@/components/data-table/docked";
import { QueryPanel } from "@/components/data-table/query-panel";
import { Copyable } from "@/components/display/copyable";
import { Money } from "@/components/display/money";
import { Timestamp } from "@/components/display/timestamp";
import { statusText } from "@/components/messages/status-text";
import { OrderLink, orderPath } from "@/components/orders/order-link";
import { buttonVariants } from "@/components/ui/button";
import type { Environment } from "@/lib/environment";
import { colon, listText } from "@/lib/i18n/list-text";
import { reconciliationCache } from "@/lib/reconciliation/cache";
import type { RowDetail } from "@/lib/reconciliation/schema";
import type { RowMark } from "@/lib/reconciliation/state";
import { ClassMark } from "./class-mark";
import { DecisionBadge } from "./decision-badge";
import { ExceptionHistory } from "./exception-history";
import { meaningOf } from "./figures";
import { LineProblems } from "./line-problems";
import { NearMisses } from "./near-misses";
import { WorkOnException } from "./work-on-exception";

type Props = {
  environment: Environment;
  runId: string;
  position: string;
  steps: PanelSteps;
  mayChange: boolean;
  readerId: string;
};

type SameIds = NonNullable<RowDetail["sameId"]>;

/** Both sides of a row beside each other, and what is being done about it. */
export function RowPanel({ environment, runId, position, steps, mayChange, readerId }: Props) {
  const t = useTranslations("reconciliation");
  const query = useQuery(reconciliationCache.row(environment, runId, position));
  const { data } = query;
  return (
    <QueryPanel
      label={t("detail.label", { reference: data?.reference ?? position })}
      head={
        data && (
          <Copyable text={data.reference} what={t("rows.reference")}>
            <h2 className="font-mono text-sm font-semibold break-all">{data.reference}</h2>
          </Copyable>
        )
      }
      {...{ query, steps }}
      missing={t("detail.missing")}
      foot={
        data?.order && (
          <Link
            prefetch={false}
            href={orderPath(environment, data.order.referenceId)}
            className={buttonVariants({ variant: "secondary" })}
          >
            {t("detail.open")}
          </Link>
        )
      }
    >
      {(row) => (
        <>
          <div>
            <p className="flex flex-wrap items-center gap-2 font-semibold">
              <ClassMark of={row.class} />
              {t(`classes.${row.class}`)}
              {row.exception && <DecisionBadge decision={row.exception.decision} />}
            </p>
            {row.unread ? (
              <p className="mt-1 grid text-sm text-warning">
                {t("detail.unread", { file: row.unread.file, line: row.unread.line })}
                <LineProblems problems={row.unread.problems} />
              </p>
            ) : (
              !HAS_OWN_MEANING.has(row.mark) && (
                <p className="mt-1 text-sm text-muted-foreground">{t(`meanings.${meaningOf(row)}`)}</p>
              )
            )}
            {row.mark && <p className="mt-1 text-sm text-warning">{t(`marks.${row.mark}`)}</p>}
          </div>
          <Sides {...{ environment, row }} />
          {row.sameId && <SameId environment={environment} of={row.sameId} />}
          <NearMisses environment={environment} orders={row.nearMisses} />
          {row.exception && (
            <WorkOnException {...{ environment, row, mayChange, readerId }} exception={row.exception} />
          )}
          <ExceptionHistory row={row} />
        </>
      )}
    </QueryPanel>
  );
}

/** Marks that say more than the meaning of the class, which would contradict them. */
const HAS_OWN_MEANING: ReadonlySet<RowMark | null> = new Set(["ambiguous", "booked_before"]);

/** The ledger on the left, the service on the right; a fact a line. */
function Sides({ environment, row }: { environment: Environment; row: RowDetail }) {
  const { ledger, order, bookedBefore } = row;
  const t = useTranslations("reconciliation.detail");
  const columns = useTranslations("reconciliation.rows");
  const states = useTranslations("states");
  const locale = useLocale();
  const lines: [string, ReactNode, ReactNode][] = [
    [
      t("amount"),
      ledger?.amount && ledger.currency && (
        <Money amount={ledger.amount} currency={ledger.currency} className="font-semibold" />
      ),
      order && <Money amount={order.amount} currency={order.currency} className="font-semibold" />,
    ],
    [t("type"), ledger?.type && t("types", { type: ledger.type }), order && t("types", { type: order.type })],
    [
      t("state"),
      ledger && t(ledger.isBooked ? "booked" : "notBooked"),
      order && order.status !== null && statusText(states, order.status),
    ],
    [
      t("time"),
      ledger?.bookedAt && <Timestamp at={ledger.bookedAt} style="full" />,
      order && <Timestamp at={order.endedAt ?? order.createdAt} style="full" />,
    ],
    [columns("reference"), ledger?.referenceId, order?.referenceId],
    [t("transactionId"), ledger?.transactionId, order?.transactionId],
    [t("player"), ledger?.playerId, order?.playerId],
    [t("place"), ledger && `${ledger.file}:${ledger.line}`, null],
  ];
  return (
    <div className="overflow-hidden rounded-lg border border-border">
      <table className="w-full table-fixed text-left text-sm">
        <thead className="bg-muted text-xs text-subtle-foreground">
          <tr>
            <td className="w-24 px-2.5 py-1.5" />
            <th scope="col" className="px-2.5 py-1.5 font-medium">
              {columns("ledger")}
            </th>
            <th scope="col" className="px-2.5 py-1.5 font-medium">
              {columns("service")}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(([name, ours, theirs]) => (
            <tr key={name} className="border-t border-border align-top">
              <th scope="row" className="px-2.5 py-1.5 text-xs font-normal text-muted-foreground">
                {name}
              </th>
              <td className="px-2.5 py-1.5 wrap-anywhere">{ours || "–"}</td>
              <td className="px-2.5 py-1.5 wrap-anywhere">{theirs || "–"}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {ledger && (
        <p className="border-t border-border px-2.5 py-1.5 text-xs text-muted-foreground">
          {t("raw")}
          {colon(locale)}
          <span className="font-mono break-all">
            {ledger.raw === "" ? t("rawRemoved") : (ledger.raw ?? t("masked"))}
          </span>
        </p>
      )}
      {!ledger && !row.unread && !row.sameId && (
        <p className="border-t border-border px-2.5 py-1.5 text-xs text-muted-foreground">{t("noLedger")}</p>
      )}
      {!order && !row.sameId && (
        <p className="border-t border-border px-2.5 py-1.5 text-xs text-muted-foreground">
          {bookedBefore === null
            ? t("noOrder")
            : t.rich("bookedBefore", {
                order: () => <OrderLink environment={environment} referenceId={bookedBefore} />,
              })}
        </p>
      )}
    </div>
  );
}

/** The lines and orders that share an ID, of which none was matched. */
function SameId({ environment, of: { lines, hasMore, orders } }: { environment: Environment; of: SameIds }) {
  const t = useTranslations("reconciliation");
  const locale = useLocale();
  const named = lines.map((line) => t("run.line", line));
  return (
    <section className="grid gap-1.5 text-sm">
      <h3 className="font-semibold">{t("detail.sameId")}</h3>
      <p className="break-all">{listText(hasMore ? [...named, "…"] : named, locale)}</p>
      {orders.map((referenceId) => (
        <OrderLink key={referenceId} environment={environment} referenceId={referenceId} />
      ))}
      <p className="text-xs text-muted-foreground">{t(lines.length > 1 ? "detail.sameIdLines" : "detail.sameIdOne")}</p>
    </section>
  );
}
