import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Evidence } from "@/components/evidence";
import { Money } from "@/components/money";
import { StatusBadge } from "@/components/status-badge";
import { Table, TableCell, TableHead, TableRow } from "@/components/ui/table";
import { When } from "@/components/when";
import type { Environment } from "@/lib/environment";
import type { TransactionRow } from "@/lib/transactions/schema";

type Props<Row extends TransactionRow> = {
  environment: Environment;
  caption: string;
  rows: Row[];
  /** The column between order and amount: what this list adds to what every order has. */
  aboutName: string;
  about: (row: Row) => ReactNode;
};

/** Orders, newest first: a table where there is room, cards with amount and state first where there is not. */
export function OrderList<Row extends TransactionRow>({ environment, caption, rows, aboutName, about }: Props<Row>) {
  const t = useTranslations("orders");
  return (
    <>
      <Table className="max-md:hidden">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <TableRow>
            <TableHead>{t("when")} (JST)</TableHead>
            <TableHead>{t("order")}</TableHead>
            <TableHead>{aboutName}</TableHead>
            <TableHead className="text-right">{t("amount")}</TableHead>
            <TableHead>{t("state")}</TableHead>
          </TableRow>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableRow key={row.referenceId}>
              <TableCell className="text-xs text-ink-3">
                <When at={row.createdAt} style="minute" />
              </TableCell>
              <TableCell>
                <OrderLink environment={environment} referenceId={row.referenceId} />
              </TableCell>
              <TableCell>{about(row)}</TableCell>
              <TableCell className="text-right font-semibold">
                <Money amount={row.amount} currency={row.currency} />
              </TableCell>
              <TableCell>
                <StatusBadge order={row} />
                <div>
                  <Evidence order={row} />
                </div>
              </TableCell>
            </TableRow>
          ))}
        </tbody>
      </Table>
      <ul aria-label={caption} className="md:hidden">
        {rows.map((row) => (
          <li key={row.referenceId} className="grid gap-1 border-b border-line px-4 py-3 last:border-b-0">
            <div className="flex items-center justify-between gap-2">
              <Money amount={row.amount} currency={row.currency} className="text-base font-semibold" />
              <StatusBadge order={row} />
            </div>
            <div>{about(row)}</div>
            <OrderLink environment={environment} referenceId={row.referenceId} />
            <div className="flex items-center justify-between gap-2 text-xs text-ink-3">
              <When at={row.createdAt} style="minute" />
              <Evidence order={row} />
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

export const orderPath = (environment: Environment, referenceId: string) =>
  `/${environment}/transactions/${encodeURIComponent(referenceId)}` as const;

export function OrderLink({ environment, referenceId }: { environment: Environment; referenceId: string }) {
  return (
    <Link
      href={orderPath(environment, referenceId)}
      className="inline-block min-h-6 font-mono text-[12.5px]/6 break-all text-ai hover:underline"
    >
      {referenceId}
    </Link>
  );
}
