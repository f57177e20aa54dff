"use client";

import { useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";
import { Card } from "@/components/ui/card";
import { Field, FieldDescription, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useHydrated } from "@/components/use-hydrated";
import type { Environment } from "@/lib/environment";
import type { SheetProblem } from "@/lib/kyc/parse-sheet";
import { Preview } from "./preview";
import { useReadFile } from "./use-read-file";

type Props = { environment: Environment; formId: string };

/** Choose a file, look at every row, put right what is wrong, then start. */
export function BulkRegistration({ environment, formId }: Props) {
  const t = useTranslations("players.bulk");
  const hydrated = useHydrated();
  const file = useReadFile(environment);
  const { data, variables } = file;
  return (
    <>
      <Card className="mb-4 p-4">
        <Field className="max-w-140">
          <FieldLabel htmlFor="players-file">{t("file")}</FieldLabel>
          <Input
            id="players-file"
            type="file"
            accept=".csv,.tsv,.txt,text/csv"
            disabled={!hydrated}
            aria-describedby="players-file-hint"
            onChange={({ target }) => {
              const [chosen] = target.files ?? [];
              if (chosen) file.mutate(chosen);
            }}
          />
          <FieldDescription id="players-file-hint">{t("fileHint")}</FieldDescription>
        </Field>
        <div role="alert" className="mt-3 empty:hidden">
          {file.isError && <Alert tone="failed">{t("unreadable")}</Alert>}
          {data && !data.ok && <Refused problem={data.error} />}
        </div>
        {file.isPending && (
          <p role="status" className="mt-3 text-muted-foreground">
            {t("reading")}
          </p>
        )}
      </Card>
      {data?.ok && variables && (
        <Preview
          key={`${data.value.digest}/${file.submittedAt}`}
          environment={environment}
          formId={formId}
          name={variables.name}
          sheet={data.value}
        />
      )}
    </>
  );
}

function Refused({ problem }: { problem: SheetProblem }) {
  const t = useTranslations("players.bulk.problems");
  const line = problem.kind === "quotes" ? problem.line : 0;
  return <Alert tone="failed">{t(problem.kind, { line })}</Alert>;
}
