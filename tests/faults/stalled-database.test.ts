import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startIngest } from "@/scripts/lib/ingest.mjs";
import { bareSettings } from "@/scripts/lib/settings.mjs";
import { CASES } from "../support/callback-cases";
import { openEndpoint } from "../support/callback-endpoint";
import { openTestContext, type TestContext } from "../support/context";
import { openTcpProxy, type TcpProxy } from "../support/tcp-proxy";

/** PostgreSQL accepts connections and never answers, as behind a failed disk or a broken network. */
const ANSWER_MAX_MS = 8_000;
const AT_ONCE = 40;
const RESTART_MS = 2_000;
const GOOD = CASES.find(({ signature }) => signature === "valid")!;

let context: TestContext;
let proxy: TcpProxy;
let ingest: Awaited<ReturnType<typeof startIngest>>;
let endpoint: Awaited<ReturnType<typeof openEndpoint>>;

beforeAll(async () => {
  context = await openTestContext();
  proxy = await openTcpProxy(context.runtimeUrl);
  const { secretKey } = await context.as("callback");
  const env = {
    ...bareSettings(),
    ...{ DATABASE_URL: proxy.through(context.runtimeUrl), APP_URL: "http://console.test", AUTH_SECRET: randomUUID() },
    PAYMENTS_SANDBOX_BASE_URL: "http://127.0.0.1:1",
    PAYMENTS_SANDBOX_API_KEY: "unused-key",
    PAYMENTS_SANDBOX_SECRET_KEY: secretKey,
  };
  ingest = await startIngest({ env, port: 0 });
  endpoint = await openEndpoint({ url: ingest.url, databaseUrl: context.url, secretKey });
});
afterEach(() => proxy.setMode("well"));
afterAll(async () => {
  await endpoint.close();
  await ingest.stop();
  await proxy.close();
  await context.close();
});

async function timed<T>(work: Promise<T>): Promise<T> {
  const since = performance.now();
  const done = await work;
  expect(performance.now() - since).toBeLessThan(ANSWER_MAX_MS);
  return done;
}

const health = async (path: string) => (await timed(fetch(`${ingest.url}/api/${path}`))).status;

async function sendOne() {
  const target = await endpoint.order();
  const { body, headers = {} } = GOOD.send(target);
  return { target, send: () => endpoint.send(target.path, { body, headers }) };
}

test.each(["stalled", "hanging"] as const)(
  "a database that is %s: everyone is answered within 8 s",
  async (mode) => {
    const first = await sendOne();
    expect((await first.send()).status).toBe(200);
    expect([await health("health"), await health("ready"), await health("live")]).toEqual([200, 200, 200]);

    const orders = await Promise.all(Array.from({ length: AT_ONCE }, sendOne));
    await proxy.setMode(mode);
    const answers = await Promise.all([
      ...orders.map(async ({ send }) => (await timed(send())).status),
      ...["health", "ready", "live"].map(health),
    ]);
    expect(answers).toEqual([...Array(AT_ONCE).fill(503), 503, 503, 200]);

    // What was asked to retry is accepted once the database is back.
    await proxy.setMode("well");
    await expect.poll(() => health("ready")).toBe(200);
    const again = await Promise.all(orders.map(({ send }) => timed(send())));
    expect(again.map(({ status }) => status)).toEqual(Array(AT_ONCE).fill(200));
  },
  60_000,
);

test("a database that restarts: who sends only once is answered with SUCCESS when it is back", async () => {
  const orders = await Promise.all(Array.from({ length: AT_ONCE }, sendOne));
  await proxy.setMode("refused");
  const answers = Promise.all(orders.map(({ send }) => timed(send())));
  await pause(RESTART_MS);
  await proxy.setMode("well");
  expect((await answers).map(({ status }) => status)).toEqual(Array(AT_ONCE).fill(200));
  for (const { target } of orders) expect(await endpoint.log(target)).toHaveLength(1);
});
