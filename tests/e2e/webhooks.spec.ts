import { createNewUser, expireStepUp, signInWithPassword } from "../support/new-user";
import { signInAs } from "../support/test-context";
import { setUpApp, show } from "./app-set-up";
import { expect, expectAccessible, expectFits, test } from "./fixtures";

test("an admin adds an endpoint, tests it, and removes it with a second press", async ({ page }) => {
  await signInAs(page, "admin");
  await page.goto("/sandbox/settings/webhooks");
  await page.getByRole("button", { name: "Add endpoint" }).click();
  const name = page.getByLabel("Name");
  await expect(name).toHaveAccessibleDescription(/Required/);
  await name.fill("Ledger");
  await expect(name).not.toHaveAttribute("aria-invalid");
  const url = page.getByLabel("URL");
  await url.fill("https://127.0.0.1/hook");
  await page.keyboard.press("Enter");
  await expect(url).toHaveAccessibleDescription(/Enter the name of a public host/);
  await url.fill("https://hooks.invalid/choba");
  // The secret of the first of two endpoints would never be seen.
  await page.getByRole("button", { name: "Add endpoint" }).dblclick();
  await expect(page.getByText("Signing secret of Ledger")).toBeVisible();
  await expect(page.getByText("1 endpoint", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "I have stored it" }).click();

  await page.getByRole("button", { name: "Send test to Ledger" }).click();
  await expect(page.getByText("The name was not found.")).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Remove Ledger", exact: true }).click();
  await expect(page.getByRole("button", { name: "Keep" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Remove Ledger", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Remove permanently: Ledger" }).click();
  await expect(page.getByText("No endpoints yet")).toBeVisible();
});

test("a secret is rotated by the press that asked for a code", async ({ page }) => {
  const user = await createNewUser("admin");
  await signInWithPassword(page, user);
  const { secret } = await setUpApp(page, user);
  await page.goto("/sandbox/settings/webhooks");
  await page.getByLabel("Name").fill("Warehouse");
  await page.getByLabel("URL").fill("https://hooks.invalid/warehouse");
  await page.getByRole("button", { name: "Add endpoint" }).click();
  await show(page, secret);
  await expect(page.getByText("Signing secret of Warehouse")).toBeVisible();
  await page.getByLabel("Name", { exact: true }).fill("Shop");
  await page.getByLabel("URL", { exact: true }).fill("https://hooks.invalid/shop");
  await page.getByRole("button", { name: "Add endpoint" }).click();
  await expect(page.getByText("Signing secret of Shop")).toBeVisible();
  await expect(page.getByText("Signing secret of Warehouse")).toBeVisible();
  const stored = page.getByRole("button", { name: "I have stored it" });
  await stored.first().click();
  await stored.click();
  await expireStepUp(user);
  await page.getByRole("button", { name: "Rotate secret of Warehouse" }).click();
  await page.getByRole("button", { name: "Rotate now: secret of Warehouse" }).click();
  await show(page, secret);
  await expect(page.getByText("Signing secret of Warehouse")).toBeVisible();

  // What they know works on once they have left.
  await signInAs(page, "admin");
  await page.goto(`/sandbox/settings/team?q=${encodeURIComponent(user.email)}`);
  await page.getByRole("link", { name: "New admin" }).click();
  await expect(page.getByText("These keep working when the user is disabled", { exact: false })).toBeVisible();
  await page.getByRole("button", { name: "Disable user" }).click();
  await page.getByRole("button", { name: "Disable now: New admin" }).click();
  await expect(page.getByText("These still work, although the user is disabled.")).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await page.getByRole("link", { name: "Warehouse" }).click();
  const marked = page.getByText("New admin, who knows the signing secret, is disabled.", { exact: false });
  await expect(marked).toHaveCount(2);
  await expectAccessible(page);
  await expectFits(page);
});
