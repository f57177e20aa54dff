import { useTranslations } from "next-intl";
import { actionWords } from "@/components/action-words";
import type { ActivityEntry } from "@/lib/activity/schema";

type Action = Extract<ActivityEntry, { kind: "audit" }>;

/** What was done, and by whom: a person or a part of the console. */
export function ActionSummary({ event: { action, actor } }: { event: Action }) {
  const t = useTranslations("actions");
  return (
    <p>
      {actionWords(t, { by: actor.name, action })}{" "}
      <span className="text-xs text-ink-3">{t("by", { by: actor.name })}</span>
    </p>
  );
}
