import type { Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { invalid, Refusal } from "../wire/refusal";

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

const limit = bodyLimit({
  maxSize: 64 * 1024,
  onError: () => {
    throw new Refusal(413, "The body is larger than 64 KiB.");
  },
});

/** The text of a request's JSON body; it is not read further than the limit. */
export async function readBody(c: Context): Promise<string> {
  if (!/^application\/json\s*(;|$)/i.test(c.req.header("content-type") ?? "")) {
    throw new Refusal(415, "Content-Type must be application/json.");
  }
  if (c.req.header("content-encoding")) throw new Refusal(415, "A compressed body is not accepted.");

  const body = await readBytes(c);
  try {
    return UTF8.decode(body);
  } catch {
    throw invalid("body: must be UTF-8");
  }
}

async function readBytes(c: Context): Promise<ArrayBuffer> {
  try {
    await limit(c, async () => {});
    return await c.req.arrayBuffer();
  } catch (error) {
    throw error instanceof Refusal ? error : invalid("body: ended early");
  }
}
