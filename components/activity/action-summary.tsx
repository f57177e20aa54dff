import { useTranslations } from "next-intl";
import { actorName, auditSentence } from "@/components/messages/audit-sentence";
import type { ActivityEntry } from "@/lib/activity/schema";

type Action = Extract<ActivityEntry, { kind: "audit" }>;

/** What was done, and by whom: a person or a part of the console. */
export function ActionSummary({ event: { action, actor, subject, detail } }: { event: Action }) {
  const t = useTranslations("actions");
  const states = useTranslations("states");
  return (
    <p>
      {auditSentence(t, states, { by: actorName(t, actor), action, subject, detail })}{" "}
      {actor.kind !== "person" && <span className="text-xs text-subtle-foreground">{t("byItself")}</span>}
    </p>
  );
}
