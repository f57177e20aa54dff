import { createServer } from "node:http";
import { listenLocally } from "../../support/local-server";

export type Delivery = { path: string; signature: string | undefined; text: string; body: Record<string, unknown> };

/** A merchant's server: keeps what is delivered and gives the configured responses. */
export async function openInbox() {
  const deliveries: Delivery[] = [];
  const waiting = new Set<() => void>();
  const inbox = {
    answer: { status: 200, body: "SUCCESS", headers: {} as Record<string, string> },
    /** What every answer waits for. */
    held: Promise.resolve(),
  };

  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const text = Buffer.concat(parts).toString();
    const signature = request.headers["x-signature"];
    deliveries.push({
      path: request.url ?? "",
      signature: typeof signature === "string" ? signature : undefined,
      text,
      body: JSON.parse(text),
    });
    const { status, headers, body } = inbox.answer;
    for (const look of waiting) look();
    await inbox.held;
    response.writeHead(status, headers).end(body);
  });
  const { url: origin, close } = await listenLocally(server);

  return Object.assign(inbox, {
    deliveries,
    url: (path = "/callback") => origin + path,
    /** The deliveries to a path once there are so many of them; the test's own time limit ends the wait. */
    received: (path: string, count = 1) =>
      new Promise<Delivery[]>((resolve) => {
        const look = () => {
          const found = deliveries.filter((delivery) => delivery.path === path);
          if (found.length < count) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    close,
  });
}
