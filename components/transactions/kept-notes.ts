export type NoteDraft = { noteId: string; text: string };

/**
 * The notes that are not saved yet, by their author's user ID and the order. They stay while one visits other pages, and
 * are gone with a reload, as at each sign-out. Another tab of the browser may sign another user in meanwhile, who finds
 * none of them.
 */
const kept = new Map<string, NoteDraft>();

const keyOf = (author: string, about: string) => `${author}:${about}`;

export const keptNote = (author: string, about: string) => kept.get(keyOf(author, about)) ?? null;

export function keepNote(author: string, about: string, note: NoteDraft | null) {
  if (note === null) kept.delete(keyOf(author, about));
  else kept.set(keyOf(author, about), note);
}
