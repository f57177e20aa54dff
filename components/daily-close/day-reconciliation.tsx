import Link from "next/link";
import { useLocale, useTranslations } from "next-intl";
import { Money } from "@/components/display/money";
import { ClassMark } from "@/components/reconciliation/class-mark";
import { Alert } from "@/components/ui/alert";
import { buttonVariants } from "@/components/ui/button";
import { TitledCard } from "@/components/ui/card";
import { Disclosure } from "@/components/ui/disclosure";
import { HeadedTable, TableCell, TableRow } from "@/components/ui/table";
import type { DayView } from "@/lib/daily-close/schema";
import type { Environment } from "@/lib/environment";
import type { DayReconciliation as Compared } from "@/lib/reconciliation/schema";
import { formatDay } from "@/lib/time";

type Props = { environment: Environment; day: string; mayStart: boolean } & Pick<DayView, "closed" | "reconciliation">;

/** What the merchant's own ledger says of the day: as it was at the close, and whether that has changed since. */
export function DayReconciliation({ environment, day, mayStart, closed, reconciliation }: Props) {
  const t = useTranslations("dailyClose.reconciliation");
  const shown = closed ? closed.reconciliation : reconciliation;
  // An older close lacks a run of several days that was there already.
  const isSince = closed !== null && (closed.reconciliation !== null || (reconciliation?.endedAt ?? "") > closed.at);
  const isChanged = isSince && closed.reconciliation?.digest !== reconciliation?.digest;
  const run = reconciliation ?? shown;
  return (
    <TitledCard
      title={t("title")}
      className="relative overflow-x-auto"
      tabIndex={0}
      aria-label={t("title")}
      aside={
        run && (
          <Link
            href={`/${environment}/reconciliation/${run.runId}`}
            className={buttonVariants({ size: "small", className: "ml-auto print:hidden" })}
          >
            {t("run")}
          </Link>
        )
      }
    >
      {isChanged && (
        <Alert tone="watch" className="m-4">
          {t("changed")}
        </Alert>
      )}
      {shown ? (
        <Figures shown={shown} />
      ) : (
        <p className="flex flex-wrap items-center gap-3 px-4 py-3.5 text-sm text-muted-foreground">
          {t(reconciliation ? "notInClose" : "none")}
          {mayStart && !reconciliation && (
            <Link
              href={`/${environment}/reconciliation/new?firstDay=${day}&lastDay=${day}`}
              className={buttonVariants({ size: "small", className: "print:hidden" })}
            >
              {t("start")}
            </Link>
          )}
        </p>
      )}
    </TitledCard>
  );
}

function Figures({ shown }: { shown: Compared }) {
  const t = useTranslations("dailyClose.reconciliation");
  const words = useTranslations("reconciliation.classes");
  const locale = useLocale();
  const { days } = shown;
  return (
    <>
      {days && (
        <p className="px-4 pt-3 text-sm">
          {t("days", { first: formatDay(days.first, locale), last: formatDay(days.last, locale) })}
        </p>
      )}
      <p className="px-4 pt-3 text-sm break-all">
        {shown.name} <span className="font-mono text-xs text-subtle-foreground">{shown.digest.slice(0, 16)}</span>
      </p>
      <HeadedTable
        caption={t("title")}
        heads={[t("class"), ...(["count", "ledger", "service"] as const).map((column) => ({ figure: t(column) }))]}
      >
        {shown.classes.map(({ class: one, currency, count, ledger, service }) => (
          <TableRow key={`${one} ${currency}`}>
            <TableCell>
              <span className="flex items-baseline gap-2">
                <ClassMark of={one} />
                {words(one)}
              </span>
            </TableCell>
            <TableCell className="figures text-right">{count}</TableCell>
            <TableCell className="text-right whitespace-nowrap">
              <Money amount={ledger} currency={currency} />
            </TableCell>
            <TableCell className="text-right whitespace-nowrap">
              <Money amount={service} currency={currency} />
            </TableCell>
          </TableRow>
        ))}
      </HeadedTable>
      <OpenExceptions shown={shown} />
    </>
  );
}

function OpenExceptions({ shown: { days, open, openCount, brokenRows } }: { shown: Compared }) {
  const t = useTranslations("dailyClose.reconciliation");
  const words = useTranslations("reconciliation");
  return (
    <div className="border-t border-border px-4 py-3 text-sm">
      <p className={openCount > 0 ? "font-semibold text-warning" : undefined}>
        {t(days ? "openOfDays" : "open", { count: openCount })}
      </p>
      {brokenRows > 0 && <p className="font-semibold text-warning">{t("broken", { count: brokenRows })}</p>}
      {openCount > 0 && (
        <Disclosure summary={words("run.rows")}>
          <ul className="mt-1 grid gap-1">
            {open.map(({ class: one, reference, currency, ledger, service, owner, reason }) => (
              <li key={`${one} ${reference} ${ledger} ${service}`} className="flex flex-wrap gap-x-2">
                <span>{words(`classes.${one}`)}</span>
                <span className="font-mono break-all">{reference}</span>
                <Money amount={ledger ?? service ?? "0"} currency={currency} />
                <span className="text-muted-foreground">
                  {owner ?? words("rows.unassigned")}
                  {reason && ` · ${words(`reasons.${reason}`)}`}
                </span>
              </li>
            ))}
          </ul>
          {openCount > open.length && <p className="mt-1">{t("unlisted", { count: openCount - open.length })}</p>}
        </Disclosure>
      )}
    </div>
  );
}
