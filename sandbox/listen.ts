import { createServer, type RequestListener, type Server } from "node:http";
import type { Settings } from "./settings";

type PortSetting = "SANDBOX_PORT" | "SANDBOX_OPERATOR_PORT";

const SLOWEST_REQUEST_MS = 30_000;

/** What becomes of a request that never gets as far as a route. */
const UNREADABLE: Record<string, [status: string, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "The request took too long."],
  HPE_HEADER_OVERFLOW: ["431 Request Header Fields Too Large", "The headers are too large."],
};

/** Serves on the port of this machine that a setting names; 0 takes a free one. */
export function listen(serve: RequestListener, setting: PortSetting, { [setting]: port }: Settings): Promise<Server> {
  const server = createServer({ requestTimeout: SLOWEST_REQUEST_MS }, serve);
  server.on("clientError", ({ code }: NodeJS.ErrnoException, socket) => {
    if (!socket.writable) return;
    const [status, message] = UNREADABLE[code ?? ""] ?? ["400 Bad Request", "The request is not HTTP."];
    const body = JSON.stringify({ message });
    const head = `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\nconnection: close\r\n`;
    socket.end(`${head}content-length: ${body.length}\r\n\r\n${body}`);
  });
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === "EADDRINUSE";
      reject(isTaken ? new Error(`port ${port} is taken: choose another with ${setting}`) : error);
    });
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
