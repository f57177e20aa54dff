import { afterEach, expect, test, vi } from "vitest";
import { bareSettings, isConfigured } from "@/scripts/lib/settings.mjs";

afterEach(() => {
  vi.unstubAllEnvs();
});

test.each(["DATABASE_URL", "APP_URL", "PAYMENTS_PRODUCTION_SECRET_KEY", "PORT", "PGHOST", "JOBS", "NODE_ENV"])(
  "%s of the person who runs the tests does not reach what is tested",
  (name) => {
    vi.stubEnv(name, "theirs");
    expect(bareSettings()[name] || undefined).toBeUndefined();
  },
);

test("what is not a setting of ours stays", () => {
  vi.stubEnv("TZ", "Asia/Tokyo");
  expect(bareSettings()).toMatchObject({ TZ: "Asia/Tokyo" });
});

test("an environment of the Payments API is configured by any value, and not by an empty one", () => {
  expect(isConfigured({ PAYMENTS_SANDBOX_API_KEY: "key" }, "PAYMENTS_")).toBe(true);
  expect(isConfigured({ PAYMENTS_SANDBOX_API_KEY: " " }, "PAYMENTS_")).toBe(false);
});
