"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { TextField } from "@/components/form-field";
import { ProblemAlert } from "@/components/problem-alert";
import { Button } from "@/components/ui/button";
import { isAtTheDoor, useProblemWords } from "@/components/use-problem-words";
import type { Environment } from "@/lib/environment";
import type { Finding } from "@/lib/transactions/finding";
import type { TransactionView } from "@/lib/transactions/schema";
import { useSettleContradiction } from "./use-settle-contradiction";

type Props = { environment: Environment; order: TransactionView };

/** What a person found out about an order that contradicts itself. What was typed stays until it has been received. */
export function Settle({ environment, order }: Props) {
  const t = useTranslations("orders.settling");
  const [isOpen, setIsOpen] = useState(false);
  const [finding, setFinding] = useState<Finding | null>(null);
  const [reason, setReason] = useState("");
  const [isUnanswered, setIsUnanswered] = useState(false);
  const settle = useSettleContradiction(environment);
  const { referenceId, contradiction } = order;
  if (contradiction === null) return null;
  const { findings, seen } = contradiction;
  // Received, until the order is read anew; news that comes after that can be settled again.
  const isLeaving = settle.isPending || (settle.data?.ok === true && settle.variables?.seen === seen);
  const error = settle.data?.ok === false ? settle.data.error : null;

  function submit() {
    setIsUnanswered(finding === null);
    if (finding !== null) settle.mutate({ referenceId, finding, reason, seen });
  }
  return (
    <div className="mt-3 grid gap-3">
      <Button className="justify-self-start" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {t("open")}
      </Button>
      {isOpen && (
        <>
          <p className="max-w-150 text-[13px] text-ink-2">{t("lead")}</p>
          <fieldset aria-describedby="settling-finding-problem" className="grid justify-items-start gap-1">
            <legend className="mb-1 text-[13px] font-semibold">{t("finding")}</legend>
            {findings.map((one) => (
              <label key={one} className="inline-flex items-start gap-2 py-1 pointer-coarse:min-h-11">
                <input
                  type="radio"
                  name="finding"
                  className="mt-1 accent-ai"
                  checked={finding === one}
                  onChange={() => {
                    setFinding(one);
                    setIsUnanswered(false);
                  }}
                />
                {t(`findings.${one}`)}
              </label>
            ))}
            <p id="settling-finding-problem" role="alert" className="text-[12.5px] font-medium text-fail empty:hidden">
              {isUnanswered && t("choose")}
            </p>
          </fieldset>
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
            disabled={isLeaving}
            onClick={submit}
          >
            {isLeaving ? t("settling") : t("settle")}
          </Button>
        </>
      )}
      <SettleProblem error={error} isUnreachable={settle.isError} />
    </div>
  );
}

type Failed = Extract<NonNullable<ReturnType<typeof useSettleContradiction>["data"]>, { ok: false }>["error"];

function SettleProblem({ error, isUnreachable }: { error: Failed | null; isUnreachable: boolean }) {
  const t = useTranslations("orders.settling.problems");
  const problemWords = useProblemWords();
  const words = () => {
    if (isUnreachable) return t("unreachable");
    if (!error) return null;
    return isAtTheDoor(error) ? problemWords(error) : t(error.kind);
  };
  return <ProblemAlert>{words()}</ProblemAlert>;
}
