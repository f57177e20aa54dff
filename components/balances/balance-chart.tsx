import { useTranslations } from "next-intl";
import { Money } from "@/components/display/money";
import { Timestamp } from "@/components/display/timestamp";
import { Disclosure } from "@/components/ui/disclosure";
import { Table, TableCell, TableHead, TableRow } from "@/components/ui/table";
import type { BalancePoint } from "@/lib/balances/schema";
import { compareAmounts } from "@/lib/money/amount";
import { formatAmount } from "@/lib/money/format";
import { formatTokyo } from "@/lib/time";
import { hasGap, stepPath } from "./chart-path";

const BOX = { width: 600, height: 120 };

type Props = { currency: string; points: BalancePoint[]; until: string; gapMs: number };

/** A balance over time, from the answers that were kept. The same figures are there as a table. */
export function BalanceChart({ currency, points, until, gapMs }: Props) {
  const t = useTranslations("balances.chart");
  const amounts = points.map(({ available }) => available).toSorted(compareAmounts);
  const [lowest, highest] = [amounts[0], amounts.at(-1)];
  // Nothing is drawn for the time before the first answer.
  const from = points[0]?.at;
  if (from === undefined || lowest === undefined || highest === undefined)
    return <p className="text-muted-foreground">{t("empty")}</p>;
  const said = t("said", {
    lowest: formatAmount(lowest, currency),
    highest: formatAmount(highest, currency),
    from: formatTokyo(new Date(from), "minute"),
  });
  const span = { from, until, gapMs };
  return (
    <figure className="grid gap-1.5">
      <svg
        role="img"
        aria-label={said}
        viewBox={`0 0 ${BOX.width} ${BOX.height}`}
        preserveAspectRatio="none"
        className="h-30 w-full border-b border-border-strong [&_path]:fill-none [&_path]:[vector-effect:non-scaling-stroke]"
      >
        <path d={stepPath(points, "ledger", span, BOX)} className="stroke-subtle-foreground" strokeDasharray="2 3" />
        <path d={stepPath(points, "available", span, BOX)} className="stroke-primary" strokeWidth={1.75} />
      </svg>
      <figcaption className="flex flex-wrap justify-between gap-x-3 text-xs text-subtle-foreground">
        <Timestamp at={from} style="minute" />
        <span>
          <span className="text-primary">━</span> {t("available")} <span>┄</span> {t("ledger")}
        </span>
        <Timestamp at={until} style="minute" />
      </figcaption>
      <p className="text-xs text-muted-foreground">
        {said} {hasGap(points, span) && t("gap")}
      </p>
      <Disclosure summary={t("asTable")}>
        <div className="max-h-80 overflow-auto">
          <Table>
            <caption className="sr-only">{t("asTable")}</caption>
            <thead>
              <TableRow>
                <TableHead>{t("at")}</TableHead>
                <TableHead className="text-right">{t("available")}</TableHead>
                <TableHead className="text-right">{t("ledger")}</TableHead>
              </TableRow>
            </thead>
            <tbody>
              {points.toReversed().map(({ at, available, ledger }) => (
                <TableRow key={at}>
                  <TableCell>
                    <Timestamp at={at} style="minute" />
                  </TableCell>
                  <TableCell className="text-right">
                    <Money amount={available} currency={currency} />
                  </TableCell>
                  <TableCell className="text-right">
                    <Money amount={ledger} currency={currency} />
                  </TableCell>
                </TableRow>
              ))}
            </tbody>
          </Table>
        </div>
      </Disclosure>
    </figure>
  );
}
