"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { isAtTheDoor, useProblemWords } from "@/components/forms/use-problem-words";
import type { Environment } from "@/lib/environment";
import type { Resolution } from "@/lib/transactions/discrepancies/resolution";
import type { TransactionView } from "@/lib/transactions/schema";
import { FoundOut } from "./found-out";
import { useResolveDiscrepancy } from "./use-resolve-discrepancy";

type Props = { environment: Environment; order: TransactionView };

/** What a person found out about an order that contradicts itself. */
export function ResolveDiscrepancy({ environment, order }: Props) {
  const t = useTranslations("orders.settling");
  const problemWords = useProblemWords();
  const [finding, setFinding] = useState<Resolution | null>(null);
  const [reason, setReason] = useState("");
  const [isUnanswered, setIsUnanswered] = useState(false);
  const settle = useResolveDiscrepancy(environment);
  const { referenceId, contradiction } = order;
  if (contradiction === null) return null;
  const { findings, seen } = contradiction;
  // Received, until the order is refetched; a later discrepancy can be resolved again.
  const isLeaving = settle.isPending || (settle.data?.ok === true && settle.variables?.seen === seen);
  const error = settle.data?.ok === false ? settle.data.error : null;
  const problem = error && (isAtTheDoor(error) ? problemWords(error) : t(`problems.${error.kind}`));

  function submit() {
    setIsUnanswered(finding === null);
    if (finding !== null) settle.mutate({ referenceId, finding, reason, seen });
  }
  return (
    <FoundOut
      words={{
        open: t("open"),
        lead: t("lead"),
        reason: t("reason"),
        reasonHint: t("reasonHint"),
        submit: isLeaving ? t("settling") : t("settle"),
      }}
      reason={reason}
      onReason={setReason}
      reasonProblem={error?.kind === "invalid" ? error.fields.reason : undefined}
      problem={settle.isError ? t("problems.unreachable") : problem}
      isLeaving={isLeaving}
      onSubmit={submit}
    >
      <fieldset aria-describedby="settling-finding-problem" className="grid justify-items-start gap-1">
        <legend className="mb-1 text-[13px] font-semibold">{t("finding")}</legend>
        {findings.map((one) => (
          <label key={one} className="inline-flex items-start gap-2 py-1 pointer-coarse:min-h-11">
            <input
              type="radio"
              name="finding"
              className="mt-1 accent-primary"
              checked={finding === one}
              onChange={() => {
                setFinding(one);
                setIsUnanswered(false);
              }}
            />
            {t(`findings.${one}`)}
          </label>
        ))}
        <p
          id="settling-finding-problem"
          role="alert"
          className="text-[12.5px] font-medium text-destructive empty:hidden"
        >
          {isUnanswered && t("choose")}
        </p>
      </fieldset>
    </FoundOut>
  );
}
