"use client";

import type { Route } from "next";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { type ReactNode, useRef } from "react";
import { Timestamp } from "@/components/display/timestamp";
import { Empty } from "@/components/feedback/empty";
import { buttonVariants } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { DownloadLink } from "@/components/ui/download-link";
import { type Column, DataTable, LIST } from "./data-table";
import { type PanelSteps, stepsOf } from "./docked";
import { type Facet, FilterBar } from "./filter-bar";
import type { Find } from "./find-field";
import { ListLink, STAYS, useListAddress } from "./list-address";
import { useOpened } from "./use-docked";
import { useRowKeys } from "./use-row-keys";

type Props<Row extends object> = {
  caption: string;
  rows: Row[];
  keyOf: (row: Row) => string;
  /** `isNarrow`: a row's details stand beside the log. */
  columns: (isNarrow: boolean) => Column<Row>[];
  card: string;
  news?: ReactNode;
  /** How the log is kept up to date. */
  state?: ReactNode;
  /** Nothing matches in the whole log. */
  empty: ReactNode;
  /** Where older entries begin, and whether what is shown ends there because the search stopped. */
  scan: { older: string | null; isPart: boolean; isLooking: boolean };
  panel: (row: Row, steps: PanelSteps) => ReactNode;
  /** The entry that the address opened, which may stand on another page by now. */
  asked: Row | null;
};

/** The part of the address with the entry whose details stand beside the log; no part of its filter. Its page reads it. */
const OPENED = "entry";

type FiltersProps = {
  find: Find;
  facets: Facet[];
  /** The route that makes a file of what the filter lets through. */
  exportPath: string;
};

/** The filters of a log in one line, and the file of what they let through. */
export function LogFilters({ find, facets, exportPath }: FiltersProps) {
  const t = useTranslations("list");
  const { filter } = useListAddress();
  const opened = useOpened(OPENED);
  return (
    <div className="mb-3 flex items-start gap-2 max-md:flex-col">
      <FilterBar {...{ find, facets }} isNarrow={opened.current !== null} />
      <DownloadLink
        href={[exportPath, filter].filter(Boolean).join("?")}
        size="small"
        className="min-h-7 pointer-coarse:min-h-10"
      >
        {t("exportCsv")}
      </DownloadLink>
    </div>
  );
}

/** The rows of a log, each one line, and the details of one of them beside it. */
export function LogView<Row extends object>(props: Props<Row>) {
  const { caption, rows, keyOf, card, scan, panel, asked } = props;
  const more = useTranslations("scanProgress");
  const opened = useOpened(OPENED);
  const table = useRef<HTMLDivElement>(null);
  const row = [...rows, ...(asked ? [asked] : [])].find((one) => keyOf(one) === opened.current);
  const docked = row ? opened : { ...opened, current: null };
  useRowKeys(table, docked);
  return (
    <>
      <div ref={table} {...LIST.around}>
        {props.news}
        <Card className={LIST.card}>
          {rows.length > 0 ? (
            <DataTable
              {...{ caption, rows, keyOf, card }}
              columns={props.columns(row !== undefined)}
              opening={{ current: docked.current, onOpen: docked.open }}
              className={LIST.rows}
            />
          ) : scan.older !== null ? (
            <Empty title={more("noneSoFar")}>{more("noneSoFarText")}</Empty>
          ) : (
            props.empty
          )}
          <LogFoot {...{ scan }} state={props.state} rows={rows.length} />
        </Card>
      </div>
      {row && panel(row, stepsOf(docked, keyOf(row), rows.map(keyOf)))}
    </>
  );
}

function LogFoot({ scan, state, rows }: Pick<Props<object>, "scan" | "state"> & { rows: number }) {
  const t = useTranslations("list");
  const more = useTranslations("scanProgress");
  const { values } = useListAddress();
  const { older, isPart, isLooking } = scan;
  return (
    <div className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-4.5 gap-y-1 border-t border-border bg-muted px-4 py-1 text-xs text-muted-foreground">
      {state}
      {isPart && older !== null && (
        <p>
          {t.rich("searchedTo", { place: () => <Timestamp at={older.split("~", 1)[0] ?? ""} style="minute" /> })}
          {isLooking && ` ${more("searching")}`}
        </p>
      )}
      <nav aria-label={t("pages")} className="ml-auto flex items-center gap-1.5">
        <span className="figures">{t("rows", { count: rows })}</span>
        {values.before && (
          <ListLink to={{}} className={STEP}>
            {t("newest")}
          </ListLink>
        )}
        {older !== null && (
          <ListLink to={{ before: older }} className={STEP}>
            {isPart ? more("searchFurther") : t("older")}
          </ListLink>
        )}
      </nav>
    </div>
  );
}

const STEP = buttonVariants({ size: "small", className: "pointer-coarse:min-h-10" });

/** What an entry says, in one line. It opens the details, and has an address that can be shared. */
export function EntryLink({ entry, children }: { entry: string; children: ReactNode }) {
  const { hrefOf, values } = useListAddress();
  const { open } = useOpened(OPENED);
  const address = hrefOf({ before: values.before });
  return (
    <Link
      data-opens
      {...STAYS}
      prefetch={false}
      href={`${address}${address.includes("?") ? "&" : "?"}${OPENED}=${encodeURIComponent(entry)}` as Route}
      onNavigate={(event) => {
        event.preventDefault();
        open(entry);
      }}
      className="block min-h-6 leading-6 -outline-offset-2 hover:underline lg:truncate"
    >
      {children}
    </Link>
  );
}

/** Of the cell that takes the room that the others leave. */
export const ENTRY_CELL = "lg:w-full lg:max-w-0 max-lg:col-span-full max-lg:row-start-2";
