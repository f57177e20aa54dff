import type { TransactionView } from "@/lib/transactions/schema";

type Refusal = { kind: string } | null;

/** What was said of the order itself, not of what was typed or of who pressed. */
const OF_ORDER_BY_REASON: readonly string[] = [
  ...["not_queued", "nothing_to_attest", "said_before", "nothing_to_resolve", "not_waiting"],
];
const OF_ORDER_BY_REISSUE: readonly string[] = ["may_exist", "altered", "replaced", "turned_up"];

/** Whether a refusal stays true once its form is over. */
export const staysAfterReason = (refusal: Refusal) => refusal !== null && OF_ORDER_BY_REASON.includes(refusal.kind);

/** The same of an order that is sent again: what has to be resolved for it is said until it is. */
export const staysAfterReissue = (refusal: Refusal, { resolution }: Pick<TransactionView, "resolution">) =>
  refusal !== null && OF_ORDER_BY_REISSUE.includes(refusal.kind) && resolution === null;
