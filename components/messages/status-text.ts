import type { Translator } from "@/components/messages/translator";
import type { TransactionRow } from "@/lib/transactions/schema";
import { isKnown, type Status } from "@/lib/transactions/status/status";
import { isUnderway } from "@/lib/transactions/submission/submission";

/** A status in words. One that we do not know is shown as it came. */
export const statusText = (t: Translator<"states">, status: Status) =>
  isKnown(status) ? t(status) : t("notKnown", { status });

/** What there is to say of an order in two words: what the service says, else what became of our request. */
export function stateText(
  t: Translator<"states">,
  {
    status,
    submission,
    hold,
    frozen,
  }: Pick<TransactionRow, "status" | "submission"> & Partial<Pick<TransactionRow, "hold" | "frozen">>,
) {
  if (status !== null) return statusText(t, status);
  if (hold && isUnderway(submission)) return t("held");
  if (frozen && isUnderway(submission)) return t("frozen");
  return submission === null ? t("unheard") : t(submission);
}
