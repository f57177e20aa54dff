import { randomBytes, randomUUID } from "node:crypto";
import { request } from "node:http";
import { connect } from "node:net";
import { Client } from "pg";
import type { Case, SignedOrder } from "./callback-cases";

/** A running callback entry point, its database, and what the service signs with there. */
export type Endpoint = { url: string; databaseUrl: string; secretKey: string };

export type EndpointOrder = SignedOrder & { row: string; path: string };

export type Answer = { status: number; text: string; headers: Record<string, string | string[] | undefined> };

/** An entry point as the service sees it, and the log behind it. */
export async function openEndpoint({ url, databaseUrl, secretKey }: Endpoint) {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();

  /** An order of its own that the service has accepted. */
  async function order(): Promise<EndpointOrder> {
    const target = { referenceId: `WD-${randomUUID()}`, transactionId: randomUUID(), secretKey };
    const token = randomBytes(24).toString("hex");
    const { rows } = await client.query<{ id: string }>(
      `insert into transactions (environment, reference_id, transaction_id, type, currency, amount, submission, status,
         callback_token, created_at, updated_at)
       values ('sandbox', $1, $2, 'WITHDRAW', 'JPY', 12000, 'accepted', 'SUCCESS', $3, now(), now()) returning id`,
      [target.referenceId, target.transactionId, token],
    );
    return { ...target, row: rows[0]?.id ?? "", path: `/api/callbacks/sandbox/${token}` };
  }

  /** As any client does it, but never follows a redirect. */
  const send = (
    path: string,
    init: { method?: string; headers?: Record<string, string>; body?: string | Uint8Array },
  ) =>
    new Promise<Answer>((resolve, reject) => {
      const { method = "POST", body = "" } = init;
      const headers = {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        ...init.headers,
      };
      const sending = request(new URL(path, url), { method, headers, agent: false }, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (chunk: string) => {
          text += chunk;
        });
        response.on("end", () => resolve({ status: response.statusCode ?? 0, text, headers: response.headers }));
      });
      sending.on("error", reject);
      sending.end(method === "HEAD" || method === "GET" ? undefined : body);
    });

  /** Sends an endless body, a little at a time, until the server stops reading. */
  const sendSlowly = (path: string) =>
    new Promise<string>((resolve, reject) => {
      const { hostname, port } = new URL(url);
      const socket = connect({ host: hostname, port: Number(port) });
      let heard = "";
      const dripping = setInterval(() => socket.write("1\r\n \r\n"), 200);
      socket.on("data", (chunk) => {
        heard += chunk;
        // Nothing may be written after the end, even if the other side notices it late.
        clearInterval(dripping);
        socket.end();
      });
      socket.on("error", reject);
      socket.on("close", () => {
        clearInterval(dripping);
        resolve(heard);
      });
      const head = `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n`;
      socket.write(`${head}transfer-encoding: chunked\r\n\r\n1\r\n{\r\n`);
    });

  /** Goes away in the middle of a body. */
  const breakOff = (path: string) =>
    new Promise<void>((resolve, reject) => {
      const { hostname, port } = new URL(url);
      const socket = connect({ host: hostname, port: Number(port) });
      const head = `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n`;
      socket.on("error", reject);
      socket.on("close", () => resolve());
      // Long enough for the server to have begun to read.
      socket.write(`${head}{"half":`, () => setTimeout(() => socket.destroy(), 300));
    });

  const log = async ({ row }: EndpointOrder) => {
    const { rows } = await client.query(
      "select id, body, signature, refusal, answered, effect, source_address, headers from deliveries where transaction_row = $1",
      [row],
    );
    return rows;
  };

  return {
    order,
    send,
    drip: sendSlowly,
    breakOff,
    log,
    /** One case of the table, and what the log has of it. */
    async sendCase({ send: make }: Case) {
      const target = await order();
      const { body, headers = {} } = make(target);
      const answer = await send(target.path, { body, headers });
      return { target, answer, body: Buffer.from(body), rows: await log(target) };
    },
    count: async () => (await client.query("select count(*)::int as held from deliveries")).rows[0]?.held,
    status: async ({ row }: EndpointOrder) =>
      (await client.query("select status from transactions where id = $1", [row])).rows[0]?.status,
    close: () => client.end(),
  };
}
