"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { FileField } from "@/components/forms/file-field";
import { FormField, TextField } from "@/components/forms/form-field";
import { stillWrong } from "@/components/forms/still-wrong";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { CardBody, TitledCard } from "@/components/ui/card";
import { Input } from "@/components/ui/input";
import { useHydrated } from "@/components/use-hydrated";
import type { Problem } from "@/lib/auth/problem";
import type { Environment } from "@/lib/environment";
import { sendFile } from "@/lib/fetch-view";
import type { AnswerProblem } from "@/lib/payees/account-check/read-answers";
import type { AnswersImported, AnswersView } from "@/lib/payees/account-check/schema";
import { payeeCache } from "@/lib/payees/cache";
import type { Result } from "@/lib/result";
import { AnswerTable } from "./answer-table";

type Props = { environment: Environment; today: string };
type Invalid = Extract<Problem, { kind: "invalid" }>;

/** The answers of a bank: choose the file, look at what would be kept, then keep it as evidence. */
export function Answers({ environment, today }: Props) {
  const t = useTranslations("payees.check");
  const hydrated = useHydrated();
  const [bank, setBank] = useState("");
  const [on, setOn] = useState(today);
  const client = useQueryClient();
  const router = useRouter();
  const path = `/api/${environment}/payees/account-checks`;
  const read = useMutation({
    mutationFn: (file: File) => sendFile<Result<AnswersView, AnswerProblem>>(`${path}/preview`, file),
  });
  const keep = useMutation({
    mutationFn: ({ file: chosen, ...from }: { file: File; bank: string; on: string }) =>
      sendFile<Result<AnswersImported, AnswerProblem | Invalid>>(`${path}?${new URLSearchParams(from)}`, chosen),
    onSuccess: () => router.refresh(),
    onSettled: () => client.invalidateQueries({ queryKey: payeeCache.all(environment) }),
  });
  const file = read.variables;
  const kept = keep.data?.ok ? keep.data.value : null;
  const refused = keep.data?.ok === false ? keep.data.error : null;
  const problems = refused?.kind === "invalid" ? stillWrong(refused.fields, keep.variables, { bank, on }) : {};
  const isCorrected = refused?.kind === "invalid" && Object.keys(problems).length === 0;
  const isComplete = bank.trim() !== "" && on !== "";
  return (
    <TitledCard title={t("answers")}>
      <CardBody className="grid gap-3">
        <p className="text-sm text-muted-foreground">{t("answersLead")}</p>
        <FileField
          id="answers-file"
          label={t("file")}
          hint={t("fileHint")}
          accept=".txt,.dat,text/plain"
          disabled={!hydrated}
          onChoose={(chosen) => {
            keep.reset();
            read.mutate(chosen);
          }}
        />
        <div role="alert" className="empty:hidden">
          {read.isError && <Alert tone="failed">{t("unreadable")}</Alert>}
          {keep.isError && <Alert tone="failed">{t("unreachable")}</Alert>}
          {read.data?.ok === false && <Refused problem={read.data.error} />}
          {refused && !isCorrected && <Refused problem={refused} />}
        </div>
        {read.data?.ok && !kept && (
          <>
            <AnswerTable environment={environment} rows={read.data.value.rows} />
            <div className="grid gap-3 sm:grid-cols-2">
              <TextField
                name="bank"
                label={t("bank")}
                hint={t("bankHint")}
                problem={problems.bank}
                value={bank}
                onChange={setBank}
              />
              <FormField name="on" label={t("on")} problem={problems.on}>
                {(control) => (
                  <Input
                    {...control}
                    type="date"
                    max={today}
                    value={on}
                    onChange={({ target }) => setOn(target.value)}
                  />
                )}
              </FormField>
            </div>
            <Button
              variant="primary"
              size="field"
              className="justify-self-start"
              disabled={!isComplete || keep.isPending}
              onClick={() => file && isComplete && keep.mutate({ file, bank, on })}
            >
              {t("keep")}
            </Button>
          </>
        )}
        <div role="status">{kept && <Alert>{t("kept", kept)}</Alert>}</div>
      </CardBody>
    </TitledCard>
  );
}

function Refused({ problem }: { problem: AnswerProblem | Invalid }) {
  const t = useTranslations("payees.check.problems");
  const { stated, counted } = problem.kind === "count" ? problem : { stated: 0, counted: 0 };
  const record = "record" in problem ? problem.record : 0;
  return <Alert tone="failed">{t(problem.kind, { record, stated, counted })}</Alert>;
}
