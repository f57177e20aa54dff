"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ProblemAlert } from "@/components/feedback/problem-alert";
import { TextField } from "@/components/forms/form-field";
import { useOrderAction, useRefusalWords } from "@/components/orders/order-action";
import { StepUpCard } from "@/components/sign-in/step-up";
import { Button } from "@/components/ui/button";
import type { Environment } from "@/lib/environment";
import { formatAmount } from "@/lib/money/format";
import type { TransactionView } from "@/lib/transactions/schema";
import { decideWithdrawalAction, takeBackWithdrawalAction } from "@/lib/withdrawals/actions";
import { ConfirmAmount, useConfirmAmount } from "./confirm-amount";
import { DecisionBar } from "./decision-bar";

type Props = {
  environment: Environment;
  order: TransactionView;
  withdrawal: NonNullable<TransactionView["withdrawal"]>;
  /** Where not, it can still be declined or sent back. */
  mayApprove: boolean;
  /** Of the terms that the approver sees. */
  digest: string;
};

/** The three things that an approver can say. What was typed stays until it has been received. */
export function Decide({ environment, order, withdrawal: { requestedBy }, digest, mayApprove }: Props) {
  const t = useTranslations("withdrawals.approval");
  const { referenceId, amount, currency } = order;
  const retyped = useConfirmAmount({ environment, amount, currency });
  const [refusal, setRefusal] = useState<"declined" | "sent_back" | null>(null);
  const [reason, setReason] = useState("");
  const decide = useOrderAction(environment, decideWithdrawalAction);
  const problem = useRefusalWords(decide, {
    unreachable: t("problems.unreachable"),
    own: ({ kind }) => kind !== "proof_needed" && t(`problems.${kind}`),
  });
  const isLeaving = decide.isPending || decide.data?.ok === true;
  const error = decide.data?.ok === false ? decide.data.error : null;

  function approve() {
    if (retyped.isRight()) decide.mutate({ referenceId, digest, decision: "approved", amountAgain: retyped.typed });
  }
  const toggle = (wanted: "declined" | "sent_back") => {
    decide.reset();
    setRefusal(refusal === wanted ? null : wanted);
  };
  return (
    <>
      {mayApprove && <ConfirmAmount retyped={retyped} />}
      <DecisionBar isFixed={refusal === null && error === null && problem === null}>
        {mayApprove && (
          <Button variant="primary" size="large" focusableWhenDisabled disabled={isLeaving} onClick={approve}>
            {isLeaving ? t("approving") : t("approve", { amount: formatAmount(amount, currency) })}
          </Button>
        )}
        <Button
          size="large"
          disabled={isLeaving}
          aria-expanded={refusal === "sent_back"}
          onClick={() => toggle("sent_back")}
        >
          {t("sendBack")}
        </Button>
        <Button
          variant="destructive"
          size="large"
          disabled={isLeaving}
          aria-expanded={refusal === "declined"}
          onClick={() => toggle("declined")}
        >
          {t("decline")}
        </Button>
      </DecisionBar>
      {refusal && (
        <div className="grid max-w-150 gap-3">
          <TextField
            name="reason"
            label={t("reason", { decision: refusal })}
            hint={t("reasonHint", { requester: requestedBy })}
            problem={error?.kind === "invalid" ? error.fields.reason : undefined}
            value={reason}
            onChange={setReason}
          />
          <Button
            className="justify-self-start"
            focusableWhenDisabled
            disabled={isLeaving}
            onClick={() => decide.mutate({ referenceId, digest, decision: refusal, reason })}
          >
            {isLeaving ? t("approving") : t("confirm", { decision: refusal })}
          </Button>
        </div>
      )}
      {error?.kind === "proof_needed" ? (
        <StepUpCard needed={error} onProved={() => decide.variables && decide.mutate(decide.variables)} />
      ) : (
        <ProblemAlert>{problem}</ProblemAlert>
      )}
    </>
  );
}

/** Ends one's own request while it still waits. Nothing has left, so nothing needs to be confirmed. */
export function TakeBack({ environment, referenceId }: { environment: Environment; referenceId: string }) {
  const t = useTranslations("withdrawals.approval");
  const takeBack = useOrderAction(environment, takeBackWithdrawalAction);
  const problem = useRefusalWords(takeBack, {
    unreachable: t("problems.unreachable"),
    own: ({ kind }) => t(`problems.${kind}`),
  });
  const isLeaving = takeBack.isPending || takeBack.data?.ok === true;
  return (
    <>
      <Button
        className="justify-self-start pointer-coarse:min-h-11"
        focusableWhenDisabled
        disabled={isLeaving}
        onClick={() => takeBack.mutate({ referenceId })}
      >
        {isLeaving ? t("takingBack") : t("takeBack")}
      </Button>
      <ProblemAlert>{problem}</ProblemAlert>
    </>
  );
}
