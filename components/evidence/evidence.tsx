import { useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import type { TransactionRow } from "@/lib/transactions/schema";
import { isNotCreated, isRejected, isUnknown, mayExist } from "@/lib/transactions/submission/submission";

type Order = Pick<TransactionRow, "evidence" | "submission" | "updatedAt"> & Partial<Pick<TransactionRow, "settled">>;

/** How we know: small, grey, and beside every claim. */
export function Evidence({ order }: { order: Order }) {
  const t = useTranslations("evidence");
  const { source, at } = evidenceOf(order);
  return (
    <span className="text-xs text-subtle-foreground">
      {t(source)} {at !== null && <Timestamp at={at} style="recent" />}
    </span>
  );
}

/** Where the service has said no status, what became of our request is what there is to go by. */
function evidenceOf({ evidence, submission, settled, updatedAt }: Order) {
  // What the service said stands in contradiction: what is shown of it is what a person found.
  if (settled && !isUnknown(submission)) return { source: "settled", at: null } as const;
  if (evidence) return evidence;
  if (isRejected(submission)) return { source: "create_answer", at: updatedAt } as const;
  if (isNotCreated(submission)) return { source: "not_found", at: updatedAt } as const;
  return { source: mayExist(submission) ? "none" : "not_sent", at: null } as const;
}
