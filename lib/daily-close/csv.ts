import { csv } from "@/lib/csv/file";
import type { MovementSum } from "@/lib/reconciliation/movements/schema";
import { tokyoCell, zoned } from "@/lib/time";
import type { Completed, DayFigures, DayView, EdgeBalance, Sum } from "./schema";

const HEADER = [
  "day",
  "state",
  "currency",
  "figure",
  "count",
  "amount",
  "fees",
  "net",
  "ledger",
  "available",
  zoned("asOf"),
];

/** A day as a file: a line for each figure of each currency; what changed after the close is there as `now`. */
export function sheetOf({ day, closed, ...now }: DayView): string {
  const sheet = (state: string, { figures, movements }: Pick<DayView, "figures" | "movements">) => [
    ...figures.flatMap(linesOf(day, state)),
    ...movements.map(movementOf(day, state)),
  ];
  const lines = closed ? [...sheet("closed", closed), ...sheet("now", now)] : sheet("open", now);
  return csv(HEADER, lines.map(padded));
}

/** Programs refuse a file whose lines have fewer cells than its header. */
const padded = (cells: string[]) => HEADER.map((_column, at) => cells[at] ?? "");

const linesOf = (day: string, state: string) => (figures: DayFigures) => {
  const { opening, closing, deposits, withdrawals, depositsInFlight, withdrawalsInFlight, unknown } = figures;
  const line = (figure: string, cells: string[]) => [day, state, figures.currency, figure, ...cells];
  return [
    line("opening", edge(opening)),
    ...paidAfter(opening).map((cells) => line("openingPaidAfter", cells)),
    line("deposits", completed(deposits)),
    ...late(deposits).map((cells) => line("depositsLearnedLate", cells)),
    line("withdrawals", completed(withdrawals)),
    ...late(withdrawals).map((cells) => line("withdrawalsLearnedLate", cells)),
    line("closing", edge(closing)),
    ...paidAfter(closing).map((cells) => line("closingPaidAfter", cells)),
    line("expectedLedger", ["", figures.expectedLedger ?? ""]),
    line("difference", ["", figures.difference ?? ""]),
    line("withdrawalsInFlight", sum(withdrawalsInFlight)),
    line("depositsInFlight", sum(depositsInFlight)),
    line("unknown", sum(unknown)),
    line("discrepancies", [String(figures.discrepancies)]),
  ];
};

/** Movements that no order explains: `movement:top_up`, or `movement:unnamed`. */
const movementOf =
  (day: string, state: string) =>
  ({ currency, kind, count, amount }: MovementSum) => [
    day,
    state,
    currency,
    `movement:${kind ?? "unnamed"}`,
    String(count),
    amount,
  ];

const sum = ({ count, amount }: Sum) => [String(count), amount];
const completed = ({ fees, net, ...rest }: Completed) => [...sum(rest), fees, net];
/** What of it was not known yet when the day ended: no line where there is none. */
const late = ({ late }: Completed) => (late ? [netOf(late)] : []);
/** What was paid between that answer and the edge of the day: no line where there is none. */
const paidAfter = (balance: EdgeBalance | null) => (balance?.paidAfter ? [netOf(balance.paidAfter)] : []);
const netOf = ({ count, net }: { count: number; net: string }) => [String(count), "", "", net];
const edge = (balance: EdgeBalance | null) =>
  balance ? ["", "", "", "", balance.ledger, balance.available, tokyoCell(new Date(balance.asOf))] : [];
