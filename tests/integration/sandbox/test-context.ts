import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Pool } from "pg";
import { startSandbox } from "@/sandbox/start";
import { createDatabase } from "../../support/database";
import { OPERATOR_HEADERS } from "../../support/operator";
import { openInbox } from "./inbox";
import { Description } from "./openapi-description";
import { type Fields, signatureOf, signedBody } from "./signer";

type Item = Record<string, unknown>;
/** `body` of an answer that is an object, `list` of one that is a list. */
export type Answer = { status: number; headers: Headers; text: string; body: Item; list: Item[] };
type Sending = {
  apiKey?: string | null;
  signature?: string | null;
  /** The answer is to be wrong, so the description does not have it. */
  wrong?: true;
};

const isWhole = (text: string) => /[}\]]\s*$/.test(text);

async function read(response: Response): Promise<Answer> {
  const { status, headers } = response;
  const text = await response.text();
  const isJson = headers.get("content-type")?.startsWith("application/json");
  const json: unknown = isJson && isWhole(text) ? JSON.parse(text) : {};
  return { status, headers, text, body: json as Item, list: Array.isArray(json) ? json : [] };
}

const MERCHANT = {
  number: 10001,
  name: "Test Store",
  currencies: {
    JPY: { openingBalance: "1000000", fees: { WITHDRAW: { flat: "150", perMille: "5" }, DEPOSIT: { perMille: "15" } } },
    THB: { openingBalance: "200000.00", fees: { WITHDRAW: { flat: "12.50" }, DEPOSIT: { perMille: "12" } } },
    USDT: { openingBalance: "5000", fees: { WITHDRAW: { flat: "0.000001" } } },
  },
  gateways: ["JPBANK", "SECOND"],
  resultAfterMs: null,
  retry: { firstMs: 20, attempts: 5 },
};

/** The sandbox in this process with its own database, one merchant, and the merchant's server. */
export async function openTestContext(settings: Record<string, unknown> = {}, more: Record<string, unknown>[] = []) {
  const database = await createDatabase();
  const folder = await mkdtemp(join(tmpdir(), "choba-contract-"));
  const keys = () => ({ apiKey: randomBytes(16).toString("hex"), secretKey: randomBytes(32).toString("hex") });
  const merchant = { ...MERCHANT, ...keys(), ...settings };
  const others = more.map((other, index) => ({ ...MERCHANT, number: 10002 + index, ...keys(), ...other }));
  const config = join(folder, "sandbox.json");
  const configure = (changed: Record<string, unknown> = {}) =>
    writeFile(config, JSON.stringify({ merchants: [{ ...merchant, ...changed }, ...others] }));
  await configure();

  const logged: string[] = [];
  const log = {
    line: (event: unknown) => void logged.push(JSON.stringify(event)),
    error: (error: unknown) => void logged.push(`error ${error instanceof Error ? error.stack : error}`),
  };
  const start = () =>
    startSandbox(
      { SANDBOX_DATABASE_URL: database.url, SANDBOX_PORT: 0, SANDBOX_OPERATOR_PORT: 0, SANDBOX_CONFIG: config },
      log,
    );
  let running = await start();
  const inbox = await openInbox();
  const pool = new Pool({ connectionString: database.url, max: 2 });
  const description = new Description(await (await fetch(`${running.sandbox}/openapi.json`)).json());

  async function send(path: string, body: BodyInit, headers: Record<string, string>, method = "POST"): Promise<Answer> {
    return read(await fetch(running.sandbox + path, { method, headers, ...(method !== "GET" && { body }) }));
  }

  /** A signed call. Each response must be as the OpenAPI document describes it. */
  async function call(path: string, fields: Fields, sending: Sending & { as?: typeof merchant } = {}): Promise<Answer> {
    const who = sending.as ?? merchant;
    const body = signedBody({ timestamp: Math.floor(Date.now() / 1000), nonce: randomUUID(), ...fields });
    const apiKey = sending.apiKey === undefined ? who.apiKey : sending.apiKey;
    const signature = sending.signature === undefined ? signatureOf(body, who.secretKey) : sending.signature;
    const answer = await send(path, body, {
      "content-type": "application/json",
      ...(apiKey !== null && { "x-api-key": apiKey }),
      ...(signature !== null && { "x-signature": signature }),
    });
    if (!sending.wrong) description.check(path, answer.status, JSON.parse(answer.text));
    return answer;
  }

  async function operator(method: string, path: string, body?: unknown): Promise<Answer> {
    const init = { method, headers: OPERATOR_HEADERS, ...(body !== undefined && { body: JSON.stringify(body) }) };
    return read(await fetch(running.operator + path, init));
  }

  const order = (more: Fields = {}): Fields => ({
    amount: "12000",
    channel: "BANK_TRANSFER",
    currency: "JPY",
    callbackUrl: inbox.url(),
    referenceId: randomUUID(),
    playerId: "player-1",
    ...more,
  });

  return {
    merchant,
    others,
    inbox,
    pool,
    logged,
    description,
    send,
    call,
    operator,
    deposit: order,
    withdrawal: (more: Fields = {}) =>
      order({
        destination: "0001",
        destinationName: "みずほ銀行",
        destinationAccount: "0123456",
        destinationAccountName: "ヤマダ　タロウ",
        destinationBranchCode: "001",
        destinationBranchName: "東京営業部",
        ...more,
      }),
    /** Registers a player and has the operator accept it. */
    async registerPlayer(playerId = "player-1") {
      await call("/kyc-register", { gateway: "JPBANK", playerId, userName: "ヤマダ　タロウ", currency: "JPY" });
      await operator("POST", `/kyc/${playerId}/registered`);
    },
    async available(currency = "JPY") {
      return (await call("/balance", { currency })).list[0];
    },
    url: () => running.sandbox,
    operatorUrl: () => running.operator,
    /** `changed`: what is edited in the merchant's configuration meanwhile. */
    async restart(changed?: Record<string, unknown>) {
      await running.stop();
      await configure(changed);
      running = await start();
    },
    async close() {
      await Promise.all([running.stop(), inbox.close(), pool.end()]);
      await database.drop();
      await rm(folder, { recursive: true });
    },
  };
}
export type TestContext = Awaited<ReturnType<typeof openTestContext>>;
