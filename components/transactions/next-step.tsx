import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { When } from "@/components/when";
import type { TransactionView } from "@/lib/transactions/schema";
import { Proof } from "./proof";
import type { Standing } from "./standing";

type Props = { order: TransactionView; standing: Standing };

/** What is being done about the order, or what a person can do. */
export function NextStep({ order, standing }: Props) {
  const t = useTranslations("orders.next");
  const words = useNextStep(order, standing);
  return (
    <>
      {order.proof && <Proof proof={order.proof} />}
      <p className="mt-1.5 text-ink-2">
        {words} {standing === "unknown" && t("waiting")}
      </p>
    </>
  );
}

function useNextStep({ type, lastAskedAt, nextAskAt }: TransactionView, standing: Standing): ReactNode {
  const t = useTranslations("orders.next");
  const last = () => lastAskedAt && <When at={lastAskedAt} style="time" />;
  const next = () => nextAskAt && <When at={nextAskAt} style="time" />;

  switch (standing) {
    case "altered":
    case "double":
    case "amount":
    case "settled":
    case "refused":
    case "awaiting approval":
    case "declined":
    case "sent back":
    case "withdrawn":
    case "expired":
    case "stopped":
    case "held":
      return t(standing, { type });
    case "not created":
      return nextAskAt ? t.rich("watched", { next }) : null;
    case "underway":
      return t("resend");
    case "closed":
      if (nextAskAt) return t.rich("closedWatched", { last, next });
      return lastAskedAt ? t.rich("final", { last }) : t("finalUnchecked");
    case "paid":
    case "failed":
      return lastAskedAt ? t.rich("final", { last }) : t("finalUnchecked");
    case "conflict":
    case "open":
    case "unfamiliar":
    case "unheard":
    case "unknown":
      if (nextAskAt) return lastAskedAt ? t.rich("asking", { last, next }) : t.rich("askingFirst", { next });
      return lastAskedAt ? t.rich("checked", { last }) : t("waiting");
  }
}
