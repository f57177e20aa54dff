"use client";

import { useTranslations } from "next-intl";
import { ProblemAlert } from "@/components/feedback/problem-alert";
import { useOrderAction, useRefusalWords } from "@/components/orders/order-action";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import type { Environment } from "@/lib/environment";
import { formatAmount } from "@/lib/money/format";
import type { TransactionView } from "@/lib/transactions/schema";
import type { HoldReason } from "@/lib/transactions/submission/hold-reasons";
import { isAwaitingApproval } from "@/lib/transactions/submission/submission";
import { releaseWithdrawalAction } from "@/lib/withdrawals/actions";

type Props = { environment: Environment; order: TransactionView; hold: HoldReason; mayRelease: boolean };

/** Why a withdrawal was held instead of sent, and what a person can do about it. */
export function HoldNotice({ environment, order, hold, mayRelease }: Props) {
  const t = useTranslations("withdrawals.hold");
  return (
    <div className="mt-3 grid gap-2.5">
      <Alert tone="watch">
        <p className="font-semibold">{t("title")}</p>
        <p>{t("why", { reason: hold })}</p>
        <p>{t("todo", { reason: hold })}</p>
      </Alert>
      {mayRelease && !isAwaitingApproval(order.submission) && <Release environment={environment} order={order} />}
    </div>
  );
}

function Release({ environment, order }: Pick<Props, "environment" | "order">) {
  const t = useTranslations("withdrawals.hold");
  const release = useOrderAction(environment, releaseWithdrawalAction);
  const problem = useRefusalWords(release, {
    unreachable: t("problems.unreachable"),
    own: ({ kind }) => t(`problems.${kind}`),
  });
  const isLeaving = release.isPending || release.data?.ok === true;
  return (
    <>
      <Button
        className="justify-self-start pointer-coarse:min-h-11"
        disabled={isLeaving}
        onClick={() => release.mutate({ referenceId: order.referenceId })}
      >
        {isLeaving ? t("retrying") : t("retry", { amount: formatAmount(order.amount, order.currency) })}
      </Button>
      <ProblemAlert>{problem}</ProblemAlert>
    </>
  );
}
