import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { listenLocally } from "./local-server";

export type Received = { headers: Record<string, string>; body: string };
type Behaviour = { status: number; statusOf: ((body: string) => number) | null };

/** A system of the merchant, or a chat: it answers with `status`, or with what `statusOf` says of a body, and keeps what it accepted. */
export async function startReceiver() {
  const received: Received[] = [];
  const behaviour: Behaviour = { status: 200, statusOf: null };
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => null);
    const status = behaviour.statusOf?.(body ?? "") ?? behaviour.status;
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    if (status === 200 && body !== null) received.push({ headers, body });
    response.writeHead(status).end();
  });
  const { url, close } = await listenLocally(server);
  return { url: `${url}/hook/secret-part`, received, behaviour, close };
}
