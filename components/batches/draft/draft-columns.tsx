import { useTranslations } from "next-intl";
import { useState } from "react";
import { CommandProblem } from "@/components/commands/command-problem";
import { useCommand } from "@/components/commands/use-command";
import { Timestamp } from "@/components/display/timestamp";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { useFocusAfter } from "@/components/use-focus-after";
import { changeColumnsAction } from "@/lib/batches/actions";
import { batchCache } from "@/lib/batches/cache";
import type { ReadColumns as Columns, ColumnsInput } from "@/lib/batches/schema";
import type { Environment } from "@/lib/environment";
import { ColumnChoice } from "../map-columns";
import { ReadColumns } from "../read-columns";
import { LostEdits, useLostEdits } from "./lost-edits";
import { StayedExcluded } from "./stayed-excluded";

type Props = {
  environment: Environment;
  batchId: string;
  columns: Columns;
  mayEdit: boolean;
  excluded: number;
  onShowExcluded: () => void;
};

/** By which columns the file was read. Others are saved for the next files as well, and the kept file is read by them. */
export function DraftColumns({ environment, batchId, columns, mayEdit, excluded, onShowExcluded }: Props) {
  const t = useTranslations("batches.columns");
  const lostEdits = useLostEdits();
  /** When the columns were saved that the user began from; null while the choice is closed. */
  const [opened, setOpened] = useState<string | null>(null);
  const isOpen = opened !== null;
  const button = useFocusAfter<HTMLButtonElement>(String(isOpen));
  const change = useCommand((input: ColumnsInput) => changeColumnsAction(environment, input), {
    changes: batchCache.all(environment),
    onDone: () => setOpened(null),
  });
  const { input, refusal, isPending } = change;
  const { header, mapping, newer } = columns;
  const saved = newer ?? columns;
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <ReadColumns columns={columns} />
        {mayEdit && (
          <Button
            ref={button}
            size="small"
            aria-expanded={isOpen}
            disabled={isPending}
            onClick={() => setOpened(isOpen ? null : saved.at)}
          >
            {t("change")}
          </Button>
        )}
      </div>
      {newer && (
        <Alert tone="watch">
          {t.rich("newer", { by: newer.by, at: () => <Timestamp at={newer.at} style="minute" /> })}
        </Alert>
      )}
      <StayedExcluded read={change.value} excluded={excluded} onShow={onShowExcluded} />
      {mayEdit && isOpen && (
        <ColumnChoice
          header={header}
          first={() => newer?.mapping ?? mapping}
          isSaving={isPending}
          onChoose={change.reset}
          onSave={(chosen) => change.send({ batchId, mapping: chosen, dropsEdits: null })}
          onCancel={() => {
            change.reset();
            setOpened(null);
          }}
        >
          {saved.at !== opened && (
            <Alert tone="watch" role="status">
              {t.rich("overtaken", { by: saved.by, at: () => <Timestamp at={saved.at} style="minute" /> })}
            </Alert>
          )}
          {refusal?.kind === "edits_lost" && input ? (
            <LostEdits
              lost={t("lost", lostEdits(refusal, input.dropsEdits))}
              drop={t("drop", { count: refusal.lines.length })}
              keep={t("keep")}
              onDrop={() => change.send({ ...input, dropsEdits: refusal })}
              onKeep={change.reset}
            />
          ) : (
            <CommandProblem of={change} say={(kind) => (kind === "edits_lost" ? "" : t(`problems.${kind}`))} />
          )}
        </ColumnChoice>
      )}
    </>
  );
}
