/**
 * What a toast says: that work is done, was copied, can be undone, came too late, or takes signing in. What became of money is never said
 * by one alone.
 */
export type Toast = {
  text: string;
  /** For a sentence that takes more time to read. */
  isLong?: boolean;
  action?: { label: string; onPress: () => void };
};

const waiting: Toast[] = [];
const came = new EventTarget();

export function showToast(toast: Toast) {
  waiting.push(toast);
  came.dispatchEvent(new Event("toast"));
}

/** Calls back whenever one came; returns how to stop that. */
export function onToast(listen: () => void): () => void {
  came.addEventListener("toast", listen);
  return () => came.removeEventListener("toast", listen);
}

export const takeToasts = (): Toast[] => waiting.splice(0);
