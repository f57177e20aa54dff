import { useTranslations } from "next-intl";
import type { Outcome } from "@/lib/reports/findings/kinds";
import { LIST_STATUSES } from "@/lib/transactions/status/display-status";

const ENDINGS = ["open", "matched", "closed", "resolved", "EXPIRED", "registered_again"] as const;

/** What became of a finding, in words. */
export function useOutcome() {
  const t = useTranslations("findings.outcomes");
  const states = useTranslations("states");
  return (outcome: Outcome) => {
    const ending = ENDINGS.find((one) => one === outcome);
    const status = LIST_STATUSES.find((one) => one === outcome);
    return ending ? t(ending) : status ? states(status) : outcome;
  };
}
