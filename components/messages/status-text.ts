import type { Translator } from "@/components/messages/translator";
import type { TransactionRow } from "@/lib/transactions/schema";
import { displayStatusOf } from "@/lib/transactions/status/display-status";
import { isKnown, type Status } from "@/lib/transactions/status/status";

/** A status in words. One that we do not know is shown as it came. */
export const statusText = (t: Translator<"states">, status: Status) =>
  isKnown(status) ? t(status) : t("notKnown", { status });

type Shown = Pick<TransactionRow, "status" | "submission"> & Partial<Pick<TransactionRow, "hold" | "frozen">>;

export function stateText(t: Translator<"states">, order: Shown) {
  const displayStatus = displayStatusOf(order);
  return displayStatus === "unfamiliar" ? statusText(t, order.status ?? "") : t(displayStatus);
}
