import Link from "next/link";
import { useLocale, useTranslations } from "next-intl";
import { Day } from "@/components/display/day";
import { Money } from "@/components/display/money";
import { Timestamp } from "@/components/display/timestamp";
import { Card } from "@/components/ui/card";
import { Table, TableCell, TableHead, TableRow } from "@/components/ui/table";
import type { CloseRow, DayRow } from "@/lib/daily-close/schema";
import type { Environment } from "@/lib/environment";
import { listText } from "@/lib/i18n/list-text";
import { DayState } from "./day-state";

const CELL = "py-1 align-middle";

/** The newest days: which of them are closed, by whom, and under which figures. */
export function DayList({ environment, days }: { environment: Environment; days: DayRow[] }) {
  const t = useTranslations("dailyClose");
  return (
    <Card className="overflow-hidden">
      <Table className="text-md">
        <caption className="sr-only">{t("title")}</caption>
        <thead className="bg-muted">
          <TableRow>
            <TableHead>{t("day")}</TableHead>
            <TableHead>{t("state")}</TableHead>
            <TableHead className="text-right max-md:hidden">{t("figures.deposits")}</TableHead>
            <TableHead className="text-right max-md:hidden">{t("figures.withdrawals")}</TableHead>
            <TableHead className="text-right max-md:whitespace-normal">{t("figures.difference")}</TableHead>
            <TableHead className="max-md:hidden">{t("closedByHead")}</TableHead>
            <TableHead className="max-lg:hidden">{t("hash")}</TableHead>
          </TableRow>
        </thead>
        <tbody>
          {days.map(({ day, isOver, closed, proposed }) => (
            <TableRow key={day} className="relative h-10 hover:bg-accent">
              <TableCell className={CELL}>
                <Link
                  prefetch={false}
                  href={`/${environment}/daily-close/${day}`}
                  className="figures font-medium after:absolute after:inset-0 hover:underline"
                >
                  <Day day={day} />
                </Link>
              </TableCell>
              <TableCell className={CELL}>
                <DayState isOver={isOver} isClosed={closed !== null} />
                {proposed && <p className="text-xs text-warning">{t(`proposals.${proposed}`)}</p>}
              </TableCell>
              <TableCell className={`figures text-right max-md:hidden ${CELL}`}>
                {closed ? t("count", { count: closed.deposits }) : "—"}
              </TableCell>
              <TableCell className={`figures text-right max-md:hidden ${CELL}`}>
                {closed ? t("count", { count: closed.withdrawals }) : "—"}
              </TableCell>
              <TableCell className={`text-right ${CELL}`}>{closed ? <Differences of={closed} /> : "—"}</TableCell>
              <TableCell className={`max-md:hidden ${CELL}`}>
                {closed && (
                  <>
                    {closed.by}{" "}
                    <span className="text-xs text-subtle-foreground">
                      <Timestamp at={closed.at} style="minute" />
                    </span>
                  </>
                )}
              </TableCell>
              <TableCell className={`font-mono text-xs text-muted-foreground max-lg:hidden ${CELL}`}>
                {closed?.hash.slice(0, 12)}
              </TableCell>
            </TableRow>
          ))}
        </tbody>
      </Table>
    </Card>
  );
}

function Differences({ of: { differences, notKnown } }: { of: CloseRow }) {
  const t = useTranslations("dailyClose");
  const locale = useLocale();
  if (differences.length === 0 && notKnown.length === 0)
    return <span className="text-muted-foreground">{t("noDifference")}</span>;
  return (
    <span className="inline-flex flex-wrap justify-end gap-x-3">
      {differences.map(({ currency, difference }) => (
        <Money key={currency} amount={difference} currency={currency} className="font-semibold text-warning" />
      ))}
      {notKnown.length > 0 && (
        <span className="text-muted-foreground">{t("notKnownOf", { currencies: listText(notKnown, locale) })}</span>
      )}
    </span>
  );
}
