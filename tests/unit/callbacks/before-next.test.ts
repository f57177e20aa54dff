import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

/** Node's own server, as Next starts one, whose listener stands for Next. What is kept is asked elsewhere. */
let server: Server;
let origin: string;

beforeAll(async () => {
  vi.stubEnv("DATABASE_URL", "postgres://nobody@127.0.0.1:1/none");
  vi.stubEnv("APP_URL", "http://console.test");
  vi.stubEnv("AUTH_SECRET", "a".repeat(32));
  vi.stubEnv("PAYMENTS_SANDBOX_BASE_URL", "http://127.0.0.1:1");
  vi.stubEnv("PAYMENTS_SANDBOX_API_KEY", "key-of-nobody");
  vi.stubEnv("PAYMENTS_SANDBOX_SECRET_KEY", "secret");
  const { takeBeforeNext } = await import("@/lib/callbacks/ingest");
  takeBeforeNext();
  server = createServer((_asked, answer) => void answer.end("Next"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  vi.unstubAllEnvs();
});

const ask = async (method: string, path: string) => (await fetch(origin + path, { method })).text();

test.each(["/api/callbacks/production/0123456789abcdef", "/api/callbacks/nowhere/0123456789abcdef?a=b"])(
  "a callback does not reach Next: %s",
  async (path) => {
    expect(await ask("POST", path)).toBe("no such address");
  },
);

test.each([
  ["GET", "/api/callbacks/sandbox/0123456789abcdef"],
  ["POST", "/api/callbacks/sandbox/0123456789abcdef/"],
  ["POST", "/api/callbacks/sandbox/%30123456789abcdef"],
  ["POST", "/api/callbacks/sandbox"],
  ["POST", "/x/api/callbacks/sandbox/0123456789abcdef"],
  ["GET", "/"],
])("all else does: %s %s", async (method, path) => {
  expect(await ask(method, path)).toBe("Next");
});

test("TRACE, of which Next cannot make a request, is refused before it", async () => {
  const [status, allow] = await new Promise<unknown[]>((resolve, reject) => {
    const trace = request(`${origin}/sandbox`, { method: "TRACE" }, (answer) => {
      answer.resume();
      resolve([answer.statusCode, answer.headers.allow]);
    });
    trace.on("error", reject).end();
  });
  expect([status, allow]).toEqual([405, "GET, HEAD, POST"]);
});
