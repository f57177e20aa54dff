import type { IncomingMessage } from "node:http";
import { invalid, Refusal } from "../wire/refusal";

const LARGEST_BYTES = 64 * 1024;
const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The text of a request's JSON body; it is not read further than the limit. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const type = request.headers["content-type"] ?? "";
  if (!/^application\/json\s*(;|$)/i.test(type)) throw new Refusal(415, "Content-Type must be application/json.");
  if (request.headers["content-encoding"]) throw new Refusal(415, "A compressed body is not accepted.");

  const body = await readBytes(request);
  try {
    return UTF8.decode(body);
  } catch {
    throw invalid("body: must be UTF-8");
  }
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    // Left early, the stream must stay open: its connection still has to carry the refusal.
    for await (const part of request.iterator({ destroyOnReturn: false })) {
      size += part.length;
      if (size > LARGEST_BYTES) break;
      parts.push(part);
    }
  } catch {
    throw invalid("body: ended early");
  }
  if (size > LARGEST_BYTES) throw new Refusal(413, "The body is larger than 64 KiB.");
  return Buffer.concat(parts);
}
