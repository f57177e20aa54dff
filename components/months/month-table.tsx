import Link from "next/link";
import { useLocale, useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import { Card } from "@/components/ui/card";
import { Count } from "@/components/ui/count";
import { HeadedTable, TableCell, TableRow } from "@/components/ui/table";
import type { Environment } from "@/lib/environment";
import type { MonthRow } from "@/lib/months/schema";
import { formatMonth } from "@/lib/time";
import { MonthState } from "./month-state";

/** Every month on record: how many of its days are closed, what is open, and when it was packed. */
export function MonthTable({ environment, months }: { environment: Environment; months: MonthRow[] }) {
  const t = useTranslations("months");
  const locale = useLocale();
  return (
    <Card className="overflow-x-auto" tabIndex={0} aria-label={t("title")}>
      <HeadedTable
        caption={t("title")}
        heads={[
          t("month"),
          t("state"),
          { figure: t("closedDays") },
          { figure: t("openDays") },
          { figure: t("openExceptions") },
          t("lastPacked"),
        ]}
        isTinted
        className="text-md"
      >
        {months.map((month) => (
          <TableRow key={month.month} className="relative h-10 hover:bg-accent">
            <TableCell className="whitespace-nowrap">
              <Link
                prefetch={false}
                href={`/${environment}/daily-close/months/${month.month}`}
                className="figures font-medium after:absolute after:inset-0 hover:underline"
              >
                {formatMonth(month.month, locale)}
              </Link>
            </TableCell>
            <TableCell>
              <MonthState month={month} />
            </TableCell>
            <TableCell className="figures text-right">{month.closedDays}</TableCell>
            <TableCell className="figures text-right">{month.openDays}</TableCell>
            <TableCell className="text-right">
              {month.openExceptions > 0 ? <Count tone="watch">{month.openExceptions}</Count> : "–"}
            </TableCell>
            <TableCell className="whitespace-nowrap">
              <Packed month={month} />
            </TableCell>
          </TableRow>
        ))}
      </HeadedTable>
    </Card>
  );
}

function Packed({ month: { latest, learnedSincePacked } }: { month: MonthRow }) {
  const t = useTranslations("months");
  if (!latest) return "–";
  if (!latest.packed) return t("packing");
  return (
    <>
      {latest.requestedBy}{" "}
      <span className="text-xs text-subtle-foreground">
        <Timestamp at={latest.packed.at} style="minute" />
      </span>
      {learnedSincePacked > 0 && (
        <p className="text-xs text-warning">{t("learnedSince", { count: learnedSincePacked })}</p>
      )}
    </>
  );
}
