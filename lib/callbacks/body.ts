import type { Readable } from "node:stream";
import type { Refusal } from "./delivery";

/** Far more than any callback of the specification needs. */
const BODY_MAX_BYTES = 64 * 1024;
const PATIENCE_MS = 10_000;

export type Body = { bytes: Buffer; cut: Extract<Refusal, "too_large" | "too_slow" | "broken_off"> | null };

/** Collects what came, up to the limit, so that even an abusive delivery can be inspected. */
function collector() {
  const chunks: Uint8Array[] = [];
  let size = 0;
  return {
    /** False where it is too much. */
    take(chunk: Uint8Array): boolean {
      chunks.push(chunk);
      size += chunk.byteLength;
      return size <= BODY_MAX_BYTES;
    },
    body: (cut: Body["cut"]): Body => ({ bytes: Buffer.concat(chunks).subarray(0, BODY_MAX_BYTES), cut }),
  };
}

/**
 * Reads a request's body with a limit on its size and on its time, as it streams: the framework has neither.
 * What came before the cut is kept.
 */
export async function readBody(request: Request, patienceMs = PATIENCE_MS): Promise<Body> {
  const collected = collector();
  if (!request.body) return collected.body(null);

  const reader = request.body.getReader();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(() => resolve("late"), patienceMs);
  });
  // A read fails only where the sender has gone.
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
    // Stops the sender; it fails where the sender has already gone, which is as good.
    if (!isOver) reader.cancel().catch(() => undefined);
  }
}

/** The same of Node's own stream, at a third of the cost. What comes after the cut is thrown away as it comes. */
export async function readStream(stream: Readable & { complete?: boolean }, patienceMs = PATIENCE_MS): Promise<Body> {
  const collected = collector();
  if (stream.complete && stream.readableLength <= BODY_MAX_BYTES) {
    // The body came with the head, as nearly all do.
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
