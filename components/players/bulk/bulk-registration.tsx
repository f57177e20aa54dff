"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { FileField } from "@/components/forms/file-field";
import { EncodingField } from "@/components/imports/encoding-field";
import { useFileProblemWords } from "@/components/imports/file-problem-words";
import { Alert } from "@/components/ui/alert";
import { Card } from "@/components/ui/card";
import type { Environment } from "@/lib/environment";
import { sendFile } from "@/lib/fetch-view";
import type { GridProblem } from "@/lib/imports/read-grid";
import type { TextEncoding } from "@/lib/imports/text-encoding";
import type { SheetView } from "@/lib/kyc/schema";
import type { Result } from "@/lib/result";
import { Preview } from "./preview";

type Props = {
  environment: Environment;
  /** Whose corrections are kept. */
  owner: string;
};

/** Choose a file, review every row, correct what is wrong, then start. */
export function BulkRegistration({ environment, owner }: Props) {
  const t = useTranslations("players.bulk");
  const fileProblem = useFileProblemWords();
  const [encoding, setEncoding] = useState<TextEncoding | null>(null);
  const file = useReadFile(environment);
  const { data, variables } = file;
  return (
    <>
      <Card className="mb-4 p-4">
        <FileField
          id="players-file"
          label={t("file")}
          hint={t("fileHint")}
          accept=".csv,.tsv,.txt,.xlsx,text/csv"
          onChoose={(chosen) => file.mutate({ file: chosen, encoding })}
        />
        {variables && (
          <div className="mt-3">
            <EncodingField
              value={encoding}
              onChoose={(chosen) => {
                setEncoding(chosen);
                file.mutate({ ...variables, encoding: chosen });
              }}
            />
          </div>
        )}
        <div role="alert" className="mt-3 empty:hidden">
          {file.isError && <Alert tone="failed">{t("unreadable")}</Alert>}
          {data && !data.ok && <Alert tone="failed">{fileProblem(data.error)}</Alert>}
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
          owner={owner}
          name={variables.file.name}
          sheet={data.value}
        />
      )}
    </>
  );
}

type Asked = { file: File; encoding: TextEncoding | null };

/** Has a file read. The file itself goes as it is: the server knows its encodings. */
function useReadFile(environment: Environment) {
  return useMutation({
    mutationFn: ({ file, encoding }: Asked) => {
      const asked = encoding === null ? "" : `?${new URLSearchParams({ encoding })}`;
      return sendFile<Result<SheetView, GridProblem>>(`/api/${environment}/player-files/parse${asked}`, file);
    },
  });
}
