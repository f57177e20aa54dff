import { signInAs, testContext } from "../support/test-context";
import { expect, expectAccessible, test } from "./fixtures";

const PAGE = "/sandbox/settings/callbacks";

test("an admin makes an address for the merchant's own systems, and it takes what comes", async ({ page }) => {
  await signInAs(page, "admin");
  await page.goto(PAGE);
  await page.getByRole("button", { name: /^Create (new )?URL$/ }).click();
  const address = page.getByText(/\/api\/callbacks\/sandbox\/[0-9a-f]{48}$/).first();
  await expect(address).toBeVisible();
  const url = (await address.textContent()) ?? "";
  expect(url.startsWith(testContext().url)).toBe(true);

  const unreadable = await fetch(url, { method: "POST", body: "{", headers: { "content-type": "application/json" } });
  expect(unreadable.status).toBe(400);
  await page.reload();
  await expect(page.getByText("last called").first()).toBeVisible();

  await page.getByRole("button", { name: "Create new URL" }).click();
  await expect(page.getByRole("heading", { name: "Earlier URLs" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: `Retire the URL that ends in ${url.slice(-6)}` }).click();
  await expect(page.getByText(url)).toBeHidden();
  expect((await fetch(url, { method: "POST", body: "{" })).status).toBe(404);
});

test("locking waits for a second admin, and for a service that signs", async ({ page }) => {
  await signInAs(page, "admin");
  await page.goto(PAGE);
  await expect(page.getByText("Verified by query")).toBeVisible();
  await expect(page.getByRole("button", { name: "Propose refusing unsigned callbacks" })).toBeVisible();
  await expectAccessible(page);
});

test("ops sees the signature requirement and cannot change it; support is refused with a reason", async ({ page }) => {
  await signInAs(page, "ops");
  await page.goto(PAGE);
  await expect(page.getByText("Verified by query")).toBeVisible();
  await expect(page.getByRole("button", { name: /address|Propose/ })).toHaveCount(0);
  await page.context().clearCookies();
  await signInAs(page, "support");
  await page.goto(PAGE);
  await expect(page.getByText("Your role does not permit viewing the callback settings.")).toBeVisible();
});
