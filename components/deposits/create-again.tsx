"use client";

import { useTranslations } from "next-intl";
import { sendFailureOf } from "@/components/forms/send-in-time";
import { isAtTheDoor, useProblemWords } from "@/components/forms/use-problem-words";
import { ReissueForm } from "@/components/orders/reissue-form";
import type { Environment } from "@/lib/environment";
import { formatAmount } from "@/lib/money/format";
import type { TransactionView } from "@/lib/transactions/schema";
import { useReissueDeposit } from "./use-reissue-deposit";

type Props = { environment: Environment; order: TransactionView };

/** Creates a deposit again under a new, linked id. */
export function CreateAgain({ environment, order }: Props) {
  const t = useTranslations("deposits.again");
  const reissue = useReissueDeposit(environment);
  const problem = useReissueProblem(reissue);
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
      onConfirm={() => reissue.mutate({ referenceId })}
    />
  );
}

/** Why nothing was created again, or nothing where nothing went wrong. */
function useReissueProblem({ data, error: failure }: ReturnType<typeof useReissueDeposit>): string | null {
  const t = useTranslations("deposits.again.problems");
  const words = useProblemWords();
  const failed = sendFailureOf(failure);
  if (failed) return failed === "unknown" ? t("unreachable") : words({ kind: failed });
  if (!data || data.ok) return null;
  const { error } = data;
  return isAtTheDoor(error) ? words(error) : t(error.kind);
}
