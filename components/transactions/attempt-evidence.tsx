import { useTranslations } from "next-intl";
import { failureWords } from "@/components/failure-words";
import { When } from "@/components/when";
import type { AnsweredEntry } from "@/lib/transactions/schema";

/** What our own request came to, where the service has not said a status: why it was refused, or why nobody knows. */
export function AttemptEvidence({ answered }: { answered: AnsweredEntry | null }) {
  const t = useTranslations("failures");
  return (
    answered?.failure && (
      <span className="text-xs text-subtle-foreground">
        {failureWords(t, answered.failure)} <When at={answered.at} style="recent" />
      </span>
    )
  );
}
