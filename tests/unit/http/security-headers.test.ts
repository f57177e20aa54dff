import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";

test("a page whose address is a secret tells it to nothing that it loads", async () => {
  vi.stubEnv("DATABASE_URL", "postgres://unknown@127.0.0.1:1/none");
  vi.stubEnv("APP_URL", "http://console.test");
  vi.stubEnv("AUTH_SECRET", "a".repeat(32));
  vi.stubEnv("PAYMENTS_SANDBOX_BASE_URL", "http://127.0.0.1:1");
  vi.stubEnv("PAYMENTS_SANDBOX_API_KEY", "unused-key");
  vi.stubEnv("PAYMENTS_SANDBOX_SECRET_KEY", "secret");
  vi.resetModules(); // The settings are read once a process, which other files may have done.
  const { guardEdges } = await import("@/lib/http/security-headers");
  guardEdges();
  vi.unstubAllEnvs();
  const server = createServer((_, answer) => answer.end()).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const policyOf = async (path: string) =>
    (await fetch(`http://127.0.0.1:${port}${path}`)).headers.get("referrer-policy");
  expect(await policyOf("/sign-in/link/a-token")).toBe("no-referrer");
  expect(await policyOf("/sign-in")).toBe("same-origin");
});
