"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { choiceFacet, daysFacet, optionsOf } from "@/components/data-table/facets";
import { ListAddressProvider, useListAddress } from "@/components/data-table/list-address";
import { type ListColumn, ListView } from "@/components/data-table/list-view";
import { useDocked } from "@/components/data-table/use-docked";
import { Empty } from "@/components/feedback/empty";
import { SignedMoney } from "@/components/movements/signed-money";
import { TitledCard } from "@/components/ui/card";
import { HeadedTable, TableCell, TableRow } from "@/components/ui/table";
import type { Environment } from "@/lib/environment";
import { isZero } from "@/lib/money/amount";
import { KNOWN_CURRENCIES } from "@/lib/money/currencies";
import { statementCache } from "@/lib/reconciliation/cache";
import type { EntriesView, EntryRow, EntrySum, StatementRow } from "@/lib/reconciliation/statements/schema";
import { ENTRIES_ADDRESS, ENTRY_OPENED, ENTRY_STATES } from "@/lib/reconciliation/statements/statement-match";
import { formatDay } from "@/lib/time";
import { EntryBadge } from "./entry-badge";
import { EntryPanel } from "./entry-panel";

type Props = {
  environment: Environment;
  statements: Pick<StatementRow, "statementId" | "name">[];
  columns: readonly string[];
  mayMatch: boolean;
  readerId: string;
};

const keyOf = ({ entryId }: EntryRow) => entryId;

/** The entries of all statements, their sums, and beside them the one that is open. */
export function EntryList(props: Props) {
  return (
    <ListAddressProvider path={`/${props.environment}/reconciliation/statements`} parts={ENTRIES_ADDRESS}>
      <Entries {...props} />
    </ListAddressProvider>
  );
}

function Entries({ environment, statements, columns, mayMatch, readerId }: Props) {
  const t = useTranslations("statements");
  const locale = useLocale();
  const { query } = useListAddress();
  const docked = useDocked(ENTRY_OPENED, (entryId, steps) => (
    <EntryPanel key={entryId} {...{ environment, entryId, steps, mayMatch, readerId }} />
  ));
  const options = statementCache.page(
    environment,
    statements.map(({ statementId }) => statementId),
    query,
  );
  const { data } = useQuery(options);
  return (
    <>
      {data && data.sums.length > 0 && <Sums sums={data.sums} />}
      <ListView<EntryRow, EntriesView>
        list="statements"
        caption={t("caption")}
        options={options}
        keyOf={keyOf}
        columns={() => columnsOf(t, locale)}
        chosenColumns={columns}
        find={{ part: "q", name: t("find"), hint: t("findBy") }}
        facets={useFacets(statements)}
        docked={docked}
        empty={{ all: <Empty title={t("emptyTitle")}>{t("emptyText")}</Empty>, found: <Empty title={t("nothing")} /> }}
        copied={({ bookedOn, currency, amount, party, description, state }) =>
          [bookedOn, currency, amount, party ?? "", description ?? "", state].join("\t")
        }
      />
    </>
  );
}

function Sums({ sums }: { sums: EntrySum[] }) {
  const t = useTranslations("statements.sums");
  const states = useTranslations("statements.states");
  return (
    <TitledCard title={t("title")} className="mb-4 max-w-3xl">
      <HeadedTable
        caption={t("caption")}
        heads={[t("state"), ...(["count", "in", "out"] as const).map((column) => ({ figure: t(column) }))]}
      >
        {sums.map(({ currency, state, count, ...amounts }) => (
          <TableRow key={`${currency} ${state}`}>
            <TableCell>{states(state)}</TableCell>
            <TableCell className="figures text-right">{count.toLocaleString("en")}</TableCell>
            {(["in", "out"] as const).map((way) => (
              <TableCell key={way} className="text-right">
                {currency === null || isZero(amounts[way]) ? (
                  "–"
                ) : (
                  <SignedMoney amount={amounts[way]} currency={currency} />
                )}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </HeadedTable>
    </TitledCard>
  );
}

function useFacets(statements: Props["statements"]) {
  const t = useTranslations("statements");
  const files = statements.map(({ statementId, name }) => ({ value: statementId, text: name }));
  return [
    daysFacet(t("columns.bookedOn"), [t("fromDay"), t("toDay")]),
    choiceFacet(
      t("columns.state"),
      "state",
      optionsOf(ENTRY_STATES, (state) => t(`states.${state}`)),
    ),
    choiceFacet(t("columns.file"), "statement", files, { isSingle: true }),
    choiceFacet(t("currency"), "currency", optionsOf(KNOWN_CURRENCIES, String), { isSingle: true }),
  ];
}

type Words = ReturnType<typeof useTranslations<"statements">>;

const columnsOf = (t: Words, locale: string): ListColumn<EntryRow>[] => [
  {
    id: "bookedOn",
    name: t("columns.bookedOn"),
    cell: ({ bookedOn }) => <span className="whitespace-nowrap">{formatDay(bookedOn, locale)}</span>,
    isFixed: true,
  },
  {
    id: "amount",
    name: t("columns.amount"),
    cell: ({ amount, currency }) =>
      amount === null || currency === null ? (
        "–"
      ) : (
        <b className="font-semibold">
          <SignedMoney amount={amount} currency={currency} />
        </b>
      ),
    isFigure: true,
    isFixed: true,
    className: "max-lg:text-right",
  },
  { id: "state", name: t("columns.state"), cell: ({ state }) => <EntryBadge state={state} /> },
  {
    id: "party",
    name: t("columns.party"),
    cell: ({ party }) => party ?? <span className="text-xs text-subtle-foreground">{t("panel.hidden")}</span>,
    className: "max-lg:text-right",
  },
  {
    id: "description",
    name: t("columns.description"),
    cell: ({ description }) => <span className="text-muted-foreground">{description}</span>,
    isTableOnly: true,
  },
  {
    id: "matchedBy",
    name: t("columns.matchedBy"),
    cell: ({ match }) => match && <span className="text-muted-foreground">{match.by ?? t("byConsole")}</span>,
    isTableOnly: true,
  },
  {
    id: "line",
    name: t("columns.line"),
    cell: ({ file, line }) => <span className="text-xs text-subtle-foreground">{`${file}:${line}`}</span>,
    isTableOnly: true,
  },
];
