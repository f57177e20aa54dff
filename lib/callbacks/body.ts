import type { Refusal } from "./delivery";

/** Far more than any callback of the specification needs. */
const BODY_MAX_BYTES = 64 * 1024;
const PATIENCE_MS = 10_000;

export type Body = { bytes: Buffer; cut: Extract<Refusal, "too large" | "too slow" | "broken off"> | null };

/**
 * Reads a request's body with a limit on its size and on its time, as it streams: the framework has neither.
 * What came before the cut is kept, so that even an abusive delivery can be looked at.
 */
export async function readBody(request: Request, patienceMs = PATIENCE_MS): Promise<Body> {
  const chunks: Uint8Array[] = [];
  const taken = () => Buffer.concat(chunks).subarray(0, BODY_MAX_BYTES);
  if (!request.body) return { bytes: taken(), cut: null };

  const reader = request.body.getReader();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(() => resolve("late"), patienceMs);
  });
  // A read fails only where the sender has gone.
  const read = () => reader.read().catch(() => "gone" as const);
  let ended = false;
  try {
    for (let size = 0; ; ) {
      const next = await Promise.race([read(), late]);
      if (next === "late") return { bytes: taken(), cut: "too slow" };
      if (next === "gone") return { bytes: taken(), cut: "broken off" };
      ended = next.done;
      if (next.done) return { bytes: taken(), cut: null };
      chunks.push(next.value);
      size += next.value.byteLength;
      if (size > BODY_MAX_BYTES) return { bytes: taken(), cut: "too large" };
    }
  } finally {
    clearTimeout(timer);
    // Stops the sender; it fails where the sender has already gone, which is as good.
    if (!ended) reader.cancel().catch(() => undefined);
  }
}
