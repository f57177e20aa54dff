"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { FileUp } from "lucide-react";
import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { DropZone } from "@/components/forms/drop-zone";
import { EncodingField } from "@/components/imports/encoding-field";
import { useFileProblemWords } from "@/components/imports/file-problem-words";
import { readProgress } from "@/components/imports/read-progress";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Progress } from "@/components/ui/progress";
import { batchCache } from "@/lib/batches/cache";
import { ownColumns } from "@/lib/batches/own-columns";
import type { FileProblem } from "@/lib/batches/read-file";
import type { UploadProgress } from "@/lib/batches/schema";
import type { Environment } from "@/lib/environment";
import { ViewUnavailable } from "@/lib/fetch-view";
import { listText } from "@/lib/i18n/list-text";
import type { TextEncoding } from "@/lib/imports/text-encoding";
import type { Result } from "@/lib/result";
import { MapColumns } from "./map-columns";

type Uploaded = Result<{ batchId: string; isNew: boolean }, FileProblem>;

/** A file is chosen or dropped, kept on the server as a draft, and its rows are checked on the next page. */
export function UploadBatch({ environment }: { environment: Environment }) {
  const t = useTranslations("batches.upload");
  const locale = useLocale();
  const fields = useTranslations("batches.fields");
  const router = useRouter();
  const client = useQueryClient();
  const words = useFileProblemWords();
  const [encoding, setEncoding] = useState<TextEncoding | null>(null);
  const [progress, setProgress] = useState<UploadProgress | null>(null);
  const upload = useMutation({
    mutationFn: (asked: Asked) => send(environment, asked, setProgress),
    onMutate: () => setProgress(null),
    onSuccess: (answer) => {
      if (!answer.ok) return;
      const { batchId, isNew } = answer.value;
      // The rows are on their way while the page is.
      if (isNew) void client.prefetchQuery(batchCache.draft({ environment, batchId }));
      router.push(`/${environment}/batches/${batchId}${isNew ? "" : "?known=1"}`);
    },
  });
  const isLeaving = upload.isPending || upload.data?.ok === true;
  const refused = upload.data?.ok === false ? upload.data.error : null;

  /** Columns are called what the fields are called in which they are chosen below. */
  function wordsOf(problem: FileProblem) {
    if (problem.kind !== "columns_missing") return words(problem);
    const labels = ownColumns(problem.header).missing.map((field) => fields(field));
    return words({ ...problem, columns: listText(labels, locale) });
  }

  return (
    <Card className="grid gap-4 p-4">
      <DropZone
        field={{ "aria-label": t("file") }}
        disabled={isLeaving}
        className="grid min-h-52 place-content-center justify-items-center gap-2 p-6 text-center"
        onFiles={([file]) => file && upload.mutate({ file, encoding })}
      >
        {(button) => (
          <>
            <FileUp aria-hidden className="size-6 text-subtle-foreground" />
            <p className="font-semibold">{t("drop")}</p>
            <p className="text-sm text-muted-foreground">{t("limits")}</p>
            <Button variant="primary" size="large" {...button}>
              {isLeaving ? t("reading") : t("choose")}
            </Button>
            {isLeaving && progress !== null && (
              <div className="grid w-72 max-w-full gap-1">
                <Progress aria-label={t("reading")} value={progress.rows} max={progress.of} />
                <p className="figures text-sm text-muted-foreground">
                  {t("progress", { rows: progress.rows.toLocaleString("en"), of: progress.of.toLocaleString("en") })}
                </p>
              </div>
            )}
          </>
        )}
      </DropZone>
      <div role="alert" className="empty:hidden">
        {upload.isError && <Alert tone="failed">{t("unreachable")}</Alert>}
        {refused && <Alert tone="failed">{wordsOf(refused)}</Alert>}
      </div>
      {refused && "header" in refused && upload.variables && (
        <MapColumns
          key={JSON.stringify(refused.header)}
          environment={environment}
          header={refused.header}
          onSaved={() => upload.variables && upload.mutate(upload.variables)}
        />
      )}
      <EncodingField
        value={encoding}
        onChoose={(chosen) => {
          setEncoding(chosen);
          if (refused && upload.variables) upload.mutate({ file: upload.variables.file, encoding: chosen });
        }}
      />
      <p role="status" className="sr-only">
        {isLeaving && t("reading")}
      </p>
    </Card>
  );
}

type Asked = { file: File; encoding: TextEncoding | null };

async function send(
  environment: Environment,
  { file, encoding }: Asked,
  onProgress: (progress: UploadProgress) => void,
): Promise<Uploaded> {
  const asked = new URLSearchParams({ name: file.name, ...(encoding !== null && { encoding }) });
  const path = `/api/${environment}/batches/upload?${asked}`;
  const response = await fetch(path, { method: "POST", body: file });
  if (!response.ok) throw new ViewUnavailable(path, response.status);
  return readProgress<UploadProgress, Uploaded>(response, onProgress);
}
