"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ChoiceSelect } from "@/components/forms/choice-select";
import { useOrderFile } from "@/components/order-list/use-order-file";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Field, FieldLabel } from "@/components/ui/field";
import type { Environment } from "@/lib/environment";
import { PLAYER_FORMATS, type PlayerFormat, playerFileName } from "@/lib/kyc/list";

type Props = {
  environment: Environment;
  /** As the address says it. */
  filter: string;
  /** The IDs of those that were chosen; null where all are wanted. */
  only: string[] | null;
};

/** The players of the list as a file: exactly those of its filter, or those that were chosen. */
export function ExportPlayers({ environment, filter, only }: Props) {
  const t = useTranslations("players.export");
  const words = useTranslations("export");
  const [format, setFormat] = useState<PlayerFormat>("csv");
  const { state, fetchFile, stop } = useOrderFile();
  const isComing = state.kind === "coming";
  const take = () => {
    const choice = new URLSearchParams({ format, ...(only && { only: only.join("\n") }) });
    const name = playerFileName(environment, new Date());
    void fetchFile(`/api/${environment}/players/export?${filter}&${choice}`, { name, format });
  };
  return (
    <Card className="mb-3 grid gap-3 p-4">
      <p className="text-muted-foreground">{only ? words("leadChosen", { count: only.length }) : t("lead")}</p>
      <div className="flex flex-wrap items-end gap-3">
        <Field>
          <FieldLabel htmlFor="export-format">{words("format")}</FieldLabel>
          <ChoiceSelect
            id="export-format"
            options={PLAYER_FORMATS}
            text={(one) => words(`formats.${one}`)}
            value={format}
            onChange={setFormat}
          />
        </Field>
        <Button variant="primary" size="field" disabled={isComing} onClick={take}>
          {words("take")}
        </Button>
        {isComing && (
          <Button size="field" onClick={stop}>
            {words("stop")}
          </Button>
        )}
      </div>
      <p role="status" className="text-sm">
        {isComing && t("coming", { rows: state.rows, of: state.of ?? 0 })}
        {state.kind === "done" && t("done", { rows: state.rows })}
        {state.kind === "too_many" && t("tooMany", { most: state.most })}
        {state.kind === "busy" && words("busy")}
        {state.kind === "failed" && words("failed")}
        {state.kind === "broken_off" && words("brokenOff")}
      </p>
    </Card>
  );
}
