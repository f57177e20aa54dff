"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { CommandProblem } from "@/components/commands/command-problem";
import { useCommand } from "@/components/commands/use-command";
import { DayBoxes, type Days } from "@/components/filters/day-boxes";
import { FormField } from "@/components/forms/form-field";
import { useSurePush } from "@/components/navigation/use-sure-push";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { Environment } from "@/lib/environment";
import { startReconciliationAction } from "@/lib/reconciliation/actions";
import { type LedgerMapping, mappingProblem } from "@/lib/reconciliation/ledger-mapping";
import type { LedgerFileView, StartInput } from "@/lib/reconciliation/schema";
import { bookedWordsOf, MappingFields, SampleRows } from "./mapping-fields";

type Props = { environment: Environment; files: LedgerFileView[]; firstDay: string; lastDay: string };

const MEGABYTE = 1024 * 1024;

/** Which column is which, and for which days; what was saved for this header is filled in. */
export function MapLedger({ environment, files, ...days }: Props) {
  const t = useTranslations("reconciliation.upload");
  const leaveTo = useSurePush();
  const [first] = files;
  const header = first?.header ?? [];
  const [mapping, setMapping] = useState<LedgerMapping>(
    first?.mapping ?? { columns: {}, always: {}, bookedWords: [], rule: "none", basis: "ordered" },
  );
  const [usual] = useState<Days>({ from: days.firstDay, to: days.lastDay });
  const [period, setPeriod] = useState<Days | null>(usual);
  const [words, setWords] = useState(mapping.bookedWords.join(", "));
  const start = useCommand((input: StartInput) => startReconciliationAction(environment, input), {
    onDone: ({ runId }) => leaveTo(`/${environment}/reconciliation/${runId}`),
    refreshes: false,
  });
  const whole = { ...mapping, bookedWords: bookedWordsOf(words) };
  const problem = mappingProblem(whole, header);
  return (
    <Card className="grid gap-4 p-4">
      <ul className="grid gap-1 text-sm">
        {files.map(({ fileId, name, encoding, bytes }) => (
          <li key={fileId} className="font-medium break-all">
            {t("files", {
              name,
              encoding,
              size: bytes < MEGABYTE ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / MEGABYTE).toFixed(1)} MB`,
            })}
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted-foreground">
        {first?.saved ? t("saved", { version: first.saved }) : t("unsaved")}
      </p>
      <FormField name="days" label={t("days")} hint={t("daysHint")} problem={period === null ? "dayRange" : undefined}>
        {() => <DayBoxes days={usual} labels={{ from: t("firstDay"), to: t("lastDay") }} onChoose={setPeriod} />}
      </FormField>
      <MappingFields {...{ header, mapping, words }} onChange={setMapping} onWords={setWords} />
      {first && first.sample.length > 0 && <SampleRows header={header} sample={first.sample} />}
      {problem && <p className="text-sm text-warning">{t(`problems.${problem.kind}`)}</p>}
      <Button
        variant={problem ? "locked" : "primary"}
        size="field"
        className="justify-self-start"
        disabled={start.isLeaving || period === null}
        onClick={() =>
          period &&
          start.send({
            fileIds: files.map(({ fileId }) => fileId),
            ...{ firstDay: period.from, lastDay: period.to, mapping: whole },
          })
        }
      >
        {t(start.isLeaving ? "starting" : "start")}
      </Button>
      <CommandProblem of={start} say={(kind) => t(`problems.${kind}`)} />
    </Card>
  );
}
