import { useTranslations } from "next-intl";
import { failureWords } from "@/components/failure-words";
import { When } from "@/components/when";
import type { AnsweredEntry } from "@/lib/transactions/schema";

/** The outcome of our request while the service has no status: why it was rejected, or is unknown. */
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
