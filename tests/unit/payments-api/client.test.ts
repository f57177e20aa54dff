import type { Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { createPaymentsApi } from "@/lib/payments-api/client";
import { canonical, sign } from "@/lib/payments-api/sign";
import { WITHDRAW_ORDER as ORDER } from "../../support/withdraw-order";
import { closedPort, httpServer, tcpServer } from "./servers";

const KEY = "key-of-the-sandbox";
const SECRET = "secret-of-the-sandbox";
const NOW = new Date("2026-11-21T09:30:05.789Z");
const api = (baseUrl: string, more: { kycGateway?: string; timeoutMs?: number } = {}) => {
  let nonces = 0;
  const nonce = () => `nonce-${++nonces}`;
  return createPaymentsApi({
    baseUrl,
    apiKey: KEY,
    secretKey: SECRET,
    now: () => NOW,
    nonce,
    timeoutMs: 4_000,
    ...more,
  });
};

const CREATED =
  '{"transactionId":"t-1","providerOrderId":"P-1","amount":12000,"fee":120,"actualAmount":null,"status":"SUCCESS","message":"ok"}';

test("a withdrawal leaves in the bytes that were prepared, signed, and once", async () => {
  const server = await httpServer((response) => response.end(CREATED));
  const { prepareWithdraw, sendWithdraw } = api(server.baseUrl);
  const prepared = prepareWithdraw(ORDER);

  expect(prepared).toEqual({
    path: "/withdraw",
    body: canonical({ ...ORDER, channel: "BANK_TRANSFER", timestamp: "1795253405", nonce: "nonce-1" }),
    nonce: "nonce-1",
    signedAt: new Date("2026-11-21T09:30:05.000Z"),
  });
  const { result } = await sendWithdraw(prepared);
  expect(result).toEqual({
    ok: true,
    value: { transactionId: "t-1", status: "SUCCESS", amount: "12000", fee: "120", actualAmount: null, message: "ok" },
  });
  expect(server.seen).toHaveLength(1);
  expect(server.seen[0]).toMatchObject({
    method: "POST",
    url: "/withdraw",
    body: prepared.body,
    headers: {
      "content-type": "application/json",
      "content-length": String(prepared.body.length),
      "x-api-key": KEY,
      "x-signature": sign(prepared.body, SECRET),
    },
  });
});

test("a prepared request survives being stored as text and is sent unchanged by another process", async () => {
  const server = await httpServer((response) => response.end(CREATED));
  const prepared = api(server.baseUrl).prepareWithdraw(ORDER);
  const stored = JSON.parse(JSON.stringify(prepared));
  await api(server.baseUrl).sendWithdraw({ ...stored, signedAt: new Date(stored.signedAt) });
  expect(server.seen[0]?.body).toBe(prepared.body);
  expect(server.seen[0]?.headers["x-signature"]).toBe(sign(prepared.body, SECRET));
});

test("an order that must not be signed is never prepared", () => {
  const { prepareWithdraw, prepareDeposit } = api("http://127.0.0.1:9");
  expect(() => prepareWithdraw({ ...ORDER, destinationAccountName: "a\nb" })).toThrow();
  expect(() => prepareDeposit({ ...ORDER, amount: "0.5" })).toThrow();
});

describe("a withdrawal without a readable response is unknown, and is not sent again", () => {
  test.each([
    ["the connection breaks", (socket: Socket) => socket.destroy(), "connection_lost"],
    ["a page comes back", (socket: Socket) => socket.end("HTTP/1.1 200 OK\r\n\r\n<html>"), "unreadable_answer"],
    [
      "the answer is cut off",
      (socket: Socket) => socket.end(`HTTP/1.1 200 OK\r\n\r\n${CREATED.slice(0, 30)}`),
      "unreadable_answer",
    ],
    [
      "a proxy does not find it",
      (socket: Socket) => socket.end('HTTP/1.1 404 Not Found\r\n\r\n{"message":"no route"}'),
      "undocumented_status",
    ],
    ["a proxy gives up", (socket: Socket) => socket.end("HTTP/1.1 504 Gateway Timeout\r\n\r\n<html>"), "server_error"],
  ])("%s", async (_name, answer, reason) => {
    const server = await tcpServer(answer);
    const { prepareWithdraw, sendWithdraw } = api(server.baseUrl);
    const { result } = await sendWithdraw(prepareWithdraw(ORDER));
    expect(result).toMatchObject({ ok: false, error: { kind: "unknown", reason } });
    expect(server.counted).toEqual({ connections: 1, requests: 1 });
  });
});

test("a withdrawal that is never answered is unknown once its time is over", async () => {
  const server = await tcpServer(() => {});
  const { prepareWithdraw, sendWithdraw } = api(server.baseUrl, { timeoutMs: 300 });
  const { result, exchange } = await sendWithdraw(prepareWithdraw(ORDER));
  expect(result).toEqual({ ok: false, error: { kind: "unknown", reason: "no_answer" } });
  expect(exchange).toMatchObject({ answeredAt: null, status: null });
  expect(server.counted).toEqual({ connections: 1, requests: 1 });
});

test("a withdrawal to a closed port was provably not sent, and there is no answer to keep", async () => {
  const { prepareWithdraw, sendWithdraw } = api(`http://127.0.0.1:${await closedPort()}`);
  const prepared = prepareWithdraw(ORDER);
  expect(await sendWithdraw(prepared)).toEqual({
    result: { ok: false, error: { kind: "not_sent", reason: "connection_refused" } },
    exchange: {
      path: "/withdraw",
      requestBody: prepared.body,
      sentAt: NOW,
      answeredAt: null,
      status: null,
      headers: {},
      body: null,
      serviceTime: null,
    },
  });
});

describe("the evidence of an exchange", () => {
  test("holds both bodies, the headers and the service's own clock", async () => {
    const server = await httpServer((response) =>
      response
        .writeHead(400, { date: "Sat, 21 Nov 2026 09:30:09 GMT" })
        .end('{"message":"Validation failed.","fields":["amount: too small"]}'),
    );
    const { prepareWithdraw, sendWithdraw } = api(server.baseUrl);
    const prepared = prepareWithdraw(ORDER);
    const { exchange } = await sendWithdraw(prepared);
    expect(exchange).toMatchObject({
      path: "/withdraw",
      requestBody: prepared.body,
      sentAt: NOW,
      answeredAt: NOW,
      status: 400,
      body: '{"message":"Validation failed.","fields":["amount: too small"]}',
      serviceTime: new Date("2026-11-21T09:30:09Z"),
    });
  });

  test("holds neither key nor secret nor signature", async () => {
    const server = await httpServer((response) => response.end(CREATED));
    const { prepareWithdraw, sendWithdraw } = api(server.baseUrl);
    const prepared = prepareWithdraw(ORDER);
    const kept = JSON.stringify(await sendWithdraw(prepared));
    for (const hidden of [KEY, SECRET, sign(prepared.body, SECRET)]) expect(kept).not.toContain(hidden);
  });

  test("can be kept by a database that has no U+0000", async () => {
    const server = await httpServer((response) => response.writeHead(500).end("a\0b"));
    expect((await api(server.baseUrl).balance()).exchange.body).toBe("a\ufffdb");
  });
});

const PLAYER = { playerId: "p", userName: "ヤマダ　タロウ", currency: "JPY" };

describe("every endpoint is called at its own path with its own fields", () => {
  test.each<[string, (client: ReturnType<typeof api>) => Promise<unknown>, string, object]>([
    [
      "deposit",
      (client) => client.sendDeposit(client.prepareDeposit({ ...ORDER, payerAccountName: "ヤマダ" })),
      "/deposit",
      { channel: "BANK_TRANSFER", payerAccountName: "ヤマダ", amount: "12000" },
    ],
    ["one transaction", (client) => client.transaction("W-1"), "/transactions", { id: "W-1" }],
    ["one balance", (client) => client.balance("JPY"), "/balance", { currency: "JPY" }],
    ["banks", (client) => client.banks("THB"), "/banks", { currency: "THB" }],
    [
      "registration",
      (client) => client.sendKycRegister(client.prepareKycRegister(PLAYER)),
      "/kyc-register",
      { playerId: "p", userName: "ヤマダ　タロウ", currency: "JPY", gateway: "KYC_JP" },
    ],
    ["its status", (client) => client.kycStatus("p"), "/kyc/status", { playerId: "p", gateway: "KYC_JP" }],
  ])("%s", async (_name, call, path, fields) => {
    const server = await httpServer((response) => response.end("{}"));
    await call(api(server.baseUrl, { kycGateway: "KYC_JP" }));
    const [request] = server.seen;
    expect(request?.url).toBe(path);
    expect(JSON.parse(request?.body ?? "")).toMatchObject({ ...fields, timestamp: "1795253405", nonce: "nonce-1" });
    expect(request?.headers["x-signature"]).toBe(sign(request?.body ?? "", SECRET));
  });

  test("what is not set is not sent", async () => {
    const server = await httpServer((response) => response.end("[]"));
    await api(server.baseUrl).balance();
    await api(server.baseUrl).kycStatus("p");
    expect(server.seen.map(({ body }) => Object.keys(JSON.parse(body)))).toEqual([
      ["nonce", "timestamp"],
      ["nonce", "playerId", "timestamp"],
    ]);
  });

  test("a base address may have a path of its own", async () => {
    const server = await httpServer((response) => response.end("[]"));
    expect((await api(`${server.baseUrl}/v1`).banks()).result).toEqual({ ok: true, value: [] });
    expect(server.seen[0]?.url).toBe("/v1/banks");
  });
});

test("an order that the service does not know is a refusal with 404", async () => {
  const server = await httpServer((response) => response.writeHead(404).end('{"message":"Transaction not found"}'));
  const { result } = await api(server.baseUrl).transaction("W-0");
  expect(result).toEqual({
    ok: false,
    error: { kind: "refused", status: 404, message: "Transaction not found", fields: [] },
  });
});

test("a 404 to a registration is an undocumented answer", async () => {
  const server = await httpServer((response) => response.writeHead(404).end('{"message":"no route"}'));
  const client = api(server.baseUrl);
  const { result } = await client.sendKycRegister(client.prepareKycRegister(PLAYER));
  expect(result).toMatchObject({ ok: false, error: { kind: "unknown", reason: "undocumented_status" } });
});

test("a key that no header can carry is found before anything is claimed", () => {
  const deps = { baseUrl: "http://127.0.0.1:9", secretKey: SECRET, now: () => NOW, nonce: () => "n" };
  expect(() => createPaymentsApi({ ...deps, apiKey: "a\nb" })).toThrow(TypeError);
});
