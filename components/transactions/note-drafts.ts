export type NoteDraft = { noteId: string; text: string };

/** Unsaved notes, kept while the user visits another page. In memory only. */
const kept = new Map<string, NoteDraft>();

/** The id is of random bytes, which a browser gives everywhere; `randomUUID` exists over https only. */
const newId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

export const emptyNote = (): NoteDraft => ({ noteId: newId(), text: "" });
export const keepNote = (about: string, draft: NoteDraft) => kept.set(about, draft);
export const forgetNote = (about: string) => kept.delete(about);
export const noteAbout = (about: string): NoteDraft => kept.get(about) ?? { noteId: "", text: "" };
