"use client";

import { useTranslations } from "next-intl";
import { ChoiceField } from "@/components/forms/choice-field";
import { FormField } from "@/components/forms/form-field";
import { useFieldWords } from "@/components/forms/use-field-words";
import { Card } from "@/components/ui/card";
import { Input } from "@/components/ui/input";
import { NativeSelect } from "@/components/ui/native-select";
import { cn } from "@/lib/cn";
import { KNOWN_CURRENCIES } from "@/lib/money/currencies";
import {
  BASES,
  LEDGER_FIELDS,
  type LedgerField,
  type LedgerMapping,
  ORDER_TYPES,
  RULES,
} from "@/lib/reconciliation/ledger-mapping";
import { brokenCells } from "@/lib/reconciliation/ledger-row";

type FieldsProps = {
  header: string[];
  mapping: LedgerMapping;
  onChange: (mapping: LedgerMapping) => void;
  /** The words for money that moved, as typed. */
  words: string;
  onWords: (words: string) => void;
};

/** Which column is which, and how a row finds its order. */
export function MappingFields({ header, mapping, onChange, words, onWords }: FieldsProps) {
  const t = useTranslations("reconciliation.upload");
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
        {LEDGER_FIELDS.map((field) => (
          <Column key={field} {...{ field, header, mapping }} onChange={onChange} />
        ))}
      </div>
      <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        <FormField name="booked-words" label={t("booked")} hint={t("bookedHint")} problem={undefined}>
          {(control) => <Input {...control} value={words} onChange={({ target }) => onWords(target.value)} />}
        </FormField>
        <ChoiceField
          name="rule"
          label={t("rule")}
          options={RULES}
          text={(rule) => t(`rules.${rule}`)}
          value={mapping.rule}
          onChange={(rule) => onChange({ ...mapping, rule })}
        />
        <ChoiceField
          name="basis"
          label={t("basis")}
          options={BASES}
          text={(basis) => t(`bases.${basis}`)}
          value={mapping.basis}
          onChange={(basis) => onChange({ ...mapping, basis })}
        />
      </div>
    </>
  );
}

/** The words as a mapping keeps them. */
export const bookedWordsOf = (typed: string): string[] =>
  typed
    .split(/[,、，]/)
    .map((word) => word.trim())
    .filter((word) => word !== "");

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

type SampleProps = {
  header: string[];
  sample: string[][];
  /** Null while it is not complete. */
  mapping: LedgerMapping | null;
};

/** The first rows, to check the mapping by, with what cannot be read of them. */
export function SampleRows({ header, sample, mapping }: SampleProps) {
  const t = useTranslations("reconciliation.upload");
  const words = useFieldWords();
  const broken = sample.map((cells) => (mapping ? brokenCells(header, mapping, cells) : null));
  return (
    <>
      {broken.some((cells) => cells && cells.size > 0) && (
        <p role="status" className="text-sm text-warning">
          {t("sampleBroken")}
        </p>
      )}
      <Card className="relative overflow-x-auto" tabIndex={0} aria-label={t("sample")}>
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
                {header.map((_name, at) => {
                  const code = broken[line]?.get(at);
                  return (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place alone
                    <td key={at} className={cn("px-2.5 py-1.5 align-top whitespace-nowrap", code && "bg-warning-soft")}>
                      {cells[at]}
                      {code && <span className="block text-warning">{words(code)}</span>}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
    </>
  );
}
