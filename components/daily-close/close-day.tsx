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
import { closeDayAction } from "@/lib/daily-close/actions";
import type { Environment } from "@/lib/environment";

/** Closing is asked about once more: taking it back needs two people. */
export function CloseDay({ environment, day, addsUp }: { environment: Environment; day: string; addsUp: boolean }) {
  const t = useTranslations("closing");
  const problemWords = useProblemWords();
  const router = useRouter();
  const [isSure, setSure] = useState(false);
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  const close = useMutation({
    mutationFn: (form: { day: string; reason?: string }) => closeDayAction(environment, form),
    onSettled: () => router.refresh(),
  });
  const error = close.data?.ok === false ? close.data.error : null;
  const isLeaving = close.isPending || close.data?.ok === true;
  // The figures may have changed since the page was loaded.
  const asksReason = !addsUp || error?.kind === "reason_needed";

  function press() {
    const isGiven = !asksReason || reason.trim() !== "";
    setMissing(!isGiven);
    if (isGiven) close.mutate(asksReason ? { day, reason } : { day });
  }
  return (
    <Card className="grid gap-3 p-4 print:hidden">
      <p className="max-w-prose text-muted-foreground">{t("closeWhy")}</p>
      {isSure && asksReason && (
        <TextField
          name="reason"
          label={t("reason")}
          hint={t("reasonHint")}
          problem={isMissing ? "required" : undefined}
          value={reason}
          onChange={setReason}
        />
      )}
      <div className="flex flex-wrap gap-2">
        {isSure ? (
          <>
            <Button variant="primary" size="field" focusableWhenDisabled disabled={isLeaving} onClick={press}>
              {isLeaving ? t("closingNow") : t("closeForGood")}
            </Button>
            <Button size="field" disabled={isLeaving} onClick={() => setSure(false)}>
              {t("notYet")}
            </Button>
          </>
        ) : (
          <Button variant="primary" size="field" onClick={() => setSure(true)}>
            {t("close")}
          </Button>
        )}
      </div>
      <ProblemAlert>
        {close.isError && t("problems.unreachable")}
        {error && (isAtTheDoor(error) ? problemWords(error) : t(`problems.${error.kind}`))}
      </ProblemAlert>
    </Card>
  );
}
