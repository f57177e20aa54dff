/** The largest valid body is a file of two thousand ids. */
const SMALL_BYTES = 256 * 1024;

/** Whether the declared length is small. Browsers declare it; a request without one is refused. */
export function isSmall(request: Request): boolean {
  const length = request.headers.get("content-length");
  return length !== null && /^\d+$/.test(length) && Number(length) <= SMALL_BYTES;
}

/** The request's JSON; null if invalid or too large. */
export async function readSmallJson(request: Request): Promise<unknown> {
  return isSmall(request) ? request.json().catch(() => null) : null;
}
