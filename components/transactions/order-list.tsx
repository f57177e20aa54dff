import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { type Column, DataTable } from "@/components/data-table/data-table";
import { Evidence } from "@/components/evidence";
import { Money } from "@/components/money";
import { StatusBadge } from "@/components/status-badge";
import { When } from "@/components/when";
import type { Environment } from "@/lib/environment";
import type { TransactionRow } from "@/lib/transactions/schema";
import { OrderLink } from "./order-link";

type Props<Row extends TransactionRow> = {
  environment: Environment;
  caption: string;
  rows: Row[];
  /** The column between order and amount: what this list adds to what every order has. */
  aboutName: string;
  about: (row: Row) => ReactNode;
};

/** Orders as withdrawals and deposits list them: with what each list adds to what every order has. */
export function OrderList<Row extends TransactionRow>({ environment, caption, rows, aboutName, about }: Props<Row>) {
  const t = useTranslations("orders");
  const columns: Column<Row>[] = [
    {
      id: "created",
      name: `${t("when")} (JST)`,
      cell: (row) => <Created row={row} />,
      className: "text-xs text-ink-3",
    },
    { id: "order", name: t("order"), cell: ({ referenceId }) => <OrderLink {...{ environment, referenceId }} /> },
    { id: "about", name: aboutName, cell: about },
    {
      id: "amount",
      name: t("amount"),
      cell: ({ amount, currency }) => <Money {...{ amount, currency }} />,
      isFigure: true,
    },
    { id: "state", name: t("state"), cell: (row) => <State row={row} /> },
  ];
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={rows}
      keyOf={({ referenceId }) => referenceId}
      card={(row) => (
        <OrderCard environment={environment} row={row}>
          {about(row)}
        </OrderCard>
      )}
    />
  );
}

const Created = ({ row }: { row: TransactionRow }) => <When at={row.createdAt} style="minute" />;

/** How an order stands and how we know. */
export function State({ row }: { row: TransactionRow }) {
  return (
    <>
      <StatusBadge order={row} />
      <div>
        <Evidence order={row} />
      </div>
    </>
  );
}

type CardProps = { environment: Environment; row: TransactionRow; state?: ReactNode; children: ReactNode };

/** An order where there is no room for columns: amount and state first. */
export function OrderCard({ environment, row, state = <StatusBadge order={row} />, children }: CardProps) {
  return (
    <>
      <div className="flex items-center justify-between gap-2">
        <Money amount={row.amount} currency={row.currency} className="text-base font-semibold" />
        {state}
      </div>
      <div>{children}</div>
      <OrderLink environment={environment} referenceId={row.referenceId} />
      <div className="flex items-center justify-between gap-2 text-xs text-ink-3">
        <When at={row.createdAt} style="minute" />
        <Evidence order={row} />
      </div>
    </>
  );
}
