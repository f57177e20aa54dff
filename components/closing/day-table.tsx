import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Empty } from "@/components/empty";
import { Money } from "@/components/money";
import { Card } from "@/components/ui/card";
import { Table, TableCell, TableHead, TableRow } from "@/components/ui/table";
import { When } from "@/components/when";
import { changedSince } from "@/lib/closing/figures";
import type { DayFigures, EdgeBalance, Settled, Sum } from "@/lib/closing/schema";
import { isZero } from "@/lib/money/amount";
import { tokyoDayRange } from "@/lib/time";

/** `now`: the figures as they are today, where the others are those of the close. */
type Props = { day: string; figures: DayFigures[]; now: DayFigures[] | null };

const HOUR_MS = 3_600_000;

type Name = Exclude<keyof DayFigures, "currency" | "expectedLedger">;

const ROWS = [
  "opening",
  "deposits",
  "withdrawals",
  "closing",
  "difference",
  "withdrawalsInFlight",
  "depositsInFlight",
  "unknown",
  "contradictions",
] as const satisfies Name[];

/** A day as a sheet: a line for each figure, a column for each currency. What moved after the close stands below. */
export function DayTable({ day, figures, now }: Props) {
  const t = useTranslations("closing");
  const range = tokyoDayRange(day);
  const changed = now && changedSince(figures, now);
  if (!range || figures.length === 0) return <Empty title={t("empty")} />;
  const edges = { opening: range.from, closing: range.before };
  return (
    <Card className="overflow-x-auto" tabIndex={0} aria-label={t("title")}>
      <Table>
        <caption className="sr-only">{t("title")}</caption>
        <thead>
          <TableRow>
            <TableHead>
              <span className="sr-only">{t("figure")}</span>
            </TableHead>
            {figures.map(({ currency }) => (
              <TableHead key={currency} className="text-right">
                {currency}
              </TableHead>
            ))}
          </TableRow>
        </thead>
        <tbody>
          {ROWS.map((name) => (
            <TableRow key={name}>
              <th scope="row" className="px-4 py-2.25 text-left align-top font-medium">
                {t(`figures.${name}`)}
                <span className="block max-w-72 text-xs font-normal text-ink-3 max-sm:hidden">{t(`why.${name}`)}</span>
              </th>
              {figures.map((column) => {
                const later = changed?.get(column.currency)?.includes(name) && now?.find(sameCurrency(column));
                return (
                  <TableCell key={column.currency} className="text-right whitespace-nowrap">
                    <Figure name={name} figures={column} edges={edges} />
                    {later && (
                      <div className="mt-1 text-xs text-watch">
                        {t("afterClose")} <Figure name={name} figures={later} edges={edges} />
                      </div>
                    )}
                  </TableCell>
                );
              })}
            </TableRow>
          ))}
        </tbody>
      </Table>
    </Card>
  );
}

const sameCurrency =
  ({ currency }: DayFigures) =>
  (other: DayFigures) =>
    other.currency === currency;

type Edges = { opening: Date; closing: Date };

function Figure({ name, figures, edges }: { name: Name; figures: DayFigures; edges: Edges }): ReactNode {
  const { currency } = figures;
  switch (name) {
    case "opening":
    case "closing":
      return <Edge balance={figures[name]} currency={currency} edge={edges[name]} />;
    case "deposits":
    case "withdrawals":
      return <Done settled={figures[name]} currency={currency} />;
    case "depositsInFlight":
    case "withdrawalsInFlight":
    case "unknown":
      return <Total sum={figures[name]} currency={currency} />;
    case "contradictions":
      return (
        <span className={figures.contradictions > 0 ? "figures text-fail" : "figures"}>{figures.contradictions}</span>
      );
    case "difference":
      return <Difference amount={figures.difference} currency={currency} />;
  }
}

/** `edge`: the moment whose balance is meant. One that was said long before it may not be that of the moment. */
function Edge({ balance, currency, edge }: { balance: EdgeBalance | null; currency: string; edge: Date }) {
  const t = useTranslations("closing");
  const hours = balance && Math.floor((edge.getTime() - new Date(balance.asOf).getTime()) / HOUR_MS);
  const isOld = hours !== null && hours >= 1;
  if (!balance) return <span className="text-ink-3">{t("notKnown")}</span>;
  return (
    <>
      <Money amount={balance.ledger} currency={currency} className="font-semibold" />
      <div className="text-xs text-ink-2">
        {t("available")} <Money amount={balance.available} currency={currency} />
      </div>
      <div className={isOld ? "text-xs text-watch" : "text-xs text-ink-3"}>
        {t.rich("asOf", { at: () => <When at={balance.asOf} style="minute" /> })}
        {isOld && <div>{t("asOfLong", { hours })}</div>}
      </div>
    </>
  );
}

function Done({ settled, currency }: { settled: Settled; currency: string }) {
  const t = useTranslations("closing");
  return (
    <>
      <Money amount={settled.net} currency={currency} className="font-semibold" />
      <div className="text-xs text-ink-2">
        {t("count", { count: settled.count })} · <Money amount={settled.amount} currency={currency} />
      </div>
      <div className="text-xs text-ink-2">
        {t("fees")} <Money amount={settled.fees} currency={currency} />
      </div>
      {settled.late && (
        <div className="text-xs text-watch">
          {t("late", { count: settled.late.count })} · <Money amount={settled.late.net} currency={currency} />
        </div>
      )}
    </>
  );
}

function Total({ sum, currency }: { sum: Sum; currency: string }) {
  const t = useTranslations("closing");
  return (
    <>
      <Money amount={sum.amount} currency={currency} />
      <div className="text-xs text-ink-2">{t("count", { count: sum.count })}</div>
    </>
  );
}

function Difference({ amount, currency }: { amount: string | null; currency: string }) {
  const t = useTranslations("closing");
  if (amount === null) return <span className="text-ink-3">{t("notKnown")}</span>;
  return <Money amount={amount} currency={currency} className={isZero(amount) ? "" : "font-semibold text-fail"} />;
}
