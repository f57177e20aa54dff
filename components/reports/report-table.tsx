"use client";

import { useLocale, useTranslations } from "next-intl";
import { Money } from "@/components/display/money";
import { OrdersLink } from "@/components/orders/orders-link";
import { Table, TableCell, TableHead, TableRow } from "@/components/ui/table";
import type { Environment } from "@/lib/environment";
import { paidOrders, requestedOrders } from "@/lib/reports/filter";
import { isUnrecorded, type Report, type ReportRow, successRate } from "@/lib/reports/schema";
import { ratePercent } from "@/lib/reports/share";
import { formatDays } from "@/lib/time";
import { duration } from "./figures";

type Props = { environment: Environment; report: Report };

const COLUMNS = ["paid", "volume", "fees", "median", "p95"] as const;
const OUTCOMES = ["requested", "completed", "failed", "cancelled", "resolved", "refused"] as const;
const STATES = {
  completed: "COMPLETED",
  failed: "FAILED",
  cancelled: "CANCELLED",
  resolved: "RESOLVED",
  refused: "rejected",
} as const;

/** Every figure of the report; a count leads to the orders that it counts. */
export function ReportTable({ environment, report }: Props) {
  const t = useTranslations("reports");
  const locale = useLocale();
  const { rows, total } = report;
  return (
    // A wide table scrolls on its own, also by keys.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable
    <section aria-label={t("table")} tabIndex={0} className="overflow-x-auto -outline-offset-2">
      <Table className="max-wide:[&_td]:px-2 max-wide:[&_th]:px-2 max-wide:[&_thead_th]:whitespace-normal wide:[&_td]:px-3 wide:[&_th]:px-3">
        <thead>
          <TableRow>
            <TableHead rowSpan={2}>{t("period")}</TableHead>
            <th
              scope="colgroup"
              colSpan={COLUMNS.length}
              className="px-4 pt-2 text-xs font-medium text-subtle-foreground"
            >
              {t("byPayment")}
            </th>
            <th
              scope="colgroup"
              colSpan={OUTCOMES.length + 1}
              className="border-l border-border px-4 pt-2 text-xs font-medium text-subtle-foreground"
            >
              {t("byRequest")}
            </th>
          </TableRow>
          <TableRow>
            {COLUMNS.map((name) => (
              <TableHead key={name} className="text-right">
                {t(name)}
              </TableHead>
            ))}
            {OUTCOMES.map((name) => (
              <TableHead key={name} className="text-right first-of-type:border-l">
                {t(name === "completed" ? "requestedPaid" : name)}
              </TableHead>
            ))}
            <TableHead className="text-right">{t("successRate")}</TableHead>
          </TableRow>
        </thead>
        <tbody>
          {rows.toReversed().map((row) => (
            <TableRow key={row.from}>
              <Cells environment={environment} report={report} row={row} name={formatDays(row, locale)} />
            </TableRow>
          ))}
        </tbody>
        {/* On paper a foot would stand below every page. */}
        <tfoot className="print:table-row-group">
          <TableRow className="bg-muted font-semibold">
            <Cells environment={environment} report={report} row={total} name={t("total")} />
          </TableRow>
        </tfoot>
      </Table>
    </section>
  );
}

type CellsProps = Props & { row: ReportRow; name: string };

function Cells({ environment, report, row, name }: CellsProps) {
  const t = useTranslations("reports");
  const { filter } = report;
  const locale = useLocale();
  const { currency } = filter;
  const rate = successRate(row);
  const countOf = (outcome: (typeof OUTCOMES)[number]) =>
    requestedOrders(filter, row, outcome === "requested" ? undefined : STATES[outcome]);
  const head = (
    <th scope="row" className="px-4 py-2 text-left text-sm font-medium whitespace-nowrap">
      {name}
    </th>
  );
  if (isUnrecorded(report, row))
    return (
      <>
        {head}
        <TableCell colSpan={COLUMNS.length + OUTCOMES.length + 1} className="text-sm text-subtle-foreground">
          {t("beforeRecords")}
        </TableCell>
      </>
    );
  return (
    <>
      {head}
      <TableCell className="text-right">
        <Count environment={environment} count={row.paid} filter={paidOrders(filter, row)} />
      </TableCell>
      <TableCell className="text-right">
        <Money amount={row.volume} currency={currency} />
      </TableCell>
      <TableCell className="text-right">
        <Money amount={row.fees} currency={currency} />
      </TableCell>
      {[row.median, row.p95].map((seconds, nth) => (
        <TableCell key={nth === 0 ? "median" : "p95"} className="text-right figures">
          {seconds === null ? "–" : duration(String(seconds), locale)}
        </TableCell>
      ))}
      {OUTCOMES.map((outcome) => (
        <TableCell key={outcome} className="text-right">
          <Count environment={environment} count={row[outcome]} filter={countOf(outcome)} />
        </TableCell>
      ))}
      <TableCell className="text-right figures">{rate === null ? "–" : ratePercent(rate)}</TableCell>
    </>
  );
}

type CountProps = { environment: Environment; count: number; filter: ReturnType<typeof paidOrders> };

const Count = ({ environment, count, filter }: CountProps) =>
  count === 0 ? (
    <span className="text-subtle-foreground">0</span>
  ) : (
    <OrdersLink environment={environment} filter={filter}>
      {count.toLocaleString("en")}
    </OrdersLink>
  );
