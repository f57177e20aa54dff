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

function readBytes(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    request.on("data", (part: Buffer) => {
      size += part.length;
      if (size <= LARGEST_BYTES) parts.push(part);
      else reject(new Refusal(413, "The body is larger than 64 KiB."));
    });
    request.on("end", () => resolve(Buffer.concat(parts)));
    request.on("error", () => reject(invalid("body: ended early")));
  });
}
