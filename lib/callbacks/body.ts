import type { Readable } from "node:stream";
import type { Refusal } from "./delivery";

/** Far more than any callback of the specification needs. */
const BODY_MAX_BYTES = 64 * 1024;
const PATIENCE_MS = 10_000;

export type Body = { bytes: Buffer; cut: Extract<Refusal, "too_large" | "too_slow" | "broken_off"> | null };

/** Collects chunks up to the limit, so that an oversized body can still be inspected. */
function collector() {
  const chunks: Uint8Array[] = [];
  let size = 0;
  return {
    /** False once the limit is exceeded. */
    take(chunk: Uint8Array): boolean {
      chunks.push(chunk);
      size += chunk.byteLength;
      return size <= BODY_MAX_BYTES;
    },
    body: (cut: Body["cut"]): Body => ({ bytes: Buffer.concat(chunks).subarray(0, BODY_MAX_BYTES), cut }),
  };
}

/**
 * Reads a request's body with limits of size and time, which Next.js does not have. What arrived before the limit is
 * stored.
 */
export async function readBody(request: Request, patienceMs = PATIENCE_MS): Promise<Body> {
  const collected = collector();
  if (!request.body) return collected.body(null);

  const reader = request.body.getReader();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(() => resolve("late"), patienceMs);
  });
  // A read fails only if the sender disconnected.
  const read = () => reader.read().catch(() => "gone" as const);
  let isOver = false;
  try {
    for (;;) {
      const next = await Promise.race([read(), late]);
      if (next === "late") return collected.body("too_slow");
      isOver = next === "gone" || next.done;
      if (next === "gone") return collected.body("broken_off");
      if (next.done) return collected.body(null);
      if (!collected.take(next.value)) return collected.body("too_large");
    }
  } finally {
    clearTimeout(timer);
    // Stops the sender. Fails if it has disconnected already, which has the same effect.
    if (!isOver) reader.cancel().catch(() => undefined);
  }
}

/** The same for a Node stream, at a third of the cost. Bytes after the limit are discarded. */
export async function readStream(stream: Readable & { complete?: boolean }, patienceMs = PATIENCE_MS): Promise<Body> {
  const collected = collector();
  if (stream.complete && stream.readableLength <= BODY_MAX_BYTES) {
    // Usually the body arrived together with the headers.
    const all: Buffer | null = stream.read();
    if (all) collected.take(all);
    return collected.body(null);
  }
  return new Promise((resolve) => {
    const timer = setTimeout(() => end("too_slow"), patienceMs);
    const end = (cut: Body["cut"]) => {
      clearTimeout(timer);
      stream.off("data", take);
      if (cut !== null) stream.resume();
      resolve(collected.body(cut));
    };
    const take = (chunk: Buffer) => {
      if (!collected.take(chunk)) end("too_large");
    };
    stream.on("data", take);
    stream.once("end", () => end(null));
    stream.once("error", () => end("broken_off"));
    stream.once("close", () => end("broken_off"));
  });
}
