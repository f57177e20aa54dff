import type { DraftRow, DraftView } from "@/lib/batches/schema";

/** Rows as they will be, while the change of them is being saved. */
export const mergeAhead = (view: DraftView, rows: DraftRow[]): DraftView => {
  const changed = new Map(rows.map((row) => [row.line, row]));
  return { ...view, rows: view.rows.map((row) => changed.get(row.line) ?? row) };
};

/**
 * The draft after the answer to a change. Only the next change makes it whole: where others were made in between, their
 * rows are not in the answer, and the count stays as it was, so that nothing is requested that was not on the screen. An
 * answer that is older than the draft has nothing new.
 */
export function mergeAnswer(view: DraftView, answer: DraftView): DraftView {
  if (answer.edits <= view.edits) return view;
  return { ...mergeAhead(view, answer.rows), edits: answer.edits === view.edits + 1 ? answer.edits : view.edits };
}
