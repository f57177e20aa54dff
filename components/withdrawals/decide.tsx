"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { TextField } from "@/components/forms/form-field";
import { sendFailureOf } from "@/components/forms/send-in-time";
import { StepUpCard } from "@/components/security/step-up-card";
import { Button } from "@/components/ui/button";
import type { Environment } from "@/lib/environment";
import { formatAmount } from "@/lib/money/format";
import type { TransactionView } from "@/lib/transactions/schema";
import { ApprovalProblem } from "./approval-problem";
import { ConfirmAmount, useConfirmAmount } from "./confirm-amount";
import { useDecideWithdrawal } from "./use-decide-withdrawal";

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
  const decide = useDecideWithdrawal(environment);
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
      <div className="flex flex-wrap gap-2">
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
          size="large"
          disabled={isLeaving}
          aria-expanded={refusal === "declined"}
          onClick={() => toggle("declined")}
        >
          {t("decline")}
        </Button>
      </div>
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
        <ApprovalProblem error={error} failed={sendFailureOf(decide.error)} />
      )}
    </>
  );
}
