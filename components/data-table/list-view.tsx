"use client";

import { hashKey } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { Empty } from "@/components/feedback/empty";
import { Staleness } from "@/components/feedback/staleness";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { cn } from "@/lib/cn";
import type { PageOptions } from "@/lib/list/cache";
import { NEWS_MAX, type Page } from "@/lib/list/page";
import { ColumnsMenu } from "./columns-menu";
import { type Column, DataTable, LIST } from "./data-table";
import { type Docked, linkOf, rowsOf, stepsOf } from "./docked";
import { type Facet, FilterBar } from "./filter-bar";
import type { Find } from "./find-field";
import { useListAddress } from "./list-address";
import { ListFoot } from "./list-foot";
import { NewsPill } from "./news-pill";
import { SelectionBar } from "./selection-bar";
import { useListPage } from "./use-list-page";
import { useRowKeys } from "./use-row-keys";

export type ListColumn<Row> = Omit<Column<Row>, "name" | "notIn"> & {
  name: string;
  /** The row cannot be opened without it. */
  isFixed?: boolean;
  /** Where there is no room for columns, a card leaves it out. */
  isTableOnly?: boolean;
};

type Props<Row, View extends Page<Row>> = {
  list: string;
  caption: string;
  options: PageOptions<View>;
  keyOf: (row: Row) => string;
  /** `isGone`: whether a row that still stands here would stand elsewhere by now. */
  columns: (isGone: (row: Row) => boolean) => ListColumn<Row>[];
  chosenColumns: readonly string[];
  card?: string;
  find: Find;
  facets: Facet[];
  /** What is shown where nothing is found, with and without a filter. */
  empty: { found: ReactNode; all: ReactNode };
  /** A row as it is copied: one line, its cells separated by tabs. */
  copied: (row: Row) => string;
  /** What the chosen rows are in sum. */
  sum?: (rows: Row[]) => ReactNode;
  /** What can be done with the chosen rows besides copying and exporting them. */
  selected?: (rows: Row[]) => ReactNode;
  /** What the filter lets through, over all its pages. */
  totals?: ReactNode;
  /** What is new is shown: what is counted of all pages is to be read again. */
  onNews?: () => void;
  /** The form that makes a file of the list, or of the rows with these keys. */
  exportForm?: ((only: string[] | null) => ReactNode) | undefined;
  docked?: Docked;
  /** What a row opens where no panel stands beside the list. */
  onOpen?: (key: string) => void;
};

const NONE: ReadonlySet<string> = new Set();

/** The one list: filters, table, selection and pages. All of it that can be shared stands in the address. */
export function ListView<Row extends object, View extends Page<Row>>(props: Props<Row, View>) {
  const { list, caption, options, keyOf, card, empty, exportForm, docked } = props;
  const t = useTranslations("list");
  const { filter } = useListAddress();
  const page = useListPage<Row, View>({ options, keyOf });
  const showNews = async () => {
    if (await page.showNews()) props.onNews?.();
  };
  const { rows, gone, view, above, isPending } = page;
  const [chosen, setChosen] = useState(NONE);
  // Rows of another page are neither shown nor kept up to date, so they are not chosen any more.
  const place = hashKey(options.queryKey);
  const [chosenAt, setChosenAt] = useState(place);
  if (chosenAt !== place) {
    setChosenAt(place);
    setChosen(NONE);
  }
  const [exported, setExported] = useState<"all" | "chosen" | null>(null);
  const [columnsNow, setColumns] = useState(props.chosenColumns);
  const table = useRef<HTMLDivElement>(null);
  const current = docked?.current ?? null;
  useRowKeys(table, docked);
  const columnsOf = props.columns;
  const all = useMemo(() => columnsOf((row) => gone.has(keyOf(row))), [columnsOf, gone, keyOf]);
  const shown = useMemo(() => placed(all, columnsNow), [all, columnsNow]);
  const chosenRows = rows.filter((row) => chosen.has(keyOf(row)));
  // The file of the chosen rows would be one of all rows once none is chosen any more.
  if (exported === "chosen" && chosenRows.length === 0) setExported(null);
  const opened = docked ? (key: string) => docked.open(key) : props.onOpen;
  return (
    <>
      <div className="mb-3 flex items-start gap-2 max-md:flex-col">
        <FilterBar find={props.find} facets={props.facets} isNarrow={current !== null} />
        <ColumnsMenu
          list={list}
          columns={all.filter(({ isFixed }) => !isFixed)}
          chosen={columnsNow}
          onChange={setColumns}
        />
        {exportForm && (
          <Button
            size="small"
            className="min-h-7"
            aria-expanded={exported === "all"}
            onClick={() => setExported(exported === "all" ? null : "all")}
          >
            <Download aria-hidden className="size-3.5" />
            {t("export")}
          </Button>
        )}
      </div>
      <Staleness query={{ error: page.error, dataUpdatedAt: page.query.dataUpdatedAt }} />
      {exportForm && exported !== null && exportForm(exported === "chosen" ? chosenRows.map(keyOf) : null)}
      <div
        ref={table}
        aria-busy={isPending}
        {...LIST.around}
        className={cn(LIST.around.className, isPending && "opacity-60")}
      >
        <NewsPill onShow={() => void showNews()}>
          {above === null && view?.news
            ? t("news", { count: view.news, more: view.news >= NEWS_MAX ? "yes" : "no" })
            : null}
        </NewsPill>
        <Card className={LIST.card}>
          {rows.length > 0 ? (
            <div className="relative lg:flex lg:min-h-0 lg:flex-col">
              <DataTable
                {...{ caption, rows, keyOf, card }}
                columns={shown}
                selection={{ chosen, onChange: setChosen, all: t("chooseAll"), one: (key) => t("choose", { key }) }}
                {...(opened && { opening: { current, onOpen: opened } })}
                className={LIST.rows}
              />
              <SelectionBar
                rows={chosenRows}
                copied={props.copied}
                sum={props.sum}
                more={props.selected?.(chosenRows)}
                onExport={exportForm && (() => setExported("chosen"))}
                onClear={() => {
                  // The bar leaves with the selection: the keys go on from a row that was chosen.
                  const row = rowsOf(table.current).find(({ dataset }) => chosen.has(dataset.row ?? ""));
                  linkOf(row)?.focus({ preventScroll: true });
                  setChosen(NONE);
                }}
              />
            </div>
          ) : page.isUnknown ? (
            <p className="px-4 py-6 text-muted-foreground">{t("unknown")}</p>
          ) : view?.isPartial ? (
            <Empty title={t("noneSoFar")} />
          ) : filter === "" ? (
            empty.all
          ) : (
            empty.found
          )}
          <ListFoot view={view} above={above} rows={rows.length} totals={props.totals} />
        </Card>
      </div>
      {docked && current !== null && docked.panel(stepsOf(docked, current, rows.map(keyOf)))}
    </>
  );
}

/** A card shows the fields that every row has, independent of the columns chosen for the table. */
const placed = <Row,>(all: ListColumn<Row>[], chosen: readonly string[]): Column<Row>[] =>
  all.flatMap(({ isFixed, isTableOnly, ...column }): Column<Row>[] => {
    if (isFixed || chosen.includes(column.id)) return [isTableOnly ? { ...column, notIn: "card" } : column];
    return isTableOnly ? [] : [{ ...column, notIn: "table" }];
  });
