import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { canonical, sign } from "../wire/canonical";

// The merchant's side of the bench, in a process of its own: callers that each send one withdrawal after the other.
const [url = "", apiKey = "", secretKey = "", callers = "1", seconds = "1"] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: Number(callers) });
const end = Date.now() + Number(seconds) * 1000;

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

function withdraw(): Promise<number> {
  const ids = { referenceId: randomUUID(), nonce: randomUUID(), timestamp: String(Math.floor(Date.now() / 1000)) };
  const body = canonical(Object.entries({ ...order, ...ids }));
  const headers = {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    "x-api-key": apiKey,
    "x-signature": sign(body, secretKey),
  };
  return new Promise((resolve, reject) => {
    request(`${url}/withdraw`, { method: "POST", agent, headers }, (response) => {
      response.resume().on("end", () => resolve(response.statusCode ?? 0));
    })
      .on("error", reject)
      .end(body);
  });
}

let accepted = 0;
async function caller(): Promise<void> {
  while (Date.now() < end) {
    const status = await withdraw();
    if (status !== 200) throw new Error(`a withdrawal was answered ${status}`);
    accepted += 1;
  }
}
await Promise.all(Array.from({ length: Number(callers) }, caller));
agent.destroy();
console.log(accepted / Number(seconds));
