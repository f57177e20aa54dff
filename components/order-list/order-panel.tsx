"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { PanelSteps } from "@/components/data-table/docked";
import { QueryPanel } from "@/components/data-table/query-panel";
import { Copyable } from "@/components/display/copyable";
import { LinkPending } from "@/components/navigation/link-label";
import { orderPath } from "@/components/orders/order-link";
import { CheckStatusButton } from "@/components/transactions/check-status-button";
import { buttonVariants } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import type { Environment } from "@/lib/environment";
import { transactionCache } from "@/lib/transactions/cache";
import { mayBeAtService } from "@/lib/transactions/submission/submission";
import { OrderSummary } from "./order-summary";

type Props = { environment: Environment; referenceId: string; steps: PanelSteps; mayAsk: boolean };

/** An order beside its list. */
export function OrderPanel({ environment, referenceId, steps, mayAsk }: Props) {
  const t = useTranslations("orders");
  const query = useQuery(transactionCache.one(environment, referenceId));
  const { data } = query;
  const foot = (
    <>
      <Link
        prefetch={false}
        href={orderPath(environment, referenceId)}
        className={buttonVariants({ variant: "primary" })}
      >
        {t("panel.open")}
        <LinkPending shape="record" />
      </Link>
      {mayAsk && data && mayBeAtService(data) && (
        <CheckStatusButton key={referenceId} environment={environment} order={data} />
      )}
    </>
  );
  return (
    <QueryPanel
      label={t("panel.title", { referenceId })}
      head={
        <Copyable text={referenceId} what={t("referenceId")}>
          <h2 className="font-mono text-sm font-semibold break-all">{referenceId}</h2>
        </Copyable>
      }
      {...{ query, steps, foot }}
      missing={t("panel.missing")}
      loading={<PanelSkeleton />}
    >
      {(order) => <OrderSummary environment={environment} order={order} />}
    </QueryPanel>
  );
}

/** In the places of what is to come; nothing of it is seen where the order is there within a moment. */
function PanelSkeleton() {
  const t = useTranslations("common");
  return (
    <div className="grid gap-4 opacity-100 transition-opacity delay-200 starting:opacity-0">
      <p role="status" className="sr-only">
        {t("loading")}
      </p>
      <Skeleton className="h-5.5 w-40" />
      <Skeleton className="h-9 w-48" />
      <Skeleton className="h-10" />
      <Skeleton className="h-72" />
    </div>
  );
}
