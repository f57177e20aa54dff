/** Far more than any form or question of ours needs; a file of two thousand ids is the largest. */
const SMALL_BYTES = 256 * 1024;

/** Whether a request says that its body is small. Who does not say how long it is, is not listened to: browsers do. */
export function isSmall(request: Request): boolean {
  const length = request.headers.get("content-length");
  return length !== null && /^\d+$/.test(length) && Number(length) <= SMALL_BYTES;
}

/** The request's JSON; null if invalid or too large. */
export async function readSmallJson(request: Request): Promise<unknown> {
  return isSmall(request) ? request.json().catch(() => null) : null;
}
