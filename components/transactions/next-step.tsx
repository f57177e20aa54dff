import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Checks, hasChecks } from "@/components/display/checks";
import { Timestamp } from "@/components/display/timestamp";
import type { DisplayStatus } from "@/components/orders/display-status";
import type { TransactionView } from "@/lib/transactions/schema";
import { Proof } from "./proof";

type Props = { order: TransactionView; standing: DisplayStatus };

/** What is being done about the order, or what a person can do. */
export function NextStep({ order, standing }: Props) {
  const t = useTranslations("orders.next");
  const words = useNextStep(order, standing);
  return (
    <>
      {standing === "unknown" && order.possiblySentUntil && <PossiblySent until={order.possiblySentUntil} />}
      {order.proof && <Proof proof={order.proof} />}
      <p className="mt-1.5 text-muted-foreground">
        {words} {standing === "unknown" && t("waiting")}
      </p>
    </>
  );
}

/** It never left this database; another one that is lost may have sent it. */
function PossiblySent({ until: at }: { until: string }) {
  const t = useTranslations("orders.next");
  return (
    <p className="mt-1.5 text-muted-foreground">
      {t.rich("possiblySent", { until: () => <Timestamp at={at} style="minute" /> })}
    </p>
  );
}

function useNextStep(order: TransactionView, standing: DisplayStatus): ReactNode {
  const t = useTranslations("orders.next");
  const { type, nextPollAt } = order;
  const checks = <Checks times={order} />;
  const before = (words: string) => (
    <>
      {words} {checks}
    </>
  );

  switch (standing) {
    case "altered":
    case "double":
    case "amount":
    case "settled":
    case "refused":
    case "awaiting_approval":
    case "declined":
    case "sent_back":
    case "withdrawn":
    case "expired":
    case "stopped":
    case "held":
    case "frozen":
      return t(standing, { type });
    case "not_created":
      return nextPollAt ? before(t("watched")) : null;
    case "underway":
      return t("resend");
    case "closed":
      return before(t(nextPollAt ? "closedWatched" : "final"));
    case "paid":
    case "failed":
      return before(t("final"));
    case "conflict":
    case "open":
    case "unfamiliar":
    case "unheard":
    case "unknown":
      return hasChecks(order) ? checks : t("waiting");
  }
}
