import { useTranslations } from "next-intl";
import type { ProposalKind } from "@/lib/auth/proposal";

/** The words of the button that dismisses a proposal. */
export function useDismissWords() {
  const t = useTranslations("approvals");
  return (kind: ProposalKind) => ({
    dismiss: t("dismiss"),
    dismissOne: t("dismissOne", { kind: t(`kinds.${kind}`) }),
    notDismissed: t("notDismissed"),
    changed: t("changedMeanwhile"),
  });
}
