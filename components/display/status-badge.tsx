import { useTranslations } from "next-intl";
import { stateText } from "@/components/messages/status-text";
import { Badge } from "@/components/ui/badge";
import type { TransactionRow } from "@/lib/transactions/schema";
import { isPaid, type Tone, toneOf } from "@/lib/transactions/status/status";
import { asksForAPerson, isRefused, isUnknown } from "@/lib/transactions/submission/submission";

type Order = Pick<TransactionRow, "status" | "submission" | "conflict" | "discrepancyKind" | "settled"> &
  Partial<Pick<TransactionRow, "hold" | "frozen">>;

/** The one way to show how an order stands. A contradiction is marked beside it, as no single state may be the true one. */
export function StatusBadge({ order }: { order: Order }) {
  const t = useTranslations("states");
  // What the service says of it contradicts itself, and stays so: a person found out what is true, in words of their own.
  if (order.settled && !isUnknown(order.submission)) return <Badge>{t("settled")}</Badge>;
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Badge tone={tone(order)}>{stateText(t, order)}</Badge>
      {order.conflict && <Badge tone="watch">{t(conflictWord(order.discrepancyKind))}</Badge>}
    </span>
  );
}

function tone({ status, submission, conflict, hold, frozen }: Order): Tone {
  // Green is for paid and nothing else, and whether it is, is in doubt.
  if (isPaid(status) && conflict) return "neutral";
  if (status !== null) return toneOf(status);
  if (isRefused(submission)) return "failed";
  return hold || frozen || asksForAPerson(submission) ? "watch" : "neutral";
}

const conflictWord = (kind: Order["discrepancyKind"]) => (kind === null || kind === "reports" ? "conflict" : kind);
