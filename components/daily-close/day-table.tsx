import { useTranslations } from "next-intl";
import { Empty } from "@/components/feedback/empty";
import { Card } from "@/components/ui/card";
import { Table, TableCell, TableHead, TableRow } from "@/components/ui/table";
import { cn } from "@/lib/cn";
import { changedSince, SHOWN_FIGURES } from "@/lib/daily-close/figures";
import type { DayFigures } from "@/lib/daily-close/schema";
import type { Environment } from "@/lib/environment";
import { tokyoDayRange } from "@/lib/time";
import { Figure } from "./figure";

/** `now`: the figures as they are today, where the others are those of the close. */
type Props = {
  environment: Environment;
  day: string;
  isOver: boolean;
  figures: DayFigures[];
  isOfClose: boolean;
  now: DayFigures[] | null;
  /** What a screen reader calls it; the figures in force have the title of the page. */
  label?: string;
};

/** On a phone the names of the figures stay while the currencies scroll. */
const STAYS = "max-sm:sticky max-sm:left-0 max-sm:shadow-[inset_-1px_0_var(--border)]";

/** A day as a sheet: a line for each figure, a column for each currency. What moved after the close stands below. */
export function DayTable({ environment, day, isOver, figures, isOfClose, now, label }: Props) {
  const t = useTranslations("dailyClose");
  const range = tokyoDayRange(day);
  const changed = now && changedSince(figures, now);
  if (!range || figures.length === 0) return <Empty title={t("empty")} />;
  // A day that is not over has no end yet by which its balance would be old.
  const edges = { opening: range.from, closing: isOver ? range.before : null };
  return (
    <Card className="overflow-x-auto max-sm:scroll-pl-32" tabIndex={0} aria-label={label ?? t("title")}>
      <Table className="[&_td]:px-3 [&_th]:px-3">
        <caption className="sr-only">{label ?? t("title")}</caption>
        <thead className="bg-muted">
          <TableRow>
            <TableHead className={cn("max-sm:bg-muted", STAYS)}>
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
          {SHOWN_FIGURES.map((name) => (
            <TableRow key={name}>
              <th scope="row" className={cn("max-sm:bg-card px-4 py-2.25 text-left align-top font-medium", STAYS)}>
                {t(`figures.${name}`)}
                <span className="block max-w-72 min-w-38 text-xs font-normal text-subtle-foreground max-sm:hidden">
                  {t(`why.${name}`)}
                </span>
              </th>
              {figures.map((column) => {
                const later = changed?.get(column.currency)?.includes(name) && now?.find(sameCurrency(column));
                return (
                  <TableCell key={column.currency} className="text-right whitespace-nowrap">
                    <Figure {...{ environment, day, name, isOfClose, edges }} figures={column} />
                    {later && (
                      <div className="mt-1 text-xs text-warning">
                        {t("afterClose")}{" "}
                        <Figure {...{ environment, day, name, edges }} figures={later} isOfClose={false} />
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
