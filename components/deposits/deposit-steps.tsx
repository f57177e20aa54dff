"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { useOrderAction } from "@/components/orders/order-action";
import { correctPath } from "@/components/orders/order-link";
import { ReissueForm } from "@/components/orders/reissue-form";
import { buttonVariants } from "@/components/ui/button";
import { reissueDepositAction } from "@/lib/deposits/actions";
import type { Environment } from "@/lib/environment";
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
  return (
    <ReissueForm
      of="deposits.again"
      {...{ order, reissue }}
      say={(kind) => t(`problems.${kind}`)}
      onConfirm={() => reissue.send({ referenceId: order.referenceId })}
    />
  );
}
