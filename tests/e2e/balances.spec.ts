import { signInAs } from "../support/test-context";
import { expect, expectAccessible, test } from "./fixtures";
import { sendWithdrawal } from "./withdrawal-steps";

test("finance sees each balance over time, and which withdrawals hold a part of it", async ({ page }) => {
  await signInAs(page, "ops");
  const referenceId = await sendWithdrawal(page, { currency: "THB", amount: "512.5", account: "9100003" });
  await page.context().clearCookies();
  await signInAs(page, "finance");
  await page.goto("/sandbox/balances");
  await page.getByRole("link").filter({ hasText: "THB available" }).click();
  await expect(page).toHaveURL(/currency=THB/);

  const chart = page.getByRole("region", { name: "Available and ledger", exact: true });
  const drawn = chart.getByRole("application", { name: /Available between .* THB and .* THB/ });
  await drawn.focus();
  await page.keyboard.press("ArrowRight");
  const shown = chart.getByRole("status");
  await expect(shown).toContainText(/Available [\d,.]+ THB/);
  // Two moments of one minute have the same words: the line moves all the same.
  const crosshair = chart.locator(".recharts-tooltip-cursor");
  const before = await crosshair.getAttribute("d");
  await page.keyboard.press("ArrowRight");
  await expect(crosshair).not.toHaveAttribute("d", before ?? "");
  await expectAccessible(page);

  await chart.getByRole("button", { name: "Show as table" }).click();
  await expect(chart.getByRole("columnheader", { name: "Ledger" })).toBeVisible();
  await expect(chart.getByRole("row").nth(1)).toContainText("THB");

  await expect(page.getByText("Unexplained", { exact: true })).toBeVisible();
  await expectAccessible(page);
  // The five largest stand here. Where other tests have more in flight, all of them are one press away.
  const ours = page.getByRole("link", { name: referenceId });
  const all = page.getByRole("link", { name: /^View all/ });
  await expect(ours.or(all).first()).toBeVisible();
  if (!(await ours.isVisible())) {
    await all.click();
    await expect(ours).toBeVisible();
    await page.goBack();
  }

  await page.getByRole("link", { name: "7 days" }).click();
  await expect(page).toHaveURL(/currency=THB&range=week/);
  await page.getByRole("link", { name: "Custom" }).click();
  await expect(page).toHaveURL(/range=custom&from=\d{4}-\d{2}-\d{2}&to=/);
  await expect(page.getByLabel("From", { exact: true })).not.toHaveValue("");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export CSV" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^choba-sandbox-balances-THB-\d{8}-\d{8}\.csv$/);
});

test("Today has the first balance on a phone, and all of them where two stand beside each other", async ({ page }) => {
  await signInAs(page, "finance");
  await page.setViewportSize({ width: 640, height: 800 });
  await page.goto("/sandbox");
  // Other tests bring balances of further currencies to this console.
  const cards = page.getByRole("main").getByRole("list").first().getByRole("listitem");
  await expect(cards.nth(1)).toBeVisible();
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(cards).toHaveCount(1);
});
