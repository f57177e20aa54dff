"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ChoiceSelect } from "@/components/forms/choice-select";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Field, FieldLabel } from "@/components/ui/field";
import type { Environment } from "@/lib/environment";
import {
  FILE_FORMATS,
  type FileFormat,
  orderFileName,
  SHEET_COLUMNS,
  type SheetColumn,
  USUAL_SHEET,
  ZONES,
  type Zone,
} from "@/lib/transactions/list/csv-columns";
import type { OrderList } from "@/lib/transactions/list/filter";
import { useOrderFile } from "./use-order-file";

type Props = {
  environment: Environment;
  list: OrderList;
  /** As the address says it. */
  filter: string;
  /** The referenceIds of those that were chosen; null where all are wanted. */
  only: string[] | null;
};

const IDLE = { kind: "idle" } as const;

/** The orders of the list as a file: exactly those of its filter, or those that were chosen. */
export function ExportOrders({ environment, list, filter, only }: Props) {
  const t = useTranslations("export");
  const [columns, setColumns] = useState<readonly SheetColumn[]>(USUAL_SHEET);
  const [zone, setZone] = useState<Zone>("Asia/Tokyo");
  const [format, setFormat] = useState<FileFormat>("csv");
  const { state: last, fetchFile, stop } = useOrderFile();
  const isComing = last.kind === "coming" || last.kind === "making";
  const orders = `${filter} ${only}`;
  const [taken, setTaken] = useState(orders);
  // A file is not said to be done beside other orders, also where it ends after they were chosen.
  const state = last.kind === "done" && taken !== orders ? IDLE : last;
  const flip = (column: SheetColumn) =>
    setColumns(SHEET_COLUMNS.filter((one) => (one === column ? !columns.includes(one) : columns.includes(one))));
  const take = () => {
    setTaken(orders);
    const choice = new URLSearchParams({ list, columns: columns.join("."), zone, format });
    if (only) choice.set("only", only.join("\n"));
    const address = `/api/${environment}/transactions/export?${filter}&${choice}`;
    const days = new URLSearchParams(filter);
    const range = { list, from: days.get("from") ?? undefined, to: days.get("to") ?? undefined };
    void fetchFile(address, { name: orderFileName(environment, range, format, new Date()), format });
  };
  return (
    <Card className="mb-3 grid gap-3 p-4">
      <p className="text-muted-foreground">{only ? t("leadChosen", { count: only.length }) : t("lead")}</p>
      <fieldset className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-x-4 gap-y-1 text-sm">
        <legend className="pb-1 font-semibold">{t("columns")}</legend>
        {SHEET_COLUMNS.map((column) => (
          <label key={column} className="flex min-h-6 items-center gap-1.5">
            <input type="checkbox" checked={columns.includes(column)} onChange={() => flip(column)} />
            <span className="font-mono text-xs">{column}</span>
          </label>
        ))}
      </fieldset>
      <div className="flex flex-wrap items-end gap-3">
        <Field>
          <FieldLabel htmlFor="export-format">{t("format")}</FieldLabel>
          <ChoiceSelect
            id="export-format"
            options={FILE_FORMATS}
            text={(one) => t(`formats.${one}`)}
            value={format}
            onChange={setFormat}
          />
        </Field>
        <Field>
          <FieldLabel htmlFor="export-zone">{t("zone")}</FieldLabel>
          <ChoiceSelect id="export-zone" options={ZONES} value={zone} onChange={setZone} />
        </Field>
        <Button variant="primary" size="field" disabled={isComing || columns.length === 0} onClick={take}>
          {t("take")}
        </Button>
        {state.kind === "coming" && (
          <Button size="field" onClick={stop}>
            {t("stop")}
          </Button>
        )}
      </div>
      {state.kind === "coming" && (
        <progress aria-label={t("lead")} value={state.rows} max={state.of ?? undefined} className="w-full" />
      )}
      <p role="status" className="text-sm">
        {state.kind === "coming" && t("coming", { rows: state.rows, of: state.of ?? 0 })}
        {state.kind === "making" && t("making", { rows: state.rows })}
        {state.kind === "done" && t("done", { rows: state.rows })}
        {state.kind === "too_many" && t(format === "xlsx" ? "tooManyForWorkbook" : "tooMany", { most: state.most })}
        {state.kind === "busy" && t("busy")}
        {state.kind === "failed" && t("failed")}
        {state.kind === "broken_off" && t("brokenOff")}
      </p>
    </Card>
  );
}
