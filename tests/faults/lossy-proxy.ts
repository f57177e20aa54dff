import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** As the client says it: a query of one word. */
export const COMMIT = /^Q.{4}commit\0/is;

/**
 * A way to a database on which one request, the first such or the nth, is never answered: it is passed on, and when the
 * database has done it the connection is cut. The client cannot know whether it was committed.
 */
export async function openLossyProxy(databaseUrl: string, such: RegExp, nth = 1) {
  const there = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let asked = 0;
  const lost = Promise.withResolvers<void>();

  const server = createServer((client) => {
    const database = connect(Number(there.port), there.hostname);
    let isLosing = false;
    const cut = () => {
      client.destroy();
      database.destroy();
    };
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on("error", cut).on("close", cut);
    }
    client.on("data", (chunk) => {
      if (such.test(chunk.toString("latin1"))) {
        asked += 1;
        isLosing = asked === nth;
      }
      database.write(chunk);
    });
    database.on("data", (chunk) => {
      if (!isLosing) return void client.write(chunk);
      cut();
      lost.resolve();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String(port);

  return {
    url: url.href,
    /** It was done and its answer is lost. */
    lost: lost.promise,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
