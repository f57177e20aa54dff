import { useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import type { TransactionView } from "@/lib/transactions/schema";
import type { Headline } from "@/lib/transactions/status/display-status";
import { mayBeSentByLost } from "@/lib/transactions/status/sentence";
import { nextStepKey } from "./next-step-key";
import { Proof } from "./proof";

type Props = { order: TransactionView; headline: Headline; mayAsk: boolean };

/** What is being done about the order, or what a person can do. */
export function NextStep({ order, headline, mayAsk }: Props) {
  const t = useTranslations("orders.next");
  const key = nextStepKey(order, headline, mayAsk);
  const { freeze } = order;
  const whose = !freeze || freeze.user === null ? "all" : freeze.isHolder ? "holder" : "user";
  // What comes next for an order that was not sent is not known to be true of this one.
  const unproven = mayBeSentByLost(order) ? order.possiblySentUntil : null;
  return (
    <div className="grid gap-0.5 text-muted-foreground">
      {unproven && <PossiblySent until={unproven} words="possiblySentUnqueued" />}
      {headline === "unknown" && order.possiblySentUntil && (
        <PossiblySent until={order.possiblySentUntil} words="possiblySent" />
      )}
      {order.proof && <Proof proof={order.proof} />}
      {key && !unproven && <p>{t(key, { type: order.type, whose, user: freeze?.user ?? "" })}</p>}
    </div>
  );
}

/** It never left this database; another one that is lost may have sent it. */
function PossiblySent({ until: at, words }: { until: string; words: "possiblySent" | "possiblySentUnqueued" }) {
  const t = useTranslations("orders.next");
  return <p>{t.rich(words, { until: () => <Timestamp at={at} style="minute" /> })}</p>;
}
