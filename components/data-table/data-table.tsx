"use client";

import { type MouseEvent, memo, type ReactNode } from "react";
import { TableHead, TableRow } from "@/components/ui/table";
import { cn } from "@/lib/cn";
import { linkOf } from "./docked";
import { ListLink } from "./list-address";

/** How the rows lie by this column, and the sort that pressing its head leads to; empty where it is the usual one. */
export type Sorting = { now: "ascending" | "descending" | "none"; to: string; hint: string };

export type Column<Row> = {
  id: string;
  name: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Figures stand on the right. */
  isFigure?: boolean;
  notIn?: "table" | "card";
  /** Also where it stands on a card. */
  className?: string;
  sorting?: Sorting | undefined;
  /** Left out where a panel stands beside the table. */
  isWide?: boolean;
};

/** Which rows are chosen, by their keys, and the words for choosing them. */
export type Selection = {
  chosen: ReadonlySet<string>;
  onChange: (change: (before: ReadonlySet<string>) => ReadonlySet<string>) => void;
  all: string;
  one: (key: string) => string;
};

type Props<Row> = {
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  keyOf: (row: Row) => string;
  /** The grid that a row is where there is no room for columns, as classes of what is around all of them. */
  card?: string | undefined;
  selection?: Selection;
  /** Of the wrapper, which scrolls sideways. */
  className?: string;
  /** A row that is pressed beside its links and boxes opens; `current` is the one that is open. */
  opening?: { current: string | null; onOpen: (key: string) => void };
};

const HIDDEN = { table: "lg:hidden", card: "max-lg:hidden" };

/**
 * The one table. Where there is no room for columns each row is a card, of the same elements: drawn twice, a list weighs
 * twice. An element that is laid out otherwise is no table to some browsers any more, so the roles are given.
 */
export function DataTable<Row>(props: Props<Row>) {
  const { caption, columns, rows, keyOf, card = CARD, selection, opening, className } = props;
  const keys = rows.map(keyOf);
  const isChosen = (key: string) => selection?.chosen.has(key) ?? false;
  const choose = (changed: string[], isNow: boolean) => selection?.onChange(changedBy(changed, isNow));
  const press = (event: MouseEvent<HTMLElement>) => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-row]") : null;
    if (!opening || !row?.dataset.row || !isBeside(event)) return;
    // Where the keys go on from.
    linkOf(row)?.focus({ preventScroll: true });
    opening.onOpen(row.dataset.row);
  };
  return (
    // However many columns were chosen, the page is no wider than the screen: nor by what only a screen reader reads, which
    // is placed by the nearest `relative`.
    <div className={cn("@container relative lg:overflow-x-auto", className)}>
      <table {...AS.table} className="w-full border-separate border-spacing-0 text-left text-md max-lg:block">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 z-1 max-lg:hidden">
          <TableRow>
            {selection && (
              <th scope="col" className="w-9 border-b border-border bg-muted pl-4">
                <input
                  type="checkbox"
                  aria-label={selection.all}
                  checked={keys.length > 0 && keys.every(isChosen)}
                  onChange={({ target }) => choose(keys, target.checked)}
                  className="block size-4"
                />
              </th>
            )}
            {columns.map(({ id, name, isFigure, notIn, isWide, sorting }) => (
              <TableHead
                key={id}
                aria-sort={sorting && (sorting.now === "none" ? undefined : sorting.now)}
                className={cn(HEAD, isFigure && "text-right", notIn && HIDDEN[notIn], isWide && "xl:hidden")}
              >
                {sorting ? <SortLink sorting={sorting}>{name}</SortLink> : name}
              </TableHead>
            ))}
          </TableRow>
        </thead>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: each row has a link, which keys reach */}
        <tbody {...AS.body} className={cn(ROWS, CELLS, card)} onClick={press}>
          {rows.map((row, at) => {
            const key = keys[at] ?? "";
            return (
              <DataRow
                key={key}
                id={key}
                row={row}
                columns={columns}
                isChosen={isChosen(key)}
                isCurrent={key === opening?.current}
                {...(selection && { name: selection.one(key), onChange: selection.onChange })}
              />
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

type RowProps<Row> = {
  id: string;
  row: Row;
  columns: Column<Row>[];
  isChosen: boolean;
  isCurrent: boolean;
  /** Of the box that chooses it, where rows are chosen. */
  name?: string;
  onChange?: Selection["onChange"];
};

/** Drawn again only where something of it has changed: choosing one row of fifty draws one. */
const DataRow = memo(function DataRow<Row>(props: RowProps<Row>) {
  const { id: key, row, columns, isChosen, isCurrent, name, onChange } = props;
  return (
    <tr {...AS.row} data-row={key} data-selected={isChosen || undefined} data-current={isCurrent || undefined}>
      {onChange && (
        <td {...AS.cell} className="w-9 max-lg:hidden">
          <input
            type="checkbox"
            aria-label={name}
            checked={isChosen}
            onChange={({ target }) => onChange(changedBy([key], target.checked))}
            className="block size-4"
          />
        </td>
      )}
      {columns.map(({ id, cell, isFigure, notIn, isWide, className }) => (
        <td
          key={id}
          {...AS.cell}
          className={cn(
            isFigure && "font-semibold lg:text-right",
            notIn && HIDDEN[notIn],
            isWide && "xl:hidden",
            className,
          )}
        >
          {cell(row)}
        </td>
      ))}
    </tr>
  );
}) as <Row>(props: RowProps<Row>) => ReactNode;

function changedBy(keys: string[], isNow: boolean) {
  return (before: ReadonlySet<string>): ReadonlySet<string> => {
    const next = new Set(before);
    for (const key of keys) isNow ? next.add(key) : next.delete(key);
    return next;
  };
}

/*
 * Around a list: it takes what the page above leaves of the screen (`globals.css`), and its rows scroll between their
 * head and foot. Inside or before something else it has a height that leaves room for the usual head of a page.
 */
export const LIST = {
  around: { "data-list": true, className: "relative lg:flex lg:max-h-[max(calc(100dvh-17.5rem),22.5rem)] lg:flex-col" },
  card: "overflow-clip lg:flex lg:min-h-0 lg:flex-col",
  rows: "lg:min-h-0 lg:overflow-auto",
};

// Said once for all rows: on each of them it would be a third of a page. On a small laptop cells stand closer, so that all
// columns are seen.
const ROWS =
  "max-lg:block max-lg:[&>tr]:grid max-lg:[&>tr]:border-b max-lg:[&>tr]:border-border max-lg:[&>tr]:last:border-b-0 max-lg:[&>tr]:px-4 lg:[&>tr]:hover:bg-accent lg:[&>tr]:focus-within:bg-accent [&>tr]:data-current:bg-accent [&>tr]:data-selected:bg-primary-soft";
const CELLS =
  "lg:[&_td]:h-10 lg:[&_td]:border-b lg:[&_td]:border-border lg:[&_tr:last-child>td]:border-b-0 lg:[&_td]:px-1.5 lg:@6xl:[&_td]:px-2.5 lg:[&_td]:py-0 lg:[&_td]:align-middle lg:[&_td]:whitespace-nowrap lg:[&_td:first-child]:pl-4 lg:[&_td:last-child]:pr-4 lg:[&_tr[data-current]>td:first-child]:shadow-[inset_2px_0_var(--primary)]";
/** Two fields in a line, what counts most on the left. */
const CARD =
  "max-lg:[&>tr]:grid-cols-[1fr_auto] max-lg:[&>tr]:items-center max-lg:[&>tr]:gap-x-2 max-lg:[&>tr]:gap-y-1 max-lg:[&>tr]:py-3";
const HEAD =
  "h-8.5 border-b border-border bg-muted px-1.5 py-0 font-medium text-muted-foreground sm:px-1.5 @6xl:px-2.5 first:pl-4 last:pr-4";

/** A row is pressed where it holds nothing that can be pressed, and no text is being marked. */
const isBeside = ({ target, defaultPrevented }: MouseEvent) =>
  !defaultPrevented &&
  target instanceof Element &&
  target.closest("a, button, input, label, select, summary") === null &&
  !getSelection()?.toString();

/** The ARIA role that each element has while it is laid out as a table. */
const AS = { table: { role: "table" }, body: { role: "rowgroup" }, row: { role: "row" }, cell: { role: "cell" } };

const ARROWS = { ascending: "↑", descending: "↓", none: "" };

function SortLink({ sorting: { now, to, hint }, children }: { sorting: Sorting; children: ReactNode }) {
  return (
    <ListLink
      to={{ sort: to }}
      title={hint}
      className="inline-flex min-h-6 items-center gap-1 hover:text-foreground hover:underline"
    >
      {children}
      <span aria-hidden>{ARROWS[now]}</span>
    </ListLink>
  );
}
