import type { Environment } from "@/lib/environment";

/**
 * A form's draft, kept across reloads, sign-outs and other pages. Stored in this tab's sessionStorage. Deleted when the
 * form is sent, when its user signs out, when another user signs in, after a working day, and with the tab. The form
 * keeps its ID, so that sending it twice creates one order.
 */
export type Draft<T> = { formId: string; typed: T };

export type Place = {
  form: "withdrawal" | "deposit" | "players" | "batch";
  environment: Environment;
  /** The person whose words they are. */
  owner: string;
  /** The order, the file of players or the batch that is corrected: a form of its own. */
  corrects: string | null;
  /** The paid order whose terms the form began with: likewise. */
  repeats?: string | null;
};

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;
type Kept = { owner: string; at: number; formId: string; typed: Record<string, string> };

const PREFIX = "draft:";
const LASTS_MS = 8 * 3_600_000;

const keyOf = ({ form, environment, corrects, repeats }: Place) =>
  `${PREFIX}${environment}:${form}:${corrects ?? ""}${repeats ? `:again:${repeats}` : ""}`;

export function keepDraft(store: Store, place: Place, { formId, typed }: Draft<Record<string, string>>, now: number) {
  const kept: Kept = { owner: place.owner, at: now, formId, typed };
  store.setItem(keyOf(place), JSON.stringify(kept));
}

export const forgetDraft = (store: Store, place: Place) => store.removeItem(keyOf(place));

/** What was typed here, over what stands in the form to begin with: a field that an older build did not have keeps that. */
export function draftAt<T extends Record<string, string>>(
  store: Store,
  place: Place,
  initial: T,
  now: number,
): Draft<T> | null {
  const text = store.getItem(keyOf(place));
  const kept: unknown = text === null ? null : JSON.parse(text);
  if (!isKept(kept)) return null;
  if (kept.owner !== place.owner || now - kept.at > LASTS_MS) {
    forgetDraft(store, place);
    return null;
  }
  const typed = { ...initial };
  for (const name in initial) {
    const value = kept.typed[name];
    if (value !== undefined) Object.assign(typed, { [name]: value });
  }
  return { formId: kept.formId, typed };
}

/** Removes all drafts, so that the next user of this browser finds none. */
export function forgetDrafts(store: Store) {
  const keys = Array.from({ length: store.length }, (_, at) => store.key(at));
  for (const key of keys) if (key?.startsWith(PREFIX)) store.removeItem(key);
}

function isKept(kept: unknown): kept is Kept {
  return typeof kept === "object" && kept !== null && ["owner", "at", "formId", "typed"].every((name) => name in kept);
}
