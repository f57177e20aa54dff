"use client";

import { useTranslations } from "next-intl";
import { CommandProblem } from "@/components/commands/command-problem";
import { useCommand } from "@/components/commands/use-command";
import { Button } from "@/components/ui/button";
import { TitledCard } from "@/components/ui/card";
import type { Environment } from "@/lib/environment";
import { packMonthAction } from "@/lib/months/actions";
import { monthsCache } from "@/lib/months/cache";
import type { MonthView } from "@/lib/months/schema";

type Props = { environment: Environment; month: MonthView };

/** Packs the month. What is open does not hinder it: the package names it. */
export function PackMonth({ environment, month: { month, openDays, exceptionsToList, latest } }: Props) {
  const t = useTranslations("months");
  const pack = useCommand(() => packMonthAction(environment, { month }), {
    changes: monthsCache.month(environment, month).queryKey,
  });
  const isPacking = pack.isPending || (latest !== null && !latest.packed);
  const open = { days: openDays, exceptions: exceptionsToList };
  return (
    <TitledCard title={t("pack")}>
      <div className="grid gap-3 p-4">
        <p className="max-w-prose text-sm text-muted-foreground">{t("packWhy")}</p>
        {openDays + exceptionsToList > 0 && <p className="text-sm font-medium text-warning">{t("packOpen", open)}</p>}
        <Button
          variant="primary"
          size="field"
          className="justify-self-start"
          disabled={isPacking}
          onClick={() => pack.send(undefined)}
        >
          {isPacking ? t("packing") : latest ? t("packAgain") : t("packNow")}
        </Button>
        <p role="status" className="sr-only">
          {isPacking ? t("packing") : latest?.packed ? t("packedStatus", { version: latest.version }) : ""}
        </p>
        <CommandProblem of={pack} say={(kind) => t(`problems.${kind}`)} />
      </div>
    </TitledCard>
  );
}
