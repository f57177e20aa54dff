import { signInAs } from "../support/test-context";
import { expect, expectAccessible, test } from "./watched";
import { sendWithdrawal } from "./withdrawal-steps";

test("finance sees each balance over time, and which withdrawals hold a part of it", async ({ page }) => {
  await signInAs(page, "ops");
  const referenceId = await sendWithdrawal(page, { currency: "THB", amount: "512.5", account: "9100003" });
  await page.context().clearCookies();
  await signInAs(page, "finance");
  await page.goto("/sandbox/balances");

  const baht = page.locator("section", { has: page.getByRole("heading", { name: "THB", exact: true }) });
  await expect(baht.getByRole("img", { name: /Available between .* THB and .* THB/ })).toBeVisible();
  await baht.getByText("Show as a table").click();
  await expect(baht.getByRole("table")).toBeVisible();
  await expect(baht.getByText("Not explained")).toBeVisible();
  await baht.getByText("The largest of them").click();
  await expect(baht.getByRole("link", { name: referenceId })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("link", { name: "30 days" }).click();
  await expect(page).toHaveURL(/range=month/);
  await expect(baht.getByRole("img")).toBeVisible();
});
