"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useLocale, useTranslations } from "next-intl";
import { SignedMoney } from "@/components/movements/signed-money";
import { Alert } from "@/components/ui/alert";
import { Card } from "@/components/ui/card";
import type { Environment } from "@/lib/environment";
import { listText } from "@/lib/i18n/list-text";
import { monthsCache } from "@/lib/months/cache";
import { stateOf } from "@/lib/months/schema";
import { MonthDays } from "./month-days";
import { PackMonth } from "./pack-month";
import { PackageList } from "./package-list";

type Props = {
  environment: Environment;
  month: string;
  mayPack: boolean;
  mayDownload: boolean;
  mayMap: boolean;
};

/** A month: its days, what the next package would say of them, and all packages. */
export function MonthPage({ environment, month: named, mayPack, mayDownload, mayMap }: Props) {
  const t = useTranslations("months");
  const kinds = useTranslations("journals.kinds");
  const locale = useLocale();
  const { data: month } = useSuspenseQuery(monthsCache.month(environment, named));
  const state = stateOf(month);
  const { missingAccounts, openExceptions, learnedSincePacked, changedSincePacked } = month;
  return (
    <div className="grid grid-cols-1 gap-4">
      <MonthDays environment={environment} month={month} />
      {changedSincePacked.length > 0 ? (
        <Alert tone="watch">
          {t("changedNote")}
          <ul aria-label={t("changedSums")} className="mt-1 flex flex-wrap gap-x-4 font-semibold">
            {changedSincePacked.map(({ kind, currency, amount }) => (
              <li key={`${kind} ${currency}`}>
                {kind === "by_hand" ? t("byHand") : kinds(kind)} <SignedMoney amount={amount} currency={currency} />
              </li>
            ))}
          </ul>
        </Alert>
      ) : (
        learnedSincePacked > 0 && <Alert tone="watch">{t("learnedNote", { count: learnedSincePacked })}</Alert>
      )}
      {openExceptions > 0 && (
        <Alert tone="watch">
          {t("exceptionsNote", { count: openExceptions })}{" "}
          <Link href={`/${environment}/reconciliation`} className="text-primary underline">
            {t("toReconciliation")}
          </Link>
        </Alert>
      )}
      {missingAccounts.length > 0 && (
        <Alert>
          {t("accountsNote", {
            kinds: listText(
              missingAccounts.map((kind) => kinds(kind)),
              locale,
            ),
          })}{" "}
          {mayMap && (
            <Link href={`/${environment}/settings/journal-accounts`} className="text-primary underline">
              {t("toAccounts")}
            </Link>
          )}
        </Alert>
      )}
      {state === "running" && <Alert>{t("notOver")}</Alert>}
      {state === "unrecorded" && <Alert>{t("beforeRecords")}</Alert>}
      {(state === "open" || state === "closed") && mayPack && <PackMonth environment={environment} month={month} />}
      {month.packages.length > 0 ? (
        <PackageList environment={environment} month={month} mayDownload={mayDownload} />
      ) : (
        <Card className="p-4 text-muted-foreground">{t("noPackages")}</Card>
      )}
    </div>
  );
}
