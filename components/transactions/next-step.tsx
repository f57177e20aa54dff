import { useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import type { TransactionView } from "@/lib/transactions/schema";
import type { Headline } from "@/lib/transactions/status/display-status";
import { nextStepKey } from "./next-step-key";
import { Proof } from "./proof";

type Props = { order: TransactionView; headline: Headline };

/** What is being done about the order, or what a person can do. */
export function NextStep({ order, headline }: Props) {
  const t = useTranslations("orders.next");
  const key = nextStepKey(order.nextPollAt, headline);
  return (
    <div className="grid gap-0.5 text-muted-foreground">
      {headline === "unknown" && order.possiblySentUntil && <PossiblySent until={order.possiblySentUntil} />}
      {order.proof && <Proof proof={order.proof} />}
      {key && <p>{t(key, { type: order.type })}</p>}
    </div>
  );
}

/** It never left this database; another one that is lost may have sent it. */
function PossiblySent({ until: at }: { until: string }) {
  const t = useTranslations("orders.next");
  return <p>{t.rich("possiblySent", { until: () => <Timestamp at={at} style="minute" /> })}</p>;
}
