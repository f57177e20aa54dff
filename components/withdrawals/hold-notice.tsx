"use client";

import { useTranslations } from "next-intl";
import { OnePress } from "@/components/orders/one-press";
import { useOrderAction } from "@/components/orders/order-action";
import { Alert } from "@/components/ui/alert";
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
      {/* Held again, which may be all that the browser hears of a retry, it can be retried again. */}
      {mayRelease && !isAwaitingApproval(order.submission) && (
        <Release key={order.updatedAt} environment={environment} order={order} />
      )}
    </div>
  );
}

function Release({ environment, order }: Pick<Props, "environment" | "order">) {
  const t = useTranslations("withdrawals.hold");
  const release = useOrderAction(environment, releaseWithdrawalAction);
  const { referenceId, amount, currency } = order;
  return (
    <OnePress of={release} say={(kind) => t(`problems.${kind}`)} onPress={() => release.send({ referenceId })}>
      {release.isLeaving ? t("retrying") : t("retry", { amount: formatAmount(amount, currency) })}
    </OnePress>
  );
}
