/** A GET of ours did not answer with a view. The screens say what they show is old, never that there is nothing. */
export class ViewUnavailable extends Error {
  override name = "ViewUnavailable";
  constructor(
    readonly path: string,
    /** Null where there was no answer at all. */
    readonly status: number | null,
  ) {
    super(`${path}: ${status === null ? "no answer" : `HTTP ${status}`}`);
  }
}

/** Fetches a view that our own server made; its type is that of the query behind the route. */
export async function fetchView<T>(path: string, signal: AbortSignal): Promise<T> {
  const response = await fetch(path, { signal, headers: { accept: "application/json" } }).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new ViewUnavailable(path, null);
  });
  if (!response.ok) throw new ViewUnavailable(path, response.status);
  const view: T = await response.json();
  return view;
}
