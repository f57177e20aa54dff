"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { choiceFacet, daysFacet, optionsOf } from "@/components/data-table/facets";
import { ListAddressProvider, useListAddress } from "@/components/data-table/list-address";
import { type ListColumn, ListView } from "@/components/data-table/list-view";
import { useDocked } from "@/components/data-table/use-docked";
import { Timestamp } from "@/components/display/timestamp";
import { Empty } from "@/components/feedback/empty";
import { TitledCard } from "@/components/ui/card";
import type { Environment } from "@/lib/environment";
import { KNOWN_CURRENCIES } from "@/lib/money/currencies";
import { movementCache } from "@/lib/reconciliation/cache";
import {
  MOVEMENT_KINDS,
  MOVEMENT_OPENED,
  MOVEMENT_STATES,
  MOVEMENTS_ADDRESS,
} from "@/lib/reconciliation/movements/movement";
import type { MovementRow, MovementsView } from "@/lib/reconciliation/movements/schema";
import { formatDay, tokyoDay } from "@/lib/time";
import { MovementBadge } from "./movement-badge";
import { MovementPanel } from "./movement-panel";
import { MovementSums } from "./movement-sums";
import { SignedMoney } from "./signed-money";

type Props = { environment: Environment; columns: readonly string[]; mayName: boolean; readerId: string };

const keyOf = ({ movementId }: MovementRow) => movementId;

/** Movements of the balance that no order explains, their sums, and beside them the one that is open. */
export function MovementList(props: Props) {
  return (
    <ListAddressProvider path={`/${props.environment}/reconciliation/movements`} parts={MOVEMENTS_ADDRESS}>
      <Movements {...props} />
    </ListAddressProvider>
  );
}

function Movements({ environment, columns, mayName, readerId }: Props) {
  const t = useTranslations("movements");
  const locale = useLocale();
  const { query } = useListAddress();
  const docked = useDocked(MOVEMENT_OPENED, (movementId, steps) => (
    <MovementPanel key={movementId} {...{ environment, movementId, steps, mayName, readerId }} />
  ));
  const { data } = useQuery(movementCache.page(environment, query));
  return (
    <>
      {data && data.sums.length > 0 && (
        <TitledCard title={t("sums.title")} className="mb-4 max-w-3xl">
          <MovementSums sums={data.sums} />
        </TitledCard>
      )}
      <ListView<MovementRow, MovementsView>
        list="movements"
        caption={t("caption")}
        options={movementCache.page(environment, query)}
        keyOf={keyOf}
        columns={() => columnsOf(t, locale).filter(({ id }) => docked.current === null || !IN_PANEL.has(id))}
        chosenColumns={columns}
        find={{ part: "q", name: t("find"), hint: t("findBy") }}
        facets={useFacets()}
        docked={docked}
        empty={{ all: <Empty title={t("emptyTitle")}>{t("emptyText")}</Empty>, found: <Empty title={t("nothing")} /> }}
        copied={({ from, until, currency, amount, name }) =>
          [from, until, currency, amount, name?.kind ?? "", name?.note ?? ""].join("\t")
        }
      />
    </>
  );
}

function useFacets() {
  const t = useTranslations("movements");
  return [
    daysFacet(t("columns.seen"), [t("fromDay"), t("toDay")]),
    choiceFacet(
      t("columns.state"),
      "state",
      optionsOf(MOVEMENT_STATES, (state) => t(`states.${state}`)),
    ),
    choiceFacet(
      t("columns.name"),
      "kind",
      optionsOf(MOVEMENT_KINDS, (kind) => t(`kinds.${kind}`)),
    ),
    choiceFacet(t("currency"), "currency", optionsOf(KNOWN_CURRENCIES, String), { isSingle: true }),
  ];
}

type Words = ReturnType<typeof useTranslations<"movements">>;

const columnsOf = (t: Words, locale: string): ListColumn<MovementRow>[] => [
  {
    id: "seen",
    name: t("columns.seen"),
    cell: ({ from, until }) => (
      <span className="text-xs text-muted-foreground">
        <Timestamp at={from} style="minute" /> –{" "}
        <Timestamp at={until} style={isSameDay(from, until) ? "clock" : "minute"} />
      </span>
    ),
    isFixed: true,
  },
  {
    id: "amount",
    name: t("columns.amount"),
    cell: ({ amount, currency }) => (
      <b className="font-semibold">
        <SignedMoney amount={amount} currency={currency} />
      </b>
    ),
    isFigure: true,
    isFixed: true,
    className: "max-lg:text-right",
  },
  { id: "state", name: t("columns.state"), cell: ({ state }) => <MovementBadge state={state} /> },
  {
    id: "name",
    name: t("columns.name"),
    cell: ({ name }) => name && t(`kinds.${name.kind}`),
    className: "max-lg:text-right",
  },
  {
    id: "by",
    name: t("columns.by"),
    cell: ({ name }) =>
      name && (
        <span className="text-muted-foreground">
          {name.rule === null ? name.by : t("byRule", { number: name.rule, by: name.by })}
        </span>
      ),
    isTableOnly: true,
  },
  {
    id: "bank",
    name: t("columns.bank"),
    cell: ({ entry }) => entry && formatDay(entry.bookedOn, locale),
    isTableOnly: true,
  },
  {
    id: "note",
    name: t("columns.note"),
    cell: ({ name }) => name && <span className="text-muted-foreground">{name.note}</span>,
    isTableOnly: true,
  },
];

const isSameDay = (from: string, until: string) => tokyoDay(new Date(from)) === tokyoDay(new Date(until));

/** What the panel says of a movement, the list beside it leaves out. */
const IN_PANEL: ReadonlySet<string> = new Set(["by", "bank", "note"]);
