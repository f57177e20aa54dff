"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { isAtTheDoor, useProblemWords } from "@/components/use-problem-words";
import type { Environment } from "@/lib/environment";
import { formatAmount } from "@/lib/money/format";
import type { TransactionView } from "@/lib/transactions/schema";
import { isReissuable, isUnknown } from "@/lib/transactions/submission";
import { RetypedAmount, useRetypedAmount } from "./retyped-amount";
import { useReissueWithdrawal } from "./use-reissue-withdrawal";

type Props = { environment: Environment; order: TransactionView };

/**
 * Sends a withdrawal again under a new, linked id. While the first request may still be accepted, the action stays in
 * sight, locked, and says when and why it opens.
 */
export function Reissue({ environment, order }: Props) {
  const t = useTranslations("withdrawals.reissue");
  const [isAsking, setIsAsking] = useState(false);
  const reissue = useReissueWithdrawal(environment);
  const retyped = useRetypedAmount({ environment, ...order });
  const { referenceId, submission, conflict, replacedBy } = order;
  if (replacedBy !== null || reissue.data?.ok) return null;
  if (isUnknown(submission)) {
    return (
      <div className="mt-3 flex flex-wrap items-center gap-2.5">
        <Button focusableWhenDisabled disabled aria-describedby="reissue-locked">
          {t("locked")}
        </Button>
        <p id="reissue-locked" className="text-xs text-ink-3">
          {t("lockedWhy")}
        </p>
      </div>
    );
  }
  if (!isReissuable(submission) || conflict) return null;

  const amount = formatAmount(order.amount, order.currency);
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2.5">
      {isAsking ? (
        <>
          <p className="w-full text-[13px]">{t("sure", { amount, referenceId })}</p>
          <RetypedAmount retyped={retyped} />
          <Button
            variant="primary"
            focusableWhenDisabled
            disabled={reissue.isPending}
            onClick={() => retyped.isRight() && reissue.mutate({ referenceId, amountAgain: retyped.typed })}
          >
            {reissue.isPending ? t("making") : t("confirm", { amount })}
          </Button>
          <Button disabled={reissue.isPending} onClick={() => setIsAsking(false)}>
            {t("cancel")}
          </Button>
        </>
      ) : (
        <Button onClick={() => setIsAsking(true)}>{t("open")}</Button>
      )}
      <p role="alert" className="text-[13px] text-fail empty:hidden">
        <ReissueProblem reissue={reissue} />
      </p>
    </div>
  );
}

/** Why nothing was sent again, or nothing where nothing went wrong. */
function ReissueProblem({ reissue: { data, isError } }: { reissue: ReturnType<typeof useReissueWithdrawal> }) {
  const t = useTranslations("withdrawals.reissue.problems");
  const words = useProblemWords();
  if (isError) return words({ kind: "unreachable" });
  if (!data || data.ok) return null;
  const { error } = data;
  return isAtTheDoor(error) ? words(error) : t(error.kind);
}
