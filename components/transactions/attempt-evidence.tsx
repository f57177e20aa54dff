import { useTranslations } from "next-intl";
import { failureWords } from "@/components/failure-words";
import { When } from "@/components/when";
import type { TimelineEntry } from "@/lib/transactions/schema";

/** What our own request came to, where the service has not said a status: why it was refused, or why nobody knows. */
export function AttemptEvidence({ timeline }: { timeline: TimelineEntry[] }) {
  const t = useTranslations("failures");
  const newest = timeline.find((entry) => entry.kind === "answered");
  return (
    newest?.failure && (
      <span className="text-xs text-ink-3">
        {failureWords(t, newest.failure)} <When at={newest.at} style="time" />
      </span>
    )
  );
}
