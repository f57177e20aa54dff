"use client";

import { useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import { OrderLink } from "@/components/orders/order-link";
import type { Environment } from "@/lib/environment";
import type { EqualPayout } from "@/lib/withdrawals/advice-view";

/** An equal payout that was not shown before: a second press confirms that both are wanted. */
export function Repeated({ environment, repeat }: { environment: Environment; repeat: EqualPayout }) {
  const t = useTranslations("problems");
  return t.rich("repeats", {
    by: repeat.by,
    time: () => <Timestamp at={repeat.at} style="minute" />,
    order: () => <OrderLink environment={environment} referenceId={repeat.referenceId} />,
  });
}
