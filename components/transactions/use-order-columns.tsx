import { useTranslations } from "next-intl";
import type { Column, Sorting } from "@/components/data-table/data-table";
import { Money } from "@/components/display/money";
import { Timestamp } from "@/components/display/timestamp";
import { OrderLink } from "@/components/orders/order-link";
import { CREATED, ON_CARD, State } from "@/components/orders/order-list";
import type { Environment } from "@/lib/environment";
import { addressOf, type OrderFilter, type Sort } from "@/lib/transactions/list/filter";
import type { TransactionRow } from "@/lib/transactions/schema";
import { ORDER_COLUMNS, type OrderColumn } from "./order-columns";
import { Paid } from "./paid";

const QUIET = "text-xs text-subtle-foreground";
const CODE = "font-mono text-[12.5px] break-all";

type Options = {
  environment: Environment;
  filter: OrderFilter;
  chosen: OrderColumn[];
  /** Whether a row that still stands here would stand elsewhere by now. */
  isGone: (row: TransactionRow) => boolean;
};

/** The columns of the list of all orders; two of them can be pressed to sort by. */
export function useOrderColumns({ environment, filter, chosen, isGone }: Options) {
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
      cell: ({ createdAt }) => <Timestamp at={createdAt} style="minute" />,
      className: CREATED,
      sorting: sorting("newest", "oldest"),
    },
    paid: { cell: ({ paid }) => paid && <Paid {...paid} />, className: QUIET, notIn: "card" },
    order: {
      cell: ({ referenceId }) => <OrderLink environment={environment} referenceId={referenceId} />,
      className: ON_CARD.order,
    },
    theirId: { cell: ({ transactionId }) => transactionId, className: CODE, notIn: "card" },
    type: {
      cell: ({ type, playerId }) => (
        <>
          {t("typeWord", { type })}
          {playerId && (
            <span className="ml-2 font-mono text-[12.5px] text-subtle-foreground lg:hidden">{playerId}</span>
          )}
        </>
      ),
      className: ON_CARD.about,
    },
    player: { cell: ({ playerId }) => playerId, className: CODE, notIn: "card" },
    amount: {
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
      className: ON_CARD.amount,
      isFigure: true,
      sorting: sorting("largest", "smallest"),
    },
    state: {
      cell: (row) => <State row={row} {...(isGone(row) && { gone: t("gone") })} />,
      className: ON_CARD.state,
    },
    updated: { cell: ({ updatedAt }) => <Timestamp at={updatedAt} style="minute" />, className: QUIET, notIn: "card" },
  };
  // A card says what every order has, whatever the table has columns for.
  return ORDER_COLUMNS.flatMap((id): Column<TransactionRow>[] => {
    const column = { id, name: t(`column.${id}`), ...all[id] };
    if (chosen.includes(id)) return [column];
    return column.notIn === "card" ? [] : [{ ...column, notIn: "table" }];
  });
}
