"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import { OrderLink } from "@/components/orders/order-link";
import type { Environment } from "@/lib/environment";
import type { Repeats } from "@/lib/withdrawals/advice-view";

export const isRepeats = (refusal: { kind: string } | null): refusal is Repeats =>
  refusal?.kind === "repeats" || refusal?.kind === "in_batch";

type Tried = { refusal: { kind: string } | null; input: { shownRepeats?: string[] | undefined } | undefined };

/** What earlier presses were refused for: each of it has been shown, and the next press confirms all. */
export function shownBy({ refusal, input }: Tried): string[] {
  const before = input?.shownRepeats ?? [];
  if (!isRepeats(refusal)) return before;
  return [...before, refusal.kind === "repeats" ? refusal.repeat.referenceId : refusal.batchId];
}

/** An equal payout, or an equal row of a batch, that was not shown before: a second press confirms that both are wanted. */
export function Repeated({ environment, refusal }: { environment: Environment; refusal: Repeats }) {
  const t = useTranslations("problems");
  if (refusal.kind === "in_batch") {
    const { batchId, name } = refusal;
    return t.rich("in_batch", {
      batch: () => (
        <Link href={`/${environment}/batches/${batchId}`} target="_blank" className="underline">
          {name}
        </Link>
      ),
    });
  }
  const { by, at, referenceId } = refusal.repeat;
  return t.rich("repeats", {
    by,
    time: () => <Timestamp at={at} style="minute" />,
    order: () => <OrderLink environment={environment} referenceId={referenceId} />,
  });
}
