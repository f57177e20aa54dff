import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type { Refusal } from "./delivery";

/** Far more than any callback of the specification needs. */
const BODY_MAX_BYTES = 64 * 1024;
const PATIENCE_MS = 10_000;

export type Body = { bytes: Buffer; cut: Extract<Refusal, "too_large" | "too_slow" | "broken_off"> | null };

/** The body of a standard request. After the limit its sender is stopped. */
export async function readBody(request: Request, patienceMs = PATIENCE_MS): Promise<Body> {
  if (!request.body) return { bytes: Buffer.alloc(0), cut: null };
  const stream = Readable.fromWeb(request.body as ReadableStream<Uint8Array>);
  const body = await readStream(stream, patienceMs);
  if (body.cut !== null) stream.destroy();
  return body;
}

/**
 * Reads a request's body with limits of size and time, which Next.js does not have. What arrived before the limit is
 * stored; what comes after it is discarded.
 */
export async function readStream(stream: Readable & { complete?: boolean }, patienceMs = PATIENCE_MS): Promise<Body> {
  const chunks: Buffer[] = [];
  let size = 0;
  const body = (cut: Body["cut"]): Body => ({ bytes: Buffer.concat(chunks).subarray(0, BODY_MAX_BYTES), cut });
  if (stream.complete && stream.readableLength <= BODY_MAX_BYTES) {
    // Usually the body arrived together with the headers.
    const all: Buffer | null = stream.read();
    if (all) chunks.push(all);
    return body(null);
  }
  return new Promise((resolve) => {
    const timer = setTimeout(() => end("too_slow"), patienceMs);
    const end = (cut: Body["cut"]) => {
      clearTimeout(timer);
      stream.off("data", take);
      if (cut !== null) stream.resume();
      resolve(body(cut));
    };
    const take = (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.byteLength;
      if (size > BODY_MAX_BYTES) end("too_large");
    };
    stream.on("data", take);
    stream.once("end", () => end(null));
    stream.once("error", () => end("broken_off"));
    stream.once("close", () => end("broken_off"));
  });
}
