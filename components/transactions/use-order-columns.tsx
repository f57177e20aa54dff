import { useTranslations } from "next-intl";
import type { Column, Sorting } from "@/components/data-table/data-table";
import { Money } from "@/components/money";
import { When } from "@/components/when";
import type { Environment } from "@/lib/environment";
import { addressOf, type OrderFilter, type Sort } from "@/lib/transactions/place";
import type { TransactionRow } from "@/lib/transactions/schema";
import type { OrderColumn } from "./order-columns";
import { OrderLink } from "./order-link";
import { State } from "./order-list";

const QUIET = "text-xs text-ink-3";
const CODE = "font-mono text-[12.5px] break-all";

/** The columns of the list of all orders; two of them can be pressed to sort by. */
export function useOrderColumns(environment: Environment, filter: OrderFilter, chosen: OrderColumn[]) {
  const t = useTranslations("orders");
  const sorting = (down: Sort, up: Sort): Sorting => {
    const { sort } = filter;
    const next = sort === down ? up : down;
    return {
      now: sort === down ? "descending" : sort === up ? "ascending" : "none",
      href: `/${environment}/transactions?${addressOf({ ...filter, sort: next })}` as const,
      hint: t(`sorts.${next}`),
    };
  };
  const all: Record<OrderColumn, Omit<Column<TransactionRow>, "id" | "name">> = {
    created: {
      cell: ({ createdAt }) => <When at={createdAt} style="minute" />,
      className: QUIET,
      sorting: sorting("newest", "oldest"),
    },
    order: { cell: ({ referenceId }) => <OrderLink environment={environment} referenceId={referenceId} /> },
    theirId: { cell: ({ transactionId }) => transactionId, className: CODE },
    type: { cell: ({ type }) => t("typeWord", { type }) },
    player: { cell: ({ playerId }) => playerId, className: CODE },
    amount: {
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
      isFigure: true,
      sorting: sorting("largest", "smallest"),
    },
    state: { cell: (row) => <State row={row} /> },
    updated: { cell: ({ updatedAt }) => <When at={updatedAt} style="minute" />, className: QUIET },
  };
  return chosen.map((id): Column<TransactionRow> => ({ id, name: t(`column.${id}`), ...all[id] }));
}

/** What a card says of an order beside its amount. */
export function TypeAndPlayer({ row: { type, playerId } }: { row: TransactionRow }) {
  const t = useTranslations("orders");
  return (
    <>
      {t("typeWord", { type })}
      {playerId && <span className="ml-2 font-mono text-[12.5px] text-ink-3">{playerId}</span>}
    </>
  );
}
