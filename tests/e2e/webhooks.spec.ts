import { signInAs } from "../support/test-context";
import { expect, expectAccessible, test } from "./fixtures";

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
  await page.keyboard.press("Enter");
  await expect(page.getByText("Signing secret of Ledger")).toBeVisible();
  await page.getByRole("button", { name: "I have stored it" }).click();

  await page.getByRole("button", { name: "Send test to Ledger" }).click();
  await expect(page.getByText("The name was not found.")).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Remove Ledger", exact: true }).click();
  await expect(page.getByRole("button", { name: "Keep" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Remove Ledger", exact: true }).click();
  await page.getByRole("button", { name: "Remove permanently: Ledger" }).click();
  await expect(page.getByText("No endpoints yet")).toBeVisible();
});
