import { afterAll, beforeAll, expect, test } from "vitest";
import { cookieOf, request } from "../support/http";
import { type OpenConsole, openConsole } from "../support/open-console";
import { openTcpProxy, type TcpProxy } from "../support/tcp-proxy";
import { shareWithWorkers } from "../support/test-context";

/** The built console: what its health routes answer while its database stalls and while it stops. */
const ANSWER_MAX_MS = 8_000;
const STOP_DELAY_MS = 2_000;

let console: OpenConsole;
let proxy: TcpProxy;
const lines: string[] = [];

beforeAll(async () => {
  console = await openConsole({
    more: async (_, databaseUrl) => {
      proxy = await openTcpProxy(databaseUrl);
      return { DATABASE_URL: proxy.through(databaseUrl), STOP_DELAY_SECONDS: String(STOP_DELAY_MS / 1000) };
    },
    onLine: (line) => lines.push(line),
  });
  shareWithWorkers(console.context);
}, 400_000);
afterAll(async () => {
  await console.close();
  await proxy.close();
}, 60_000);

const status = async (path: string) => (await request(path, { headers: { connection: "close" } })).status;
const MONITORED = ["/api/live", "/api/ready", "/api/health"];

async function answersInTime(path: string) {
  const since = performance.now();
  const got = await status(path);
  expect(performance.now() - since).toBeLessThan(ANSWER_MAX_MS);
  return got;
}

test("while the database stalls, monitors are answered: it is alive, and not ready", async () => {
  expect(await Promise.all(MONITORED.map(status))).toEqual([200, 200, 200]);
  await proxy.setMode("stalled");
  expect(await Promise.all(MONITORED.map(answersInTime))).toEqual([200, 503, 503]);
  await proxy.setMode("well");
  await expect.poll(() => status("/api/ready")).toBe(200);
}, 60_000);

test("a stop: not ready, then streams end, then requests do, and the process exits", async () => {
  const cookie = await cookieOf("ops");
  const stream = await request("/api/sandbox/activity/live", { headers: { cookie } });
  expect(stream.status).toBe(200);
  const since = performance.now();
  const ended = stream.text().then(() => performance.now() - since);
  const stopped = console.stop().then(() => performance.now() - since);
  await expect.poll(() => status("/api/ready"), { timeout: STOP_DELAY_MS, interval: 50 }).toBe(503);
  expect(await ended).toBeLessThan(1_000);
  // New connections are answered until the delay is over, so that a load balancer loses none.
  expect(await status("/api/live")).toBe(200);
  expect(await stopped).toBeGreaterThanOrEqual(STOP_DELAY_MS);
  expect(await stopped).toBeLessThan(STOP_DELAY_MS + 5_000);
  expect(lines.filter((line) => line.includes('"msg":"stop: '))).toHaveLength(2);
}, 60_000);
