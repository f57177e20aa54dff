import type { Page } from "@playwright/test";
import { z } from "zod";
import { signInAs, testContext } from "../support/test-context";
import { expect, test } from "./fixtures";
import {
  accepted,
  decideOrder,
  newAccount,
  referenceIdOf,
  reviewAnd,
  sendByForm,
  sendWithdrawal,
  typeWithdrawal,
} from "./withdrawal-steps";

const yen = (text: string | null) => Number((text ?? "").replaceAll(/[^\d]/g, ""));

async function availableYen(page: Page): Promise<number> {
  await page.goto("/sandbox/balances");
  const card = page.getByRole("link").filter({ hasText: "JPY available" });
  return yen(await card.getByText(/^¥/).first().textContent());
}

const accounts = z.array(z.object({ currency: z.string(), kind: z.string(), balance: z.string() }));

/** The same as the service has it in its books: others pay out at the same time. */
async function bookedYen(): Promise<number> {
  const answer = await fetch(`${testContext().sandbox.operatorUrl}/balances`);
  const held = accounts.parse(await answer.json());
  return Number(held.find(({ currency, kind }) => currency === "JPY" && kind === "available")?.balance);
}

test("a withdrawal is accepted, then paid when the service confirms the callback", async ({ page }) => {
  await signInAs(page, "ops");
  const referenceId = await sendByForm(page);
  await accepted(page);
  await expect(page.getByText("It is not confirmed as paid.")).toBeVisible();

  await decideOrder(referenceId, "complete");
  await expect(page.getByText("is paid.").first()).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText(/confirmed by query/).first()).toBeVisible();
  await expect(page.getByText("Unsigned callback: Paid")).toBeVisible();
  await expect(page.getByText("¥12,210").first()).toBeVisible();

  const differs = async () => (await availableYen(page)) - (await bookedYen());
  await expect.poll(differs, { timeout: 15_000 }).toBe(0);

  await page.goto("/sandbox/activity?kind=delivery");
  const delivery = page.getByRole("row").filter({ hasText: referenceId });
  // The order may have been queried just before its callback came.
  await expect(delivery).toContainText(/status check started|repeat, no change/);
  await delivery.getByRole("link").last().click();
  const panel = page.getByRole("complementary", { name: "Entry" });
  await panel.getByText("Raw data").click();
  await expect(panel).toContainText(`"reference_id":"${referenceId}"`);
});

test("an answer without a result is an unknown outcome, and no user is asked to send again", async ({ page }) => {
  await signInAs(page, "ops");
  await sendByForm(page, { account: "9300001" });
  await expect(page.getByText("Outcome unknown").first()).toBeVisible({ timeout: 15_000 });
  await expect(page.getByText("Do not send it again.")).toBeVisible();
  await page.goto("/sandbox");
  await expect(page.getByText("Checked automatically. Do not resend.")).toBeVisible();
});

test("an order that is found after an unknown outcome is not unknown any more", async ({ page }) => {
  await signInAs(page, "ops");
  await sendWithdrawal(page, { account: "9300002" });
  await expect(page.getByText("It is not confirmed as paid.")).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText("No clear response")).toBeVisible();
});

test("a refusal is shown in the service's own words, and says that nothing was paid", async ({ page }) => {
  await signInAs(page, "ops");
  await sendWithdrawal(page, { account: "9200001" });
  await expect(page.getByText("Nothing was created and nothing was paid.")).toBeVisible({ timeout: 15_000 });
  await expect(page.getByText(/“Insufficient available balance”/).first()).toBeVisible();
});

test("a failed order is red, releases what was held, and is never called paid", async ({ page }) => {
  await signInAs(page, "ops");
  const referenceId = await sendWithdrawal(page);
  await accepted(page);
  await decideOrder(referenceId, "fail");
  await expect(page.getByText("Nothing was paid, and the held amount is released.")).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText("is paid.")).toHaveCount(0);
});

test("a failed payout is corrected, and a paid one is paid again, from the order's own page", async ({ page }) => {
  test.setTimeout(90_000);
  await signInAs(page, "ops");
  const failed = await sendWithdrawal(page, { account: "7650001", amount: "7,101" });
  await accepted(page);
  await decideOrder(failed, "fail");
  await page.getByRole("link", { name: "Correct and request again" }).click({ timeout: 20_000 });
  await expect(page.getByLabel("Account number")).toHaveValue("7650001");
  await page.getByLabel("Account number").fill("7650002");
  await page.getByLabel("Account holder").fill("ヤマダ　タロウ");
  const corrected = await reviewAnd(page, /^Send .*\d/);
  await expect(page.getByRole("link", { name: failed })).toBeVisible();
  await accepted(page);

  await decideOrder(corrected, "complete");
  await page.getByRole("link", { name: "Pay again" }).click({ timeout: 20_000 });
  await expect(page.getByLabel("Account number")).toHaveValue("7650002");
  await expect(page.getByLabel("Amount")).toHaveValue("");
  await page.getByLabel("Amount").fill("12000");
  const again = await reviewAnd(page, /^Send .*\d/);
  expect(again).not.toBe(corrected);
  await expect(page.getByRole("link", { name: corrected })).toHaveCount(0);
});

test("a correction and a new withdrawal are two forms: neither keeps what stands in the other", async ({ page }) => {
  await signInAs(page, "ops");
  const failed = await sendWithdrawal(page, { account: "7650011", amount: "7,111" });
  await accepted(page);
  await decideOrder(failed, "fail");
  await page.getByRole("link", { name: "Correct and request again" }).click({ timeout: 20_000 });
  const amount = page.getByLabel("Amount");
  await expect(page.getByLabel("Account number")).toHaveValue("7650011");
  await amount.fill("7,112");

  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").fill("new withd");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/withdrawals\/new$/);
  await expect(page.getByText("to be corrected")).toHaveCount(0);
  await expect(amount).toHaveValue("");
  await newAccount(page);
  await expect(page.getByLabel("Account number")).toHaveValue("");
  await amount.fill("500");

  await page.goBack();
  await expect(page.getByText("to be corrected")).toBeVisible();
  await expect(page.getByLabel("Account number")).toHaveValue("7650011");
  await expect(amount).toHaveValue("7,112");
  await page.goForward();
  await expect(amount).toHaveValue("500");

  // On a phone: the sheet of new orders goes with the press, also where the page stays.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "New", exact: true }).click();
  await page.getByRole("dialog").getByRole("link", { name: "New withdrawal" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a status check without an answer says nothing of a form or of a withdrawal", async ({ page }) => {
  await signInAs(page, "ops");
  await sendWithdrawal(page, { currency: "THB", account: "7650012" });
  const ask = page.getByRole("button", { name: "Query status" });
  await expect(ask).toBeEnabled();
  await page.route(/\/sandbox\/transactions\//, (route) =>
    route.request().method() === "POST" ? route.abort("connectionreset") : route.fallback(),
  );
  await ask.click();
  await expect(page.getByText("No response from the console. Press again.")).toBeVisible();
  await expect(page.getByText("The form keeps its ID")).toHaveCount(0);
});

test("what is wrong is said at its field, the first one gets the focus, and nothing typed is lost", async ({
  page,
}) => {
  await signInAs(page, "ops");
  const bank = page.getByLabel("Bank code");
  // Below another bank, the recipient is entered again.
  const typeRecipient = async (account: string) => {
    await page.getByLabel("Branch code").fill("001");
    await page.getByLabel("Branch name").fill("本店");
    await page.getByLabel("Account number").fill(account);
    await page.getByLabel("Account holder").fill("ヤマダ　タロウ");
  };
  await typeWithdrawal(page, { amount: "100.5" });
  await bank.fill("５");
  await page.getByLabel("Bank name").fill("三菱UFJ銀行");
  await typeRecipient("12a3456");
  await page.getByRole("button", { name: "Review" }).click();

  await expect(bank).toBeFocused();
  await expect(bank).toHaveAccessibleDescription(/A bank code has 4 digits/);
  await expect(page.getByLabel("Account number")).toHaveAccessibleDescription(/up to 7 digits, and nothing else/);
  await expect(page.getByLabel("Amount")).toHaveAccessibleDescription(/never rounded/);
  await expect(page.getByLabel("Amount")).toHaveValue("100.5");
  await expect(page.getByLabel("Account holder")).toHaveValue("ヤマダ　タロウ");

  await bank.fill("０００５");
  await page.getByLabel("Bank name").fill("三菱UFJ銀行");
  await typeRecipient("0123456");
  await page.getByLabel("Amount").fill("100");
  await page.getByRole("button", { name: "Review" }).click();
  await expect(page.getByText("0005", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Change" }).click();
  await expect(page.getByLabel("Account holder")).toHaveValue("ヤマダ　タロウ");
});

test("Enter that confirms a Japanese conversion does not leave the form", async ({ page }) => {
  await signInAs(page, "ops");
  await typeWithdrawal(page);
  const holder = page.getByLabel("Account holder");
  const enter = (how: "composing" | "by code 229" | "plain") =>
    holder.evaluate((input, given) => {
      const init = { key: "Enter", bubbles: true, cancelable: true, isComposing: given === "composing" };
      return input.dispatchEvent(
        new KeyboardEvent("keydown", { ...init, keyCode: given === "by code 229" ? 229 : 13 }),
      );
    }, how);
  expect(await enter("composing")).toBe(false);
  expect(await enter("by code 229")).toBe(false);
  expect(await enter("plain")).toBe(true);
  await expect(holder).toHaveValue("ヤマダ　タロウ");
});

test("pressing send twice makes one withdrawal", async ({ page }) => {
  await signInAs(page, "ops");
  await typeWithdrawal(page, { amount: "4,321" });
  await page.getByRole("button", { name: "Review" }).click();
  await page.getByRole("button", { name: "Send ¥4,321" }).dblclick();
  await page.waitForURL(/\/sandbox\/transactions\/WD-/);
  await page.goto("/sandbox/withdrawals");
  await expect(page.getByRole("row").filter({ hasText: "¥4,321" })).toHaveCount(1);
});

test("what another tab has requested meanwhile is named first, and a second press requests both", async ({
  page,
  context,
}) => {
  test.setTimeout(60_000);
  await signInAs(page, "ops");
  const second = await context.newPage();
  const sendOf = (tab: Page) => tab.getByRole("button", { name: "Send ¥7,654" });
  for (const tab of [page, second]) {
    await typeWithdrawal(tab, { account: "7300067", amount: "7,654" });
    await tab.getByRole("button", { name: "Review" }).click();
    await expect(sendOf(tab)).toBeEnabled();
  }
  // The second review stays as it was opened.
  await second.route(/\/withdrawals\/advice/, (route) => route.abort());
  await sendOf(page).click();
  const referenceId = await referenceIdOf(page);

  await sendOf(second).click();
  const named = second.getByRole("alert").filter({ hasText: "If both are wanted, press again." });
  await expect(named.getByRole("link", { name: referenceId })).toBeVisible();
  await expect(named).toContainText(/already requested .*\d:\d\d.* by \S/);
  await expect(sendOf(second)).toBeEnabled();
  await sendOf(second).click();
  expect(await referenceIdOf(second)).not.toBe(referenceId);
});

test("when the console's own answer is lost, pressing again makes no second withdrawal", async ({ page }) => {
  await signInAs(page, "ops");
  await typeWithdrawal(page, { amount: "5,432" });
  await page.getByRole("button", { name: "Review" }).click();
  await page.route(/\/withdrawals\/new$/, async (route) => {
    await route.fetch(); // It arrives, and is done.
    await route.abort("connectionreset");
  });
  await page.getByRole("button", { name: "Send ¥5,432" }).click();
  await expect(page.getByText(/^This form was received .* Sending it again creates no second payout/)).toBeVisible();

  await page.unroute(/\/withdrawals\/new$/);
  await page.getByRole("button", { name: "Send the same form again" }).click();
  await page.waitForURL(/\/sandbox\/transactions\/WD-/);
  await page.goto("/sandbox/withdrawals");
  await expect(page.getByRole("row").filter({ hasText: "¥5,432" })).toHaveCount(1);
});

test("a user who was signed out meanwhile is informed, and no input is lost", async ({ page, context }) => {
  await signInAs(page, "ops");
  await typeWithdrawal(page, { amount: "6,543" });
  await page.getByRole("button", { name: "Review" }).click();
  await expect(page.getByRole("button", { name: "Send ¥6,543" })).toBeVisible();
  const cookies = await context.cookies();
  await context.clearCookies();
  await page.getByRole("button", { name: "Send ¥6,543" }).click();
  await expect(page.getByText("You are signed out. Nothing was sent")).toBeVisible();

  await context.addCookies(cookies);
  await page.getByRole("button", { name: "Send ¥6,543" }).click();
  await page.waitForURL(/\/sandbox\/transactions\/WD-/);
});

test("a user who was signed out before the review is informed, and no input is lost", async ({ page, context }) => {
  await signInAs(page, "ops");
  await typeWithdrawal(page, { amount: "6,544" });
  const cookies = await context.cookies();
  await context.clearCookies();
  // A branch that the page has not asked for yet.
  await page.getByLabel("Branch code").fill("002");
  await page.getByLabel("Branch name").fill("丸の内");
  await page.getByRole("button", { name: "Review" }).click();
  const problem = page.getByRole("alert").filter({ hasText: "You are signed out. Nothing was sent" });
  await expect(problem).toBeVisible();
  await expect(problem.getByRole("link", { name: "Sign in again" })).toHaveAttribute("target", "_blank");

  await context.addCookies(cookies);
  await page.getByRole("button", { name: "Review" }).click();
  await expect(page.getByRole("button", { name: "Send ¥6,544" })).toBeVisible();
});

test("a user without the permission is not offered the form", async ({ page }) => {
  await signInAs(page, "support");
  await page.goto("/sandbox/withdrawals");
  await expect(page.getByRole("link", { name: "New withdrawal" })).toHaveCount(0);
  await page.goto("/sandbox/withdrawals/new");
  await expect(page.getByText("Your role does not permit creating withdrawals.")).toBeVisible();
});
