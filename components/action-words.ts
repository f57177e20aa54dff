import type { Translator } from "@/components/translator";
import { statusWords } from "./status-words";

type Event = { by: string; action: string; detail: Record<string, unknown> };

/** What was done, in words. The audit log's names have dots and spaces, which a message's branches cannot have. */
export function actionWords(t: Translator<"actions">, states: Translator<"states">, { by, action, detail }: Event) {
  const state = typeof detail.reported === "string" ? statusWords(states, detail.reported) : "";
  const locks = String(detail.locks === true);
  return t("done", { by, action: action.replaceAll(/\W/g, "_"), raw: action, state, locks });
}
