/** Marks queries that are refetched as soon as something has happened. */
export const LIVE = { live: true } as const;
export const isLive = ({ meta }: { meta?: Record<string, unknown> | undefined }) => meta?.live === true;

/** A GET of ours did not answer with a view. The screens say what they show is old, never that there is nothing. */
export class ViewUnavailable extends Error {
  override name = "ViewUnavailable";
  readonly path: string;
  /** Null where there was no answer at all. */
  readonly status: number | null;

  constructor(path: string, status: number | null) {
    super(`${path}: ${status === null ? "no_answer" : `HTTP ${status}`}`);
    this.path = path;
    this.status = status;
  }
}

/** The session has ended since the page was opened. */
export const isSignedOut = (error: unknown) => error instanceof ViewUnavailable && error.status === 401;

/**
 * Fetches a view that our own server made; its type is that of the query behind the route. What is asked with a body
 * is sent by POST: names and account numbers do not belong into addresses, which are logged everywhere.
 */
export async function fetchView<T>(path: string, signal: AbortSignal, body?: object): Promise<T> {
  const accept = { accept: "application/json" };
  const init = body
    ? { method: "POST", body: JSON.stringify(body), headers: { ...accept, "content-type": "application/json" } }
    : { headers: accept };
  const response = await fetch(path, { ...init, signal }).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new ViewUnavailable(path, null);
  });
  if (!response.ok) throw new ViewUnavailable(path, response.status);
  const view: T = await response.json();
  return view;
}

/** Sends a file, or a part of one, and reads what became of it. */
export async function sendFile<T>(path: string, file: Blob | string): Promise<T> {
  const response = await fetch(path, { method: "POST", body: file });
  if (!response.ok) throw new ViewUnavailable(path, response.status);
  const answer: T = await response.json();
  return answer;
}
