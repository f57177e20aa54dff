import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startServer } from "@/lib/jobs/start";
import { log } from "@/lib/log";
import { createDatabase, type TestDatabase } from "../../support/database";

/** A console with JOBS=off and the sandbox alone, as for a restore drill. */
let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

const said = vi.fn();
beforeEach(() => {
  const settings = {
    ...{ NODE_ENV: "development", JOBS: "off" },
    ...{ APP_URL: "http://console.test", AUTH_SECRET: "0123456789abcdef0123456789abcdef" },
    PAYMENTS_SANDBOX_BASE_URL: "http://127.0.0.1:1",
    ...{ PAYMENTS_SANDBOX_API_KEY: "key", PAYMENTS_SANDBOX_SECRET_KEY: "secret" },
  };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  vi.spyOn(log, "warn").mockImplementation(said);
  vi.spyOn(process.stderr, "write").mockImplementation((text) => said(text) ?? true);
  vi.spyOn(process, "exit").mockImplementation((code) => {
    throw new Error(`ended with ${code}`);
  });
  return () => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  };
});

test("a database whose password is wrong stops the start of a console that serves the web only", async () => {
  const url = new URL(database.runtimeUrl);
  url.password = "wrong-password";
  vi.stubEnv("DATABASE_URL", url.href);
  await expect(startServer()).rejects.toThrow("ended with 1");
  expect(said).toHaveBeenCalledWith(expect.stringContaining("refused the password of the role test_runtime"));
});
