// Receives callbacks of the Payments API. Node 22 or later, without packages:
//   SECRET_KEY=… PORT=4020 node receiver.mjs
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

const { SECRET_KEY = "", PORT = "4020" } = process.env;
if (!SECRET_KEY) throw new Error("SECRET_KEY is not set");
// Before, JSON.parse does not say how a number was written.
if (JSON.parse("1", (_key, _value, context) => context?.source) !== "1") throw new Error("Node 22 or later is needed");
const LARGEST_BYTES = 65_536;

/** Results that were handled. In production: a unique key in the database, in the transaction that moves the money. */
const handled = new Set();

/** Reads an object with the digits of its numbers as they were sent: those were signed. */
const read = (text) => JSON.parse(text, (_key, value, { source }) => (typeof value === "number" ? source : value));

const quote = (text) =>
  JSON.stringify(text).replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** The text that was signed: without nulls, every value a string, keys sorted, no white space, ASCII. */
function canonical(fields) {
  const names = Object.keys(fields).filter((name) => fields[name] !== null);
  return `{${names
    .sort()
    .map((name) => `${quote(name)}:${quote(String(fields[name]))}`)
    .join(",")}}`;
}

function isSignature(given, fields) {
  const right = Buffer.from(createHmac("sha256", SECRET_KEY).update(canonical(fields)).digest("hex"));
  const offered = Buffer.from(given);
  return offered.length === right.length && timingSafeEqual(offered, right);
}

/** What to answer: its status and its body. Only 200 with SUCCESS counts as received. */
function receive(text, signature) {
  let fields;
  try {
    fields = read(text);
  } catch {
    return [400, "not JSON"];
  }
  if (fields === null || typeof fields !== "object" || Array.isArray(fields)) return [400, "not an object"];
  if (signature !== undefined && !isSignature(signature, fields)) return [401, "wrong signature"];

  // Without a signature a callback is a hint: query POST /transactions, and move money by that answer alone.
  const isVerified = signature !== undefined;
  const { event, player_id, transaction_id, status } = fields;
  // A player's status may come again and is set again; a transaction's result counts once.
  const id = event === "kyc.status" ? player_id : transaction_id;
  const key = `${transaction_id} ${status}`;
  const isRepeated = event !== "kyc.status" && handled.has(key);
  if (isVerified) handled.add(key);
  console.log(JSON.stringify({ id, status, isVerified, isRepeated }));
  return [200, "SUCCESS"];
}

const server = createServer(async (request, response) => {
  const parts = [];
  let size = 0;
  try {
    for await (const part of request) {
      size += part.length;
      if (size <= LARGEST_BYTES) parts.push(part);
    }
  } catch {
    return; // The sender hung up in the middle of the body: nothing was received, and no answer can be sent.
  }
  const [status, body] =
    request.method !== "POST"
      ? [405, "only POST"]
      : size > LARGEST_BYTES
        ? [413, "too large"]
        : receive(Buffer.concat(parts).toString(), request.headers["x-signature"]);
  if (status !== 200) console.error(`refused: ${status} ${body}`);
  response.writeHead(status, { "content-type": "text/plain" }).end(body);
});

server.listen(Number(PORT), "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}/`));
