import { ArrowDownLeft, ArrowUpRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { Sorting } from "@/components/data-table/data-table";
import type { ListColumn } from "@/components/data-table/list-view";
import { Money } from "@/components/display/money";
import { StatusBadge } from "@/components/display/status-badge";
import { Timestamp } from "@/components/display/timestamp";
import { EvidenceIcon } from "@/components/evidence/evidence";
import { OrderLink } from "@/components/orders/order-link";
import { CREATED, ON_CARD } from "@/components/orders/order-table";
import type { Environment } from "@/lib/environment";
import { tokyoDay } from "@/lib/time";
import { type OrderList, type Shown, type Sort, sortInAddress } from "@/lib/transactions/list/filter";
import type { OrderRow } from "@/lib/transactions/schema";

const QUIET = "text-xs text-subtle-foreground";
const CODE = "font-mono text-xs text-muted-foreground";
const NAME = "lg:max-w-52 lg:truncate";

/** Beside an open panel. */
const NARROW: readonly string[] = ["created", "order", "party", "amount", "state"];

type Options = { environment: Environment; list: OrderList; show: Shown; sort: Sort; isNarrow: boolean };

/** The columns that a list of orders can have; two of them can be pressed to sort by. */
export function useOrderColumns({ environment, list, show, sort, isNarrow }: Options) {
  const t = useTranslations("orders");
  // A time of today becomes a date at midnight.
  const today = tokyoDay(new Date());
  // biome-ignore lint/correctness/useExhaustiveDependencies: the day is read by the cells
  return useMemo(() => {
    const sorting = (down: Exclude<Sort, "urgent">, up: Exclude<Sort, "urgent">): Sorting => {
      const next = sort === down ? up : down;
      const now = sort === down ? "descending" : sort === up ? "ascending" : "none";
      return { now, to: sortInAddress(next, show) ?? "", hint: t(`sorts.${next}`) };
    };
    return (isGone: (row: OrderRow) => boolean): ListColumn<OrderRow>[] => {
      const columns: Omit<ListColumn<OrderRow>, "name">[] = [
        {
          id: "created",
          cell: ({ createdAt }) => <Timestamp at={createdAt} style="compact" />,
          className: CREATED,
          sorting: sorting("newest", "oldest"),
        },
        { id: "paid", cell: ({ paid }) => paid && <Paid {...paid} />, className: QUIET, isTableOnly: true },
        {
          id: "order",
          cell: ({ referenceId }) => <OrderLink environment={environment} referenceId={referenceId} />,
          className: `${ON_CARD.order} ${isNarrow ? "lg:max-w-44 lg:truncate" : NAME}`,
          isFixed: true,
        },
        { id: "theirId", cell: ({ transactionId }) => transactionId, className: CODE, isTableOnly: true },
        ...(list === "transactions"
          ? [{ id: "type", cell: (row: OrderRow) => <Type row={row} />, isTableOnly: true }]
          : []),
        {
          id: "party",
          cell: (row) => <Party row={row} />,
          className: `${ON_CARD.about} ${isNarrow ? "lg:max-w-32 lg:truncate" : NAME}`,
        },
        {
          id: "account",
          cell: ({ party }) => party && <Account {...party} />,
          className: `${QUIET} ${NAME}`,
          isTableOnly: true,
        },
        {
          id: "player",
          cell: ({ playerId }) => playerId,
          className: `${CODE} lg:max-w-36 lg:truncate`,
          isTableOnly: true,
        },
        {
          id: "amount",
          cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
          className: ON_CARD.amount,
          isFigure: true,
          sorting: sorting("largest", "smallest"),
        },
        {
          id: "state",
          cell: (row) => (isGone(row) ? <span className={QUIET}>{t("gone")}</span> : <StatusBadge order={row} />),
          className: ON_CARD.state,
        },
        { id: "evidence", cell: (row) => <EvidenceIcon order={row} />, className: ON_CARD.evidence },
        ...(list === "withdrawals" ? [{ id: "decideBy", cell: decideBy, className: QUIET, isTableOnly: true }] : []),
        { id: "requestedBy", cell: (row) => row.requestedBy, className: QUIET, isTableOnly: true },
        {
          id: "updated",
          cell: ({ updatedAt }) => <Timestamp at={updatedAt} style="compact" />,
          className: QUIET,
          isTableOnly: true,
        },
      ];
      return columns.map((column) => ({
        ...column,
        name: t(`column.${column.id as "order"}`),
        isWide: isNarrow && !NARROW.includes(column.id),
      }));
    };
  }, [t, environment, list, show, sort, isNarrow, today]);
}

/** When an order was paid; marked where the service named no time, so that this is when it was learned here. */
function Paid({ at, source }: NonNullable<OrderRow["paid"]>) {
  const t = useTranslations("orders");
  return (
    <>
      <Timestamp at={at} style="minute" />
      {source === "learned" && <span className="ml-1.5">({t("learnedHere")})</span>}
    </>
  );
}

const decideBy = ({ decideBy: at }: OrderRow) => at && <Timestamp at={at} style="recent" />;

const ICONS: Record<string, typeof ArrowUpRight> = { WITHDRAW: ArrowUpRight, DEPOSIT: ArrowDownLeft };

function Type({ row: { type } }: { row: OrderRow }) {
  const t = useTranslations("orders");
  const Icon = ICONS[type];
  return (
    <span className="inline-flex items-center gap-1.5">
      {Icon && <Icon aria-hidden className="size-3.5 text-subtle-foreground" />}
      {t("typeWord", { type })}
    </span>
  );
}

/** Whom it pays, or who pays it, as far as that is known here. On a card, what it is stands before it. */
function Party({ row }: { row: OrderRow }) {
  const t = useTranslations("orders");
  const { party, playerId, type } = row;
  return (
    <>
      <span className="mr-2 text-muted-foreground lg:hidden">{t("typeWord", { type })}</span>
      {party?.name ? (
        <span lang="ja">{party.name}</span>
      ) : (
        <span className="text-subtle-foreground">{t(party ? "partyNotGiven" : "partyElsewhere")}</span>
      )}
      {playerId && <span className="ml-2 font-mono text-xs text-subtle-foreground lg:hidden">{playerId}</span>}
    </>
  );
}

function Account({ bank, account }: NonNullable<OrderRow["party"]>) {
  return (
    <>
      <span lang="ja">{bank}</span> <span className="font-mono">{account}</span>
    </>
  );
}
