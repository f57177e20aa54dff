"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Empty } from "@/components/feedback/empty";
import { ProblemAlert } from "@/components/feedback/problem-alert";
import { Staleness } from "@/components/feedback/staleness";
import { isAtTheDoor } from "@/components/forms/early-refusal";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Count } from "@/components/ui/count";
import { Segmented } from "@/components/ui/segmented";
import { Skeleton } from "@/components/ui/skeleton";
import { useFocusAfter } from "@/components/use-focus-after";
import { DRAFT_GROUPS, type DraftGroup, hindrance, isBlocked, isInGroup } from "@/lib/batches/draft-groups";
import { openWarnings } from "@/lib/batches/row";
import type { BatchView, DraftRow } from "@/lib/batches/schema";
import type { Environment } from "@/lib/environment";
import { DraftFile } from "./draft-file";
import { DraftRequest } from "./draft-request";
import { DraftTable } from "./draft-table";
import { RowReason } from "./row-forms";
import { type Draft as DraftState, type Refused, useDraft } from "./use-draft";

type Props = { environment: Environment; batch: BatchView; mayEdit: boolean };

/** A file's rows with what was found about each, to be put right before anything is asked for. */
export function Draft({ environment, batch, mayEdit }: Props) {
  const t = useTranslations("batches.draft");
  const draft = useDraft({ environment, batchId: batch.batchId }, batch);
  const { rows, query } = draft;
  const counts = Object.fromEntries(
    DRAFT_GROUPS.map((group) => [group, rows.filter((row) => isInGroup(row, group)).length]),
  ) as Record<DraftGroup, number>;
  const [chosen, setChosen] = useState<DraftGroup | null>(null);
  // While nothing is chosen, the rows to check are shown, and all once there are none.
  const group = chosen ?? (counts.check > 0 ? "check" : "all");
  const shown = rows.filter((row) => isInGroup(row, group));
  const nothing = useFocusAfter<HTMLDivElement>(String(shown.length === 0));
  return (
    <div className="grid grid-cols-1 items-start gap-4 wide:grid-cols-[minmax(0,1fr)_19.5rem]">
      <div className="grid min-w-0 gap-4">
        <Staleness query={query} />
        {batch.cameBack && (
          <Alert tone="watch">{t("cameBack", { by: batch.cameBack.by, reason: batch.cameBack.reason ?? "" })}</Alert>
        )}
        <ProblemAlert>{draft.refused && <RefusedWords refused={draft.refused} />}</ProblemAlert>
        <Card className="overflow-clip">
          <DraftFile
            {...{ environment, batch, mayEdit }}
            excluded={counts.excluded}
            onShowExcluded={() => setChosen("excluded")}
          />
          <div className="flex flex-wrap items-center gap-2 border-b border-border px-2 py-1.5">
            <Segmented
              name="draft-group"
              label={t("groups.label")}
              className="max-w-full flex-wrap"
              value={group}
              onChoose={setChosen}
              options={DRAFT_GROUPS.map((value) => ({
                value,
                text: (
                  <>
                    {t(`groups.${value}`)}
                    <Count tone={value === "check" && counts.check > 0 ? "watch" : "neutral"}>{counts[value]}</Count>
                  </>
                ),
              }))}
            />
            {mayEdit && <ForAll rows={rows} draft={draft} />}
          </div>
          {query.data === undefined ? (
            <div className="grid gap-3 p-4">
              {[1, 2, 3, 4, 5, 6].map((row) => (
                <Skeleton key={row} className="h-8" />
              ))}
            </div>
          ) : shown.length === 0 ? (
            <div ref={nothing} tabIndex={-1}>
              <Empty title={t(group === "check" ? "nothingToCheck" : "noneOfThese")} />
            </div>
          ) : (
            <DraftTable {...{ environment, draft, mayEdit }} rows={shown} />
          )}
        </Card>
        <p className="text-xs text-subtle-foreground max-lg:hidden">{t("keys")}</p>
      </div>
      <DraftRequest {...{ environment, batch, draft, mayEdit }} />
    </div>
  );
}

function RefusedWords({ refused }: { refused: Refused }) {
  const t = useTranslations("batches.draft.refused");
  const problems = useTranslations("problems");
  return isAtTheDoor(refused) ? problems(refused.kind) : t(refused.kind);
}

/** `leave`: excludes the rows with open warnings; `exclude`: those with errors. */
type Asked = "accept" | "leave" | "exclude";

/** What can be done about many rows with one press, or with one reason. */
function ForAll({ rows, draft }: { rows: DraftRow[]; draft: DraftState }) {
  const t = useTranslations("batches.draft");
  const [asks, setAsks] = useState<Asked | null>(null);
  const fixable = rows.filter((row) => hindrance(row) === "problem" && row.fixes !== undefined);
  const unfixable = rows.filter((row) => hindrance(row) === "problem" && row.fixes === undefined);
  const warned = rows.filter((row) => hindrance(row) === "warning");
  const open = warned.filter((row) => !isBlocked(row));
  const repeated = warned.filter((row) =>
    openWarnings(row.warnings ?? [], null).some(({ kind }) => kind !== "other_amount"),
  );
  const asked = asks === "accept" ? open : asks === "leave" ? repeated : unfixable;
  const does = asks === "accept" ? "accept" : "exclude";
  const closeIf = (isSaved: boolean) => isSaved && setAsks(null);
  const toggle = (kind: Asked) => setAsks(asks === kind ? null : kind);
  return (
    <>
      <span className="ml-auto flex flex-wrap gap-2">
        {fixable.length > 1 && (
          <Button size="small" onClick={() => draft.fix(fixable)}>
            {t("fixAll", { count: fixable.length })}
          </Button>
        )}
        {open.length > 1 && (
          <Button size="small" aria-expanded={asks === "accept"} onClick={() => toggle("accept")}>
            {t("acceptAll", { count: open.length })}
          </Button>
        )}
        {repeated.length > 1 && (
          <Button size="small" aria-expanded={asks === "leave"} onClick={() => toggle("leave")}>
            {t("excludeWarned", { count: repeated.length })}
          </Button>
        )}
        {unfixable.length > 1 && (
          <Button size="small" aria-expanded={asks === "exclude"} onClick={() => toggle("exclude")}>
            {t("excludeAll", { count: unfixable.length })}
          </Button>
        )}
      </span>
      {asks !== null && asked.length > 0 && (
        <div className="basis-full">
          <RowReason
            key={asks}
            name="all"
            label={t(`${does}Reason`, { count: asked.length })}
            submit={t(`${does}Submit`, { count: asked.length })}
            isSaving={draft.saving.size > 0}
            onSubmit={(reason) => draft[does](asked, reason).then(closeIf)}
            onClose={() => setAsks(null)}
          />
        </div>
      )}
    </>
  );
}
