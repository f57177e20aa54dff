import { defineConfig, devices } from "@playwright/test";
import { browserHere } from "./scripts/lib/browser.mjs";

const executablePath = browserHere();

/** Start a console of their own, or wait: for polls, for figures to become stale, for a body to be cut. */
const APART = [
  ...["callbacks", "daily-close", "ledger-source", "outage", "passkey", "read-only", "security-headers", "shell"],
  ...["single-sign-on", "unknown-outcome", "users", "visual"],
].map((name) => `**/${name}.spec.ts`);

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results",
  // The same pictures on every machine.
  snapshotPathTemplate: "{testDir}/pictures/{arg}{ext}",
  globalSetup: "./tests/support/console.ts",
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  // As many as there are processors, and one more: for those that leave them free at times, and for what is left then.
  workers: 3,
  projects: [
    { name: "apart", testMatch: APART, workers: 1 },
    { name: "together", testIgnore: APART },
  ],
  timeout: 60_000,
  // Shorter time-outs fail on a busy machine; what never appears fails in any case.
  expect: { timeout: 10_000 },
  use: {
    ...devices["Desktop Chrome"],
    locale: "en-GB",
    timezoneId: "Asia/Tokyo",
    // Recording costs every test a quarter of its time: `npx playwright test --trace on` has it for one that fails.
    trace: "off",
    screenshot: "only-on-failure",
    // A page of a test is open for seconds: to optimise its scripts costs more than they gain, a third of the browser's time.
    launchOptions: { ...(executablePath && { executablePath }), args: ["--js-flags=--no-opt --no-maglev"] },
  },
});
