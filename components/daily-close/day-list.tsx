import Link from "next/link";
import { useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { Table, TableCell, TableHead, TableRow } from "@/components/ui/table";
import type { DayRow } from "@/lib/daily-close/schema";
import type { Environment } from "@/lib/environment";

/** The newest days, and which of them are closed. */
export function DayList({ environment, days }: { environment: Environment; days: DayRow[] }) {
  const t = useTranslations("closing");
  return (
    <Card className="max-w-190">
      <Table>
        <caption className="sr-only">{t("title")}</caption>
        <thead>
          <TableRow>
            <TableHead>{t("day")}</TableHead>
            <TableHead>{t("state")}</TableHead>
            <TableHead className="max-sm:hidden">{t("hash")}</TableHead>
          </TableRow>
        </thead>
        <tbody>
          {days.map(({ day, isOver, closed }) => (
            <TableRow key={day}>
              <TableCell>
                <Link
                  prefetch={false}
                  href={`/${environment}/closing/${day}`}
                  className="figures text-primary hover:underline"
                >
                  {day.replaceAll("-", "/")}
                </Link>
              </TableCell>
              <TableCell>
                {closed ? (
                  <>
                    <Badge>{t("states.closed")}</Badge>{" "}
                    <span className="text-xs text-subtle-foreground">
                      {closed.by}, <Timestamp at={closed.at} style="minute" />
                    </span>
                  </>
                ) : (
                  <Badge tone={isOver ? "watch" : "neutral"}>{t(isOver ? "states.open" : "states.running")}</Badge>
                )}
              </TableCell>
              <TableCell className="font-mono text-xs max-sm:hidden">{closed?.hash.slice(0, 12)}</TableCell>
            </TableRow>
          ))}
        </tbody>
      </Table>
    </Card>
  );
}
