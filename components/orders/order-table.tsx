import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { type Column, DataTable } from "@/components/data-table/data-table";
import { Money } from "@/components/display/money";
import { StatusBadge } from "@/components/display/status-badge";
import { Timestamp } from "@/components/display/timestamp";
import { EvidenceIcon } from "@/components/evidence/evidence";
import type { Environment } from "@/lib/environment";
import type { TransactionRow } from "@/lib/transactions/schema";
import { OrderLink } from "./order-link";

type Props<Row extends TransactionRow> = {
  environment: Environment;
  caption: string;
  rows: Row[];
  /** The column between order and amount. */
  aboutName: string;
  about: (row: Row) => ReactNode;
};

/** Orders with a column about why they are listed, such as what a search found. A list with pages is `components/order-list`. */
export function OrderTable<Row extends TransactionRow>({ environment, caption, rows, aboutName, about }: Props<Row>) {
  const t = useTranslations("orders");
  const columns: Column<Row>[] = [
    { id: "created", name: `${t("when")} (JST)`, cell: (row) => <Created row={row} />, className: CREATED },
    {
      id: "order",
      name: t("order"),
      cell: ({ referenceId }) => <OrderLink {...{ environment, referenceId }} />,
      className: ON_CARD.order,
    },
    { id: "about", name: aboutName, cell: about, className: ON_CARD.about },
    {
      id: "amount",
      name: t("amount"),
      cell: ({ amount, currency }) => <Money {...{ amount, currency }} />,
      isFigure: true,
      className: ON_CARD.amount,
    },
    { id: "state", name: t("state"), cell: (row) => <StatusBadge order={row} />, className: ON_CARD.state },
    { id: "evidence", name: t("evidence"), cell: (row) => <EvidenceIcon order={row} />, className: ON_CARD.evidence },
  ];
  return <DataTable caption={caption} columns={columns} rows={rows} keyOf={({ referenceId }) => referenceId} />;
}

/** Where on a card each thing stands that every order has. */
export const ON_CARD = {
  amount: "max-lg:row-start-1 max-lg:text-lg",
  state: "max-lg:row-start-1 max-lg:justify-self-end",
  evidence: "max-lg:row-start-4 max-lg:justify-self-end",
  about: "max-lg:col-span-2 max-lg:row-start-2",
  order: "max-lg:col-span-2 max-lg:row-start-3",
  created: "max-lg:row-start-4",
};
export const CREATED = `text-xs text-subtle-foreground ${ON_CARD.created}`;

const Created = ({ row }: { row: TransactionRow }) => <Timestamp at={row.createdAt} style="compact" />;
