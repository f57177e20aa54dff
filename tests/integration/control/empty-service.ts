import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A service that knows no order and creates none, at any date: a sandbox cannot be a thousand years ahead. */
export async function openEmptyService() {
  const state = { clock: { now: new Date() } };
  const server = createServer((_asked, answer) => {
    const headers = { "content-type": "application/json", date: state.clock.now.toUTCString() };
    answer.writeHead(404, headers).end(JSON.stringify({ statusCode: 404, message: "Transaction not found" }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    follow: (clock: { now: Date }) => {
      state.clock = clock;
    },
    baseUrl: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
