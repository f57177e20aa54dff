/*
 * What the page "Developers" shows. A test runs each of these as it stands here, against a console.
 * They read CHOBA_URL and CHOBA_KEY from the environment.
 */

const curl = `# Request a payout. A new Idempotency-Key for each payout; the same one when you repeat a request.
curl -sS --fail-with-body "$CHOBA_URL/v1/withdrawals" \\
  -H "Authorization: Bearer $CHOBA_KEY" \\
  -H "Idempotency-Key: payout-$(date +%s)-$$" \\
  -d '{
    "currency": "JPY", "amount": "12000", "playerId": "p-20117",
    "destination": "0005", "destinationName": "三菱UFJ銀行",
    "destinationBranchCode": "001", "destinationBranchName": "本店",
    "destinationAccountType": "1", "destinationAccount": "0123456",
    "destinationAccountName": "ヤマダ　タロウ"
  }'

# Read the newest orders. An order is paid only where "paid" is true.
curl -sS --fail-with-body "$CHOBA_URL/v1/orders?type=WITHDRAW" -H "Authorization: Bearer $CHOBA_KEY"
`;

const node = `import { randomUUID } from "node:crypto";
import { env } from "node:process";

const { CHOBA_URL, CHOBA_KEY } = env;

async function call(path, { body, key } = {}) {
  const answer = await fetch(CHOBA_URL + path, {
    method: body ? "POST" : "GET",
    headers: { authorization: \`Bearer \${CHOBA_KEY}\`, ...(key && { "idempotency-key": key }) },
    body: body && JSON.stringify(body),
  });
  const json = await answer.json();
  if (!answer.ok) throw new Error(\`\${json.code}: \${json.title}\`);
  return json;
}

// Keep the key beside your own record of the payout, and use it again when you repeat the request.
const payout = await call("/v1/withdrawals", {
  key: randomUUID(),
  body: {
    currency: "JPY",
    amount: "12000",
    playerId: "p-20117",
    destination: "0005",
    destinationName: "三菱UFJ銀行",
    destinationBranchCode: "001",
    destinationBranchName: "本店",
    destinationAccountType: "1",
    destinationAccount: "0123456",
    destinationAccountName: "ヤマダ　タロウ",
  },
});
console.log(payout.referenceId, payout.submission);

// Paid only where "paid" is true: "status" alone is no proof.
const order = await call(\`/v1/orders/\${payout.referenceId}\`);
console.log(order.status, order.paid);

// What changed since: keep "next", and ask again with it.
const { data, next } = await call("/v1/events?limit=10");
console.log(data.length, next);
`;

const python = `import json, os, urllib.request, uuid

URL, KEY = os.environ["CHOBA_URL"], os.environ["CHOBA_KEY"]


def call(path, body=None, key=None):
    headers = {"Authorization": f"Bearer {KEY}"}
    if key:
        headers["Idempotency-Key"] = key
    data = json.dumps(body).encode() if body else None
    with urllib.request.urlopen(urllib.request.Request(URL + path, data, headers)) as answer:
        return json.load(answer)


# Keep the key beside your own record of the payout, and use it again when you repeat the request.
payout = call("/v1/withdrawals", key=str(uuid.uuid4()), body={
    "currency": "JPY", "amount": "12000", "playerId": "p-20117",
    "destination": "0005", "destinationName": "三菱UFJ銀行",
    "destinationBranchCode": "001", "destinationBranchName": "本店",
    "destinationAccountType": "1", "destinationAccount": "0123456",
    "destinationAccountName": "ヤマダ　タロウ",
})
print(payout["referenceId"], payout["submission"])

# Paid only where "paid" is true: "status" alone is no proof.
order = call(f"/v1/orders/{payout['referenceId']}")
print(order["status"], order["paid"])
`;

/** Verifies what the console sends, by the package \`standardwebhooks\`. */
const webhook = `import { createServer } from "node:http";
import { env } from "node:process";
import { Webhook } from "standardwebhooks";

const webhook = new Webhook(env.CHOBA_WEBHOOK_SECRET);

createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  try {
    // Throws where the signature is wrong or the time is more than five minutes off.
    const { type, timestamp, data } = webhook.verify(body, request.headers);
    // What is sent again can be older than what was processed: of each order or player the newest timestamp counts.
    console.log(type, timestamp, data.referenceId ?? data.playerId);
    response.writeHead(204).end();
  } catch {
    response.writeHead(400).end();
  }
}).listen(env.PORT);
`;

/** Signs an event as the console does, for the program above on one's own machine, which the console cannot reach. */
const webhookSample = `import { env } from "node:process";
import { Webhook } from "standardwebhooks";

const { CHOBA_WEBHOOK_SECRET, PORT } = env;

const [id, at] = ["evt_sample", new Date()];
const body = JSON.stringify({ type: "order.updated", timestamp: at, data: { referenceId: "WD-1" } });
const headers = {
  "webhook-id": id,
  "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
  "webhook-signature": new Webhook(CHOBA_WEBHOOK_SECRET).sign(id, at, body),
};
const { status } = await fetch(\`http://127.0.0.1:\${PORT}\`, { method: "POST", headers, body });
console.log(status);
`;

/** Connects as an assistant does, by the package \`@modelcontextprotocol/client\`. */
const mcp = `import { env } from "node:process";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

const { CHOBA_URL, CHOBA_KEY } = env;

const client = new Client({ name: "quick-start", version: "1" });
const headers = { authorization: \`Bearer \${CHOBA_KEY}\` };
await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", CHOBA_URL), { requestInit: { headers } }));

const { tools } = await client.listTools();
console.log(tools.map(({ name }) => name));

const { content } = await client.callTool({ name: "list_open_items", arguments: {} });
console.log(JSON.parse(content[0].text));
await client.close();
`;

export const QUICK_START = { curl, node, python, webhook, webhookSample, mcp } as const;
export type QuickStart = keyof typeof QUICK_START;
