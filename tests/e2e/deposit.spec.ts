import type { Page } from "@playwright/test";
import { typedDeposit } from "../support/forms";
import { act, cookieOf } from "../support/http";
import { signInAs, testContext } from "../support/test-context";
import {
  createByForm,
  createDeposit,
  decidePlayer,
  misbehave,
  registerPlayer,
  reviewAndCreate,
  typeDeposit,
} from "./deposit-steps";
import { clipboardText, expect, expectAccessible, expectContrast, expectFits, test } from "./fixtures";

const handOver = (page: Page) => page.getByRole("region", { name: "Hand over to the player" });

test("a deposit is created, paid on the service's page, and becomes paid here", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signInAs(page, "support");
  const referenceId = await createByForm(page);

  const card = handOver(page);
  await expect(card.getByText(`on ${new URL(testContext().sandbox.baseUrl).host}`)).toBeVisible({ timeout: 15_000 });
  await expect(card.getByText("Bangkok Bank")).toBeVisible();
  await expect(page.getByText("It is not confirmed as paid.")).toBeVisible();

  await card.getByRole("button", { name: "in Japanese" }).click();
  await expect(card.getByText("Copied (in Japanese)")).toBeVisible();
  const text = await clipboardText(page);
  expect(text).toContain("金額：1,500.50 THB");
  expect(text).toContain(`参照番号：${referenceId}`);
  await card.getByRole("button", { name: "Copy Account number" }).click();
  expect(await clipboardText(page)).toBe("0123456789");

  const link = card.getByRole("link", { name: "Open the payment page" });
  await expect(link).toHaveAttribute("rel", "noopener noreferrer");
  const [payPage] = await Promise.all([context.waitForEvent("page"), link.click()]);
  await payPage.getByRole("button", { name: "I have paid" }).click();
  await expect(payPage.getByText("Thank you")).toBeVisible();
  await payPage.close();

  await expect(page.getByText("The deposit of 1,500.50 THB is paid.").first()).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText(/confirmed by query/).first()).toBeVisible();
  await expect(card.getByText("There is nothing to hand over.")).toBeVisible();
  await expect(link).toHaveCount(0);

  await page.goto("/sandbox/deposits?show=paid");
  await expect(page.getByRole("row").filter({ hasText: referenceId })).toContainText("Paid");
  await page.getByRole("link", { name: "Not paid yet" }).click();
  await expect(page).toHaveURL(/show=open/);
  await expect(page.getByRole("row").filter({ hasText: referenceId })).toHaveCount(0);
});

test("an unregistered player is reported before sending; once registered, the form still has its values", async ({
  page,
}) => {
  const player = `p-new-${Date.now()}`;
  await signInAs(page, "ops");
  await typeDeposit(page, { currency: "JPY", amount: "7,000", player });
  await page.getByRole("button", { name: "Review" }).click();
  await expect(page.getByText("This player is not registered for KYC.")).toBeVisible();

  const register = page.getByRole("link", { name: "Register the player" });
  const address = new URL((await register.getAttribute("href")) ?? "", testContext().url);
  expect(address.pathname).toBe("/sandbox/players/new");
  expect(address.searchParams.get("playerId")).toBe(player);
  expect(address.searchParams.get("name")).toBe("ヤマダ　タロウ");
  expect(address.searchParams.get("back")).toBe("/sandbox/deposits/new");

  await register.click();
  await expect(page.getByLabel("Player ID")).toHaveValue(player);
  await page.getByRole("button", { name: "Register player" }).click();
  await expect(page.getByRole("heading", { name: player })).toBeVisible();
  await expect(page.getByText(/of 30 min/)).toBeVisible();
  await decidePlayer(player, "registered");
  await page.getByRole("link", { name: "Back to the deposit" }).click();
  await expect(page).toHaveURL(/\/deposits\/new/);

  await expect(page.getByLabel("Player ID")).toHaveValue(player);
  await expect(page.getByLabel("Amount")).toHaveValue("7,000");
  await expect(page.getByLabel("Payer’s name")).toHaveValue("ヤマダ　タロウ");
  await page.getByRole("button", { name: "Review" }).click();
  await expect(page.getByText("Registered for KYC, as reported by the service.")).toBeVisible();
  await page.getByRole("button", { name: "Create deposit" }).click();
  await expect(page.getByText("Hand over to the player")).toBeVisible({ timeout: 20_000 });
});

test("the form is as it was left after the browser's own way back and a reload, and leaves nothing once sent", async ({
  page,
}) => {
  await signInAs(page, "support");
  await typeDeposit(page, { amount: "7,300", player: "p-back" });
  await page.getByRole("link", { name: "Bank directory" }).first().click();
  await expect(page.getByRole("heading", { name: "Bank directory", level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel("Player ID")).toHaveValue("p-back");
  await page.reload();
  await expect(page.getByLabel("Player ID")).toHaveValue("p-back");
  await expect(page.getByLabel("Amount")).toHaveValue("7,300");
  await expect(page.getByText("Draft restored.")).toBeVisible();
  await expectAccessible(page);
  await reviewAndCreate(page);
  expect(await page.evaluate(() => Object.keys(sessionStorage))).not.toContainEqual(expect.stringMatching(/^draft:/));
});

test("KYC_NOT_REGISTERED is shown in the service's words, with what to do, and no second link can be made", async ({
  page,
}) => {
  await signInAs(page, "ops");
  await createByForm(page, { currency: "JPY", amount: "7,100", player: "p-unknown" });
  await expect(page.getByText("The service responded: “The player is not registered for KYC.”")).toBeVisible({
    timeout: 15_000,
  });
  await expect(page.getByText("KYC_NOT_REGISTERED")).toBeVisible();
  await expect(page.getByText("Do not create another: the player could be given two links.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Create again, opens about \d\d:\d\d$/ })).toBeVisible();
  const back = new URL(
    (await page.getByRole("link", { name: "Register the player" }).getAttribute("href")) ?? "",
    testContext().url,
  );
  expect(back.searchParams.get("back")).toMatch(/^\/sandbox\/transactions\/DP-/);
  await expectAccessible(page);
});

test("support sees which roles can register a player", async ({ page }) => {
  await signInAs(page, "support");
  await typeDeposit(page, { currency: "JPY", amount: "7,200", player: "p-unregistered" });
  await page.getByRole("button", { name: "Review" }).click();
  await expect(page.getByText("Only admins and operations staff can register the player.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Register the player" })).toHaveCount(0);
});

test("a refusal loses nothing: what was typed is corrected in its place", async ({ page }) => {
  await signInAs(page, "support");
  const refused = await createByForm(page, { amount: "300", player: "p-refused", bank: "NOBANK" });
  await expect(page.getByText("Nothing was created and nothing was paid.")).toBeVisible({ timeout: 15_000 });
  await expect(page.getByText(/payerBankCode: is not a listed bank/).first()).toBeVisible();

  await page.getByRole("link", { name: "Correct in a new form" }).click();
  await expect(page).toHaveURL(/\/deposits\/new/);
  await expect(page.getByLabel("Player ID")).toHaveValue("p-refused");
  await expect(page.getByLabel("Payer’s name")).toHaveValue("ヤマダ　タロウ");
  const bank = page.getByLabel("Payer’s bank code");
  await expect(bank).toHaveValue("NOBANK");
  await bank.fill("KBANK");
  await reviewAndCreate(page);
  await expect(page.getByText("Hand over to the player")).toBeVisible({ timeout: 15_000 });
  await expect(page.getByRole("link", { name: refused }).first()).toBeVisible();
});

test("an answer that is lost is found, and says what became of the link", async ({ page }) => {
  await signInAs(page, "support");
  await typeDeposit(page, { amount: "400", player: "p-lost" });
  await misbehave({ path: "/deposit", kind: "drop", when: "after" });
  await reviewAndCreate(page);
  await expect(page.getByText("The response with the payment link did not arrive")).toBeVisible({
    timeout: 25_000,
  });
  await expect(handOver(page).getByText("0123456789")).toBeVisible();
});

test("a second deposit for the same player is allowed, and says that the first is still open", async ({ page }) => {
  await signInAs(page, "support");
  const first = await createDeposit(page, { amount: "501", player: "p-twice" });
  await typeDeposit(page, { amount: "502", player: "p-twice" });
  await page.getByRole("button", { name: "Review" }).click();
  await expect(page.getByText("Another one creates another payment link")).toBeVisible();
  await expect(page.getByRole("link", { name: first })).toBeVisible();
  await expect(page.getByRole("button", { name: "Create deposit" })).toBeEnabled();
});

test("creating a deposit again asks first what the review of a new one asks", async ({ page }) => {
  await signInAs(page, "ops");
  const refused = await createDeposit(page, { amount: "503", player: "p-again", bank: "NOBANK" });
  await expect(page.getByText("Nothing was created and nothing was paid.")).toBeVisible({ timeout: 15_000 });
  const open = await createDeposit(page, { amount: "504", player: "p-again" });
  const again = () => page.getByRole("button", { name: "Create again under a new ID" }).click();
  await page.goto(`/sandbox/transactions/${refused}`);
  await again();
  await expect(page.getByText("Another one creates another payment link")).toBeVisible();
  await expect(page.getByRole("link", { name: open })).toBeVisible();
  await expect(page.getByRole("button", { name: "Create 503.00 THB again" })).toBeEnabled();
  await expectAccessible(page);

  await registerPlayer("p-again-pending", null);
  await misbehave({ path: "/deposit", kind: "status", when: "before", status: 400 });
  await createDeposit(page, { currency: "JPY", amount: "7,203", player: "p-again-pending" });
  await expect(page.getByText("Nothing was created and nothing was paid.")).toBeVisible({ timeout: 15_000 });
  await again();
  await expect(page.getByText("This player’s KYC registration is in progress.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Create ¥7,203 anyway" })).toBeEnabled();

  // Opened a second time, it waits for what is so now.
  const cancel = () => page.getByRole("button", { name: "Cancel", exact: true }).click();
  const checks = "**/deposits/checks";
  const held = Promise.withResolvers<void>();
  await cancel();
  await decidePlayer("p-again-pending", "registered");
  await page.route(checks, async (route) => {
    await held.promise;
    await route.continue();
  });
  await again();
  const create = page.getByRole("button", { name: "Create ¥7,203 again" });
  await expect(create).toBeDisabled();
  held.resolve();
  await expect(page.getByText("Registered for KYC")).toBeVisible();
  await expect(create).toBeEnabled();
  await cancel();
  await page.unroute(checks);
  await page.route(checks, (route) => route.abort("connectionreset"));
  await again();
  await expect(page.getByText("This player’s data could not be loaded.")).toBeVisible();
  await expect(create).toBeEnabled();
});

test("where the checks fail in the review, the open deposits that the form knew stay", async ({ page }) => {
  await registerPlayer("p-open-known");
  await signInAs(page, "support");
  const first = await createDeposit(page, { currency: "JPY", amount: "7,201", player: "p-open-known" });
  await typeDeposit(page, { currency: "JPY", amount: "7,202", player: "p-open-known" });
  await expect(page.getByText("Registered for KYC")).toBeVisible();
  let failed = 0;
  await page.route("**/deposits/checks", async (route) => {
    await route.abort("connectionreset");
    failed += 1;
  });
  await page.getByRole("button", { name: "Review" }).click();
  // It is asked twice before it counts as failed.
  await expect.poll(() => failed).toBe(2);
  await expect(page.getByRole("button", { name: "Create deposit" })).toBeEnabled();
  await expect(page.getByRole("link", { name: first })).toBeVisible();
});

test("pressing twice, or again after a lost answer, makes one deposit; signed out, nothing typed is lost", async ({
  page,
  context,
}) => {
  await signInAs(page, "support");
  await typeDeposit(page, { amount: "601", player: "p-once" });
  await page.getByRole("button", { name: "Review" }).click();
  const create = page.getByRole("button", { name: "Create deposit" });
  await expect(create).toBeEnabled();
  const cookies = await context.cookies();
  await context.clearCookies();
  await create.click();
  await expect(page.getByText("You are signed out. Nothing was sent")).toBeVisible();
  await context.addCookies(cookies);

  await page.route(/\/deposits\/new$/, async (route) => {
    await route.fetch(); // It arrives, and is done.
    await route.abort("connectionreset");
  });
  await create.click();
  await expect(page.getByText("Sending it again creates no second deposit:")).toBeVisible();
  await expect(page.getByText("Unknown whether it was received")).toHaveCount(0);
  await expect(page.getByText("Another one creates another payment link")).toHaveCount(0);
  await page.unroute(/\/deposits\/new$/);
  await page.getByRole("button", { name: "Send the same form again" }).dblclick();
  await page.waitForURL(/\/sandbox\/transactions\/DP-/);
  await page.goto("/sandbox/deposits");
  await expect(page.getByRole("row").filter({ hasText: "601.00 THB" })).toHaveCount(1);
});

test("a payer's name is converted when the field is left, and what is no katakana is doubted, not refused", async ({
  page,
}) => {
  await registerPlayer("p-kana");
  await signInAs(page, "support");
  await typeDeposit(page, { currency: "JPY", amount: "800", player: "p-kana", payer: "ﾔﾏﾀﾞ ﾀﾛｳ" });
  const payer = page.getByLabel("Payer’s name");
  await payer.blur();
  await expect(payer).toHaveValue("ヤマダ　タロウ");
  await payer.fill("山田 太郎");
  await payer.blur();
  await expect(page.getByText("is kanji. Type its reading in katakana").first()).toBeVisible();
  await expect(payer).toHaveValue("山田 太郎");
  await page.getByRole("button", { name: "Review" }).click();
  await expect(page.getByText("Paid by 山田 太郎")).toBeVisible();
  await expect(page.getByText("Registered for KYC, as reported by the service.")).toBeVisible();
});

test("a player's ID in full width is pointed out, and the one in half width is taken by a press", async ({ page }) => {
  await signInAs(page, "support");
  await typeDeposit(page, { amount: "803", player: "ｐ－３３" });
  const player = page.getByLabel("Player ID");
  await expect(player).toHaveAccessibleDescription(/This ID has full-width characters/);
  await expectAccessible(page);
  await page.getByRole("button", { name: "p-33" }).click();
  await expect(player).toHaveValue("p-33");
  await expect(player).toHaveAccessibleDescription("Whose account is credited");
});

test("what is credited is called an estimate, in form and review, where the fee of another deposit is taken", async ({
  page,
}) => {
  await signInAs(page, "support");
  await createDeposit(page, { amount: "1,700", player: "p-fee" });
  await expect(handOver(page).getByText("0123456789")).toBeVisible({ timeout: 15_000 });
  await typeDeposit(page, { amount: "1,900", player: "p-fee-later" });
  const credited = page.getByText("Credited after the fee").locator("..");
  await expect(credited).toContainText(/\d THB \(estimate\)$/);
  await page.getByRole("button", { name: "Review" }).click();
  await expect(page.getByRole("button", { name: "Create deposit" })).toBeEnabled();
  await expect(credited).toContainText(/\d THB \(estimate\)$/);
});

test.describe("a role that may not create deposits", () => {
  test("is not offered the form", async ({ page }) => {
    await signInAs(page, "finance");
    await page.goto("/sandbox/deposits");
    await expect(page.getByRole("link", { name: "New deposit" })).toHaveCount(0);
    await page.goto("/sandbox/deposits/new");
    await expect(page.getByText("Your role does not permit creating deposits.")).toBeVisible();
  });

  test("is refused at every entry point", async () => {
    for (const role of ["finance", "approver"]) {
      const headers = { cookie: await cookieOf(role), origin: testContext().url };
      expect(await act("requestDepositAction", ["sandbox", typedDeposit()], headers)).toContain('"kind":"forbidden"');
      const again = await act("reissueDepositAction", ["sandbox", { referenceId: "DP-none" }], headers);
      expect(again).toContain('"kind":"forbidden"');
      const checks = { method: "POST", headers, body: JSON.stringify({ currency: "JPY", playerId: "p-1" }) };
      expect((await fetch(`${testContext().url}/api/sandbox/deposits/checks`, checks)).status).toBe(403);
    }
    const stranger = await act("requestDepositAction", ["sandbox", typedDeposit()], { origin: testContext().url });
    expect(stranger).not.toContain('"ok":true');
  });
});

test.describe("on a phone of 390 px", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("form, review and order fit, in both languages, light and dark, and are accessible", async ({ page }) => {
    test.setTimeout(150_000);
    const fits = async () => {
      await expectFits(page);
      await page.emulateMedia({ colorScheme: "light" });
      await expectAccessible(page);
      await page.emulateMedia({ colorScheme: "dark" });
      await expectContrast(page);
    };
    await registerPlayer("p-phone");
    await signInAs(page, "ops");
    await typeDeposit(page, { currency: "JPY", amount: "12,000", player: "p-phone" });
    await fits();
    await page.getByRole("button", { name: "Review" }).click();
    await expect(page.getByText("Registered for KYC, as reported by the service.")).toBeVisible();
    await fits();
    await page.getByRole("button", { name: "Create deposit" }).click();
    await expect(page.getByText("Hand over to the player")).toBeVisible({ timeout: 20_000 });
    await fits();
    const order = page.url();

    await page.context().addCookies([{ name: "locale", value: "ja", url: testContext().url }]);
    await page.goto(order);
    await expect(page.getByText("プレイヤーに渡す内容")).toBeVisible();
    await fits();
    await page.goto("/sandbox/deposits/new");
    await expect(page.getByRole("button", { name: "確認して作成へ" })).toBeEnabled();
    await page.getByLabel("プレイヤーID").fill("p-unknown");
    await page.getByLabel("金額").fill("3000");
    await page.getByRole("button", { name: "確認して作成へ" }).click();
    await expect(page.getByText("本人確認登録のないプレイヤーです")).toBeVisible();
    await fits();
  });
});
