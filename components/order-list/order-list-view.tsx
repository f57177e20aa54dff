"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Docked } from "@/components/data-table/docked";
import { ListAddressProvider, useListAddress } from "@/components/data-table/list-address";
import { ListView } from "@/components/data-table/list-view";
import { onlyPartOf } from "@/components/data-table/only-part";
import { useDocked } from "@/components/data-table/use-docked";
import { useLastPage } from "@/components/data-table/use-last-page";
import { Money } from "@/components/display/money";
import { Empty } from "@/components/feedback/empty";
import { loadPart } from "@/components/load-part";
import { useNavigate } from "@/components/navigation/use-navigate";
import { orderPath } from "@/components/orders/order-link";
import { searchPath } from "@/components/search/search-path";
import { ViewTabs } from "@/components/views/view-tabs";
import type { Environment } from "@/lib/environment";
import { addAmounts } from "@/lib/money/amount";
import { transactionCache } from "@/lib/transactions/cache";
import {
  ORDER_OPENED,
  ORDER_PARTS,
  type OrderList,
  SHOWN,
  type Shown,
  SORTS,
  usualSort,
} from "@/lib/transactions/list/filter";
import type { OrderFigures, OrderPage, OrderRow } from "@/lib/transactions/schema";
import type { ViewShown } from "@/lib/views/schema";
import { withCurrency } from "./list-currency";
import { useOrderColumns } from "./order-columns";
import { useOrderFacets } from "./order-facets";
import { Totals } from "./order-totals";
import { toDoOf } from "./to-do";

const ExportOrders = dynamic(() => loadPart(async () => (await import("./export-orders")).ExportOrders), {
  loading: () => null,
});
const OrderPanel = dynamic(() => loadPart(async () => (await import("./order-panel")).OrderPanel), {
  loading: () => null,
});

type Props = {
  environment: Environment;
  list: OrderList;
  /** What the reader can show without a saved view. */
  shown: readonly Shown[];
  figures: OrderFigures;
  views: ViewShown[];
  columns: readonly string[];
  /** The Tokyo day when the page was made. */
  today: string;
  mayKeep: boolean;
  mayExport: boolean;
  mayAsk: boolean;
  /** Whether names and whole accounts are searched here, too. */
  seesNames: boolean;
  /** Whether a search for a full name or account finds the order elsewhere. */
  mayCompareNames: boolean;
  /** What one can do where there is no order yet. */
  actions: ReactNode;
};

const keyOf = ({ referenceId }: OrderRow) => referenceId;

/** A list of orders: all of them, withdrawals or deposits. */
export function OrderListView(props: Props) {
  return (
    <ListAddressProvider path={`/${props.environment}/${props.list}`} parts={ORDER_PARTS}>
      <Orders {...props} />
    </ListAddressProvider>
  );
}

function Orders(props: Props) {
  const { environment, list, shown, figures, views, columns, today, mayKeep, mayExport, seesNames, actions } = props;
  const t = useTranslations("orders");
  const { query, filter, values } = useListAddress();
  const show = SHOWN[list].find((one) => one === values.show) ?? "all";
  const sort = SORTS.find((one) => one === values.sort) ?? usualSort(show);
  const view = withCurrency(values);
  const options = transactionCache.page(environment, list, query);
  const page = useLastPage(options);
  const { data: totals, refetch: countAgain } = useQuery(transactionCache.totals(environment, list, filter));
  const docked = useDockedOrder(props);
  const facets = useOrderFacets({ list, today, totals });
  const columnsOf = useOrderColumns({ environment, list, show, sort, isNarrow: docked.current !== null });
  return (
    <>
      <ViewTabs
        {...{ environment, list, views, mayKeep }}
        filter={view}
        shown={shown.map((name) => ({ name, text: t(`shown.${name}`), toDo: toDoOf(page, name) }))}
      />
      <ListView<OrderRow, OrderPage>
        list={list}
        caption={t(`lists.${list}`)}
        options={options}
        keyOf={keyOf}
        columns={columnsOf}
        chosenColumns={columns}
        find={{
          part: "q",
          ...(seesNames ? { name: t("find"), hint: t("findHint") } : { name: t("findId"), hint: t("findIdHint") }),
        }}
        facets={facets}
        empty={{
          all: (
            <Empty title={t(`none.${list}`)}>
              {t(`noneText.${list}`)}
              <div className="mt-3 flex flex-wrap gap-2">{actions}</div>
            </Empty>
          ),
          found: (
            <Empty title={show !== "all" && onlyPartOf(view) === "show" ? t(`nothingFor.${show}`) : t("nothingFound")}>
              {values.q && <SearchElsewhere {...props} q={values.q} />}
              {t("nothingFoundText", { count: figures.count })}
            </Empty>
          ),
        }}
        copied={({ referenceId, transactionId, type, currency, amount, status }) =>
          [referenceId, transactionId, type, currency, amount, status].map((cell) => cell ?? "").join("\t")
        }
        sum={(rows) => <Sums rows={rows} />}
        totals={<Totals totals={totals} />}
        onNews={() => void countAgain()}
        docked={docked}
        exportForm={mayExport ? (only) => <ExportOrders {...{ environment, list, filter, only }} /> : undefined}
      />
    </>
  );
}

/** The search finds orders also by whole names that are masked here, by their player's name, and by similar names. */
function SearchElsewhere({ environment, q, seesNames, mayCompareNames }: Props & { q: string }) {
  const t = useTranslations("orders");
  return (
    <p>
      {!seesNames && `${t("namesNotSearched")} `}
      <Link prefetch={false} href={searchPath(environment, q)} className="text-primary hover:underline">
        {t(!seesNames && mayCompareNames ? "searchWhole" : "searchElsewhere", { q })}
      </Link>
    </p>
  );
}

/** On a phone a row leads to the order's page: there is no room beside the list. */
const isPhone = () => innerWidth < 720;

function useDockedOrder({ environment, mayAsk }: Props): Docked {
  const navigate = useNavigate();
  const docked = useDocked(ORDER_OPENED, (referenceId, steps) => (
    <OrderPanel {...{ environment, referenceId, steps, mayAsk }} />
  ));
  return {
    ...docked,
    open: (key, isStep) => {
      if (key !== null && docked.current === null && isPhone()) return navigate.push(orderPath(environment, key));
      docked.open(key, isStep);
    },
  };
}

/** Amounts of different currencies are not added up. */
function Sums({ rows }: { rows: OrderRow[] }) {
  const currencies = [...new Set(rows.map(({ currency }) => currency))].toSorted();
  return currencies.map((currency) => (
    <Money
      key={currency}
      currency={currency}
      amount={rows.reduce((sum, row) => (row.currency === currency ? addAmounts(sum, row.amount) : sum), "0")}
    />
  ));
}
