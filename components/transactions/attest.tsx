"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { TextField } from "@/components/form-field";
import { ProblemAlert } from "@/components/problem-alert";
import { Button } from "@/components/ui/button";
import { isAtTheDoor, useProblemWords } from "@/components/use-problem-words";
import type { Environment } from "@/lib/environment";
import { useAttestAbsence } from "./use-attest-absence";

type Props = { environment: Environment; referenceId: string };

/** A person's word that a lost order was not created. What was typed stays until it has been received. */
export function Attest({ environment, referenceId }: Props) {
  const t = useTranslations("orders.attesting");
  const [isOpen, setIsOpen] = useState(false);
  const [reason, setReason] = useState("");
  const attest = useAttestAbsence(environment);
  const error = attest.data?.ok === false ? attest.data.error : null;
  return (
    <div className="mt-3 grid gap-3">
      <Button className="justify-self-start" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {t("open")}
      </Button>
      {isOpen && (
        <>
          <p className="max-w-150 text-[13px] text-ink-2">{t("lead")}</p>
          <div className="max-w-150">
            <TextField
              name="reason"
              label={t("reason")}
              hint={t("reasonHint")}
              problem={error?.kind === "invalid" ? error.fields.reason : undefined}
              value={reason}
              onChange={setReason}
            />
          </div>
          <Button
            variant="primary"
            className="justify-self-start"
            focusableWhenDisabled
            disabled={attest.isPending || attest.data?.ok === true}
            onClick={() => attest.mutate({ referenceId, reason })}
          >
            {attest.isPending ? t("attesting") : t("attest")}
          </Button>
        </>
      )}
      <AttestProblem error={error} isUnreachable={attest.isError} />
    </div>
  );
}

type Failed = Extract<NonNullable<ReturnType<typeof useAttestAbsence>["data"]>, { ok: false }>["error"];

function AttestProblem({ error, isUnreachable }: { error: Failed | null; isUnreachable: boolean }) {
  const t = useTranslations("orders.attesting.problems");
  const problemWords = useProblemWords();
  const words = () => {
    if (isUnreachable) return t("unreachable");
    if (!error) return null;
    return isAtTheDoor(error) ? problemWords(error) : t(error.kind);
  };
  return <ProblemAlert>{words()}</ProblemAlert>;
}
