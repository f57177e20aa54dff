import Link from "next/link";
import type { ReactNode } from "react";
import { TableHead, TableRow } from "@/components/ui/table";
import { cn } from "@/lib/cn";
import type { Environment } from "@/lib/environment";

/** The list itself, sorted otherwise. */
type ListAddress = `/${Environment}/transactions?${string}`;

/** How the rows lie by this column, and where pressing its head leads. */
export type Sorting = { now: "ascending" | "descending" | "none"; href: ListAddress; hint: string };

export type Column<Row> = {
  id: string;
  name: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Figures stand on the right. */
  isFigure?: boolean;
  /** Not shown in the table, or not on a card. */
  notIn?: "table" | "card";
  /** Also where it stands on a card. */
  className?: string;
  sorting?: Sorting | undefined;
};

type Props<Row> = {
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  keyOf: (row: Row) => string;
  /** The grid that a row is where there is no room for columns, as classes of what is around all of them. */
  card: string;
};

const HIDDEN = { table: "lg:hidden", card: "max-lg:hidden" };

/**
 * The one table: columns in, and what its heads say leads to an address. Where there is no room for columns each row is a
 * card, of the same elements: drawn twice, a list weighs twice. What is laid out otherwise is no table to some browsers
 * any more, so the roles are said.
 */
export function DataTable<Row>({ caption, columns, rows, keyOf, card }: Props<Row>) {
  return (
    // However many columns were chosen, the page is no wider than the screen.
    <div className="lg:overflow-x-auto">
      <table {...AS.table} className="w-full border-collapse text-left max-lg:block">
        <caption className="sr-only">{caption}</caption>
        <thead className="max-lg:hidden">
          <TableRow>
            {columns.map(({ id, name, isFigure, notIn, sorting }) => (
              <TableHead
                key={id}
                aria-sort={sorting && (sorting.now === "none" ? undefined : sorting.now)}
                className={cn(isFigure && "text-right", notIn && HIDDEN[notIn])}
              >
                {sorting ? <SortLink name={name} sorting={sorting} /> : name}
              </TableHead>
            ))}
          </TableRow>
        </thead>
        <tbody {...AS.body} className={cn(ROWS, CELLS, card)}>
          {rows.map((row) => (
            <tr key={keyOf(row)} {...AS.row} data-row>
              {columns.map(({ id, cell, isFigure, notIn, className }) => (
                <td
                  key={id}
                  {...AS.cell}
                  className={cn(isFigure && "font-semibold lg:text-right", notIn && HIDDEN[notIn], className)}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

// Said once for all rows: on each of them it would be a third of a page.
const ROWS =
  "max-lg:block [&>tr]:border-b [&>tr]:border-border [&>tr]:last:border-b-0 max-lg:[&>tr]:grid max-lg:[&>tr]:px-4 lg:[&>tr]:focus-within:bg-background";
const CELLS = "lg:[&_td]:px-4 lg:[&_td]:py-2.25 lg:[&_td]:align-top";

/** The ARIA role that each element has while it is laid out as a table. */
const AS = { table: { role: "table" }, body: { role: "rowgroup" }, row: { role: "row" }, cell: { role: "cell" } };

const ARROWS = { ascending: "↑", descending: "↓", none: "" };

function SortLink({ name, sorting: { now, href, hint } }: { name: ReactNode; sorting: Sorting }) {
  return (
    <Link
      prefetch={false}
      href={href}
      title={hint}
      className="inline-flex min-h-6 items-center gap-1 hover:text-foreground hover:underline"
    >
      {name}
      <span aria-hidden>{ARROWS[now]}</span>
    </Link>
  );
}
