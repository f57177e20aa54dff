"use client";

import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { useOrderAction, useRefusalWords } from "@/components/orders/order-action";
import type { Environment } from "@/lib/environment";
import { formatAmount } from "@/lib/money/format";
import type { TransactionView } from "@/lib/transactions/schema";
import { decideWithdrawalAction, takeBackWithdrawalAction } from "@/lib/withdrawals/actions";
import { ApproverDecision, TakeBackRequest } from "./approver-decision";
import { ConfirmAmount, useConfirmAmount } from "./confirm-amount";

type Props = {
  environment: Environment;
  order: TransactionView;
  withdrawal: NonNullable<TransactionView["withdrawal"]>;
  /** Where not, it can still be declined or sent back. */
  mayApprove: boolean;
  /** Of the terms that the approver sees. */
  digest: string;
} & Pick<ComponentProps<typeof ApproverDecision>, "readerId" | "end" | "onHold">;

/** The decision about one payout. In production, its amount is typed again. */
export function Decide({ environment, order, withdrawal: { requestedBy }, digest, mayApprove, ...more }: Props) {
  const t = useTranslations("withdrawals.approval");
  const { referenceId, amount, currency } = order;
  const retyped = useConfirmAmount({ environment, amount, currency });
  const decide = useOrderAction(environment, decideWithdrawalAction);
  const problem = useRefusalWords(decide, {
    unreachable: t("problems.unreachable"),
    own: ({ kind }) => kind !== "proof_needed" && t(`problems.${kind}`),
  });
  const press = () => {
    if (retyped.isRight()) decide.mutate({ referenceId, digest, decision: "approved", amountAgain: retyped.typed });
  };
  return (
    <>
      {mayApprove && more.end === null && <ConfirmAmount retyped={retyped} />}
      <ApproverDecision
        item={referenceId}
        {...{ decide, problem, ...more }}
        requester={requestedBy}
        approve={mayApprove ? { text: t("approve", { amount: formatAmount(amount, currency) }), press } : null}
        refuse={(decision, reason) => decide.mutate({ referenceId, digest, decision, reason })}
      />
    </>
  );
}

export function TakeBack({ environment, referenceId }: { environment: Environment; referenceId: string }) {
  const t = useTranslations("withdrawals.approval");
  const takeBack = useOrderAction(environment, takeBackWithdrawalAction);
  const problem = useRefusalWords(takeBack, {
    unreachable: t("problems.unreachable"),
    own: ({ kind }) => t(`problems.${kind}`),
  });
  const isLeaving = takeBack.isPending || takeBack.data?.ok === true;
  return <TakeBackRequest {...{ isLeaving, problem }} onPress={() => takeBack.mutate({ referenceId })} />;
}
