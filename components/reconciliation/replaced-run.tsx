"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useLocale, useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";
import type { Environment } from "@/lib/environment";
import { listText } from "@/lib/i18n/list-text";
import { reconciliationCache } from "@/lib/reconciliation/cache";
import type { RunPeriod, RunRow } from "@/lib/reconciliation/schema";
import { formatDay } from "@/lib/time";
import { summaryOf } from "./figures";

type Props = { environment: Environment; run: RunRow };

/**
 * The run that one of these days would replace; null where there is none. Without days nothing is asked. `within`: the
 * longer run that the month counts instead. `mayReplace`: also where it is not known, as no answer came.
 */
export function useReplacedRun(environment: Environment, days: RunPeriod | null) {
  const { data, isLoading, isError } = useQuery({
    ...reconciliationCache.inForce(environment, days ?? { firstDay: "", lastDay: "" }),
    enabled: days !== null,
  });
  const replaced = (days && data?.run) ?? null;
  return {
    replaced,
    within: (days && data?.within) ?? null,
    mayReplace: replaced !== null || isError,
    isAsking: isLoading,
  };
}

/**
 * A finished run leaves the close and the month as soon as the next one of its days is done: which one, before that.
 * `isWithin`: the month counts a longer run in place of both.
 */
export function ReplacedRun({ environment, run, isWithin }: Props & { isWithin: boolean }) {
  const t = useTranslations("reconciliation.upload.replaces");
  const locale = useLocale();
  const { firstDay, lastDay, names, figures, open } = run;
  return (
    <Alert tone="watch">
      <p>
        {t("text", {
          days: firstDay === lastDay ? "one" : "many",
          within: isWithin ? "yes" : "no",
          ...{ from: formatDay(firstDay, locale), to: formatDay(lastDay, locale), names: listText(names, locale) },
          ...{ share: (figures && summaryOf(figures.classes).share) ?? "–", open },
        })}{" "}
        <OpenRun {...{ environment, run }}>{t("open")}</OpenRun>
      </p>
    </Alert>
  );
}

/** The daily close will take the new run of these days, and the month's package goes on with the longer one. */
export function WithinRun({ environment, run }: Props) {
  const t = useTranslations("reconciliation.upload.within");
  const locale = useLocale();
  const { firstDay, lastDay, names } = run;
  return (
    <Alert tone="watch">
      <p>
        {t("text", {
          ...{ from: formatDay(firstDay, locale), to: formatDay(lastDay, locale), names: listText(names, locale) },
        })}{" "}
        <OpenRun {...{ environment, run }}>{t("open")}</OpenRun>
      </p>
    </Alert>
  );
}

const OpenRun = ({ environment, run, children }: Props & { children: string }) => (
  <Link
    href={`/${environment}/reconciliation/${run.runId}`}
    // The mapping stays open.
    target="_blank"
    rel="noopener"
    className="text-primary hover:underline"
  >
    {children}
  </Link>
);
