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

/**
 * The run that one of these days would replace; null where there is none. Without days nothing is asked. `mayReplace`: also
 * where it is not known, as no answer came.
 */
export function useReplacedRun(environment: Environment, days: RunPeriod | null) {
  const { data, isLoading, isError } = useQuery({
    ...reconciliationCache.inForce(environment, days ?? { firstDay: "", lastDay: "" }),
    enabled: days !== null,
  });
  const replaced = (days && data?.run) ?? null;
  return { replaced, mayReplace: replaced !== null || isError, isAsking: isLoading };
}

/** A finished run leaves the close and the month as soon as the next one of its days is done: which one, before that. */
export function ReplacedRun({ environment, run }: { environment: Environment; run: RunRow }) {
  const t = useTranslations("reconciliation.upload.replaces");
  const locale = useLocale();
  const { firstDay, lastDay, names, figures, open } = run;
  return (
    <Alert tone="watch">
      <p>
        {t("text", {
          days: firstDay === lastDay ? "one" : "many",
          ...{ from: formatDay(firstDay, locale), to: formatDay(lastDay, locale), names: listText(names, locale) },
          ...{ share: (figures && summaryOf(figures.classes).share) ?? "–", open },
        })}{" "}
        <Link
          href={`/${environment}/reconciliation/${run.runId}`}
          // The mapping stays open.
          target="_blank"
          rel="noopener"
          className="text-primary hover:underline"
        >
          {t("open")}
        </Link>
      </p>
    </Alert>
  );
}
