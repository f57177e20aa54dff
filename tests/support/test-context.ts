import type { Page } from "@playwright/test";
import { z } from "zod";
import type { Person } from "@/scripts/lib/demo.mjs";
import type { SandboxAccess } from "@/scripts/lib/sandbox.mjs";

/** What a test in the browser may know of the console that was started for it. */
export type World = {
  url: string;
  databaseUrl: string;
  people: Person[];
  sandbox: SandboxAccess;
};

/** Playwright's workers inherit the environment, and nothing else, from the process that started the console. */
export function tell(world: World) {
  process.env.E2E_WORLD = JSON.stringify(world);
  process.env.PLAYWRIGHT_TEST_BASE_URL = world.url;
}

export const world = (): World => JSON.parse(process.env.E2E_WORLD ?? "");

/** Who has this role in the demo. */
export function personWith(role: string): Person {
  const person = world().people.find((one) => one.role === role);
  if (!person) throw new Error(`nobody has the role ${role}`);
  return person;
}

/**
 * Lets the page's browser in, by what the sign-in page sends: that page has tests of its own, and a hundred others would
 * wait for it. Opens no page.
 */
export async function signInAs(page: Page, role: string) {
  const { email, password } = personWith(role);
  const at = `${world().url}/api/auth`;
  const held = await page.request.get(`${at}/csrf`);
  const { csrfToken } = z.object({ csrfToken: z.string() }).parse(await held.json());
  const answer = await page.request.post(`${at}/callback/credentials`, {
    form: { email, password, csrfToken, json: "true" },
    maxRedirects: 0,
  });
  const cookies = await page.context().cookies(world().url);
  if (!cookies.some(({ name }) => name.endsWith("choba.session"))) throw new Error(`${role}: ${await answer.text()}`);
}
