import { queryOf } from "@/lib/query-string";
import { DAY_MS, tokyoDay } from "@/lib/time";
import { LIST_STATUSES } from "@/lib/transactions/status/display-status";
import type { Source } from "@/lib/transactions/status/status";

/* The list's filter as an address. Separate from the address parser, which the browser does not need. */

/** A discrepancy can accompany any status. Of what needs action, an open one comes in place of the status. */
export const SHOWN_STATES = [...LIST_STATUSES, "discrepancy"] as const;
export type ShownState = (typeof SHOWN_STATES)[number];

export const ORDER_TYPES = ["DEPOSIT", "WITHDRAW"] as const;

export const ORDER_LISTS = ["transactions", "withdrawals", "deposits"] as const;
export type OrderList = (typeof ORDER_LISTS)[number];

/** Built-in views of a list. `action`: needs action. `mine`: waits for the reader's decision. */
export const SHOWN = {
  transactions: ["all", "action"],
  withdrawals: ["all", "mine", "waiting"],
  deposits: ["all", "open", "paid"],
} as const;
export type Shown = (typeof SHOWN)[OrderList][number];

/** Sort by time, by amount within one currency, or by deadline. */
export const SORTS = ["newest", "oldest", "largest", "smallest", "urgent"] as const;
export type Sort = (typeof SORTS)[number];

export const usualSort = (show: Shown): Sort => (show === "mine" || show === "waiting" ? "urgent" : "newest");

/** The sort as an address has it. Of the usual one it says nothing, so that one view has one address. */
export const sortInAddress = (sort: Sort, show: Shown): Sort | undefined =>
  sort === usualSort(show) ? undefined : sort;

/**
 * The parts of a filter, in URL order. `q`: an ID or its beginning, an account, a name or an amount. `openOn`: still open
 * at the end of this Tokyo day.
 */
const FILTER_PARTS = [
  ...(["q", "type", "state", "evidence", "currency", "least", "most", "from", "to"] as const),
  ...(["paidFrom", "paidTo", "openOn", "player"] as const),
] as const;
type TextPart = Exclude<(typeof FILTER_PARTS)[number], "type" | "state" | "evidence">;

/** Absent parts filter nothing. Days are Tokyo days or words for them, inclusive; amounts are decimal strings, inclusive. */
export type OrderFilter = { [Part in TextPart]?: string | undefined } & {
  list: OrderList;
  show: Shown;
  type?: (typeof ORDER_TYPES)[number] | undefined;
  state?: readonly ShownState[] | undefined;
  evidence?: readonly Source[] | undefined;
  sort: Sort;
};

/** Days as words, so that a saved view moves on with the calendar. `month`: the first day of the month. */
export const MOVING_DAYS = ["today", "yesterday", "month"] as const;

/** The Tokyo day that a part of a filter means; a day that is no word is that day. */
export function dayMeant(part: string, today: string): string {
  switch (part) {
    case "today":
      return today;
    case "yesterday":
      return tokyoDay(new Date(Date.parse(today) - DAY_MS));
    case "month":
      return `${today.slice(0, 7)}-01`;
    default:
      return part;
  }
}

const DAY_PARTS = ["from", "to", "paidFrom", "paidTo"] as const;

/** A filter with the days that its words mean now. */
export function withDays<Filter extends Pick<OrderFilter, (typeof DAY_PARTS)[number]>>(
  filter: Filter,
  now: Date,
): Filter {
  const today = tokyoDay(now);
  const given = DAY_PARTS.flatMap((part) => {
    const day = filter[part];
    return day === undefined ? [] : [[part, dayMeant(day, today)]];
  });
  return { ...filter, ...Object.fromEntries(given) };
}

/** The parameters of a list's URL, in order. */
export const ORDER_PARTS = ["show", ...FILTER_PARTS, "sort", "after", "before"] as const;

/** The order in the detail panel; not part of the filter. */
export const ORDER_OPENED = "order";

/** The filter as a query string, always in the same order. */
export function addressOf({ show = "all", sort = usualSort(show), ...filter }: Partial<OrderFilter>): string {
  const parts = Object.fromEntries(FILTER_PARTS.map((part) => [part, filter[part]?.toString()]));
  return queryOf({
    ...{ show: show === "all" ? undefined : show, ...parts },
    sort: sortInAddress(sort, show),
  });
}

/** Amounts are compared within one currency. Without one, this is assumed and shown as chosen. */
export const USUAL_CURRENCY = "JPY";

export const isByAmount = (sort: Sort) => sort === "largest" || sort === "smallest";

/** Amounts of different currencies are not compared. */
export const needsCurrency = ({ sort, least, most }: Pick<OrderFilter, "sort" | "least" | "most">) =>
  isByAmount(sort) || least !== undefined || most !== undefined;
