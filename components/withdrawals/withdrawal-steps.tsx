"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { useOrderAction } from "@/components/orders/order-action";
import { correctPath, OrderLink } from "@/components/orders/order-link";
import { ReissueForm } from "@/components/orders/reissue-form";
import { buttonVariants } from "@/components/ui/button";
import type { Environment } from "@/lib/environment";
import type { TransactionView } from "@/lib/transactions/schema";
import { isCorrectablePayout, isRepeatable } from "@/lib/transactions/submission/correctable";
import { reissueWithdrawalAction } from "@/lib/withdrawals/actions";
import { ConfirmAmount, useConfirmAmount } from "./confirm-amount";
import { isRepeats, Repeated, shownBy } from "./repeated";

type Props = { environment: Environment; order: TransactionView };

/** What a person can do about a withdrawal that came to nothing, may have, or is paid. */
export function WithdrawalSteps({ environment, order }: Props) {
  const t = useTranslations("withdrawals.approval");
  const { referenceId, replacedBy, resolution } = order;
  const isCorrectable = isCorrectablePayout({ ...order, finding: resolution?.finding ?? null }) && replacedBy === null;
  return (
    <>
      <Reissue environment={environment} order={order} />
      {isCorrectable && (
        <Link
          href={correctPath(environment, "withdrawals", referenceId)}
          className={buttonVariants({ className: "mt-3" })}
        >
          {t("correct")}
        </Link>
      )}
      {isRepeatable(order) && (
        <div className="mt-3 flex flex-wrap gap-2">
          {/* The same recipient in a new form, without an amount. The paid order stays as it is. */}
          <Link
            href={`/${environment}/withdrawals/new?again=${encodeURIComponent(referenceId)}`}
            className={buttonVariants()}
          >
            {t("payAgain")}
          </Link>
          {/* A proposal with the same account: a second person decides about it. */}
          {order.withdrawal?.payee === null && (
            <Link
              href={`/${environment}/payees/new?from=${encodeURIComponent(referenceId)}`}
              className={buttonVariants()}
            >
              {t("savePayee")}
            </Link>
          )}
        </div>
      )}
    </>
  );
}

/** Sends a withdrawal again under a new, linked id. */
function Reissue({ environment, order }: Props) {
  const t = useTranslations("withdrawals.reissue");
  const reissue = useOrderAction(environment, reissueWithdrawalAction);
  const retyped = useConfirmAmount({ environment, ...order });
  const { referenceId } = order;
  const { refusal } = reissue;
  return (
    <ReissueForm
      of="withdrawals.reissue"
      {...{ order, reissue }}
      say={(kind) => {
        if (isRepeats(refusal)) return <Repeated environment={environment} refusal={refusal} />;
        const problem = kind !== "repeats" && kind !== "in_batch" && t(`problems.${kind}`);
        if (refusal?.kind !== "unknown_outcome") return problem;
        return (
          <>
            {problem} <OrderLink environment={environment} referenceId={refusal.referenceId} />
          </>
        );
      }}
      onConfirm={() => {
        if (!retyped.isRight()) return;
        reissue.send({ referenceId, amountAgain: retyped.typed, shownRepeats: shownBy(reissue) });
      }}
    >
      {(confirm) => (
        <>
          <ConfirmAmount retyped={retyped} />
          {confirm()}
        </>
      )}
    </ReissueForm>
  );
}
