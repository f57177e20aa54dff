import { join } from "node:path";
import type { BrowserContext, Page } from "@playwright/test";
import { startConsole } from "@/scripts/lib/next.mjs";
import { freePort } from "@/scripts/lib/ports.mjs";
import { ROOT } from "@/scripts/lib/root.mjs";
import { secretsIn } from "@/scripts/lib/secrets.mjs";
import { connectionTo } from "@/scripts/lib/services.mjs";
import { bareSettings } from "@/scripts/lib/settings.mjs";
import { createNewUser, expireStepUp, signInWithPassword, typePassword } from "../support/new-user";
import { testContext } from "../support/test-context";
import { expect, expectAccessible, test as watched } from "./fixtures";

type Served = { url: string };

/** Passkeys need a name, and the other tests reach the console by its address: a second one beside it has a name. */
const test = watched.extend<{ baseURL: string }, { named: Served }>({
  named: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
    async ({}, use) => {
      const port = await freePort();
      const url = `http://localhost:${port}`;
      const env = {
        ...bareSettings(),
        ...secretsIn(join(ROOT, ".data")),
        ...connectionTo(testContext().sandbox),
        DATABASE_URL: testContext().databaseUrl,
        APP_URL: url,
        JOBS: "off",
        REQUIRE_SECOND_FACTOR_ROLES: "approver",
      };
      const served = await startConsole({ env, port });
      await use({ url });
      await served.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  baseURL: async ({ named }, use) => use(named.url),
});

/** A virtual device that confirms automatically, as a finger on its sensor would. `made`: the passkeys that it holds. */
async function plugIn(context: BrowserContext, page: Page) {
  const client = await context.newCDPSession(page);
  await client.send("WebAuthn.enable");
  const { authenticatorId } = await client.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const made = async () => (await client.send("WebAuthn.getCredentials", { authenticatorId })).credentials;
  return { made };
}

test("a role that needs a second factor reaches only its own page, adds a passkey, and signs in with it", async ({
  page,
  context,
}) => {
  test.setTimeout(120_000);
  const user = await createNewUser("approver");
  const { made } = await plugIn(context, page);
  await typePassword(page, user);
  await expect(page).toHaveURL(/\/settings\/security$/);
  await expect(page.getByText("Your role requires a second factor.", { exact: false })).toBeVisible();
  await page.goto("/sandbox/withdrawals");
  await expect(page).toHaveURL(/\/settings\/security$/);
  const polled = await page.request.get("/api/sandbox/balances", { maxRetries: 3 });
  expect(polled.status()).toBe(403);

  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByLabel("Name of the new passkey")).toHaveAttribute("aria-invalid", "true");
  expect(await made()).toEqual([]);
  await page.getByLabel("Name of the new passkey").fill("指紋センサー");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem")).toHaveCount(10);
  await expect(page.getByText("指紋センサー")).toBeVisible();
  await expectAccessible(page);
  await page.goto("/sandbox/withdrawals");
  await expect(page).toHaveURL(/\/sandbox\/withdrawals$/);

  await context.clearCookies();
  await typePassword(page, user);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page).toHaveURL(/\/sandbox$/);

  await page.goto("/sandbox/settings/security");
  await page.getByRole("button", { name: "Rename 指紋センサー" }).click();
  await page.getByLabel("Name", { exact: true }).fill("会社のノートPC");
  await page.getByRole("button", { name: "Save the name" }).click();
  await expect(page.getByRole("button", { name: "Remove 会社のノートPC" })).toBeVisible();
  await expireStepUp(user);
  await page.getByRole("button", { name: "Remove 会社のノートPC" }).click();
  await page.getByRole("button", { name: "Remove now: 会社のノートPC" }).click();
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByText("会社のノートPC")).toHaveCount(0);
});

test("who has no factor shows the password once more before one is set up", async ({ page }) => {
  const user = await createNewUser("finance");
  await signInWithPassword(page, user);
  await expireStepUp(user);
  await page.goto("/sandbox/settings/security");
  await page.getByRole("button", { name: "Set up an app" }).click();
  await page.getByLabel("Your password").fill(user.password);
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("img", { name: "QR code for the authenticator app" })).toBeVisible();
});
