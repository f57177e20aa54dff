"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ProblemAlert } from "@/components/feedback/problem-alert";
import { TextField } from "@/components/forms/form-field";
import { useOrderAction, useRefusalWords } from "@/components/orders/order-action";
import { StepUpCard } from "@/components/sign-in/step-up";
import { Button } from "@/components/ui/button";
import { decideBatchAction, takeBackBatchAction } from "@/lib/batches/actions";
import type { BatchView } from "@/lib/batches/schema";
import type { Environment } from "@/lib/environment";
import { formatAmount } from "@/lib/money/format";
import { asksAmountAgain } from "@/lib/withdrawals/confirm-amount";

type Props = { environment: Environment; batch: BatchView; digest: string; count: number };

/** The three things that an approver can say of a batch. In production, count and sums are typed again. */
export function DecideBatch({ environment, batch: { batchId, totals, requested }, digest, count }: Props) {
  const t = useTranslations("batches.approval");
  const words = useTranslations("withdrawals.approval");
  const [refusal, setRefusal] = useState<"declined" | "sent_back" | null>(null);
  const [reason, setReason] = useState("");
  const [again, setAgain] = useState<{ count: string; amounts: Record<string, string> }>({ count: "", amounts: {} });
  const decide = useOrderAction(environment, decideBatchAction);
  const problem = useRefusalWords(decide, {
    unreachable: words("problems.unreachable"),
    own: ({ kind }) => kind !== "proof_needed" && t(`problems.${kind}`),
  });
  const isLeaving = decide.isPending || decide.data?.ok === true;
  const error = decide.data?.ok === false ? decide.data.error : null;
  const asksAgain = asksAmountAgain(environment);
  const sums = (totals ?? []).map(({ amount, currency }) => formatAmount(amount, currency)).join(" + ");
  const toggle = (wanted: "declined" | "sent_back") => {
    decide.reset();
    setRefusal(refusal === wanted ? null : wanted);
  };
  return (
    <div className="grid gap-3">
      {asksAgain && (
        <div className="flex flex-wrap gap-3">
          <TextField
            name="count"
            label={t("retypeCount")}
            problem={undefined}
            inputMode="numeric"
            value={again.count}
            onChange={(value) => setAgain({ ...again, count: value })}
          />
          {totals?.map(({ currency }) => (
            <TextField
              key={currency}
              name={`sum-${currency}`}
              label={t("retypeSum", { currency })}
              problem={undefined}
              inputMode="decimal"
              value={again.amounts[currency] ?? ""}
              onChange={(value) => setAgain({ ...again, amounts: { ...again.amounts, [currency]: value } })}
            />
          ))}
        </div>
      )}
      <div className="flex flex-wrap gap-2 max-sm:*:flex-1 max-sm:*:first:basis-full">
        <Button
          variant="primary"
          size="large"
          focusableWhenDisabled
          disabled={isLeaving}
          onClick={() => decide.mutate({ batchId, digest, decision: "approved", ...(asksAgain && { again }) })}
          className="max-sm:whitespace-normal"
        >
          {isLeaving ? words("approving") : t("approve", { count, sums })}
        </Button>
        <Button
          size="large"
          disabled={isLeaving}
          aria-expanded={refusal === "sent_back"}
          onClick={() => toggle("sent_back")}
        >
          {words("sendBack")}
        </Button>
        <Button
          variant="destructive"
          size="large"
          disabled={isLeaving}
          aria-expanded={refusal === "declined"}
          onClick={() => toggle("declined")}
        >
          {words("decline")}
        </Button>
      </div>
      {refusal && (
        <div className="grid max-w-150 gap-3">
          <TextField
            name="reason"
            label={words("reason", { decision: refusal })}
            hint={words("reasonHint", { requester: requested?.by ?? "" })}
            problem={error?.kind === "invalid" ? error.fields.reason : undefined}
            value={reason}
            onChange={setReason}
          />
          <Button
            className="justify-self-start"
            focusableWhenDisabled
            disabled={isLeaving}
            onClick={() => decide.mutate({ batchId, digest, decision: refusal, reason })}
          >
            {isLeaving ? words("approving") : t("confirm", { decision: refusal })}
          </Button>
        </div>
      )}
      {error?.kind === "proof_needed" ? (
        <StepUpCard needed={error} onProved={() => decide.variables && decide.mutate(decide.variables)} />
      ) : (
        <ProblemAlert>{problem}</ProblemAlert>
      )}
    </div>
  );
}

/** Makes a draft of a request that waits. Approvals that were given are void. */
export function TakeBackBatch({ environment, batchId }: { environment: Environment; batchId: string }) {
  const t = useTranslations("batches.approval");
  const takeBack = useOrderAction(environment, takeBackBatchAction);
  const problem = useRefusalWords(takeBack, {
    unreachable: t("problems.unreachable"),
    own: ({ kind }) => t(`problems.${kind}`),
  });
  const isLeaving = takeBack.isPending || takeBack.data?.ok === true;
  return (
    <>
      <Button
        className="justify-self-start"
        focusableWhenDisabled
        disabled={isLeaving}
        onClick={() => takeBack.mutate({ batchId })}
      >
        {t("takeBack")}
      </Button>
      <ProblemAlert>{problem}</ProblemAlert>
    </>
  );
}
