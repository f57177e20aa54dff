"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Money } from "@/components/display/money";
import { StatusBadge } from "@/components/display/status-badge";
import { OrderLink } from "@/components/orders/order-link";
import { buttonVariants } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ApprovalCard } from "@/components/withdrawals/approval-card";
import { approvalsCache } from "@/lib/approval-queue/cache";
import type { Environment } from "@/lib/environment";
import { transactionCache } from "@/lib/transactions/cache";
import { itemPath } from "./item-path";

/** How much goes to whom, and the decision about it. Once decided, the way to the next. */
export function PayoutDecision({ environment, referenceId }: { environment: Environment; referenceId: string }) {
  const t = useTranslations("approvals");
  const { data: order } = useSuspenseQuery(transactionCache.one(environment, referenceId));
  const { items } = useSuspenseQuery(approvalsCache.all(environment)).data;
  const { withdrawal } = order;
  const others = items.filter(({ id }) => id !== referenceId);
  const next = others.find(({ at }) => at >= order.createdAt) ?? others[0];
  if (!withdrawal?.approval) return null;
  return (
    <div>
      <Card className="mb-4 grid justify-items-start gap-1 px-4 py-3.5 max-lg:justify-items-center max-lg:text-center">
        <p className="flex flex-wrap items-center gap-2 text-sm text-muted-foreground">
          <StatusBadge order={order} />
          {t("by", { by: withdrawal.requestedBy })}
        </p>
        <p className="text-3xl font-semibold tracking-tight">
          <Money amount={order.amount} currency={order.currency} />
        </p>
        <p className="text-muted-foreground">
          {t.rich("to", {
            name: () => (
              <b lang="ja" className="font-semibold text-foreground">
                {withdrawal.recipient.destinationAccountName}
              </b>
            ),
          })}
        </p>
        <OrderLink environment={environment} referenceId={referenceId} />
      </Card>
      <ApprovalCard environment={environment} order={order} withdrawal={withdrawal} approval={withdrawal.approval}>
        {next && (
          <Link
            href={itemPath(environment, next.id)}
            className={buttonVariants({ variant: "primary", size: "large", className: "justify-self-start" })}
          >
            {t("nextItem")}
          </Link>
        )}
      </ApprovalCard>
    </div>
  );
}
