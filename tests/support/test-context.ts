import type { Page } from "@playwright/test";
import { z } from "zod";
import type { DemoUser } from "@/scripts/lib/demo.mjs";
import type { SandboxAccess } from "@/scripts/lib/sandbox.mjs";

/** What a test in the browser may know of the console that was started for it. */
export type TestContext = {
  url: string;
  databaseUrl: string;
  users: DemoUser[];
  sandbox: SandboxAccess;
};

/** Playwright's workers inherit the environment, and nothing else, from the process that started the console. */
export function shareWithWorkers(context: TestContext) {
  process.env.E2E_TEST_CONTEXT = JSON.stringify(context);
  process.env.PLAYWRIGHT_TEST_BASE_URL = context.url;
}

export const testContext = (): TestContext => JSON.parse(process.env.E2E_TEST_CONTEXT ?? "");

/** Who has this role in the demo. */
export function userWith(role: string): DemoUser {
  const person = testContext().users.find((one) => one.role === role);
  if (!person) throw new Error(`no demo user has the role ${role}`);
  return person;
}

/**
 * Lets the page's browser in, by what the sign-in page sends: that page has tests of its own, and a hundred others would
 * wait for it. Opens no page.
 */
export async function signInAs(page: Page, role: string) {
  const { email, password } = userWith(role);
  const at = `${testContext().url}/api/auth`;
  // A connection that was idle for five seconds may be closed by the server just as it is used again.
  const held = await page.request.get(`${at}/csrf`, { maxRetries: 3 });
  const { csrfToken } = z.object({ csrfToken: z.string() }).parse(await held.json());
  const answer = await page.request.post(`${at}/callback/credentials`, {
    form: { email, password, csrfToken, json: "true" },
    maxRedirects: 0,
    maxRetries: 3,
  });
  const cookies = await page.context().cookies(testContext().url);
  if (!cookies.some(({ name }) => name.endsWith("choba.session"))) throw new Error(`${role}: ${await answer.text()}`);
}
