import { useLocale, useTranslations } from "next-intl";
import { actorName, auditSentence } from "./audit-sentence";

type Event = {
  actor: { kind: string; name: string };
  action: string;
  subject: string;
  detail: Record<string, unknown>;
};

/** What was done and by whom, as a sentence that names its subject. */
export function useAuditSentence() {
  const actions = useTranslations("actions");
  const states = useTranslations("states");
  const locale = useLocale();
  return ({ actor, action, subject, detail }: Event) =>
    auditSentence(actions, states, { locale, by: actorName(actions, actor), action, subject, detail });
}
