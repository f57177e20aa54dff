"use client";

import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { OnePress } from "@/components/orders/one-press";
import { useOrderAction } from "@/components/orders/order-action";
import type { Environment } from "@/lib/environment";
import { formatAmount } from "@/lib/money/format";
import type { TransactionView } from "@/lib/transactions/schema";
import { decideWithdrawalAction, takeBackWithdrawalAction } from "@/lib/withdrawals/actions";
import { ApproverDecision } from "./approver-decision";
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
  const press = () => {
    if (retyped.isRight()) decide.send({ referenceId, digest, decision: "approved", amountAgain: retyped.typed });
  };
  return (
    <>
      {mayApprove && more.end === null && <ConfirmAmount retyped={retyped} />}
      <ApproverDecision
        item={referenceId}
        {...{ decide, ...more }}
        say={(kind) => t(`problems.${kind}`)}
        requester={requestedBy}
        approve={mayApprove ? { text: t("approve", { amount: formatAmount(amount, currency) }), press } : null}
        refuse={(decision, reason) => decide.send({ referenceId, digest, decision, reason })}
      />
    </>
  );
}

/** Ends one's own request while it still waits. Nothing has left, so nothing needs to be confirmed. */
export function TakeBack({ environment, referenceId }: { environment: Environment; referenceId: string }) {
  const t = useTranslations("withdrawals.approval");
  const takeBack = useOrderAction(environment, takeBackWithdrawalAction);
  return (
    <OnePress of={takeBack} say={(kind) => t(`problems.${kind}`)} onPress={() => takeBack.send({ referenceId })}>
      {takeBack.isLeaving ? t("takingBack") : t("takeBack")}
    </OnePress>
  );
}
