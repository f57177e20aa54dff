"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ProblemAlert } from "@/components/feedback/problem-alert";
import { TextField } from "@/components/forms/form-field";
import { isAtTheDoor, useProblemWords } from "@/components/forms/use-problem-words";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { proposeReopeningAction } from "@/lib/daily-close/actions";
import type { Environment } from "@/lib/environment";

/** A closed day is reopened by two people: this one says why, another confirms. */
export function ReopenDay({ environment, day }: { environment: Environment; day: string }) {
  const t = useTranslations("closing");
  const problemWords = useProblemWords();
  const router = useRouter();
  const [isAsked, setAsked] = useState(false);
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  const propose = useMutation({
    mutationFn: () => proposeReopeningAction(environment, { day, reason }),
    onSettled: () => router.refresh(),
  });
  const error = propose.data?.ok === false ? propose.data.error : null;
  const isLeaving = propose.isPending || propose.data?.ok === true;
  const press = () => {
    setMissing(reason.trim() === "");
    if (reason.trim() !== "") propose.mutate();
  };
  if (!isAsked) {
    return (
      <div className="print:hidden">
        <Button size="field" onClick={() => setAsked(true)}>
          {t("reopen")}
        </Button>
      </div>
    );
  }
  return (
    <Card className="grid gap-3 p-4 print:hidden">
      <p className="max-w-prose text-muted-foreground">{t("reopenWhy")}</p>
      <TextField
        name="reason"
        label={t("reopenReason")}
        problem={isMissing ? "required" : undefined}
        value={reason}
        onChange={setReason}
      />
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" size="field" focusableWhenDisabled disabled={isLeaving} onClick={press}>
          {isLeaving ? t("proposing") : t("proposeReopening")}
        </Button>
        <Button size="field" disabled={isLeaving} onClick={() => setAsked(false)}>
          {t("notYet")}
        </Button>
      </div>
      <ProblemAlert>
        {propose.isError && t("problems.unreachable")}
        {error && (isAtTheDoor(error) ? problemWords(error) : t(`problems.${error.kind}`))}
      </ProblemAlert>
    </Card>
  );
}
