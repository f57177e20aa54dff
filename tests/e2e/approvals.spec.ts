import { signInAs } from "../support/test-context";
import { expect, expectAccessible, expectFits, test } from "./fixtures";
import { hold } from "./hold";
import { become, sendWithdrawal } from "./withdrawal-steps";

// The balance in yen belongs to the tests of withdrawals, which run at the same time.
const IN_BAHT = { currency: "THB", amount: "68,100.50" } as const;

test("two payouts are approved one after the other by keyboard, without going back to the list", async ({ page }) => {
  test.setTimeout(120_000);
  await signInAs(page, "ops");
  const first = await sendWithdrawal(page, IN_BAHT);
  const second = await sendWithdrawal(page, { ...IN_BAHT, amount: "68,200.50" });

  await become(page, "approver");
  await page.goto("/sandbox");
  const nav = page.getByRole("complementary", { name: "Choba" }).getByRole("link", { name: /^Approvals/ });
  await expect(nav).toHaveAccessibleName(/to approve/, { timeout: 30_000 });
  await page.goto(`/sandbox/approvals?item=${first}`);
  await expect(page.getByRole("link", { name: /68,100\.50 THB/ })).toHaveAttribute("aria-current", "true");
  await expectAccessible(page);
  // To the next item and back, as in every list.
  await page.keyboard.press("j");
  await expect(page).not.toHaveURL(new RegExp(first));
  await page.keyboard.press("k");
  await expect(page).toHaveURL(new RegExp(first));
  const approve = page.getByRole("button", { name: "Approve 68,100.50 THB" });
  // Nothing of the item before remains beside it.
  await expect(approve).toHaveCount(1);
  await expect(page.getByRole("button", { name: /^Approve \d/ })).toHaveCount(1);
  await approve.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 of 1 approved")).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole("link", { name: /68,100\.50 THB/ })).toHaveCount(0, { timeout: 20_000 });

  await page.getByRole("link", { name: "Next item" }).focus();
  await page.keyboard.press("Enter");
  const reached = () => page.url().includes(second);
  await expect(page).not.toHaveURL(new RegExp(first));
  // Requests of other tests may wait between the two.
  for (let steps = 0; steps < 30 && !reached(); steps++) {
    const from = page.url();
    await page.getByRole("main").getByRole("link", { name: "Next", exact: true }).focus();
    await page.keyboard.press("Enter");
    await expect(page).not.toHaveURL(from);
  }
  await page.getByRole("button", { name: "Approve 68,200.50 THB" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 of 1 approved")).toBeVisible({ timeout: 20_000 });
});

test("signed out meanwhile, the list says so, and the decision leads to the sign-in", async ({ page, context }) => {
  await signInAs(page, "ops");
  const referenceId = await sendWithdrawal(page, { ...IN_BAHT, amount: "68,300.50" });
  await become(page, "approver");
  await page.goto(`/sandbox/approvals?item=${referenceId}`);
  const approve = page.getByRole("button", { name: "Approve 68,300.50 THB" });
  await expect(approve).toBeEnabled();
  await context.clearCookies();
  await approve.click();
  await expect(page.getByText("You are signed out. Nothing was sent")).toBeVisible();
  const signIn = page.getByRole("link", { name: "Sign in again" });
  await expect(signIn).toHaveCount(2, { timeout: 20_000 });
  await expect(page.getByText("You are signed out, so this page is no longer updated.")).toBeVisible();
});

test("who decides about nothing is not offered the page, and reads why at its address", async ({ page }) => {
  await signInAs(page, "viewer");
  await page.goto("/sandbox");
  const nav = page.getByRole("complementary", { name: "Choba" });
  await expect(nav.getByRole("link", { name: /^Today/ })).toBeVisible();
  await expect(nav.getByRole("link", { name: /^Approvals/ })).toHaveCount(0);
  await page.goto("/sandbox/approvals");
  await expect(page.getByText("Your role does not permit deciding approval requests")).toBeVisible();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("one item fills the screen, and leads back to the list", async ({ page }) => {
    test.setTimeout(90_000);
    await signInAs(page, "ops");
    const referenceId = await sendWithdrawal(page, { ...IN_BAHT, amount: "68,500.50" });
    await become(page, "approver");
    await page.goto("/sandbox/approvals");
    const item = page.getByRole("link", { name: /68,500\.50 THB/ });
    // It ends tomorrow: the day alone would not say when.
    await expect(item).toContainText(/Due \d+ \w+ \d+ \d\d:\d\d$/);
    await expectFits(page);
    // The list leaves no room for the buttons of an item that it does not show.
    await expect(page.getByRole("main")).toHaveCSS("padding-bottom", "96px");
    await item.click();
    await expect(page).toHaveURL(new RegExp(referenceId));
    await expect(page.getByRole("main")).toHaveCSS("padding-bottom", "240px");
    await expect(page.getByRole("button", { name: "Approve 68,500.50 THB" })).toBeVisible();
    await expect(item).toBeHidden();
    await expectFits(page);
    await expectAccessible(page);
    await page.getByRole("link", { name: "All approvals" }).click();
    await expect(item).toBeVisible();
    await page.getByRole("link", { name: "Search", exact: true }).click();
    await expect(page.getByRole("main").getByRole("searchbox")).toBeFocused();
  });

  test("an approval that a skeleton hides cannot be pressed", async ({ page }) => {
    test.setTimeout(90_000);
    await signInAs(page, "ops");
    const referenceId = await sendWithdrawal(page, { ...IN_BAHT, amount: "68,700.50" });
    await become(page, "approver");
    await page.goto(`/sandbox/approvals?item=${referenceId}`);
    const approve = page.getByRole("button", { name: "Approve 68,700.50 THB" });
    await expect(approve).toBeVisible();
    const letGo = await hold(page, /\/sandbox\/transactions\?/);
    await page.getByRole("link", { name: "Transactions" }).click();
    await expect(page.locator("[data-skeleton]:visible")).toHaveCSS("opacity", "1");
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      const isHidden = await approve.evaluate((button) => {
        const { left, top, width, height } = button.getBoundingClientRect();
        return document.elementFromPoint(left + width / 2, top + height / 2)?.closest("[data-skeleton]") !== null;
      });
      expect(isHidden, `${width} px`).toBe(true);
    }
    letGo();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Transactions");
  });

  test("the reason comes into view, and what was typed is there again after another page", async ({ page }) => {
    test.setTimeout(90_000);
    await signInAs(page, "ops");
    const referenceId = await sendWithdrawal(page, { ...IN_BAHT, amount: "68,400.50" });
    await become(page, "approver");
    await page.goto(`/sandbox/approvals?item=${referenceId}`);
    const decline = page.getByRole("button", { name: "Decline", exact: true });
    const reason = page.getByLabel("Reason for declining");
    await decline.click();
    await expect(reason).toBeFocused();
    await expect(reason).toBeInViewport();
    await reason.fill("請求書がありません");
    await page.getByRole("link", { name: "All approvals" }).click();
    await page.getByRole("link", { name: /68,400\.50 THB/ }).click();
    await decline.click();
    await expect(reason).toHaveValue("請求書がありません");
  });
});
