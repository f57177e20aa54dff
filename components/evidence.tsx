import { useTranslations } from "next-intl";
import type { TransactionRow } from "@/lib/transactions/schema";
import { When } from "./when";

/** How we know: small, grey, and beside every claim. */
export function Evidence({ evidence }: { evidence: TransactionRow["evidence"] }) {
  const t = useTranslations("evidence");
  return (
    <span className="text-xs text-ink-3">
      {evidence ? (
        <>
          {t(evidence.source)} <When at={evidence.at} style="time" />
        </>
      ) : (
        t("none")
      )}
    </span>
  );
}
