"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { Day } from "@/components/display/day";
import { TitledCard } from "@/components/ui/card";
import { Table, TableCell, TableHead, TableRow } from "@/components/ui/table";
import type { Environment } from "@/lib/environment";
import { useKnownConnection } from "./use-known-connection";

/** How many callbacks came, day by day, and how many of them proved where they come from or were refused. */
export function CallbackDays({ environment }: { environment: Environment }) {
  const t = useTranslations("apiStatus.days");
  const { days } = useKnownConnection(environment).data;
  const most = Math.max(1, ...days.map(({ arrived }) => arrived));
  return (
    <TitledCard title={t("title")} aside={<span className="ml-auto text-xs text-subtle-foreground">JST</span>}>
      <div className="overflow-x-auto">
        <Table>
          <caption className="sr-only">{t("title")}</caption>
          <thead className="bg-muted">
            <TableRow>
              <TableHead>{t("day")}</TableHead>
              <TableHead className="w-1/3 max-sm:hidden">
                <span className="sr-only">{t("bar")}</span>
              </TableHead>
              <TableHead className="text-right">{t("arrived")}</TableHead>
              <TableHead className="text-right">{t("signed")}</TableHead>
              <TableHead className="text-right">{t("refused")}</TableHead>
            </TableRow>
          </thead>
          <tbody>
            {days.map(({ day, arrived, signed, refused }) => (
              <TableRow key={day} className="h-10">
                <TableCell className="whitespace-nowrap">
                  <Link
                    prefetch={false}
                    href={`/${environment}/activity?kind=delivery&from=${day}&to=${day}`}
                    className="underline underline-offset-2 hover:text-primary"
                  >
                    <Day day={day} />
                  </Link>
                </TableCell>
                <TableCell className="max-sm:hidden">
                  <span
                    aria-hidden
                    className="mt-1.5 block h-2 rounded-sm bg-chart-1"
                    style={{ width: `${(100 * arrived) / most}%` }}
                  />
                </TableCell>
                <TableCell className="figures text-right">{t("count", { count: arrived })}</TableCell>
                <TableCell className="figures text-right">{t("count", { count: signed })}</TableCell>
                <TableCell className={refused > 0 ? "figures text-right text-warning" : "figures text-right"}>
                  {t("count", { count: refused })}
                </TableCell>
              </TableRow>
            ))}
          </tbody>
        </Table>
      </div>
    </TitledCard>
  );
}

/** The same in one line. */
export function CallbackSummary({ environment }: { environment: Environment }) {
  const t = useTranslations("apiStatus");
  const { days } = useKnownConnection(environment).data;
  return t("summary", {
    environment,
    days: days.length,
    callbacks: days.reduce((sum, { arrived }) => sum + arrived, 0),
    refused: days.reduce((sum, { refused }) => sum + refused, 0),
  });
}
