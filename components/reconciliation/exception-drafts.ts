import type { Difference } from "@/lib/reconciliation/difference";
import type { ExplainInput } from "@/lib/reconciliation/schema";

/** What was typed about an exception and is not saved yet. `about`: the difference that the closing reason is about. */
export type ExceptionDraft = {
  reason?: ExplainInput["reason"] | "";
  note?: string;
  closing?: string;
  about?: Difference;
};

/** By the ID of the exception. It outlasts the panel of a row, so that going to the next row and back loses nothing. */
export type ExceptionDrafts = Map<string, ExceptionDraft>;

export const keepDraft = (drafts: ExceptionDrafts, id: string, typed: ExceptionDraft) =>
  drafts.set(id, { ...drafts.get(id), ...typed });

/** After it was saved. What was typed since it was sent stays. */
export function forgetDraft(drafts: ExceptionDrafts, id: string, sent: ExceptionDraft) {
  const kept = { ...drafts.get(id) };
  for (const name of ["reason", "note", "closing"] as const) {
    if (sent[name] !== undefined && kept[name] === sent[name]) delete kept[name];
  }
  drafts.set(id, kept);
}

/** What a closing reason is about: what stood there when it was begun, whichever run has ended since. */
export const aboutOf = (draft: ExceptionDraft | undefined, now: Difference): Difference =>
  draft?.closing ? (draft.about ?? now) : now;
