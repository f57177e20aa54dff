"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { CommandProblem } from "@/components/commands/command-problem";
import { useCommand } from "@/components/commands/use-command";
import { DayBoxes } from "@/components/filters/day-boxes";
import type { Days } from "@/components/filters/whole-day";
import { Button } from "@/components/ui/button";
import { TitledCard } from "@/components/ui/card";
import type { Environment } from "@/lib/environment";
import { runLedgerSourceAction } from "@/lib/reconciliation/actions";
import type { RunSourceInput } from "@/lib/reconciliation/ledger-source/schema";

/** Reads some days now. */
export function RunLedgerSource({ environment, yesterday }: { environment: Environment; yesterday: string }) {
  const t = useTranslations("ledgerSource.run");
  const [first] = useState<Days>({ from: yesterday, to: yesterday });
  const [days, setDays] = useState<Days | null>(first);
  const run = useCommand((input: RunSourceInput) => runLedgerSourceAction(environment, input));
  return (
    <TitledCard title={t("title")}>
      <div className="grid gap-3 p-4">
        <p className="text-sm text-muted-foreground">{t("lead")}</p>
        <DayBoxes days={first} labels={{ from: t("firstDay"), to: t("lastDay") }} onChoose={setDays} />
        <Button
          variant="primary"
          className="justify-self-start"
          disabled={run.isPending || days === null}
          onClick={() => days && run.send({ firstDay: days.from, lastDay: days.to })}
        >
          {t(run.isPending ? "starting" : "start")}
        </Button>
        <CommandProblem of={run} say={(kind) => t(`problems.${kind}`)} />
        <p role="status" className="text-sm empty:hidden">
          {run.isDone && t("started")}
        </p>
      </div>
    </TitledCard>
  );
}
