"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight, X } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { PanelSteps } from "@/components/data-table/docked";
import { Copyable } from "@/components/display/copyable";
import { Empty } from "@/components/feedback/empty";
import { Staleness } from "@/components/feedback/staleness";
import { orderPath } from "@/components/orders/order-link";
import { CheckStatusButton } from "@/components/transactions/check-status-button";
import { Button, buttonVariants } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import type { Environment } from "@/lib/environment";
import { ViewUnavailable } from "@/lib/fetch-view";
import { transactionCache } from "@/lib/transactions/cache";
import { mayExist } from "@/lib/transactions/submission/submission";
import { OrderSummary } from "./order-summary";

type Props = { environment: Environment; referenceId: string; steps: PanelSteps; mayAsk: boolean };

/**
 * An order beside its list. Where there is room the page gives way to it; on a narrow screen it lies over the page, and
 * the list stays as it was.
 */
export function OrderPanel({ environment, referenceId, steps, mayAsk }: Props) {
  const t = useTranslations("orders");
  const query = useQuery(transactionCache.one(environment, referenceId));
  const { data: order, error } = query;
  const isMissing = error instanceof ViewUnavailable && error.status === 404;
  return (
    <aside
      data-docked
      aria-label={t("panel.title", { referenceId })}
      className="fixed right-0 bottom-0 z-10 flex w-110 max-w-full flex-col border-l border-border-strong bg-popover max-xl:shadow-pop max-md:top-0 max-md:z-20 md:top-header print:hidden"
    >
      <PanelHead referenceId={referenceId} steps={steps} />
      <div className="flex-1 overflow-y-auto px-4.5 py-4">
        {order ? (
          <>
            <Staleness query={query} />
            <OrderSummary environment={environment} order={order} />
          </>
        ) : isMissing ? (
          <Empty title={t("panel.missing")} />
        ) : error ? (
          <Staleness query={query} />
        ) : (
          <PanelSkeleton />
        )}
      </div>
      {!isMissing && (
        <div className="flex flex-wrap items-center gap-2 border-t border-border bg-muted px-4.5 py-2.5">
          <Link
            prefetch={false}
            href={orderPath(environment, referenceId)}
            className={buttonVariants({ variant: "primary" })}
          >
            {t("panel.open")}
          </Link>
          {mayAsk && order && mayExist(order.submission) && (
            <CheckStatusButton key={referenceId} environment={environment} referenceId={referenceId} />
          )}
        </div>
      )}
    </aside>
  );
}

function PanelHead({ referenceId, steps }: Pick<Props, "referenceId" | "steps">) {
  const t = useTranslations("orders");
  const { previous, next, close } = steps;
  return (
    <div className="flex min-h-12 items-center gap-1 border-b border-border pr-2.5 pl-4.5">
      <Copyable text={referenceId} what={t("referenceId")}>
        <h2 className="font-mono text-sm font-semibold break-all">{referenceId}</h2>
      </Copyable>
      <span className="ml-auto flex shrink-0 gap-1">
        <Step name={t("panel.previous")} keyName="K" onPress={previous}>
          <ChevronLeft aria-hidden />
        </Step>
        <Step name={t("panel.next")} keyName="J" onPress={next}>
          <ChevronRight aria-hidden />
        </Step>
        <Step name={t("panel.close")} keyName="Esc" onPress={close}>
          <X aria-hidden />
        </Step>
      </span>
    </div>
  );
}

type StepProps = { name: string; keyName: string; onPress: (() => void) | null; children: React.ReactNode };

function Step({ name, keyName, onPress, children }: StepProps) {
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={name}
      title={`${name} (${keyName})`}
      focusableWhenDisabled
      disabled={onPress === null}
      onClick={() => onPress?.()}
      className="pointer-coarse:size-11"
    >
      {children}
    </Button>
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
