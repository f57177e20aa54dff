"use client";

import { useMutation } from "@tanstack/react-query";
import { FileUp } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type DragEvent, useRef, useState } from "react";
import { EncodingField } from "@/components/imports/encoding-field";
import { useFileProblemWords } from "@/components/imports/use-file-problem-words";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { useHydrated } from "@/components/use-hydrated";
import type { FileProblem } from "@/lib/batches/read-file";
import { cn } from "@/lib/cn";
import type { Environment } from "@/lib/environment";
import { ViewUnavailable } from "@/lib/fetch-view";
import type { TextEncoding } from "@/lib/imports/text-encoding";
import type { Result } from "@/lib/result";
import { MapColumns } from "./map-columns";

type Uploaded = Result<{ batchId: string; isNew: boolean }, FileProblem>;

/** A file is chosen or dropped, kept on the server as a draft, and its rows are checked on the next page. */
export function UploadBatch({ environment }: { environment: Environment }) {
  const t = useTranslations("batches.upload");
  const router = useRouter();
  const hydrated = useHydrated();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const words = useFileProblemWords();
  const [encoding, setEncoding] = useState<TextEncoding | null>(null);
  const upload = useMutation({
    mutationFn: (asked: Asked) => send(environment, asked),
    onSuccess: (answer) => {
      if (!answer.ok) return;
      const { batchId, isNew } = answer.value;
      router.push(`/${environment}/batches/${batchId}${isNew ? "" : "?known=1"}`);
    },
  });
  const isLeaving = upload.isPending || upload.data?.ok === true;
  const take = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file && !isLeaving) upload.mutate({ file, encoding });
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  const refused = upload.data?.ok === false ? upload.data.error : null;
  return (
    <Card className="grid gap-4 p-4">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by keyboard */}
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={cn(
          "grid min-h-52 place-content-center justify-items-center gap-2 rounded-lg border border-dashed border-border-strong p-6 text-center",
          isOver && "border-primary bg-primary-soft",
        )}
      >
        <FileUp aria-hidden className="size-6 text-subtle-foreground" />
        <p className="font-semibold">{t("drop")}</p>
        <p className="text-sm text-muted-foreground">{t("limits")}</p>
        <input
          ref={input}
          type="file"
          aria-label={t("file")}
          className="sr-only"
          tabIndex={-1}
          disabled={!hydrated}
          onChange={({ target }) => {
            take(target.files);
            // The same file can be chosen again after it was put right.
            target.value = "";
          }}
        />
        <Button
          variant="primary"
          size="large"
          focusableWhenDisabled
          disabled={!hydrated || isLeaving}
          onClick={() => input.current?.click()}
        >
          {isLeaving ? t("reading") : t("choose")}
        </Button>
      </div>
      <div role="alert" className="empty:hidden">
        {upload.isError && <Alert tone="failed">{t("unreachable")}</Alert>}
        {refused && <Alert tone="failed">{words(refused)}</Alert>}
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

async function send(environment: Environment, { file, encoding }: Asked): Promise<Uploaded> {
  const asked = new URLSearchParams({ name: file.name, ...(encoding !== null && { encoding }) });
  const path = `/api/${environment}/batches/upload?${asked}`;
  const response = await fetch(path, { method: "POST", body: file });
  if (!response.ok) throw new ViewUnavailable(path, response.status);
  const answer: Uploaded = await response.json();
  return answer;
}
