import { createServer, type IncomingMessage, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

/** Node's own server, as Next starts one: what it hears has been looked at by then. */
let server: Server;
let seen: IncomingMessage;
let peer: typeof import("@/lib/http/remote-address");

beforeAll(async () => {
  vi.stubEnv("DATABASE_URL", "postgres://unknown@127.0.0.1:1/none");
  vi.stubEnv("APP_URL", "http://console.test");
  vi.stubEnv("AUTH_SECRET", "a".repeat(32));
  vi.stubEnv("TRUSTED_PROXIES", "127.0.0.1");
  vi.stubEnv("PAYMENTS_SANDBOX_BASE_URL", "http://127.0.0.1:1");
  vi.stubEnv("PAYMENTS_SANDBOX_API_KEY", "unused-key");
  vi.stubEnv("PAYMENTS_SANDBOX_SECRET_KEY", "secret");
  vi.resetModules(); // The settings are read once a process, which other files may have done.
  peer = await import("@/lib/http/remote-address");
  peer.watchConnections();
  server = createServer((asked, answer) => {
    seen = asked;
    answer.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  server.close();
  vi.unstubAllEnvs();
});

const ask = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  new Promise<Headers>((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    const asked = request({ host: "127.0.0.1", port, path, headers, method, agent: false }, (answer) => {
      answer.resume().on("end", () => resolve(new Headers(seen.headers as Record<string, string>)));
    });
    asked.on("error", reject).end();
  });

test("a request is from the connected address, or from the one that a trusted proxy forwards", async () => {
  expect(peer.sourceFrom(await ask("/"))).toBe("127.0.0.1");
  expect(peer.sourceFrom(await ask("/", { "x-forwarded-for": "127.0.0.1, 203.0.113.9" }))).toBe("203.0.113.9");
});

test("the header that carries it is secret to the outside, and is not kept", async () => {
  const headers = await ask("/", { "x-peer": "203.0.113.9", "x-sent": "1" });
  expect(Object.keys(peer.sentHeaders(headers)).toSorted()).toEqual(["connection", "host", "x-peer", "x-sent"]);
  expect([...headers.keys()].filter((name) => /^x-peer-[0-9a-f]{32}$/.test(name))).toHaveLength(1);
});

test("what Next adds to a request was not sent, and forwards nothing", async () => {
  const bare = await ask("/");
  bare.set("x-forwarded-for", "203.0.113.9");
  bare.set("x-forwarded-proto", "http");
  expect(Object.keys(peer.sentHeaders(bare)).toSorted()).toEqual(["connection", "host"]);
  expect(peer.sourceFrom(bare)).toBe("127.0.0.1");

  const sent = await ask("/", { "x-forwarded-for": "203.0.113.9" });
  sent.set("x-forwarded-proto", "http");
  expect(Object.keys(peer.sentHeaders(sent)).toSorted()).toEqual(["connection", "host", "x-forwarded-for"]);
});

test("TRACE, of which Next cannot make a request, becomes one that is answered with 405", async () => {
  const heard = await ask("/sandbox", {}, "TRACE");
  expect([seen.method, seen.url]).toEqual(["PUT", "/api/health"]);
  expect(peer.sourceFrom(heard)).toBe("127.0.0.1");
});

test.each(["/a%E0%A4%A", "/%", "/%zz"])("an address that cannot be read leads nowhere: %s", async (path) => {
  await ask(path);
  expect(seen.url).toBe("/api/none");
});

test.each(["/a%25", "/%E3%83%97", "/a?q=%"])("any other stays as it is: %s", async (path) => {
  await ask(path);
  expect(seen.url).toBe(path);
});

test("a request has half a minute to arrive", () => {
  expect([server.requestTimeout, server.headersTimeout]).toEqual([30_000, 10_000]);
});
