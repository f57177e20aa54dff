import { createServer } from "node:http";
import { listenLocally } from "../../support/local-server";

/** A service that knows no order and creates none, at any date: a sandbox cannot be a thousand years ahead. */
export async function openEmptyService() {
  const state = { clock: { now: new Date() } };
  const server = createServer((_asked, answer) => {
    const headers = { "content-type": "application/json", date: state.clock.now.toUTCString() };
    answer.writeHead(404, headers).end(JSON.stringify({ statusCode: 404, message: "Transaction not found" }));
  });
  const { url: baseUrl, close } = await listenLocally(server);
  return {
    follow: (clock: { now: Date }) => {
      state.clock = clock;
    },
    ...{ baseUrl, close },
  };
}
