"use client";

import { useTranslations } from "next-intl";
import { sendFailureOf } from "@/components/forms/send-in-time";
import { isAtTheDoor, useProblemWords } from "@/components/forms/use-problem-words";
import { ReissueForm } from "@/components/orders/reissue-form";
import { StepUpCard } from "@/components/security/step-up-card";
import type { Environment } from "@/lib/environment";
import { formatAmount } from "@/lib/money/format";
import type { TransactionView } from "@/lib/transactions/schema";
import { ConfirmAmount, useConfirmAmount } from "./confirm-amount";
import { useReissueWithdrawal } from "./use-reissue-withdrawal";

type Props = { environment: Environment; order: TransactionView };

/** Sends a withdrawal again under a new, linked id. */
export function Reissue({ environment, order }: Props) {
  const t = useTranslations("withdrawals.reissue");
  const reissue = useReissueWithdrawal(environment);
  const retyped = useConfirmAmount({ environment, ...order });
  const problem = useReissueProblem(reissue);
  const needed = proofNeeded(reissue);
  const { referenceId } = order;
  const amount = formatAmount(order.amount, order.currency);
  const words = {
    ...{ locked: t("locked"), lockedWhy: t("lockedWhy"), open: t("open"), sure: t("sure", { amount, referenceId }) },
    ...{ confirm: t("confirm", { amount }), making: t("making"), cancel: t("cancel") },
  };
  return (
    <ReissueForm
      order={order}
      words={words}
      isMade={reissue.data?.ok === true}
      isPending={reissue.isPending}
      problem={problem}
      onConfirm={() => retyped.isRight() && reissue.mutate({ referenceId, amountAgain: retyped.typed })}
    >
      <ConfirmAmount retyped={retyped} />
      {needed && <StepUpCard needed={needed} onProved={() => reissue.variables && reissue.mutate(reissue.variables)} />}
    </ReissueForm>
  );
}

const proofNeeded = ({ data }: ReturnType<typeof useReissueWithdrawal>) =>
  data?.ok === false && data.error.kind === "proof_needed" ? data.error : null;

/** Why nothing was sent again, or nothing where nothing went wrong. */
function useReissueProblem({ data, error: failure }: ReturnType<typeof useReissueWithdrawal>): string | null {
  const t = useTranslations("withdrawals.reissue.problems");
  const words = useProblemWords();
  const failed = sendFailureOf(failure);
  if (failed) return words({ kind: failed === "unknown" ? "unreachable" : failed });
  if (!data || data.ok) return null;
  const { error } = data;
  if (error.kind === "proof_needed") return null;
  return isAtTheDoor(error) ? words(error) : t(error.kind);
}
