import Link from "next/link";
import type { ReactNode } from "react";
import { Table, TableCell, TableHead, TableRow } from "@/components/ui/table";
import { cn } from "@/lib/cn";
import type { Environment } from "@/lib/environment";

/** The list itself, sorted otherwise. */
type ListAddress = `/${Environment}/transactions?${string}`;

/** How the rows lie by this column, and where pressing its head leads. */
export type Sorting = { now: "ascending" | "descending" | "none"; href: ListAddress; hint: string };

export type Column<Row> = {
  id: string;
  name: string;
  cell: (row: Row) => ReactNode;
  /** Figures stand on the right. */
  isFigure?: boolean;
  className?: string;
  sorting?: Sorting | undefined;
};

type Props<Row> = {
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  keyOf: (row: Row) => string;
  /** The same row where there is no room for columns. */
  card: (row: Row) => ReactNode;
};

/** The one table: columns in, and what its heads say leads to an address. Cards where there is no room for columns. */
export function DataTable<Row>({ caption, columns, rows, keyOf, card }: Props<Row>) {
  return (
    <>
      <Table className="max-md:hidden">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <TableRow>
            {columns.map(({ id, name, isFigure, sorting }) => (
              <TableHead
                key={id}
                aria-sort={sorting && (sorting.now === "none" ? undefined : sorting.now)}
                className={cn(isFigure && "text-right")}
              >
                {sorting ? <SortLink name={name} sorting={sorting} /> : name}
              </TableHead>
            ))}
          </TableRow>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableRow key={keyOf(row)} data-row className="focus-within:bg-paper">
              {columns.map(({ id, cell, isFigure, className }) => (
                <TableCell key={id} className={cn(isFigure && "text-right font-semibold", className)}>
                  {cell(row)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </tbody>
      </Table>
      <ul aria-label={caption} className="md:hidden">
        {rows.map((row) => (
          <li key={keyOf(row)} data-row className="grid gap-1 border-b border-line px-4 py-3 last:border-b-0">
            {card(row)}
          </li>
        ))}
      </ul>
    </>
  );
}

const ARROWS = { ascending: "↑", descending: "↓", none: "" };

function SortLink({ name, sorting: { now, href, hint } }: { name: string; sorting: Sorting }) {
  return (
    <Link
      href={href}
      prefetch={false}
      title={hint}
      className="inline-flex min-h-6 items-center gap-1 hover:text-ink hover:underline"
    >
      {name}
      <span aria-hidden>{ARROWS[now]}</span>
    </Link>
  );
}
