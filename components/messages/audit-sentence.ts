import type { Translator } from "@/components/messages/translator";
import type { AuditAction } from "@/lib/audit/audit-actions";
import { statusText } from "./status-text";

/** `subject` is passed where the sentence is not shown on the subject's own page. */
type Event = { by: string; action: string; subject?: string; detail: Record<string, unknown> };

type Actor = { kind: string; name: string };

/** Jobs of the console that a reader tells apart; all others are the console. */
const JOBS: Record<string, "callback" | "backfill"> = {
  "process-deliveries": "callback",
  "check-unknown-orders": "callback",
  "run-backfill": "backfill",
};

/** Who did it. A job of the console has no name that means anything outside of the code. */
export function actorName(t: Translator<"actions">, { kind, name }: Actor): string {
  if (kind === "callback") return t("actors.callback");
  if (kind === "api_key") return t("actors.api_key", { name });
  return kind === "job" ? t(`actors.${JOBS[name] ?? "job"}`) : name;
}

/** What was done, as a sentence. */
export function auditSentence(
  t: Translator<"actions">,
  states: Translator<"states">,
  { by, action, subject = "", detail }: Event,
) {
  const reported = typeof detail.reported === "string" ? detail.reported : "";
  const state = reported && statusText(states, reported);
  const finding = typeof detail.finding === "string" ? detail.finding : "";
  const of = typeof detail.of === "string" ? detail.of : "";
  const hold = typeof detail.hold === "string" ? detail.hold : "";
  const locks = String(detail.locks === true);
  const figure = (name: string) => (typeof detail[name] === "number" ? detail[name] : 0);
  const figures = { rows: figure("rows"), days: figure("days"), count: figure("count") };
  const words = { by, raw: action, subject, reported, state, finding, of, hold, locks, ...figures };
  // An older or a newer version may have recorded actions that this one has no words for.
  const known = `done.${action as AuditAction}` as const;
  return t(t.has(known) ? known : "done.other", words);
}
