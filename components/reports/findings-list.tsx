"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { Money } from "@/components/display/money";
import { Timestamp } from "@/components/display/timestamp";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { DownloadLink } from "@/components/ui/download-link";
import { HeadedTable, TableCell, TableRow } from "@/components/ui/table";
import type { Environment } from "@/lib/environment";
import { FILE_ROWS_MAX, findingsQuery, isFoundLater, pathOf } from "@/lib/reports/findings/kinds";
import type { FindingsView } from "@/lib/reports/findings/schema";
import { useOutcome } from "./use-outcome";

type Props = {
  environment: Environment;
  filter: FindingsView["filter"];
  list: NonNullable<FindingsView["list"]>;
  canExport: boolean;
};

/** What one line counts, each with the page that it is on. */
export function FindingsList({ environment, filter, list: { finding, rows, isMore, fitsFile }, canExport }: Props) {
  const t = useTranslations("findings");
  const outcomeOf = useOutcome();
  const name = t(`kinds.${finding}.name`);
  const address = `/api/${environment}/reports/findings/export?${findingsQuery({ ...filter, finding })}`;
  return (
    <Card id="list">
      <CardHeader className="flex flex-wrap items-center gap-2">
        <CardTitle className="min-w-0 flex-1">{name}</CardTitle>
        {canExport && fitsFile && rows.length > 0 && (
          <DownloadLink href={address} aria-label={t("exportList", { name })} size="small">
            CSV
          </DownloadLink>
        )}
      </CardHeader>
      {rows.length === 0 ? (
        <p className="px-4 py-3 text-sm text-muted-foreground">{t("none")}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable
        <section aria-label={name} tabIndex={0} className="relative overflow-x-auto -outline-offset-2">
          <HeadedTable
            caption={name}
            heads={[t(isFoundLater(finding) ? "foundAt" : "at"), t("reference"), { figure: t("amount") }, t("outcome")]}
          >
            {rows.map((row, nth) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes; an order can be in it twice.
              <TableRow key={nth}>
                <TableCell className="whitespace-nowrap">
                  <Timestamp at={row.at} style="minute" />
                </TableCell>
                <TableCell>
                  <Link
                    prefetch={false}
                    href={pathOf({ environment, filter, finding }, row) as `/${Environment}`}
                    className="inline-block min-h-6 leading-6 text-primary hover:underline"
                  >
                    {row.reference ?? t("show")}
                  </Link>
                </TableCell>
                <TableCell className="text-right whitespace-nowrap">
                  {row.amount !== null && row.currency !== null && (
                    <Money amount={row.amount} currency={row.currency} />
                  )}
                </TableCell>
                <TableCell className="text-sm whitespace-nowrap">
                  {row.outcome !== null && outcomeOf(row.outcome)}
                </TableCell>
              </TableRow>
            ))}
          </HeadedTable>
        </section>
      )}
      {isMore && (
        <p className="px-4 py-3 text-sm text-muted-foreground">
          {t("more", { count: rows.length })}
          {canExport && ` ${fitsFile ? t("allInFile") : t("tooMany", { most: FILE_ROWS_MAX })}`}
        </p>
      )}
    </Card>
  );
}
