import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";

type Seen = { method: string; url: string; headers: IncomingMessage["headers"]; body: string };

/** A real HTTP server on loopback that keeps every request it saw. It is gone when the test has ended. */
export async function httpServer(answer: (response: ServerResponse, request: Seen) => void) {
  const seen: Seen[] = [];
  const server = createHttpServer(async (request, response) => {
    const body = await text(request);
    const { method = "", url = "", headers } = request;
    seen.push({ method, url, headers, body });
    answer(response, { method, url, headers, body });
  });
  const port = await listening(server);
  onTestFinished(() => server.closeAllConnections());
  return { baseUrl: `http://127.0.0.1:${port}`, seen };
}

/** A real TCP server that hands over each connection once its first bytes have come, and counts both. */
export async function tcpServer(answer: (socket: Socket) => void) {
  const counted = { connections: 0, requests: 0 };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    counted.connections += 1;
    sockets.add(socket);
    socket.on("error", () => sockets.delete(socket));
    socket.on("data", (bytes) => {
      counted.requests += bytes.toString("latin1").split("POST ").length - 1;
    });
    socket.once("data", () => answer(socket));
  });
  const port = await listening(server);
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  return { baseUrl: `http://127.0.0.1:${port}`, counted };
}

/** A port without a listener: it was free a moment ago. */
export async function closedPort(): Promise<number> {
  const server = createServer();
  const port = await new Promise<number>((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return (server.address() as AddressInfo).port;
}
