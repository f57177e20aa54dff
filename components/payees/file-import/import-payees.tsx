"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { FileField } from "@/components/forms/file-field";
import { EncodingField } from "@/components/imports/encoding-field";
import { useFileProblemWords } from "@/components/imports/file-problem-words";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { CardBody, TitledCard } from "@/components/ui/card";
import type { Environment } from "@/lib/environment";
import { sendFile } from "@/lib/fetch-view";
import type { TextEncoding } from "@/lib/imports/text-encoding";
import type { PayeeFilePreview, PayeeFileProblem } from "@/lib/payees/file-import/schema";
import { queryOf } from "@/lib/query-string";
import type { Result } from "@/lib/result";
import { FileLines } from "./file-lines";

type Problem = PayeeFileProblem | { kind: "nothing_new" };
type Asked = { file: File; encoding: TextEncoding | undefined };

/** Choose a file, look at what it adds and changes, then propose that. A file deletes nothing. */
export function ImportPayees({ environment }: { environment: Environment }) {
  const t = useTranslations("payees.import");
  const router = useRouter();
  const [encoding, setEncoding] = useState<TextEncoding>();
  const path = `/api/${environment}/payees/import`;
  const read = useMutation({
    mutationFn: ({ file, encoding: chosen }: Asked) =>
      sendFile<Result<PayeeFilePreview, Problem>>(`${path}/preview?${queryOf({ encoding: chosen })}`, file),
  });
  const propose = useMutation({
    mutationFn: ({ file, encoding: chosen }: Asked) =>
      sendFile<Result<{ importId: string }, Problem>>(
        `${path}?${queryOf({ name: file.name, encoding: chosen })}`,
        file,
      ),
    onSuccess: (made) => {
      if (made.ok) router.push(`/${environment}/payees/imports/${made.value.importId}`);
    },
  });
  const asked = read.variables;
  const preview = read.data?.ok ? read.data.value : null;
  const wanted = preview ? preview.counts.add + preview.counts.change : 0;
  const isLeaving = propose.isPending || propose.data?.ok === true;
  function readFile(given: Asked) {
    propose.reset();
    read.mutate(given);
  }
  return (
    <TitledCard title={t("title")}>
      <CardBody className="grid gap-3">
        <p className="text-sm text-muted-foreground">{t("lead")}</p>
        <FileField
          id="payees-file"
          label={t("file")}
          hint={t("fileHint")}
          accept=".csv,.tsv,.txt,.xlsx,text/csv"
          disabled={isLeaving}
          onChoose={(file) => readFile({ file, encoding })}
        />
        {asked && (
          <EncodingField
            value={encoding ?? null}
            onChoose={(chosen) => {
              setEncoding(chosen ?? undefined);
              if (asked && !isLeaving) readFile({ ...asked, encoding: chosen ?? undefined });
            }}
          />
        )}
        <div role="alert" className="empty:hidden">
          {(read.isError || propose.isError) && <Alert tone="failed">{t("unsent")}</Alert>}
          {read.data?.ok === false && <Refused problem={read.data.error} />}
          {propose.data?.ok === false && <Refused problem={propose.data.error} />}
        </div>
        {preview && (
          <>
            <p role="status" className="text-md">
              {t("counts", preview.counts)}
            </p>
            <FileLines environment={environment} lines={preview.lines} />
            <Button
              variant="primary"
              size="field"
              className="justify-self-start"
              disabled={wanted === 0 || isLeaving}
              onClick={() => asked && wanted > 0 && !isLeaving && propose.mutate(asked)}
            >
              {t("propose", { count: wanted })}
            </Button>
          </>
        )}
      </CardBody>
    </TitledCard>
  );
}

function Refused({ problem }: { problem: Problem }) {
  const t = useTranslations("payees.import.problems");
  const fileProblem = useFileProblemWords();
  switch (problem.kind) {
    case "nothing_new":
      return <Alert tone="failed">{t("nothing_new")}</Alert>;
    case "columns_missing":
    case "columns_unknown":
      return <Alert tone="failed">{t(problem.kind, { columns: problem.columns })}</Alert>;
    default:
      return <Alert tone="failed">{fileProblem(problem)}</Alert>;
  }
}
