"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { CommandProblem } from "@/components/commands/command-problem";
import { useCommand } from "@/components/commands/use-command";
import { Button } from "@/components/ui/button";
import { Field, FieldLabel } from "@/components/ui/field";
import { NativeSelect } from "@/components/ui/native-select";
import { saveMappingAction } from "@/lib/batches/actions";
import { type ColumnMapping, type ColumnSource, suggestedColumns, unmappedFields } from "@/lib/batches/column-mapping";
import { OPTIONAL_FIELDS } from "@/lib/batches/own-columns";
import { BATCH_FIELDS, type BatchField } from "@/lib/batches/row";
import type { MappingInput } from "@/lib/batches/schema";
import type { Environment } from "@/lib/environment";
import { WITHDRAWAL_CURRENCIES } from "@/lib/money/currencies";

/** What a file that lacks the column means by every row. */
const ALWAYS: Partial<Record<BatchField, readonly string[]>> = {
  currency: WITHDRAWAL_CURRENCIES,
  destinationAccountType: ["1", "2"],
};

type Props = { environment: Environment; header: string[]; onSaved: () => void };

/** Which column of another system's file is which field, before it can be read. */
export function MapColumns({ environment, header, onSaved }: Props) {
  const t = useTranslations("batches.mapping.problems");
  const save = useCommand((input: MappingInput) => saveMappingAction(environment, input), {
    onDone: onSaved,
    refreshes: false,
  });
  return (
    <ColumnChoice
      header={header}
      first={() => Object.fromEntries([...suggestedColumns(header)].map(([field, column]) => [field, { column }]))}
      isSaving={save.isLeaving}
      onSave={(mapping) => save.send({ header, mapping })}
    >
      <CommandProblem of={save} say={(kind) => t(kind)} />
    </ColumnChoice>
  );
}

type ChoiceProps = {
  header: string[];
  /** What is chosen before the user chooses. */
  first: () => ColumnMapping;
  isSaving: boolean;
  onSave: (mapping: ColumnMapping) => void;
  /** Another column was chosen: what came of the choice before is not about this one. */
  onChoose?: () => void;
  onCancel?: () => void;
  /** What became of it. */
  children: ReactNode;
};

/** A column of the header for each field. It is kept for every file with this first line. */
export function ColumnChoice({ header, first, isSaving, onSave, onChoose, onCancel, children }: ChoiceProps) {
  const t = useTranslations("batches");
  const words = useSourceWords();
  const [chosen, setChosen] = useState(first);
  const choose = (field: BatchField, source: ColumnSource | null) => {
    const { [field]: _before, ...others } = chosen;
    setChosen(source === null ? others : { ...others, [field]: source });
    onChoose?.();
  };
  const missing = unmappedFields(chosen);
  return (
    <div className="grid gap-3 border-t border-border pt-4">
      <div>
        <h2 className="text-base font-semibold">{t("mapping.title")}</h2>
        <p className="text-sm text-muted-foreground">{t("mapping.lead")}</p>
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        {BATCH_FIELDS.map((field) => (
          <Field key={field}>
            <FieldLabel htmlFor={`map-${field}`}>{t(`fields.${field}`)}</FieldLabel>
            <NativeSelect
              id={`map-${field}`}
              value={nameOf(chosen[field])}
              disabled={isSaving}
              onChange={({ target }) => choose(field, sourceOf(target.value))}
            >
              <option value="">{t(OPTIONAL_FIELDS.has(field) ? "mapping.none" : "mapping.choose")}</option>
              {sourcesOf(field, header, chosen[field]).map((source) => (
                <option key={nameOf(source)} value={nameOf(source)}>
                  {words(field, source, header)}
                </option>
              ))}
            </NativeSelect>
          </Field>
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant={missing.length > 0 ? "locked" : "primary"} disabled={isSaving} onClick={() => onSave(chosen)}>
          {missing.length > 0 ? t("mapping.missing", { count: missing.length }) : t("mapping.save")}
        </Button>
        {onCancel && (
          <Button disabled={isSaving} onClick={onCancel}>
            {t("mapping.cancel")}
          </Button>
        )}
      </div>
      {children}
    </div>
  );
}

/** Where a field comes from, as the choice has it. */
export function useSourceWords() {
  const t = useTranslations("batches.mapping");
  return (field: BatchField, source: ColumnSource, header: string[]) =>
    "text" in source
      ? t("always", { field, text: source.text })
      : t("column", { number: source.column + 1, name: header[source.column] ?? "" });
}

/** The columns of the header, what a file without the column may mean, and what was saved in another way. */
function sourcesOf(field: BatchField, header: string[], saved: ColumnSource | undefined): ColumnSource[] {
  const sources = [...header.map((_, column) => ({ column })), ...(ALWAYS[field] ?? []).map((text) => ({ text }))];
  const isAmong = saved === undefined || sources.some((source) => nameOf(source) === nameOf(saved));
  return isAmong ? sources : [...sources, saved];
}

const nameOf = (source: ColumnSource | undefined) => (source === undefined ? "" : JSON.stringify(source));
const sourceOf = (name: string): ColumnSource | null => (name === "" ? null : JSON.parse(name));
