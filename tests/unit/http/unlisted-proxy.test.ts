import { afterEach, beforeEach, expect, test, vi } from "vitest";

beforeEach(() => {
  vi.stubEnv("DATABASE_URL", "postgres://unknown@127.0.0.1:1/none");
  vi.stubEnv("APP_URL", "http://console.test");
  vi.stubEnv("AUTH_SECRET", "a".repeat(32));
  vi.stubEnv("TRUSTED_PROXIES", "10.0.0.1");
  vi.stubEnv("PAYMENTS_SANDBOX_BASE_URL", "http://127.0.0.1:1");
  vi.stubEnv("PAYMENTS_SANDBOX_API_KEY", "unused-key");
  vi.stubEnv("PAYMENTS_SANDBOX_SECRET_KEY", "secret");
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

test("forwarded headers from a peer that is not listed are logged once per peer and hour", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.resetModules(); // The settings are read once a process, which other files may have done.
  const { log } = await import("@/lib/log");
  const warned = vi.spyOn(log, "warn");
  const { sourceBehindProxies } = await import("@/lib/http/remote-address");
  const peers = () => warned.mock.calls.map(([about]) => (about as unknown as { peer: string }).peer);

  sourceBehindProxies("10.0.0.1", "203.0.113.9");
  sourceBehindProxies("198.51.100.7", null);
  expect(peers()).toEqual([]);
  for (let times = 0; times < 3; times++) sourceBehindProxies("198.51.100.7", "203.0.113.9");
  sourceBehindProxies("::ffff:198.51.100.8", "203.0.113.9");
  expect(peers()).toEqual(["198.51.100.7", "198.51.100.8"]);
  vi.setSystemTime(Date.now() + 3_600_000);
  sourceBehindProxies("198.51.100.7", "203.0.113.9");
  expect(peers()).toEqual(["198.51.100.7", "198.51.100.8", "198.51.100.7"]);
});
