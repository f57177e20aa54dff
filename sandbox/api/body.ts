import type { IncomingMessage } from "node:http";
import { invalid, Refusal } from "../wire/refusal";

const LARGEST_BYTES = 64 * 1024;
const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The text of a request's JSON body; it is not read further than the limit. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const type = request.headers["content-type"] ?? "";
  if (!/^application\/json\s*(;|$)/i.test(type)) throw new Refusal(415, "Content-Type must be application/json.");
  if (request.headers["content-encoding"]) throw new Refusal(415, "A compressed body is not accepted.");

  const parts: Buffer[] = [];
  let size = 0;
  // Left early, the stream must stay open: its connection still has to carry the refusal.
  for await (const part of request.iterator({ destroyOnReturn: false })) {
    size += part.length;
    if (size > LARGEST_BYTES) throw new Refusal(413, "The body is larger than 64 KiB.");
    parts.push(part);
  }
  try {
    return UTF8.decode(Buffer.concat(parts));
  } catch {
    throw invalid("body: must be UTF-8");
  }
}
