import { useTranslations } from "next-intl";
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
  return ({ actor, action, subject, detail }: Event) =>
    auditSentence(actions, states, { by: actorName(actions, actor), action, subject, detail });
}
