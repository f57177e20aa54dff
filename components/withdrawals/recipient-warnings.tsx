import { useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";
import type { RecipientWarning } from "@/lib/withdrawals/recipient-warnings";

/** What the form warned of and the requester accepted: the same on the review, the approval and the record. */
export function RecipientWarnings({ warnings }: { warnings: readonly RecipientWarning[] }) {
  const t = useTranslations("withdrawals.warnings");
  return warnings.map((warning) => (
    <Alert key={warning} tone="watch">
      {t(warning)}
    </Alert>
  ));
}
