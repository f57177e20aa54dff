import { useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import type { TransactionView } from "@/lib/transactions/schema";
import type { Headline } from "@/lib/transactions/status/display-status";
import { Proof } from "./proof";

type Props = { order: TransactionView; headline: Headline };

/** What is being done about the order, or what a person can do. */
export function NextStep({ order, headline }: Props) {
  const words = useNextStep(order, headline);
  return (
    <div className="grid gap-0.5 text-muted-foreground">
      {headline === "unknown" && order.possiblySentUntil && <PossiblySent until={order.possiblySentUntil} />}
      {order.proof && <Proof proof={order.proof} />}
      {words && <p>{words}</p>}
    </div>
  );
}

/** It never left this database; another one that is lost may have sent it. */
function PossiblySent({ until: at }: { until: string }) {
  const t = useTranslations("orders.next");
  return <p>{t.rich("possiblySent", { until: () => <Timestamp at={at} style="minute" /> })}</p>;
}

function useNextStep({ type, nextPollAt }: TransactionView, headline: Headline): string | null {
  const t = useTranslations("orders.next");
  switch (headline) {
    case "altered":
    case "double":
    case "amount":
    case "resolved":
    case "refused":
    case "awaiting_approval":
    case "declined":
    case "sent_back":
    case "withdrawn":
    case "expired":
    case "stopped":
    case "held":
    case "frozen":
      return t(headline, { type });
    case "not_created":
      return nextPollAt ? t("watched") : null;
    case "underway":
      return t("resend");
    case "closed":
      return t(nextPollAt ? "closedWatched" : "final");
    case "paid":
    case "failed":
      return t("final");
    case "conflict":
    case "open":
    case "unfamiliar":
    case "unheard":
    case "unknown":
      return t("waiting");
  }
}
