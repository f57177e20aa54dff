import { expect, type Page } from "@playwright/test";
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

/** Signs in on the sign-in page, the way a person does, and waits to be let in. */
export async function signInAs(page: Page, role: string) {
  const person = world().people.find((one) => one.role === role);
  if (!person) throw new Error(`nobody has the role ${role}`);
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(person.email);
  await page.getByLabel("Password").fill(person.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/sandbox$/);
  await expect(page.getByRole("navigation").first()).toBeVisible();
}
