import type { Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { post } from "@/lib/payments-api/transport";
import { closedPort, httpServer, tcpServer } from "./servers";

/** Enough for anything that answers, on a machine that is busy. */
const PATIENT_MS = 4_000;
/** For what never answers: the test waits this long. */
const IMPATIENT_MS = 500;

const send = (baseUrl: string, timeoutMs = PATIENT_MS) =>
  post({
    url: `${baseUrl}/withdraw`,
    headers: { "content-type": "application/json" },
    body: '{"amount":"1000"}',
    timeoutMs,
  });

const write =
  (...pieces: string[]) =>
  (socket: Socket) => {
    for (const piece of pieces) socket.write(piece);
  };
/** Goes on writing for as long as the other side listens. */
const drip = (head: string, piece: string) => (socket: Socket) => {
  socket.write(head);
  const tap = setInterval(() => socket.write(piece), 10);
  socket.on("close", () => clearInterval(tap));
};
const OK = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";

describe("a request that provably never left", () => {
  test("a closed port refuses the connection", async () => {
    const reply = await send(`http://127.0.0.1:${await closedPort()}`);
    expect(reply).toEqual({ kind: "not_sent", reason: "connection_refused" });
  });

  test("a name with several addresses, all of them closed, refuses too", async () => {
    const reply = await send(`http://localhost:${await closedPort()}`);
    expect(reply).toEqual({ kind: "not_sent", reason: "connection_refused" });
  });

  test("an unknown host is not found", async () => {
    expect(await send("http://payments.invalid")).toEqual({ kind: "not_sent", reason: "name_not_found" });
  });
});

describe("a request that may have arrived is sent once and answered with silence", () => {
  test.each<[string, (socket: Socket) => void, string]>([
    ["the connection is closed without a word", (socket) => socket.end(), "connection_lost"],
    ["the connection is reset", (socket) => socket.resetAndDestroy(), "connection_lost"],
    ["the connection breaks inside the headers", (socket) => socket.end(OK), "connection_lost"],
    ["the other side does not speak HTTP", write("220 mail.example ESMTP\r\n"), "unreadable_answer"],
    ["the headers are endless", write(OK, `X-Long: ${"a".repeat(100_000)}\r\n`), "unreadable_answer"],
    [
      "the protocol is to be changed",
      write("HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n"),
      "connection_lost",
    ],
  ])("%s", async (_name, answer, reason) => {
    const server = await tcpServer(answer);
    expect(await send(server.baseUrl)).toEqual({ kind: "silence", reason });
    expect(server.counted).toEqual({ connections: 1, requests: 1 });
  });

  test.each<[string, (socket: Socket) => void]>([
    ["nothing ever comes", () => {}],
    ["headers drip and never end", drip(OK, "X-More: 1\r\n")],
    ["only interim answers come", drip("", "HTTP/1.1 100 Continue\r\n\r\n")],
  ])("%s", async (_name, answer) => {
    const server = await tcpServer(answer);
    expect(await send(server.baseUrl, IMPATIENT_MS)).toEqual({ kind: "silence", reason: "no_answer" });
    expect(server.counted).toEqual({ connections: 1, requests: 1 });
  });

  test("TLS is spoken to a server that has none", async () => {
    const server = await tcpServer((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
    const reply = await send(server.baseUrl.replace("http:", "https:"));
    expect(reply).toEqual({ kind: "silence", reason: "connection_lost" });
    expect(server.counted.connections).toBe(1);
  });
});

describe("an answer that breaks off keeps what came and says that it is broken", () => {
  test.each<[string, (socket: Socket) => void]>([
    ["cut off before its announced length", (socket) => socket.end(`${OK}Content-Length: 100\r\n\r\n{"trans`)],
    ["chunked, and cut off", (socket) => socket.end(`${OK}Transfer-Encoding: chunked\r\n\r\n7\r\n{"trans\r\n`)],
    ["chunked wrongly", write(`${OK}Transfer-Encoding: chunked\r\n\r\n7\r\n{"trans\r\nzz\r\n`)],
  ])("%s", async (_name, answer) => {
    const server = await tcpServer(answer);
    const reply = await send(server.baseUrl);
    expect(reply).toMatchObject({ kind: "answer", status: 200, body: '{"trans', broken: "connection_lost" });
    expect(server.counted).toEqual({ connections: 1, requests: 1 });
  });

  test("stalled in the middle", async () => {
    const server = await tcpServer(write(`${OK}Content-Length: 100\r\n\r\n{"trans`));
    const reply = await send(server.baseUrl, IMPATIENT_MS);
    expect(reply).toMatchObject({ kind: "answer", status: 200, body: '{"trans', broken: "no_answer" });
    expect(server.counted).toEqual({ connections: 1, requests: 1 });
  });

  test("reset in the middle: what came may be lost with it, but it is never whole", async () => {
    const server = await tcpServer((socket) => {
      socket.write(`${OK}Content-Length: 100\r\n\r\n{"trans`, () => socket.resetAndDestroy());
    });
    const reply = await send(server.baseUrl);
    expect("broken" in reply ? reply.broken : reply.reason).toBe("connection_lost");
    expect(server.counted).toEqual({ connections: 1, requests: 1 });
  });

  test("an endless slow body ends with the time limit", async () => {
    const server = await tcpServer(drip(`${OK}Transfer-Encoding: chunked\r\n\r\n`, "1\r\na\r\n"));
    const started = performance.now();
    expect(await send(server.baseUrl, IMPATIENT_MS)).toMatchObject({ kind: "answer", broken: "no_answer" });
    expect(performance.now() - started).toBeLessThan(8 * IMPATIENT_MS);
  });

  test("of ten megabytes one is read, and the connection is dropped", async () => {
    const dropped = Promise.withResolvers<void>();
    const server = await httpServer((response) => {
      response.on("close", dropped.resolve);
      response.end(Buffer.alloc(10 * 1024 * 1024, "a"));
    });
    const reply = await send(server.baseUrl);
    expect(reply).toMatchObject({ kind: "answer", status: 200, broken: "unreadable_answer" });
    expect(reply.kind === "answer" && reply.body.length).toBe(1024 * 1024);
    await dropped.promise;
  });
});

describe("a whole answer", () => {
  test("comes back with status, headers and body", async () => {
    const server = await httpServer((response) =>
      response.writeHead(400, { "X-Request-Id": "7" }).end('{"message":"金額"}'),
    );
    expect(await send(server.baseUrl)).toMatchObject({
      kind: "answer",
      status: 400,
      headers: { "x-request-id": "7" },
      body: '{"message":"金額"}',
      broken: null,
    });
  });

  test("of exactly one megabyte is whole", async () => {
    const server = await httpServer((response) => response.end(Buffer.alloc(1024 * 1024, "a")));
    expect(await send(server.baseUrl)).toMatchObject({ kind: "answer", broken: null });
  });

  test("leaves cookies out of the evidence", async () => {
    const server = await httpServer((response) => response.setHeader("set-cookie", ["session=1"]).end("{}"));
    const reply = await send(server.baseUrl);
    expect(reply.kind === "answer" && Object.keys(reply.headers)).not.toContain("set-cookie");
  });

  test.each([301, 302, 303, 307, 308])("that redirects with %i is not followed", async (status) => {
    const elsewhere = await httpServer((response) => response.end("{}"));
    const server = await httpServer((response) => response.writeHead(status, { location: elsewhere.baseUrl }).end());
    expect(await send(server.baseUrl)).toMatchObject({ kind: "answer", status, broken: null });
    expect(elsewhere.seen).toEqual([]);
    expect(server.seen).toHaveLength(1);
  });
});

test("every request has a socket of its own", async () => {
  const server = await tcpServer(write(`${OK}Content-Length: 2\r\nConnection: keep-alive\r\n\r\n{}`));
  await send(server.baseUrl);
  await send(server.baseUrl);
  expect(server.counted).toEqual({ connections: 2, requests: 2 });
});

test("a header that cannot be sent is a bug, not an answer", async () => {
  const sent = post({
    url: "http://127.0.0.1:9/withdraw",
    headers: { "x-api-key": "a\nb" },
    body: "",
    timeoutMs: PATIENT_MS,
  });
  await expect(sent).rejects.toThrow(TypeError);
});
