import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { Settings } from "./settings";

type PortSetting = "SANDBOX_PORT" | "SANDBOX_OPERATOR_PORT";

const SLOWEST_REQUEST_MS = 30_000;

/** What becomes of a request that never gets as far as a route. */
const UNREADABLE: Record<string, [status: string, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "The request took too long."],
  HPE_HEADER_OVERFLOW: ["431 Request Header Fields Too Large", "The headers are too large."],
};

/** What no route takes and what would fail on its way there: a standard Request has no TRACE, a database no NUL. */
const UNSERVED = { method: "TRACE", path: /%(?:[01][0-9a-f]|7f)/i };

function served(serve: RequestListener): RequestListener {
  const refuse = (outgoing: ServerResponse, status: number, message: string) => {
    const body = JSON.stringify({ message });
    outgoing.writeHead(status, { "content-type": "application/json", "content-length": body.length }).end(body);
  };
  return (incoming, outgoing) => {
    const [path = ""] = (incoming.url ?? "").split("?", 1);
    if (incoming.method === UNSERVED.method) refuse(outgoing, 405, "TRACE is not accepted.");
    else if (UNSERVED.path.test(path)) refuse(outgoing, 404, "There is nothing at this address.");
    else serve(incoming, outgoing);
  };
}

/** Serves on the port of this machine that a setting names; 0 takes a free one. */
export function listen(serve: RequestListener, setting: PortSetting, { [setting]: port }: Settings): Promise<Server> {
  const server = createServer({ requestTimeout: SLOWEST_REQUEST_MS }, served(serve));
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
