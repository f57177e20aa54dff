"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Timestamp } from "@/components/display/timestamp";
import { DropZone } from "@/components/forms/drop-zone";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { TitledCard } from "@/components/ui/card";
import { Segmented } from "@/components/ui/segmented";
import type { Environment } from "@/lib/environment";
import { sendFile } from "@/lib/fetch-view";
import { movementCache, statementCache } from "@/lib/reconciliation/cache";
import type { StatementAsked, StatementProblem, UploadedStatement } from "@/lib/reconciliation/statements/schema";
import type { Result } from "@/lib/result";
import { statementProblemWords } from "./statement-problem-words";
import { WithdrawStatement } from "./withdraw-statement";

type Account = StatementAsked["account"];
type Answer = Result<UploadedStatement, StatementProblem>;

/** A statement is chosen or dropped; it says what was read, and why a file is refused. */
export function UploadStatement({ environment }: { environment: Environment }) {
  const t = useTranslations("statements.upload");
  const client = useQueryClient();
  const router = useRouter();
  const [account, setAccount] = useState<Account>("own");
  const upload = useMutation({
    mutationFn: (file: File) => sendStatement(environment, account, file),
    onSuccess: () => router.refresh(),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: statementCache.all(environment) });
      await client.invalidateQueries({ queryKey: movementCache.all(environment) });
    },
  });
  const read = upload.data?.ok === true ? upload.data.value : null;
  const refused = upload.data?.ok === false ? upload.data.error : null;
  return (
    <TitledCard title={t("title")} className="mb-4">
      <div className="grid gap-3 p-4">
        <Segmented
          label={t("account")}
          name="statement-account"
          value={account}
          onChoose={setAccount}
          options={(["own", "service"] as const).map((value) => ({ value, text: t(`accounts.${value}`) }))}
        />
        <p className="text-xs text-muted-foreground">{t(`means.${account}`)}</p>
        <DropZone
          field={{ "aria-label": t("file"), accept: ".txt,.dat,.xml,text/plain,application/xml" }}
          disabled={upload.isPending}
          className="grid place-content-center justify-items-center gap-2 p-5 text-center"
          onFiles={([file]) => file && upload.mutate(file)}
        >
          {(button) => (
            <>
              <p className="text-sm text-muted-foreground">{t("formats")}</p>
              <Button variant="primary" {...button}>
                {t(upload.isPending ? "uploading" : "choose")}
              </Button>
            </>
          )}
        </DropZone>
        <div role="alert" className="empty:hidden">
          {upload.isError && <Alert tone="failed">{t("unreachable")}</Alert>}
          {refused && <Refused problem={refused} />}
        </div>
        {/* The table has the newest statements only. */}
        {refused?.kind === "uploaded_already" && (
          <WithdrawStatement key={refused.statementId} {...{ environment, statement: refused, onDone: upload.reset }} />
        )}
        <p role="status" className="text-sm empty:hidden">
          {read && t("done", read)}
        </p>
      </div>
    </TitledCard>
  );
}

function Refused({ problem }: { problem: StatementProblem }) {
  const t = useTranslations("statements.problems");
  if (problem.kind === "uploaded_already") {
    const { name, by, at } = problem;
    return (
      <Alert tone="watch">
        {t.rich("uploaded_already", { name, by, at: () => <Timestamp at={at} style="minute" /> })}
      </Alert>
    );
  }
  return <Alert tone="failed">{statementProblemWords(t, problem)}</Alert>;
}

function sendStatement(environment: Environment, account: Account, file: File): Promise<Answer> {
  const asked = new URLSearchParams({ name: file.name, account });
  return sendFile(`${statementCache.uploadPath(environment)}?${asked}`, file);
}
