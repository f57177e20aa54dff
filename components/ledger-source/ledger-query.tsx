"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { CommandProblem } from "@/components/commands/command-problem";
import { useCommand } from "@/components/commands/use-command";
import { FormField } from "@/components/forms/form-field";
import { bookedWordsOf, MappingFields, SampleRows } from "@/components/reconciliation/mapping-fields";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { TitledCard } from "@/components/ui/card";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import type { Environment } from "@/lib/environment";
import { saveLedgerSourceAction, testLedgerSourceAction } from "@/lib/reconciliation/actions";
import { mappingProblem, UNMAPPED } from "@/lib/reconciliation/ledger-mapping";
import type { LedgerSourceView, SourcePreview } from "@/lib/reconciliation/ledger-source/schema";

type Props = { environment: Environment; source: LedgerSourceView["source"] };

/** The query, what it gives, how its columns are read and when it runs. */
export function LedgerQuery({ environment, source }: Props) {
  const t = useTranslations("ledgerSource");
  const [seen, setSeen] = useState(source?.version ?? null);
  const [query, setQuery] = useState(source?.query ?? "");
  const [mapping, setMapping] = useState(source?.mapping ?? UNMAPPED);
  const [words, setWords] = useState(mapping.bookedWords.join(", "));
  const [runAt, setRunAt] = useState(source?.runAt ?? "");
  const [header, setHeader] = useState(source?.header ?? []);
  const take = (preview: SourcePreview) => {
    if (preview.header.join("\n") !== header.join("\n")) {
      setMapping(preview.mapping);
      setWords(preview.mapping.bookedWords.join(", "));
    }
    setHeader(preview.header);
  };
  const test = useCommand((asked: { query: string }) => testLedgerSourceAction(environment, asked), {
    typed: { query },
    onDone: take,
    refreshes: false,
  });
  const whole = { ...mapping, bookedWords: bookedWordsOf(words) };
  const typed = { query, mapping: whole, runAt: runAt === "" ? null : runAt };
  const save = useCommand((input: typeof typed & { seen: typeof seen }) => saveLedgerSourceAction(environment, input), {
    typed,
    onDone: ({ version }) => setSeen(version),
  });
  const preview = test.input?.query === query ? test.value : null;
  const isKnown = preview !== null || query === source?.query;
  const problem = mappingProblem(whole, header);
  return (
    <TitledCard title={t("query.title")}>
      <div className="grid grid-cols-1 gap-4 p-4">
        <FormField
          name="query"
          label={t("query.label")}
          hint={t("query.hint")}
          problem={test.fields.query ?? save.fields.query}
        >
          {(control) => (
            <Textarea
              {...control}
              rows={8}
              spellCheck={false}
              autoCapitalize="none"
              value={query}
              onChange={({ target }) => setQuery(target.value)}
              className="font-mono text-sm"
            />
          )}
        </FormField>
        <Button
          className="justify-self-start"
          disabled={query.trim() === "" || test.isPending}
          onClick={() => test.send({ query })}
        >
          {t(test.isPending ? "query.testing" : "query.test")}
        </Button>
        <CommandProblem of={test} say={(kind) => t(`problems.${kind}`)} />
        <Said by={test.refusal} />
        {preview && (
          <section className="grid grid-cols-1 gap-2" aria-labelledby="source-preview">
            <h3 id="source-preview" className="text-sm font-semibold">
              {t("query.preview", { count: preview.rows.length })}
            </h3>
            <SampleRows header={preview.header} sample={preview.rows} mapping={problem ? null : whole} />
          </section>
        )}
        {isKnown && header.length > 0 ? (
          <>
            <MappingFields {...{ header, mapping, words }} onChange={setMapping} onWords={setWords} />
            <FormField name="run-at" label={t("query.runAt")} hint={t("query.runAtHint")} problem={save.fields.runAt}>
              {(control) => (
                <Input
                  {...control}
                  type="time"
                  className="w-40"
                  value={runAt}
                  onChange={({ target }) => setRunAt(target.value)}
                />
              )}
            </FormField>
            {problem && <p className="text-sm text-warning">{t(`problems.${problem.kind}`)}</p>}
            <Button
              variant={problem ? "locked" : "primary"}
              size="field"
              className="justify-self-start"
              disabled={save.isPending}
              onClick={() => save.send({ ...typed, seen })}
            >
              {t(save.isPending ? "query.saving" : "query.save")}
            </Button>
            <CommandProblem of={save} say={(kind) => t(`problems.${kind}`)} />
            <Said by={save.refusal} />
            <p role="status" className="text-sm empty:hidden">
              {save.value && t("query.saved", { version: save.value.version })}
            </p>
          </>
        ) : (
          <Alert>{t("query.testFirst")}</Alert>
        )}
      </div>
    </TitledCard>
  );
}

/** What the database itself said of the query. */
function Said({ by }: { by: object | null }) {
  if (by === null || !("message" in by) || typeof by.message !== "string") return null;
  return <p className="font-mono text-xs break-words text-muted-foreground">{by.message}</p>;
}
