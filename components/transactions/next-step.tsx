import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { failureWords } from "@/components/failure-words";
import { When } from "@/components/when";
import type { TransactionView } from "@/lib/transactions/schema";
import type { Standing } from "./standing";

type Props = { order: TransactionView; standing: Standing };

/** What is being done about the order, or what a person can do. */
export function NextStep({ order, standing }: Props) {
  const t = useTranslations("orders");
  const words = useNextStep(order, standing);
  const refusal = useRefusal(order);
  return (
    <div className="mt-1.5 text-ink-2">
      {standing === "refused" && refusal && <p>{refusal}</p>}
      <p>
        {words} {standing === "unknown" && t("next.waiting")}
      </p>
    </div>
  );
}

function useNextStep({ lastAskedAt, nextAskAt }: TransactionView, standing: Standing): ReactNode {
  const t = useTranslations("orders.next");
  const last = () => lastAskedAt && <When at={lastAskedAt} style="time" />;
  const next = () => nextAskAt && <When at={nextAskAt} style="time" />;

  switch (standing) {
    case "refused":
      return t("refused");
    case "underway":
      return t("resend");
    case "paid":
    case "failed":
    case "closed":
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

/** Why the service refused, in its own words: the newest answer to our request. */
function useRefusal({ timeline }: TransactionView): string | null {
  const t = useTranslations("failures");
  for (const entry of timeline) {
    if (entry.kind === "answered") return entry.failure && failureWords(t, entry.failure);
  }
  return null;
}
