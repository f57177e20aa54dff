"use client";

import { useTranslations } from "next-intl";
import { choiceFacet, optionsOf } from "@/components/data-table/facets";
import { ListLink, useListAddress } from "@/components/data-table/list-address";
import { type ListColumn, ListView } from "@/components/data-table/list-view";
import { useDocked } from "@/components/data-table/use-docked";
import { Money } from "@/components/display/money";
import { Empty } from "@/components/feedback/empty";
import { statusText } from "@/components/messages/status-text";
import type { Translator } from "@/components/messages/translator";
import { Count } from "@/components/ui/count";
import { SegmentedLinks, segmentVariants } from "@/components/ui/segmented";
import type { Environment } from "@/lib/environment";
import { isZero } from "@/lib/money/amount";
import { reconciliationCache } from "@/lib/reconciliation/cache";
import type { ResultRow, RowsView, RunFigures } from "@/lib/reconciliation/schema";
import { DECISIONS, ROW_OPENED } from "@/lib/reconciliation/state";
import { AssignRows } from "./assign-rows";
import { ClassMark } from "./class-mark";
import { DecisionBadge } from "./decision-badge";
import { classTotals, isListedMark, summaryOf } from "./figures";
import { RowPanel } from "./row-panel";

type Props = {
  environment: Environment;
  runId: string;
  figures: RunFigures;
  columns: readonly string[];
  mayChange: boolean;
  readerId: string;
  people: { id: string; name: string }[];
};

const keyOf = ({ position }: ResultRow) => position;

/** The rows of a run, the gravest class first, and beside it the row that is open. */
export function RowList({ environment, runId, figures, columns, mayChange, readerId, people }: Props) {
  const t = useTranslations("reconciliation");
  const states = useTranslations("states");
  const { query, values } = useListAddress();
  const docked = useDocked(ROW_OPENED, (position, steps) => (
    <RowPanel key={position} {...{ environment, runId, position, steps, mayChange, readerId }} />
  ));
  const shown = values.class ?? "exceptions";
  const { exceptions } = summaryOf(figures.classes);
  const across = classTotals(figures.classes).find((one) => one.class === "across_cutoff")?.count ?? 0;
  const tabs = [
    ["exceptions", exceptions],
    ["across_cutoff", across],
  ] as const;
  return (
    <>
      <SegmentedLinks aria-label={t("run.rows")} className="mb-3 max-w-full overflow-x-auto">
        {tabs.map(([tab, count]) => (
          <ListLink
            key={tab}
            to={{ class: tab === "exceptions" ? null : tab }}
            aria-current={shown === tab ? "true" : undefined}
            className={segmentVariants()}
          >
            {t(`classes.${tab}`)}
            {count > 0 && <Count tone={tab === "exceptions" ? "watch" : "neutral"}>{count}</Count>}
          </ListLink>
        ))}
      </SegmentedLinks>
      <ListView<ResultRow, RowsView>
        list="reconciliation"
        caption={t("rows.caption")}
        options={reconciliationCache.rows(environment, runId, query)}
        keyOf={keyOf}
        columns={() => columnsOf(t, states, mayChange).filter(({ id }) => docked.current === null || !IN_PANEL.has(id))}
        chosenColumns={columns}
        card="max-lg:[&>tr]:grid-cols-2 max-lg:[&>tr]:items-center max-lg:[&>tr]:gap-x-2 max-lg:[&>tr]:gap-y-1 max-lg:[&>tr]:py-3"
        find={{ part: "q", name: t("rows.find"), hint: t("rows.findBy") }}
        facets={[
          choiceFacet(
            t("rows.owner"),
            "owner",
            optionsOf(["mine", "none"], (owner) => t(`rows.owners.${owner}`)),
            { isSingle: true },
          ),
          choiceFacet(
            t("rows.decision"),
            "decision",
            optionsOf(DECISIONS, (decision) => t(`decisions.${decision}`)),
          ),
        ]}
        docked={docked}
        empty={{ all: <Empty title={t("run.noneOfClass")} />, found: <Empty title={t("run.nothing")} /> }}
        copied={(row) =>
          [row.class, row.reference, row.currency, row.ledgerAmount, row.serviceAmount, row.difference].join("\t")
        }
        {...(mayChange && {
          selected: (rows: ResultRow[]) => <AssignRows environment={environment} rows={rows} people={people} />,
        })}
      />
    </>
  );
}

/** What the panel says of a row, the list beside it leaves out. */
const IN_PANEL: ReadonlySet<string> = new Set(["owner", "reason", "decision"]);

type Words = ReturnType<typeof useTranslations<"reconciliation">>;

const columnsOf = (t: Words, states: Translator<"states">, mayChange: boolean): ListColumn<ResultRow>[] => [
  {
    id: "class",
    name: t("rows.class"),
    cell: ({ class: one, mark }) => (
      <span className="flex items-baseline gap-2">
        <ClassMark of={one} />
        <span>
          {t(`classes.${one}`)}
          {isListedMark(mark) && (
            <span className="block text-xs text-warning" title={t(`marks.${mark}`)}>
              {t(`rows.marks.${mark}`)}
            </span>
          )}
        </span>
      </span>
    ),
    className: "max-lg:row-start-1",
    isFixed: true,
  },
  {
    id: "reference",
    name: t("rows.reference"),
    cell: ({ reference }) => (
      <span title={reference} className="font-mono text-xs break-all">
        {reference}
      </span>
    ),
    className: "max-lg:col-span-2 max-lg:row-start-2 lg:max-w-56 lg:truncate",
    isFixed: true,
  },
  {
    id: "ledger",
    name: t("rows.ledger"),
    cell: ({ ledgerAmount, currency, hasLedger }) => (
      <>
        <CardLabel>{t("rows.ledger")}</CardLabel>
        {ledgerAmount ? (
          <Money amount={ledgerAmount} currency={currency} />
        ) : (
          <Absent>{t(hasLedger ? "rows.notCredited" : "rows.none")}</Absent>
        )}
      </>
    ),
    className: "max-lg:row-start-3",
    isFigure: true,
  },
  {
    id: "service",
    name: t("rows.service"),
    cell: ({ serviceAmount, currency, completedOtherwise, hasOrder, status }) => (
      <>
        <CardLabel>{t("rows.service")}</CardLabel>
        {serviceAmount ? (
          <Money amount={serviceAmount} currency={currency} />
        ) : completedOtherwise ? (
          <Money {...completedOtherwise} />
        ) : (
          <Absent>{hasOrder && status !== null ? statusText(states, status) : t("rows.none")}</Absent>
        )}
      </>
    ),
    className: "max-lg:row-start-3",
    isFigure: true,
  },
  {
    id: "difference",
    name: t("rows.difference"),
    cell: ({ difference, currency }) =>
      isZero(difference) ? null : (
        <>
          <CardLabel>{t("rows.difference")}</CardLabel>
          <Difference amount={difference} currency={currency} />
        </>
      ),
    className: "empty:max-lg:hidden max-lg:col-span-2 max-lg:row-start-4",
    isFigure: true,
  },
  {
    id: "owner",
    name: t("rows.owner"),
    cell: ({ exception }) => exception && (exception.owner ?? <Absent>{t("rows.unassigned")}</Absent>),
    isTableOnly: true,
  },
  {
    id: "reason",
    name: t("rows.reason"),
    cell: ({ exception }) =>
      exception &&
      (exception.reason ? (
        <span className="text-muted-foreground">{t(`reasons.${exception.reason}`)}</span>
      ) : (
        mayChange && exception.decision !== "closed" && <span className="text-primary">{t("rows.addReason")}</span>
      )),
    isTableOnly: true,
  },
  {
    id: "decision",
    name: t("rows.decision"),
    cell: ({ exception }) => exception && <DecisionBadge decision={exception.decision} />,
    className: "max-lg:row-start-1 max-lg:justify-self-end",
  },
];

const Absent = ({ children }: { children: string }) => (
  <span className="text-xs text-subtle-foreground">{children}</span>
);

/** What the head of a column says where a row is a card. */
const CardLabel = ({ children }: { children: string }) => (
  <span className="mr-2 text-xs font-normal text-muted-foreground lg:hidden">{children}</span>
);

/** With its sign: more in the ledger is a plus. */
const Difference = ({ amount, currency }: { amount: string; currency: string }) => (
  <span className="font-semibold">
    {!amount.startsWith("-") && "+"}
    <Money amount={amount} currency={currency} />
  </span>
);
