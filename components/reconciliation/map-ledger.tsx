"use client";

import { useLocale, useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { CommandProblem } from "@/components/commands/command-problem";
import { useCommand } from "@/components/commands/use-command";
import { DayBoxes } from "@/components/filters/day-boxes";
import type { Days } from "@/components/filters/whole-day";
import { FormField } from "@/components/forms/form-field";
import { useSurePush } from "@/components/navigation/use-sure-push";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { Environment } from "@/lib/environment";
import { startReconciliationAction } from "@/lib/reconciliation/actions";
import { type OtherDays, otherDays } from "@/lib/reconciliation/ledger-days";
import { mappingProblem, UNMAPPED } from "@/lib/reconciliation/ledger-mapping";
import type { LedgerFileView, StartInput } from "@/lib/reconciliation/schema";
import { formatDay } from "@/lib/time";
import { bookedWordsOf, MappingFields, SampleRows } from "./mapping-fields";
import { ReplacedRun, useReplacedRun, WithinRun } from "./replaced-run";

type Props = { environment: Environment; files: LedgerFileView[]; firstDay: string; lastDay: string };

const MEGABYTE = 1024 * 1024;

/** Which column is which, and for which days; what was saved for this header is filled in. */
export function MapLedger({ environment, files, ...days }: Props) {
  const t = useTranslations("reconciliation.upload");
  const leaveTo = useSurePush();
  const [first] = files;
  const header = first?.header ?? [];
  const [mapping, setMapping] = useState(first?.mapping ?? UNMAPPED);
  const [period, setPeriod] = useState<Days>({ from: days.firstDay, to: days.lastDay });
  const [isPeriod, setIsPeriod] = useState(true);
  const [words, setWords] = useState(mapping.bookedWords.join(", "));
  const start = useCommand((input: StartInput) => startReconciliationAction(environment, input), {
    onDone: ({ runId }) => leaveTo(`/${environment}/reconciliation/${runId}`),
    refreshes: false,
  });
  const whole = { ...mapping, bookedWords: bookedWordsOf(words) };
  const problem = mappingProblem(whole, header);
  const other = isPeriod ? otherDays(files, mapping.columns.bookedAt, period) : null;
  const inForce = useReplacedRun(environment, isPeriod ? { firstDay: period.from, lastDay: period.to } : null);
  const startButton = useRef<HTMLButtonElement>(null);
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
      <FormField name="days" label={t("days")} hint={t("daysHint")} problem={undefined}>
        {() => (
          <DayBoxes
            days={period}
            labels={{ from: t("firstDay"), to: t("lastDay") }}
            onChoose={(chosen) => {
              setIsPeriod(chosen !== null);
              if (chosen) setPeriod(chosen);
            }}
          />
        )}
      </FormField>
      <div role="status" className="grid gap-2 empty:hidden">
        {inForce.replaced && (
          <ReplacedRun {...{ environment }} run={inForce.replaced} isWithin={inForce.within !== null} />
        )}
        {inForce.within && <WithinRun {...{ environment }} run={inForce.within} />}
        {other && (
          <OtherDaysNotice
            other={other}
            onUse={() => {
              setPeriod({ from: other.from, to: other.to });
              // The button that was pressed leaves with its notice.
              startButton.current?.focus();
            }}
          />
        )}
      </div>
      <MappingFields {...{ header, mapping, words }} onChange={setMapping} onWords={setWords} />
      {first && first.sample.length > 0 && (
        <SampleRows {...{ header }} sample={first.sample} mapping={problem ? null : whole} />
      )}
      {problem && <p className="text-sm text-warning">{t(`problems.${problem.kind}`)}</p>}
      <Button
        variant={problem ? "locked" : "primary"}
        size="field"
        className="justify-self-start"
        ref={startButton}
        disabled={start.isLeaving || !isPeriod || inForce.isAsking}
        onClick={() =>
          start.send({
            fileIds: files.map(({ fileId }) => fileId),
            ...{ firstDay: period.from, lastDay: period.to, mapping: whole },
          })
        }
      >
        {t(start.isLeaving ? "starting" : inForce.mayReplace ? "startReplacing" : "start")}
      </Button>
      <CommandProblem of={start} say={(kind) => t(`problems.${kind}`)} />
    </Card>
  );
}

type NoticeProps = { other: OtherDays; onUse: () => void };

/** The file is of other days than were chosen. It can be compared all the same. */
function OtherDaysNotice({ other: { from, to, inside, dated }, onUse }: NoticeProps) {
  const t = useTranslations("reconciliation.upload.otherDays");
  const locale = useLocale();
  const named = { days: from === to ? "one" : "many", from: formatDay(from, locale), to: formatDay(to, locale) };
  return (
    <Alert tone="watch">
      <p>{t("text", { ...named, inside, dated })}</p>
      <Button onClick={onUse}>{t("use", named)}</Button>
    </Alert>
  );
}
