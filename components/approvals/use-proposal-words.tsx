import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Day } from "@/components/display/day";
import { useChangeWords } from "@/components/team/use-change-words";
import type { ProposalSubject } from "@/lib/dashboard/schema";

/** Whom, which day, key or currencies a proposal is about; empty where there is one of its kind. */
export function useProposalWords() {
  const t = useTranslations("approvals");
  const change = useChangeWords();
  return (about: ProposalSubject): ReactNode => {
    switch (about.kind) {
      case "approval_rules":
      case "daily_limits":
        return about.currencies.join(", ");
      case "signature_lock":
        return t("lock", { locks: String(about.locks) });
      case "resume_payouts":
        return about.user;
      case "day": {
        const { day, reopens } = about;
        return t.rich("dayChange", { reopens: String(reopens), day: () => <Day day={day} /> });
      }
      case "exception":
        return about.exception && <span className="font-mono">{about.exception.reference}</span>;
      case "api_key_limits":
        return about.name;
      case "user":
        return change(about.change);
    }
  };
}
