"use client";

import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { memo, useRef, useState } from "react";
import { DataTable } from "@/components/data-table/data-table";
import { keepRows } from "@/components/data-table/keep-rows";
import { useRowKeys } from "@/components/data-table/use-row-keys";
import { Money } from "@/components/display/money";
import { Timestamp } from "@/components/display/timestamp";
import { Empty } from "@/components/feedback/empty";
import { ScanProgress } from "@/components/feedback/scan-progress";
import { Staleness } from "@/components/feedback/staleness";
import { useTold } from "@/components/live";
import { ORDER_CARD } from "@/components/orders/order-list";
import { keepPreference } from "@/components/preferences/preference";
import { Button, buttonVariants } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { Environment } from "@/lib/environment";
import { fetchView } from "@/lib/fetch-view";
import { transactionCache } from "@/lib/transactions/cache";
import {
  addressOf,
  isByAmount,
  isFiltered,
  type OrderFilter,
  ordersPath,
  parseCursor,
} from "@/lib/transactions/list/filter";
import type { OrderPage, TransactionRow } from "@/lib/transactions/schema";
import { ChooseColumns } from "./choose-columns";
import { COLUMNS_COOKIE, type OrderColumn, writeColumns } from "./order-columns";
import { useFurtherOrders } from "./use-further-orders";
import { useOrderColumns } from "./use-order-columns";

const ExportOrders = dynamic(async () => (await import("./export-orders")).ExportOrders, { loading: () => null });

type Props = {
  environment: Environment;
  filter: OrderFilter;
  /** The filter and where the page begins, as the address says it. */
  query: string;
  columns: OrderColumn[];
  mayExport: boolean;
};

/** While we are told of news there is no need to ask often; it is asked all the same, in case a word was lost. */
const TOLD_MS = 60_000;
const UNTOLD_MS = 5_000;
const NEWS_MAX = 100;

const keyOf = ({ referenceId }: TransactionRow) => referenceId;

/** A page of all orders. What is new waits behind a button, so that nothing moves under the reader's eyes. */
export function TransactionList({ environment, filter, query: address, columns: kept, mayExport }: Props) {
  const t = useTranslations("orders");
  const more = useTranslations("further");
  const client = useQueryClient();
  const page = transactionCache.page(environment, address);
  const isTold = useTold();
  const query = useSuspenseQuery({ ...page, refetchInterval: isTold ? TOLD_MS : UNTOLD_MS });
  const [opened, setOpened] = useState(query.data);
  const [columns, setColumns] = useState(kept);
  const [isExporting, setExporting] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  useRowKeys(list);

  // Where nothing stood, nothing can move.
  if (opened.rows.length === 0 && query.data.rows.length > 0) setOpened(query.data);

  const showNews = async () => {
    const fresh = await fetchView<OrderPage>(ordersPath(environment, addressOf(filter)), new AbortController().signal);
    client.setQueryData(page.queryKey, fresh);
    setOpened(fresh);
  };
  const { news, isNewsPart, partial, isSifted, since } = query.data;
  const { further, isLooking } = useFurtherOrders(environment, filter, query.data);
  const end = further ? further.end : partial && query.data[partial];
  const above = partial === "above" ? end : opened.above;
  const below = partial === "below" ? end : query.data.below;
  const found = unique(
    partial === "above"
      ? [...(further?.rows ?? []), ...query.data.rows]
      : [...query.data.rows, ...(further?.rows ?? [])],
  );
  const to = (kind: "after" | "before", place: string) =>
    `/${environment}/transactions?${addressOf(filter, { kind, place })}` as const;
  return (
    <>
      <Staleness query={query} />
      <div className="mb-2 flex min-h-8.5 flex-wrap items-center gap-x-3 gap-y-2">
        <p className="text-xs text-subtle-foreground">{isTold ? t("live") : t("notLive")}</p>
        <div role="status">
          {(news > 0 || isNewsPart) && opened.above === null && (
            <Button size="small" onClick={showNews}>
              {news > 0
                ? t("news", { count: news, more: isNewsPart || news >= NEWS_MAX ? "yes" : "no" })
                : t("newsLikely")}
            </Button>
          )}
        </div>
        <ChooseColumns
          columns={columns}
          onChange={(chosen) => {
            setColumns(chosen);
            keepPreference(COLUMNS_COOKIE, writeColumns(chosen));
          }}
        />
        {mayExport && (
          <Button size="small" aria-expanded={isExporting} onClick={() => setExporting(!isExporting)}>
            {t("export")}
          </Button>
        )}
      </div>
      {isExporting && <ExportOrders key={address} environment={environment} filter={filter} />}
      <div ref={list}>
        <Card>
          {opened.rows.length + found.length === 0 && end !== null ? (
            <Empty title={more("noneSoFar")}>{more("noneSoFarText")}</Empty>
          ) : opened.rows.length + found.length === 0 ? (
            <Empty title={isFiltered(filter) ? t("nothingFound") : t("empty")}>
              {isFiltered(filter) ? t("nothingFoundText") : t("emptyText")}
            </Empty>
          ) : (
            <Orders
              {...{ environment, filter, columns }}
              seen={partial === "above" ? found : opened.rows}
              fresh={found}
            />
          )}
        </Card>
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <nav aria-label={t("pages")} className="flex gap-2">
          {above !== null && (
            <Link href={to("before", above)} className={buttonVariants()}>
              {t("pageAbove")}
            </Link>
          )}
          {below !== null && (
            <Link href={to("after", below)} className={buttonVariants()}>
              {partial === "below" && isSifted ? more("lookOn") : t("pageBelow")}
            </Link>
          )}
        </nav>
        {end !== null && isSifted && <ScanProgress place={<EndOf {...{ filter, end }} />} isLooking={isLooking} />}
        {since !== null && (
          <p className="text-xs text-subtle-foreground">
            {t.rich("coverage", { since: () => <Timestamp at={since} style="day" /> })}
          </p>
        )}
      </div>
    </>
  );
}

const unique = (rows: TransactionRow[]) => [...new Map(rows.map((row) => [keyOf(row), row])).values()];

/** Where the list was looked through to: a moment, or an amount. */
function EndOf({ filter: { sort, currency }, end }: { filter: OrderFilter; end: string }) {
  const place = parseCursor(end);
  if (!place) return null;
  if (currency && isByAmount(sort)) return <Money amount={place.amount} currency={currency} />;
  return <Timestamp at={place.at} style="minute" />;
}

type OrdersProps = Pick<Props, "environment" | "filter" | "columns"> & Record<"seen" | "fresh", TransactionRow[]>;

/** Memoised, so that pressing something above does not re-render every row. */
const Orders = memo(function Orders({ environment, filter, columns, seen, fresh }: OrdersProps) {
  const t = useTranslations("orders");
  const rows = keepRows(seen, fresh, keyOf);
  const gone = new Set(rows.filter(({ isGone }) => isGone).map(({ row }) => keyOf(row)));
  const shown = useOrderColumns({ environment, filter, chosen: columns, isGone: (row) => gone.has(keyOf(row)) });
  return (
    <DataTable caption={t("lead")} columns={shown} rows={rows.map(({ row }) => row)} keyOf={keyOf} card={ORDER_CARD} />
  );
});
