import { readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { ROOT } from "@/scripts/lib/root.mjs";
import { bareSettings, doesJobs, isConfigured, isDemo, settingsOfMachine } from "@/scripts/lib/settings.mjs";
import { settings } from "../../support/configuration";
import { scratchFolder } from "../../support/scratch";

afterEach(() => {
  vi.unstubAllEnvs();
});

test.each([...["AUTH_SECRET_FILE", "METRICS_TOKEN_FILE", "PORT", "PGHOST"], ...settings.map(({ name }) => name)])(
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

test("a secret may stand in a file, which the start scripts read too", async () => {
  const folder = await scratchFolder();
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "auth");
  writeFileSync(file, "a secret of 32 characters or more\n");
  vi.stubEnv("AUTH_SECRET_FILE", file);
  expect(settingsOfMachine()).toMatchObject({ AUTH_SECRET: "a secret of 32 characters or more", AUTH_SECRET_FILE: "" });
  vi.stubEnv("AUTH_SECRET_FILE", join(folder, "none"));
  expect(settingsOfMachine).toThrow("AUTH_SECRET_FILE: the file cannot be read (ENOENT)");
});

const EARNEST = {
  DATABASE_URL: "postgres://a@b/c",
  APP_URL: "https://console.example",
  AUTH_SECRET: "secret",
  NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: "key",
  PAYMENTS_SANDBOX_API_KEY: "key",
};

test("the README names each setting that is needed", () => {
  const readme = readFileSync(join(ROOT, "README.md"), "utf8");
  const named = Object.keys(EARNEST).filter((name) => !name.startsWith("PAYMENTS_"));
  expect(named.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
});

test("demo settings are generated, and none once something is configured", () => {
  expect(isDemo({ PORT: "3000", MERCHANT_NAME: "Shop" })).toBe(true);
  expect(isDemo(EARNEST)).toBe(false);
  for (const name of Object.keys(EARNEST)) {
    const rest = Object.fromEntries(Object.entries(EARNEST).filter(([one]) => one !== name));
    expect(() => isDemo(rest)).toThrow(name.replace("_API_KEY", "_…"));
  }
  expect(() => isDemo({ APP_URL: "https://console.example" })).toThrow(
    /DATABASE_URL.*AUTH_SECRET.*PAYMENTS_SANDBOX_…/s,
  );
});

test("jobs are done with the settings of .env.example as with none, unless they are off", () => {
  const example = parseEnv(readFileSync(join(ROOT, ".env.example"), "utf8"));
  expect(doesJobs(example)).toBe(true);
  expect(doesJobs({})).toBe(true);
  expect(doesJobs({ JOBS: "off" })).toBe(false);
});
