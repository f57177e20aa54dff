"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { CommandProblem } from "@/components/commands/command-problem";
import { useCommand } from "@/components/commands/use-command";
import { Button } from "@/components/ui/button";
import { Field, FieldLabel } from "@/components/ui/field";
import { NativeSelect } from "@/components/ui/native-select";
import { saveMappingAction } from "@/lib/batches/actions";
import { suggestedColumns } from "@/lib/batches/column-mapping";
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

/** Which column of another system's file is which field. It is kept for every file with this first line. */
export function MapColumns({ environment, header, onSaved }: Props) {
  const t = useTranslations("batches");
  const [chosen, setChosen] = useState<Partial<Record<BatchField, string>>>(() =>
    Object.fromEntries([...suggestedColumns(header)].map(([field, column]) => [field, `column ${column}`])),
  );
  const save = useCommand((input: MappingInput) => saveMappingAction(environment, input), {
    onDone: onSaved,
    refreshes: false,
  });
  const missing = BATCH_FIELDS.filter((field) => !chosen[field] && !OPTIONAL_FIELDS.has(field));
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
              value={chosen[field] ?? ""}
              onChange={({ target }) => setChosen({ ...chosen, [field]: target.value })}
            >
              <option value="">{t(OPTIONAL_FIELDS.has(field) ? "mapping.none" : "mapping.choose")}</option>
              {header.map((name, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place alone
                <option key={column} value={`column ${column}`}>
                  {t("mapping.column", { number: column + 1, name })}
                </option>
              ))}
              {ALWAYS[field]?.map((text) => (
                <option key={text} value={`text ${text}`}>
                  {t("mapping.always", { field, text })}
                </option>
              ))}
            </NativeSelect>
          </Field>
        ))}
      </div>
      <Button
        variant={missing.length > 0 ? "locked" : "primary"}
        className="justify-self-start"
        disabled={save.isLeaving}
        onClick={() => save.send({ header, mapping: mappingOf(chosen) })}
      >
        {missing.length > 0 ? t("mapping.missing", { count: missing.length }) : t("mapping.save")}
      </Button>
      <CommandProblem of={save} say={(kind) => t(`mapping.problems.${kind}`)} />
    </div>
  );
}

function mappingOf(chosen: Partial<Record<BatchField, string>>): MappingInput["mapping"] {
  const sources = Object.entries(chosen).filter(([, source]) => source !== "");
  return Object.fromEntries(
    sources.map(([field, source]) => {
      const [kind = "", ...rest] = source.split(" ");
      const value = rest.join(" ");
      return [field, kind === "column" ? { column: Number(value) } : { text: value }];
    }),
  );
}
