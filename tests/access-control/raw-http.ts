import { connect } from "node:net";
import { testContext } from "../support/test-context";

/** What came back over a connection, and how long it stayed open. */
export type RawResponse = { text: string; openMs: number };

/** Sends these bytes as they are, which no client would, and hears until the server closes or falls silent. */
export function sendRaw(bytes: string | Uint8Array, { silenceMs = 2_000 } = {}): Promise<RawResponse> {
  return hear(silenceMs, (write) => write(bytes));
}

/** Begins a request and then says one byte a second, for as long as it is listened to. */
export function sendSlowly(head: string, patienceMs: number): Promise<RawResponse> {
  return hear(patienceMs, (write, closed) => {
    write(head);
    const dripping = setInterval(() => write("x"), 1_000);
    closed(() => clearInterval(dripping));
  });
}

function hear(
  patienceMs: number,
  speak: (write: (bytes: string | Uint8Array) => void, closed: (then: () => void) => void) => void,
): Promise<RawResponse> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(testContext().url);
    const since = performance.now();
    const socket = connect({ host: hostname, port: Number(port) });
    let text = "";
    const enough = setTimeout(() => socket.destroy(), patienceMs);
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
    });
    // A connection that the server cuts while we write is what is looked for here.
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      clearTimeout(enough);
      resolve({ text, openMs: performance.now() - since });
    });
    speak(
      (bytes) => {
        if (!socket.destroyed) socket.write(bytes);
      },
      (then) => socket.on("close", then),
    );
  });
}

/** The status of every answer that came, in order. */
export const statuses = ({ text }: RawResponse) =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
