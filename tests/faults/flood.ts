import { randomBytes, randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "pg";
import { callbackFields, signatureOf } from "../support/callback-fields";

/** One thing that the service has to say, and what it is known by in the log. */
export type Delivery = { mark: string; path: string; body: string; headers: Record<string, string> };

export type AcceptedOrder = { row: string; path: string; referenceId: string; transactionId: string };

/** So many orders that the service has accepted. */
export async function makeOrders(client: Client, count: number): Promise<AcceptedOrder[]> {
  const token = () => randomBytes(24).toString("hex");
  const { rows } = await client.query(
    `insert into transactions (environment, reference_id, transaction_id, type, currency, amount, submission, status,
       callback_token, created_at, updated_at)
     select 'sandbox', 'WD-' || gen_random_uuid(), gen_random_uuid(), 'WITHDRAW', 'JPY', 12000, 'accepted', 'SUCCESS',
       token, now(), now() from unnest($1::text[]) token
     returning id, reference_id, transaction_id, callback_token`,
    [Array.from({ length: count }, token)],
  );
  return rows.map(({ id: row, reference_id: referenceId, transaction_id: transactionId, callback_token }) => ({
    ...{ row, referenceId, transactionId },
    path: `/api/callbacks/sandbox/${callback_token}`,
  }));
}

/**
 * Everything that is said of each order: that it is paid, many times over, earlier news that comes late, and forgeries
 * that say that it failed. In no order at all.
 */
export function deliveriesOf(orders: AcceptedOrder[], each: number, secretKey: string): Delivery[] {
  const all = orders.flatMap((order) =>
    Array.from({ length: each }, (_, number) => {
      const mark = randomUUID();
      const status = number % 5 === 3 ? "PENDING" : "COMPLETED";
      if (number % 10 === 9) {
        const forged = { ...callbackFields(order, { status: "FAILED" }), mark };
        return { mark, path: order.path, body: JSON.stringify(forged), headers: { "x-signature": "0".repeat(64) } };
      }
      const fields = { ...callbackFields(order, { status }), mark };
      const headers = { "x-signature": signatureOf(fields, secretKey) };
      return { mark, path: order.path, body: JSON.stringify(fields), headers };
    }),
  );
  return shuffled(all);
}

/** The same shuffle in every run, so that a failure comes again. */
function shuffled<T>(items: T[]): T[] {
  let seed = 20_261_121;
  const next = () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return seed / 2 ** 32;
  };
  return items
    .map((item) => ({ item, at: next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

export type FloodResult = { acknowledged: string[]; refused: string[]; retries: number };

const RETRY_MS = 100;
const PATIENCE_MS = 10_000;

/**
 * This many concurrent senders, each of which repeats what was neither acknowledged nor refused, as the service does
 * once retries are announced. `onProgress` hears how many are done, and may break something.
 */
export async function flood(
  urls: string[],
  deliveries: Delivery[],
  senders: number,
  { onProgress, signal }: { onProgress?: (done: number) => void; signal?: AbortSignal } = {},
): Promise<FloodResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: senders });
  const heard: FloodResult = { acknowledged: [], refused: [], retries: 0 };
  const waiting = [...deliveries];
  let turn = 0;

  async function sender() {
    for (let delivery = waiting.pop(); delivery && !signal?.aborted; delivery = waiting.pop()) {
      for (;;) {
        turn += 1;
        const answer = await post(agent, urls[turn % urls.length] ?? "", delivery);
        if (answer === "200 SUCCESS") heard.acknowledged.push(delivery.mark);
        else if (answer.startsWith("4")) heard.refused.push(delivery.mark);
        else {
          heard.retries += 1;
          await pause(RETRY_MS);
          continue;
        }
        onProgress?.(heard.acknowledged.length + heard.refused.length);
        break;
      }
    }
  }
  await Promise.all(Array.from({ length: senders }, sender));
  agent.destroy();
  return heard;
}

/** The answer in one line, or what became of the connection. */
function post(agent: Agent, url: string, { path, body, headers }: Delivery): Promise<string> {
  return new Promise((resolve) => {
    const own = { "content-type": "application/json", "content-length": Buffer.byteLength(body), ...headers };
    const sending = request(
      new URL(path, url),
      { method: "POST", agent, headers: own, timeout: PATIENCE_MS },
      (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (chunk: string) => {
          text += chunk;
        });
        response.on("end", () => resolve(`${response.statusCode} ${text}`));
        response.on("error", (error) => resolve(`gone: ${error.message}`));
      },
    );
    sending.on("timeout", () => sending.destroy(new Error("no answer")));
    sending.on("error", (error) => resolve(`gone: ${error.message}`));
    sending.end(body);
  });
}
