import { defineConfig, devices } from "@playwright/test";
import { browserHere } from "./scripts/lib/browser.mjs";

const executablePath = browserHere();

/** Hardly use a processor: they wait for polls, for figures to become stale, for a body to be cut. */
const MOSTLY_WAITING = /\/(outage|daily-close|callbacks|shell)\.spec\.ts$/;

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results",
  // The same pictures on every machine.
  snapshotPathTemplate: "{testDir}/pictures/{arg}{ext}",
  globalSetup: "./tests/support/console.ts",
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  // As many as there are processors, and one more for those that wait.
  workers: 3,
  projects: [
    { name: "waiting", testMatch: MOSTLY_WAITING, workers: 1 },
    { name: "busy", testIgnore: MOSTLY_WAITING, workers: 2 },
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
    launchOptions: executablePath ? { executablePath } : {},
  },
});
