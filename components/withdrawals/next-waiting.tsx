"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { orderPath } from "@/components/orders/order-link";
import { buttonVariants } from "@/components/ui/button";
import type { Environment } from "@/lib/environment";
import { withdrawalCache } from "@/lib/withdrawals/cache";

type Props = { environment: Environment; referenceId: string };

/** From one decision straight to the next: the most urgent one that waits for the reader besides this. */
export function NextWaiting({ environment, referenceId }: Props) {
  const t = useTranslations("withdrawals.approval");
  const { data } = useQuery(withdrawalCache.waitingForMe(environment));
  const next = data?.mostUrgent.find((waiting) => waiting !== referenceId);
  if (!data || next === undefined) return null;
  const others = data.mostUrgent.includes(referenceId) ? data.count - 1 : data.count;
  return (
    <Link
      href={orderPath(environment, next)}
      className={buttonVariants({ className: "justify-self-start pointer-coarse:min-h-11" })}
    >
      {t("next", { count: others })}
    </Link>
  );
}
