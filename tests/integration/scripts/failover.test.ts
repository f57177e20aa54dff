import { execFile } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { HOST } from "@/scripts/lib/ports.mjs";
import { bundled } from "../../support/bundle";
import { NOWHERE, openTestContext, type TestContext } from "../../support/context";
import { openTcpProxy } from "../../support/tcp-proxy";
import { TEST_SECRET } from "../../support/test-secret";

/** What the command makes of the former primary. tests/faults/failover.test.ts promotes a standby with it. */
let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

const SILENT = "postgres://postgres@127.0.0.1:1/choba";

async function failover(former: string | null, more: Record<string, string> = {}) {
  const program = await bundled("scripts/failover.ts");
  return new Promise<{ code: number; out: string; said: string }>((resolve) => {
    const args = [program, "--standby", SILENT, ...(former === null ? [] : ["--former", former])];
    const { PATH = "" } = process.env;
    const service = {
      PAYMENTS_SANDBOX_BASE_URL: NOWHERE.baseUrl,
      PAYMENTS_SANDBOX_API_KEY: NOWHERE.apiKey,
      PAYMENTS_SANDBOX_SECRET_KEY: NOWHERE.secretKey,
    };
    const settings = { DATABASE_URL: context.runtimeUrl, APP_URL: "http://console.test", AUTH_SECRET: TEST_SECRET };
    const child = execFile(
      process.execPath,
      args,
      { env: { PATH, NODE_ENV: "test", ...settings, ...service, ...more } },
      (_error, out, said) => resolve({ code: child.exitCode ?? -1, out, said }),
    );
  });
}

const TIMEOUT_MS = 60_000;

test("a server that refuses the sign-in still answers", { timeout: TIMEOUT_MS }, async () => {
  const url = new URL(context.url);
  Object.assign(url, { username: "a_role_that_is_not", password: "none" });
  expect(await failover(url.href)).toMatchObject({ code: 1, said: expect.stringContaining("still answers") });
});

test("what says nothing of the former primary promotes nothing", { timeout: TIMEOUT_MS }, async () => {
  const unread = `${context.url}?sslmode=verify-full&sslrootcert=/none/ca.pem`;
  const unknown = "postgres://choba@no-such-host.invalid/choba";
  for (const [former, reason] of [
    [unread, "ENOENT"],
    [unknown, "no-such-host.invalid"],
  ] as const) {
    const ran = await failover(former);
    expect(ran).toMatchObject({ code: 2, said: expect.stringMatching(/^Nothing was promoted: .*\n$/) });
    expect(ran.said).toContain(reason);
    expect(ran.out).not.toContain("no answer from here");
  }
});

test("silence lets the standby be promoted", { timeout: TIMEOUT_MS }, async () => {
  // A proxy that takes the connection, with no server behind it, closes it again.
  const proxy = await openTcpProxy(SILENT);
  for (const former of [SILENT, proxy.through(SILENT)]) {
    expect((await failover(former)).out).toContain("former primary: no answer from here");
  }
  await proxy.close();
});

/** PgBouncer whose database is away: an ErrorResponse to each connection. */
async function openPooler() {
  const fields = ["SFATAL", "VFATAL", "C08P01", "Mserver login has been failing", ""].map((field) => `${field}\0`);
  const text = Buffer.from(fields.join(""));
  const length = Buffer.alloc(4);
  length.writeInt32BE(text.length + length.length);
  const server = createServer((caller) => {
    caller.on("error", () => undefined).on("data", () => caller.end(Buffer.concat([Buffer.from("E"), length, text])));
  });
  server.listen(0, HOST);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `postgres://choba@${HOST}:${port}/choba`, close: () => server.close() };
}

test("the database is asked, not the pooler before it", { timeout: TIMEOUT_MS }, async () => {
  const pooler = await openPooler();
  const behind = await failover(null, { DATABASE_URL: pooler.url, DIRECT_DATABASE_URL: SILENT });
  expect(behind.out).toContain("former primary: no answer from here");
  const unnamed = await failover(null, { DATABASE_URL: pooler.url });
  expect(unnamed).toMatchObject({ code: 1, said: expect.stringMatching(/pooler.*--former/) });
  pooler.close();
  // No way to the database from here, but the pooler has one.
  const served = await failover(null, { DIRECT_DATABASE_URL: SILENT });
  expect(served).toMatchObject({ code: 1, said: expect.stringContaining("still answers") });
});
