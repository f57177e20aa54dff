import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export type Received = { headers: Record<string, string>; body: string };

/** A system of the merchant, or a chat: it answers with `status`, and keeps what it accepted. */
export async function startReceiver() {
  const received: Received[] = [];
  const behaviour = { status: 200 };
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => null);
    const { status } = behaviour;
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    if (status === 200 && body !== null) received.push({ headers, body });
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook/secret-part`,
    ...{ received, behaviour },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
