"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { CommandProblem } from "@/components/commands/command-problem";
import { useCommand } from "@/components/commands/use-command";
import { DayBoxes } from "@/components/filters/day-boxes";
import { FormField } from "@/components/forms/form-field";
import { useSurePush } from "@/components/navigation/use-sure-push";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Input } from "@/components/ui/input";
import { NativeSelect } from "@/components/ui/native-select";
import type { Environment } from "@/lib/environment";
import { KNOWN_CURRENCIES } from "@/lib/money/currencies";
import { startReconciliationAction } from "@/lib/reconciliation/actions";
import {
  BASES,
  LEDGER_FIELDS,
  type LedgerField,
  type LedgerMapping,
  mappingProblem,
  ORDER_TYPES,
  RULES,
} from "@/lib/reconciliation/ledger-mapping";
import type { LedgerFileView, StartInput } from "@/lib/reconciliation/schema";

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
  const [period, setPeriod] = useState({ from: days.firstDay, to: days.lastDay });
  const [words, setWords] = useState(mapping.bookedWords.join(", "));
  const start = useCommand((input: StartInput) => startReconciliationAction(environment, input), {
    onDone: ({ runId }) => leaveTo(`/${environment}/reconciliation/${runId}`),
    refreshes: false,
  });
  const bookedWords = words
    .split(/[,、，]/)
    .map((word) => word.trim())
    .filter((word) => word !== "");
  const whole = { ...mapping, bookedWords };
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
      <FormField name="days" label={t("days")} hint={t("daysHint")} problem={undefined}>
        {() => <DayBoxes days={period} labels={{ from: t("firstDay"), to: t("lastDay") }} onChoose={setPeriod} />}
      </FormField>
      <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
        {LEDGER_FIELDS.map((field) => (
          <Column key={field} {...{ field, header, mapping }} onChange={setMapping} />
        ))}
      </div>
      <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        <FormField name="booked-words" label={t("booked")} hint={t("bookedHint")} problem={undefined}>
          {(control) => <Input {...control} value={words} onChange={({ target }) => setWords(target.value)} />}
        </FormField>
        <FormField name="rule" label={t("rule")} problem={undefined}>
          {(control) => (
            <NativeSelect
              {...control}
              value={mapping.rule}
              onChange={({ target }) =>
                setMapping({ ...mapping, rule: RULES.find((one) => one === target.value) ?? "none" })
              }
            >
              {RULES.map((rule) => (
                <option key={rule} value={rule}>
                  {t(`rules.${rule}`)}
                </option>
              ))}
            </NativeSelect>
          )}
        </FormField>
        <FormField name="basis" label={t("basis")} problem={undefined}>
          {(control) => (
            <NativeSelect
              {...control}
              value={mapping.basis}
              onChange={({ target }) =>
                setMapping({ ...mapping, basis: BASES.find((one) => one === target.value) ?? "ordered" })
              }
            >
              {BASES.map((basis) => (
                <option key={basis} value={basis}>
                  {t(`bases.${basis}`)}
                </option>
              ))}
            </NativeSelect>
          )}
        </FormField>
      </div>
      {first && first.sample.length > 0 && <Sample file={first} />}
      {problem && <p className="text-sm text-warning">{t(`problems.${problem.kind}`)}</p>}
      <Button
        variant={problem ? "locked" : "primary"}
        size="field"
        className="justify-self-start"
        focusableWhenDisabled
        disabled={start.isLeaving}
        onClick={() =>
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

type ColumnProps = {
  field: LedgerField;
  header: string[];
  mapping: LedgerMapping;
  onChange: (mapping: LedgerMapping) => void;
};

/** The column of a field, or what every line means instead. */
function Column({ field, header, mapping, onChange }: ColumnProps) {
  const t = useTranslations("reconciliation.upload");
  const always = field === "type" ? ORDER_TYPES : field === "currency" ? KNOWN_CURRENCIES : [];
  const fixed = field === "type" || field === "currency" ? mapping.always[field] : undefined;
  const column = mapping.columns[field];
  const choose = (value: string) => {
    const { [field]: _before, ...columns } = mapping.columns;
    const kept = field === "type" || field === "currency" ? { ...mapping.always, [field]: undefined } : mapping.always;
    const number = /^\d+$/.test(value) ? Number(value) : undefined;
    const type = ORDER_TYPES.find((one) => one === value);
    onChange({
      ...mapping,
      columns: number === undefined ? columns : { ...columns, [field]: number },
      always: type
        ? { ...kept, type }
        : field === "currency" && /^[A-Z]/.test(value)
          ? { ...kept, currency: value }
          : kept,
    });
  };
  return (
    <FormField name={`column-${field}`} label={t(`fields.${field}`)} problem={undefined}>
      {(control) => (
        <NativeSelect
          {...control}
          value={column === undefined ? (fixed ?? "") : String(column)}
          onChange={({ target }) => choose(target.value)}
        >
          <option value="">{t("none")}</option>
          {header.map((name, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place alone
            <option key={at} value={at}>
              {t("column", { number: at + 1, name })}
            </option>
          ))}
          {always.map((one) => (
            <option key={one} value={one}>
              {t("always", { text: one === "DEPOSIT" ? t("deposit") : one === "WITHDRAW" ? t("withdraw") : one })}
            </option>
          ))}
        </NativeSelect>
      )}
    </FormField>
  );
}

function Sample({ file: { header, sample } }: { file: LedgerFileView }) {
  const t = useTranslations("reconciliation.upload");
  return (
    <div className="relative overflow-x-auto rounded-lg border border-border">
      <table className="w-full text-left text-xs">
        <caption className="sr-only">{t("sample")}</caption>
        <thead className="bg-muted">
          <tr>
            {header.map((name, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place alone
              <th key={at} scope="col" className="px-2.5 py-1.5 font-medium whitespace-nowrap">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sample.map((cells, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place alone
            <tr key={line} className="border-t border-border">
              {header.map((_name, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place alone
                <td key={at} className="px-2.5 py-1.5 whitespace-nowrap">
                  {cells[at]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
