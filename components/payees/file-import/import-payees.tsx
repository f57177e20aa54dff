"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { FileField } from "@/components/forms/file-field";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { CardBody, TitledCard } from "@/components/ui/card";
import type { Environment } from "@/lib/environment";
import { sendFile } from "@/lib/fetch-view";
import type { PayeeFilePreview, PayeeFileProblem } from "@/lib/payees/file-import/schema";
import type { Result } from "@/lib/result";
import { FileLines } from "./file-lines";

type Problem = PayeeFileProblem | { kind: "nothing_new" };

/** Choose a file, look at what it adds and changes, then propose that. A file deletes nothing. */
export function ImportPayees({ environment }: { environment: Environment }) {
  const t = useTranslations("payees.import");
  const router = useRouter();
  const path = `/api/${environment}/payees/import`;
  const read = useMutation({
    mutationFn: (file: File) => sendFile<Result<PayeeFilePreview, Problem>>(`${path}/preview`, file),
  });
  const propose = useMutation({
    mutationFn: (file: File) =>
      sendFile<Result<{ importId: string }, Problem>>(`${path}?${new URLSearchParams({ name: file.name })}`, file),
    onSuccess: (made) => {
      if (made.ok) router.push(`/${environment}/payees/imports/${made.value.importId}`);
    },
  });
  const file = read.variables;
  const preview = read.data?.ok ? read.data.value : null;
  const wanted = preview ? preview.counts.add + preview.counts.change : 0;
  const isLeaving = propose.isPending || propose.data?.ok === true;
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
          onChoose={(chosen) => {
            propose.reset();
            read.mutate(chosen);
          }}
        />
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
              onClick={() => file && wanted > 0 && !isLeaving && propose.mutate(file)}
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
  const columns = "columns" in problem ? problem.columns : "";
  const reason = problem.kind === "unreadable" ? problem.reason : "";
  const most = problem.kind === "too_many" ? problem.most : 0;
  return <Alert tone="failed">{t(problem.kind, { columns, reason, most })}</Alert>;
}
