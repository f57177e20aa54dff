import { createServer, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";

type App = { fetch: (request: Request, env: object) => unknown };

const SLOWEST_REQUEST_MS = 30_000;

/** Serves an app on a port of this machine; 0 takes a free one. */
export function listen(app: App, port: number): Promise<Server> {
  const server = createServer({ requestTimeout: SLOWEST_REQUEST_MS }, getRequestListener(app.fetch));
  server.on("clientError", (_error, socket) => {
    if (!socket.writable) return;
    const body = '{"message":"The request is not HTTP."}';
    const head = "HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\nconnection: close\r\n";
    socket.end(`${head}content-length: ${body.length}\r\n\r\n${body}`);
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve(server));
  });
}

export function addressOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server listens on no port");
  return `http://127.0.0.1:${address.port}`;
}

/** Takes no more requests, and waits for those that are being answered. */
export const closed = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
