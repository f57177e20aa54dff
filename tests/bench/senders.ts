import { connect } from "node:net";
import { text } from "node:stream/consumers";

/**
 * The service's side of a bench, in a process of its own: senders that each send one delivery after the other over a
 * connection that stays open. Plain sockets, as a client library would cost more than what is measured.
 * Gets JSON on standard input; answers with one line of JSON.
 */
export type Sending = { host: string; port: number; senders: number; seconds: number; requests: string[] };
export type Sent = { perSecond: number; p50Ms: number; p99Ms: number };

const { host, port, senders, seconds, requests }: Sending = JSON.parse(await text(process.stdin));
const end = performance.now() + seconds * 1000;
const tookMs: number[] = [];

function sender(number: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true });
    let sent = 0;
    let since = 0;
    let heard = "";
    const send = () => {
      if (performance.now() >= end) {
        socket.end();
        return;
      }
      since = performance.now();
      socket.write(requests[(number + sent * senders) % requests.length] ?? "", "latin1"); // They are ASCII.
      sent += 1;
    };
    socket.setEncoding("latin1");
    socket.on("connect", send);
    socket.on("error", reject);
    socket.on("close", () => resolve());
    socket.on("data", (chunk: string) => {
      heard += chunk;
      // The answer is the one word, whole or as the last chunk of a few.
      if (!/\r\n\r\n(?:7\r\n)?SUCCESS(?:\r\n0\r\n\r\n)?$/.test(heard)) return;
      if (!heard.startsWith("HTTP/1.1 200")) {
        reject(new Error(heard));
        return;
      }
      heard = "";
      tookMs.push(performance.now() - since);
      send();
    });
  });
}

await Promise.all(Array.from({ length: senders }, (_, number) => sender(number)));
tookMs.sort((a, b) => a - b);
const at = (share: number) => tookMs[Math.floor(tookMs.length * share)] ?? Number.NaN;
const sent: Sent = { perSecond: tookMs.length / seconds, p50Ms: at(0.5), p99Ms: at(0.99) };
console.log(JSON.stringify(sent));
