"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { useOrderAction, useRefusalWords } from "@/components/orders/order-action";
import { correctPath } from "@/components/orders/order-link";
import { ReissueForm } from "@/components/orders/reissue-form";
import { buttonVariants } from "@/components/ui/button";
import { reissueDepositAction } from "@/lib/deposits/actions";
import type { Environment } from "@/lib/environment";
import { formatAmount } from "@/lib/money/format";
import type { TransactionView } from "@/lib/transactions/schema";
import { isCorrectable } from "@/lib/transactions/submission/submission";
import { TurnedDown } from "./turned-down";

type Props = { environment: Environment; order: TransactionView };

/** What a person can do about a deposit that came to nothing, or may have. */
export function DepositSteps({ environment, order, mayRegister }: Props & { mayRegister: boolean }) {
  const t = useTranslations("deposits");
  const { referenceId, submission, conflict, replacedBy } = order;
  return (
    <>
      <TurnedDown environment={environment} order={order} mayRegister={mayRegister} />
      <CreateAgain environment={environment} order={order} />
      {isCorrectable(submission) && !conflict && replacedBy === null && (
        <Link
          href={correctPath(environment, "deposits", referenceId)}
          className={buttonVariants({ className: "mt-3" })}
        >
          {t("correct")}
        </Link>
      )}
    </>
  );
}

/** Creates a deposit again under a new, linked id. */
function CreateAgain({ environment, order }: Props) {
  const t = useTranslations("deposits.again");
  const reissue = useOrderAction(environment, reissueDepositAction);
  const problem = useRefusalWords(reissue, {
    unreachable: t("problems.unreachable"),
    own: ({ kind }) => t(`problems.${kind}`),
  });
  const { referenceId } = order;
  const amount = formatAmount(order.amount, order.currency);
  const words = {
    ...{ open: t("open"), sure: t("sure", { amount, referenceId }) },
    ...{ confirm: t("confirm", { amount }), making: t("making"), cancel: t("cancel") },
  };
  return <ReissueForm {...{ order, words, reissue, problem }} onConfirm={() => reissue.mutate({ referenceId })} />;
}
