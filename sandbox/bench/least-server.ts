import { createServer, type Server, type ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import type { Pool } from "pg";
import { batchOf } from "./pgbench";

const ANSWER = JSON.stringify({ transactionId: "0".repeat(36), rest: "0".repeat(300) });

/**
 * The least that takes withdrawals by HTTP, on a free port: it reads a body and checks nothing. As soon as it has one of
 * each connection, it writes as many withdrawals, and answers them when they are committed.
 */
export function leastServer(pool: Pool): Promise<Server> {
  let connected = 0;
  let waiting: ServerResponse[] = [];

  async function commit(): Promise<void> {
    if (waiting.length === 0 || waiting.length < connected) return;
    const batch = waiting;
    waiting = [];
    await pool.query({ name: "least batch", text: batchOf("$1"), values: [batch.length] });
    for (const outgoing of batch) {
      outgoing.writeHead(200, { "content-type": "application/json", "content-length": ANSWER.length });
      outgoing.end(ANSWER);
    }
  }

  const server = createServer(async (incoming, outgoing) => {
    await json(incoming);
    waiting.push(outgoing);
    await commit();
  });
  server.on("connection", (socket) => {
    connected += 1;
    socket.on("close", () => {
      connected -= 1;
      void commit();
    });
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}
