import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import { canonical, sign } from "../wire/canonical";

// The merchant's side of the bench, in a process of its own: callers that each send one withdrawal after the other.
// It shares two cores with what it measures, so it does no more than pgbench beside it: each caller writes to a plain
// socket what was prepared before the clock started. Every request has a nonce, a reference and a signature of its own.
const [url = "", apiKey = "", secretKey = "", callers = "1", seconds = "1"] = process.argv.slice(2);
const { hostname, port } = new URL(url);

const order = {
  amount: "100",
  channel: "BANK_TRANSFER",
  currency: "JPY",
  callbackUrl: "http://127.0.0.1:1/callback",
  playerId: "player-1",
  destination: "0001",
  destinationName: "みずほ銀行",
  destinationAccount: "0123456",
  destinationAccountName: "ヤマダ　タロウ",
  destinationBranchCode: "001",
  destinationBranchName: "東京営業部",
};
const head = `POST /withdraw HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncontent-type: application/json\r\nx-api-key: ${apiKey}\r\n`;

function request(): string {
  const ids = { referenceId: randomUUID(), nonce: randomUUID(), timestamp: String(Math.floor(Date.now() / 1000)) };
  const body = canonical(Object.entries({ ...order, ...ids }));
  // The canonical form is ASCII: as many bytes as characters.
  return `${head}x-signature: ${sign(body, secretKey)}\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
}

/** How long a whole answer is, once its head has come; 0 until then. */
function lengthOf(answer: string): number {
  const body = answer.indexOf("\r\n\r\n");
  const length = /^content-length: (\d+)/im.exec(answer)?.[1];
  if (body === -1) return 0;
  if (length === undefined) throw new Error(`an answer without its length: ${answer}`);
  return body + 4 + Number(length);
}

/** More than any run has sent; the rest would be signed as it is sent. */
const PREPARED_PER_SECOND = 8_000;
const prepared = Array.from({ length: PREPARED_PER_SECOND * Number(seconds) }, request);
const next = () => prepared.pop() ?? request();

const end = Date.now() + Number(seconds) * 1000;
let accepted = 0;

const caller = () =>
  new Promise<void>((resolve, reject) => {
    let answer = "";
    const socket = connect({ host: hostname, port: Number(port), noDelay: true }, () => socket.write(next(), "latin1"));
    socket.setEncoding("latin1");
    socket.on("data", (part) => {
      answer += part;
      const length = lengthOf(answer);
      if (length === 0 || answer.length < length) return;
      if (!answer.startsWith("HTTP/1.1 200 "))
        return void socket.destroy(new Error(`a withdrawal was answered\n${answer}`));
      accepted += 1;
      answer = "";
      if (Date.now() < end) socket.write(next(), "latin1");
      else socket.end();
    });
    socket.on("error", reject);
    socket.on("close", resolve);
  });

await Promise.all(Array.from({ length: Number(callers) }, caller));
console.log(accepted / Number(seconds));
