import { createServer, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import type { Env } from "./env";
import type { Settings } from "./settings";

type PortSetting = "SANDBOX_PORT" | "SANDBOX_OPERATOR_PORT";

const REQUEST_TIMEOUT_MS = 30_000;

/** Answers to requests that Node cannot read, by its error code. */
const UNREADABLE: Record<string, [status: string, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "The request took too long."],
  HPE_HEADER_OVERFLOW: ["431 Request Header Fields Too Large", "The headers are too large."],
};
const NOT_HTTP = ["400 Bad Request", "The request is not HTTP."] as const;

/** Serves on the port of this machine that a setting names; 0 takes a free one. */
export function listen(app: Hono<Env>, setting: PortSetting, { [setting]: port }: Settings): Promise<Server> {
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, getRequestListener(app.fetch));
  server.on("clientError", ({ code }: NodeJS.ErrnoException, socket) => {
    if (!socket.writable) return;
    const [status, message] = UNREADABLE[code ?? ""] ?? NOT_HTTP;
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
