"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { FileField } from "@/components/forms/file-field";
import { FormField } from "@/components/forms/form-field";
import { useProblemWords } from "@/components/forms/use-problem-words";
import { useSurePush } from "@/components/navigation/use-sure-push";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { useHydrated } from "@/components/use-hydrated";
import { startBackfillAction } from "@/lib/backfill/actions";
import type { Environment } from "@/lib/environment";

/** A list of IDs, pasted or from a file. The input is kept after an error. */
export function StartBackfill({ environment }: { environment: Environment }) {
  const t = useTranslations("backfill");
  const leaveTo = useSurePush();
  const isHydrated = useHydrated();
  const [ids, setIds] = useState("");
  const start = useMutation({
    mutationFn: (text: string) => startBackfillAction(environment, { ids: text }),
    onSuccess: (made) => {
      if (made.ok) leaveTo(`/${environment}/transactions/backfill/${made.value.runId}`);
    },
  });
  const { data } = start;
  const error = data?.ok === false ? data.error : null;
  const change = (text: string) => {
    start.reset();
    setIds(text);
  };
  const lines = ids.split("\n").filter((text) => text.trim() !== "").length;
  return (
    <Card className="grid gap-4 p-4">
      <FormField
        name="ids"
        label={t("ids")}
        hint={t("idsHint")}
        problem={error?.kind === "invalid" ? error.fields.ids : undefined}
      >
        {(control) => (
          <textarea
            {...control}
            rows={8}
            value={ids}
            onChange={(event) => change(event.target.value)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="w-full rounded-lg border border-input bg-card px-2.5 py-1.5 font-mono text-base text-foreground aria-invalid:border-destructive focus-visible:outline-offset-1 pointer-coarse:text-lg"
          />
        )}
      </FormField>
      <FileField
        id="backfill-file"
        label={t("file")}
        hint={t("fileHint")}
        accept=".csv,.txt,text/csv,text/plain"
        onChoose={async (file) => change(await file.text())}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button
          variant="primary"
          size="field"
          disabled={!isHydrated || start.isPending || data?.ok === true}
          onClick={() => start.mutate(ids)}
        >
          {start.isPending ? t("starting") : t("start")}
        </Button>
        <p role="status" className="figures text-sm text-muted-foreground">
          {lines > 0 && t("lines", { count: lines })}
        </p>
      </div>
      <div role="alert" className="empty:hidden">
        <Problem error={error} isUnreachable={start.isError} />
      </div>
    </Card>
  );
}

type Made = Awaited<ReturnType<typeof startBackfillAction>>;
type Refused = Extract<Made, { ok: false }>["error"];

function Problem({ error, isUnreachable }: { error: Refused | null; isUnreachable: boolean }): ReactNode {
  const t = useTranslations("backfill");
  const problemWords = useProblemWords();
  if (isUnreachable) return <Alert tone="failed">{t("unreachableConsole")}</Alert>;
  if (!error) return null;
  switch (error.kind) {
    case "no_ids":
      return <Alert tone="failed">{t("noIds")}</Alert>;
    case "too_many":
      return <Alert tone="failed">{t("tooMany", { count: error.count, most: error.most })}</Alert>;
    case "foreign_origin":
    case "signed_out":
    case "forbidden":
    case "no_such_environment":
    case "invalid":
      return <Alert tone="failed">{problemWords(error)}</Alert>;
  }
}
