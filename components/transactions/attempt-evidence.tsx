import { useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import { failureText } from "@/components/messages/failure-text";
import type { AnsweredEntry } from "@/lib/transactions/schema";

/** The outcome of our request while the service has no status: why it was rejected, or is unknown. */
export function AttemptEvidence({ answered }: { answered: AnsweredEntry | null }) {
  const t = useTranslations("failures");
  return (
    answered?.failure && (
      <span className="text-xs text-subtle-foreground">
        {failureText(t, answered.failure)} <Timestamp at={answered.at} style="recent" />
      </span>
    )
  );
}
