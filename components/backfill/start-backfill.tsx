"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { CommandProblem } from "@/components/commands/command-problem";
import { useCommand } from "@/components/commands/use-command";
import { ProblemAlert } from "@/components/feedback/problem-alert";
import { FileField } from "@/components/forms/file-field";
import { FormField } from "@/components/forms/form-field";
import { EncodingField } from "@/components/imports/encoding-field";
import { useSurePush } from "@/components/navigation/use-sure-push";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { useHydrated } from "@/components/use-hydrated";
import { startBackfillAction } from "@/lib/backfill/actions";
import { backfillCache } from "@/lib/backfill/cache";
import type { Environment } from "@/lib/environment";
import { type DecodingProblem, decode, type TextEncoding } from "@/lib/imports/text-encoding";

/** A list of IDs, pasted or from a file. The input is kept after an error. */
export function StartBackfill({ environment }: { environment: Environment }) {
  const t = useTranslations("backfill");
  const leaveTo = useSurePush();
  const isHydrated = useHydrated();
  const encodings = useTranslations("imports.problems");
  const [ids, setIds] = useState("");
  const [bytes, setBytes] = useState<Uint8Array | null>(null);
  const [encoding, setEncoding] = useState<TextEncoding | null>(null);
  const [problem, setProblem] = useState<DecodingProblem["kind"] | null>(null);
  const start = useCommand((list: { ids: string }) => startBackfillAction(environment, list), {
    typed: { ids },
    changes: backfillCache.runs(environment).queryKey,
    onDone: ({ runId }) => leaveTo(`/${environment}/transactions/backfill/${runId}`),
  });
  const { refusal } = start;
  const read = (file: Uint8Array, asked: TextEncoding | null) => {
    const text = decode(file, asked ?? undefined);
    setBytes(file);
    setProblem(text.ok ? null : text.error.kind);
    if (text.ok) setIds(text.value.text);
  };
  const lines = ids.split("\n").filter((text) => text.trim() !== "").length;
  return (
    <Card className="grid gap-4 p-4">
      <FormField name="ids" label={t("ids")} hint={t("idsHint")} problem={start.fields.ids}>
        {(control) => (
          <textarea
            {...control}
            rows={8}
            value={ids}
            onChange={(event) => setIds(event.target.value)}
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
        onChoose={async (file) => {
          setEncoding(null);
          read(new Uint8Array(await file.arrayBuffer()), null);
        }}
      />
      <ProblemAlert>{problem && encodings(problem)}</ProblemAlert>
      {bytes && (problem || encoding) && (
        <EncodingField
          value={encoding}
          onChoose={(chosen) => {
            setEncoding(chosen);
            read(bytes, chosen);
          }}
        />
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          variant="primary"
          size="field"
          disabled={!isHydrated || start.isLeaving}
          onClick={() => start.send({ ids })}
        >
          {start.isPending ? t("starting") : t("start")}
        </Button>
        <p role="status" className="figures text-sm text-muted-foreground">
          {lines > 0 && t("lines", { count: lines })}
        </p>
      </div>
      <CommandProblem
        of={start}
        say={(kind) => {
          if (kind !== "too_many") return t(kind);
          const { count, most } = refusal?.kind === kind ? refusal : { count: 0, most: 0 };
          return t(kind, { count, most });
        }}
      />
    </Card>
  );
}
