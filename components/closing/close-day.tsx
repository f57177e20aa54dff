"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ProblemAlert } from "@/components/problem-alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { isAtTheDoor, useProblemWords } from "@/components/use-problem-words";
import { closeDayAction } from "@/lib/closing/actions";
import type { Environment } from "@/lib/environment";

/** Closing is for good, so it is asked about once more. */
export function CloseDay({ environment, day }: { environment: Environment; day: string }) {
  const t = useTranslations("closing");
  const problemWords = useProblemWords();
  const router = useRouter();
  const [isSure, setSure] = useState(false);
  const close = useMutation({
    mutationFn: (form: { day: string }) => closeDayAction(environment, form),
    onSettled: () => router.refresh(),
  });
  const error = close.data?.ok === false ? close.data.error : null;
  const isLeaving = close.isPending || close.data?.ok === true;
  return (
    <Card className="grid gap-3 p-4 print:hidden">
      <p className="max-w-prose text-ink-2">{t("closeWhy")}</p>
      <div className="flex flex-wrap gap-2">
        {isSure ? (
          <>
            <Button
              variant="primary"
              size="field"
              focusableWhenDisabled
              disabled={isLeaving}
              onClick={() => close.mutate({ day })}
            >
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
