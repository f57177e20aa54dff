import { openConsole } from "../support/open-console";
import { newKeys } from "../support/sandbox";
import { shareWithWorkers, type TestContext } from "../support/test-context";
import { test as watched } from "./fixtures";

/**
 * For tests that turn the service's clock or make it misbehave, and for what only production asks: a console and a
 * service of their own. Both environments lead to that service; a lost request expires a minute and a half after it
 * was sent. A worker that opens one runs no other tests.
 */
export const test = watched.extend<object, { own: TestContext; settings: Record<string, string> }>({
  /** Further settings of the console. */
  settings: [{}, { scope: "worker", option: true }],
  own: [
    async ({ settings }, use) => {
      const keys = newKeys();
      const { context, close } = await openConsole({
        others: [{ number: 10002, ...keys }],
        more: ({ baseUrl }) => ({
          PAYMENTS_SANDBOX_SHORT_FUSE: "on",
          // What asks for a second factor has tests of its own.
          SECOND_FACTOR_IN_PRODUCTION: "optional",
          PAYMENTS_PRODUCTION_BASE_URL: baseUrl,
          PAYMENTS_PRODUCTION_API_KEY: keys.apiKey,
          PAYMENTS_PRODUCTION_SECRET_KEY: keys.secretKey,
          ...settings,
        }),
      });
      shareWithWorkers(context);
      await use(context);
      await close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: ({ own }, use) => use(own.url),
});
