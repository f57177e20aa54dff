import type { Locator, Page, Route } from "@playwright/test";
import { atDatabase } from "../support/at-database";
import { signInAs, testContext } from "../support/test-context";
import { expect, expectAccessible, expectFits, test } from "./fixtures";
import { become, newAccount, reviewAnd, searchSavedPayees, sendWithdrawal, typeWithdrawal } from "./withdrawal-steps";

const open = async (page: Page) => {
  await signInAs(page, "ops");
  await page.goto("/sandbox/withdrawals/new");
  await expect(page.getByRole("button", { name: /Review|^確認して/ })).toBeEnabled();
  await newAccount(page);
};
const holder = (page: Page) => page.getByLabel(/Account holder|口座名義/);
/** Not those of the plain selects. */
const suggestions = (page: Page, name: string | RegExp = /./) =>
  page.getByRole("listbox").getByRole("option", { name });
const leave = (field: Locator) => field.press("Tab");

/** What an input method sends while it converts: unconfirmed text, and an Enter that only confirms. */
async function compose(field: Locator, text: string) {
  await field.focus();
  await field.dispatchEvent("compositionstart");
  await field.pressSequentially(text);
}
const confirmConversion = (field: Locator, how: "composing" | "by code 229") =>
  field.evaluate((input, given) => {
    const init = { key: "Enter", bubbles: true, cancelable: true, isComposing: given === "composing" };
    return input.dispatchEvent(new KeyboardEvent("keydown", { ...init, keyCode: given === "by code 229" ? 229 : 13 }));
  }, how);

test.describe("the bank is found by what people have at hand", () => {
  for (const typed of ["三菱UFJ", "みつびし", "ﾐﾂﾋﾞｼ", "mufg"]) {
    test(typed, async ({ page }) => {
      await open(page);
      await page.getByLabel("Bank code").fill(typed);
      await suggestions(page, "0005 三菱UFJ銀行").click();
      await expect(page.getByLabel("Bank code")).toHaveValue("0005");
      await expect(page.getByLabel("Bank name")).toHaveValue("三菱UFJ銀行");
    });
  }

  test("a code that is typed in full needs no list, however wide its digits", async ({ page }) => {
    await open(page);
    await page.getByLabel("Bank code").fill("０００５");
    await expect(page.getByLabel("Bank name")).toHaveValue("三菱UFJ銀行");
    await page.getByLabel("Branch code").fill("001");
    await expect(page.getByLabel("Branch name")).toHaveValue("本店");
    await expect(suggestions(page)).toHaveCount(0);
  });

  test("the same code typed again, in wide digits, has its name again", async ({ page }) => {
    await open(page);
    const code = page.getByLabel("Bank code");
    const name = page.getByLabel("Bank name");
    await code.fill("0005");
    await expect(name).toHaveValue("三菱UFJ銀行");
    await code.fill("");
    await expect(name).toHaveValue("");
    await code.pressSequentially("０００５", { delay: 60 });
    await expect(name).toHaveValue("三菱UFJ銀行");
  });

  test("the keyboard alone picks a branch", async ({ page }) => {
    await open(page);
    await page.getByLabel("Bank code").fill("0005");
    await expect(page.getByLabel("Bank name")).toHaveValue("三菱UFJ銀行");
    const branch = page.getByLabel("Branch code");
    await branch.fill("丸の内");
    await expect(suggestions(page).first()).toBeVisible();
    await branch.press("ArrowDown");
    await expect(suggestions(page).first()).toHaveAttribute("data-highlighted");
    await branch.press("Enter");
    await expect(branch).toHaveValue(/^\d{3}$/);
    await expect(page.getByLabel("Branch name")).toHaveValue(/丸の内/);
    await expect(page.getByRole("alert").filter({ hasText: /\S/ })).toHaveCount(0);
  });

  test("where a bank has one branch, it is filled in", async ({ page }) => {
    await open(page);
    await page.getByLabel("Bank code").fill("2045");
    await expect(page.getByLabel("Bank name")).toHaveValue("杜陵信組");
    await expect(page.getByLabel("Branch code")).toHaveValue("001");
    await expect(page.getByLabel("Branch name")).toHaveValue("本店");
    await page.getByLabel("Branch code").fill("");
    await page.getByLabel("Branch code").pressSequentially("002");
    await expect(page.getByText(/002 is not in our list/)).toBeVisible();
    await expect(page.getByRole("combobox", { name: "Branch code" })).toHaveValue("002");
  });

  test("a code that the directory lacks takes the recipient along, and is sent only as typed", async ({ page }) => {
    await signInAs(page, "ops");
    await typeWithdrawal(page, { amount: "103,000" });
    await page.getByLabel("Bank code").fill("9999");
    await expect(page.getByText(/9999 is not in our list/)).toBeVisible();
    for (const name of ["Bank name", "Branch code", "Branch name", "Account number", "Account holder"]) {
      await expect(page.getByLabel(name)).toHaveValue("");
    }
    await page.getByLabel("Bank name").fill("新しい銀行");
    await page.getByLabel("Branch code").fill("999");
    await page.getByLabel("Branch name").fill("新支店");
    await page.getByLabel("Account number").fill("0123456");
    await holder(page).fill("ヤマダ　タロウ");
    await page.getByRole("button", { name: "Review" }).click();
    const asTyped = page.getByLabel("Use this bank as typed");
    await expect(asTyped).toBeFocused();
    await asTyped.check();
    const referenceId = await reviewAnd(page, /^Request approval$/);
    await expect(page.getByText(/The bank code is not in the bank directory/)).toBeVisible();
    await become(page, "approver");
    await page.goto(`/sandbox/transactions/${referenceId}`);
    await expect(page.getByText(/The bank code is not in the bank directory/)).toHaveCount(2);
  });

  test("a name that was corrected by hand stays, also after the review", async ({ page }) => {
    await signInAs(page, "ops");
    await typeWithdrawal(page);
    await expect(page.getByLabel("Bank name")).toHaveValue("三菱UFJ銀行");
    await page.getByLabel("Bank name").fill("三菱ＵＦＪ");
    await page.getByLabel("Use this bank as typed").check();
    await page.getByRole("button", { name: "Review" }).click();
    await expect(page.getByText(/The bank name is not the one in the bank directory/)).toBeVisible();
    await page.getByRole("button", { name: "Change" }).click();
    await expect(page.getByLabel("Account number")).toHaveValue("0123456");
    await expect(page.getByLabel("Bank name")).toHaveValue("三菱ＵＦＪ");
  });

  test("Baht go to a bank of the service's own list", async ({ page }) => {
    await open(page);
    await page.getByLabel("Currency").selectOption("THB");
    await page.getByLabel("Bank code").fill("bangkok");
    await suggestions(page, /^BBL/).click();
    await expect(page.getByLabel("Bank code")).toHaveValue("BBL");
    await expect(page.getByLabel("Bank name")).toHaveValue(/Bangkok/i);
  });
});

test("a field that is filled in the moment after the bank's code leaves the page able to go on", async ({ page }) => {
  await open(page);
  await page.getByLabel("Currency").selectOption("THB");
  await expect(page.getByLabel("Bank code")).toBeVisible();
  // As by a password manager: both before the page has drawn again.
  await page.evaluate(() => {
    const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
    for (const [name, text] of Object.entries({ destination: "BBL", destinationName: "Bangkok" })) {
      const field = document.querySelector(`input[name=${name}]`);
      setValue?.call(field, text);
      field?.dispatchEvent(new Event("input", { bubbles: true }));
    }
  });
  await expect(page.getByLabel("Bank name")).toHaveValue("Bangkok");
  // The router's navigations wait for all that is still being drawn.
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(page).toHaveURL(/\/withdrawals$/, { timeout: 5_000 });
});

test("nothing is searched for while a conversion is open, and the Enter that ends it picks nothing", async ({
  page,
}) => {
  await open(page);
  const searches: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/jp-banks?")) searches.push(request.url());
  });
  const bank = page.getByLabel("Bank code");
  await compose(bank, "mizuho");
  expect(searches).toEqual([]);
  await bank.dispatchEvent("compositionend");
  await expect(suggestions(page, "0001 みずほ銀行")).toBeVisible();
  await bank.press("ArrowDown");
  expect(await confirmConversion(bank, "composing")).toBe(false);
  expect(await confirmConversion(bank, "by code 229")).toBe(false);
  await expect(bank).toHaveValue("mizuho");
  await bank.press("Enter");
  await expect(bank).toHaveValue("0001");
});

test.describe("a holder's name", () => {
  for (const [typed, becomes] of [
    ["ﾔﾏﾀﾞ ﾀﾛｳ", "ヤマダ　タロウ"],
    ["やまだ　たろう", "ヤマダ　タロウ"],
  ] as const) {
    test(`${typed} is put right when the field is left, said, and can be undone`, async ({ page }) => {
      await open(page);
      await holder(page).fill(typed);
      await expect(holder(page)).toHaveValue(typed);
      await expect(page.getByText("ﾔﾏﾀﾞ ﾀﾛｳ")).toBeVisible();
      await leave(holder(page));
      await expect(holder(page)).toHaveValue(becomes);
      await expect(page.getByText("Converted to full-width katakana.")).toBeVisible();
      await page.getByRole("button", { name: "Undo" }).click();
      await expect(holder(page)).toHaveValue(typed);
    });
  }

  test("is read by rules that come late, and nothing moves from under the pointer", async ({ page }) => {
    await open(page);
    const arrival = Promise.withResolvers<void>();
    await page.route("**/*.js", async (route) => {
      await arrival.promise;
      await route.continue();
    });
    await holder(page).fill("ヤマダ　タロウ");
    const button = page.getByRole("button", { name: "Review" });
    const before = await button.boundingBox();
    arrival.resolve();
    await expect(page.getByText("ﾔﾏﾀﾞ ﾀﾛｳ")).toBeVisible();
    expect(await button.boundingBox()).toEqual(before);
  });

  test("a dash that became a long-vowel mark is asked about", async ({ page }) => {
    await open(page);
    await holder(page).fill("セ−ルス―カ");
    await leave(holder(page));
    await expect(holder(page)).toHaveValue("セ−ルス―カ");
    await expect(page.getByText(/Is the dash the long-vowel mark/)).toBeVisible();
    await page.getByRole("button", { name: "セールスーカ" }).click();
    await expect(holder(page)).toHaveValue("セールスーカ");
  });

  test("a kind of company is proposed as banks write it, and counted in bytes", async ({ page }) => {
    await open(page);
    await holder(page).fill("株式会社ヤマダショウジ");
    await leave(holder(page));
    await expect(holder(page)).toHaveValue("株式会社ヤマダショウジ");
    await page.getByRole("button", { name: "カ）ヤマダショウジ" }).click();
    await expect(holder(page)).toHaveValue("カ）ヤマダショウジ");
    await expect(page.getByText("ｶ)ﾔﾏﾀﾞｼﾖｳｼﾞ", { exact: true })).toBeVisible();
    await expect(page.getByText("11 of 30 bytes")).toBeVisible();
  });

  test("kanji and emoji are refused by character and place, and block the review", async ({ page }) => {
    await signInAs(page, "ops");
    await typeWithdrawal(page);
    await holder(page).fill("ヤマ田😀");
    await page.getByRole("button", { name: "Review" }).click();
    await expect(holder(page)).toBeFocused();
    await expect(holder(page)).toHaveAccessibleDescription(/Character 3: “田” is kanji/);
    await expect(holder(page)).not.toHaveAccessibleDescription(/Character 4|Banks do not accept/);
    await expect(holder(page)).toHaveValue("ヤマ田😀");
  });

  test("a name in kanji is refused as it was typed, and not said to be katakana", async ({ page }) => {
    await open(page);
    await holder(page).fill("山田 太郎");
    await leave(holder(page));
    await expect(holder(page)).toHaveAccessibleDescription(/Character 1: “山” is kanji/);
    await expect(holder(page)).toHaveValue("山田 太郎");
    await expect(page.getByText("Converted to full-width katakana.")).toHaveCount(0);
  });

  test("an over-long name is warned of above 30 and refused above 48, never cut", async ({ page }) => {
    await open(page);
    await holder(page).fill("ガ".repeat(16));
    await expect(page.getByText("32 of 30 bytes")).toBeVisible();
    await expect(page.getByText(/some banks cut names/)).toBeVisible();
    await holder(page).fill("ガ".repeat(25));
    await leave(holder(page));
    await expect(page.getByText(/at most 48/)).toBeVisible();
    await expect(holder(page)).toHaveValue("ガ".repeat(25));
  });

  test("stays untouched while an input method composes", async ({ page }) => {
    await open(page);
    await compose(holder(page), "やまだ");
    await expect(holder(page)).toHaveValue("やまだ");
    await expect(page.getByText("ﾔﾏﾀﾞ")).toHaveCount(0);
    await holder(page).dispatchEvent("compositionend");
    await expect(page.getByText("ﾔﾏﾀﾞ", { exact: true })).toBeVisible();
    await expect(holder(page)).toHaveValue("やまだ");
  });
});

test.describe("Japan Post Bank", () => {
  const yucho = async (page: Page) => {
    await signInAs(page, "ops");
    await typeWithdrawal(page);
    await page.getByLabel("Bank code").fill("9900");
    await expect(page.getByLabel("Bank name")).toHaveValue("ゆうちょ銀行");
  };

  test("a passbook's symbol and number become branch and account, once its kind is chosen", async ({ page }) => {
    await yucho(page);
    await page.getByLabel("Symbol").fill("14030");
    await page.getByLabel("Number (番号)").fill("12345671");
    await page.getByRole("button", { name: "Convert" }).click();
    await expect(page.getByText(/Say whether it is a savings-type account/)).toBeVisible();
    await page.getByLabel("No", { exact: true }).check();
    await page.getByRole("button", { name: "Convert" }).click();
    await expect(page.getByLabel("Branch code")).toHaveValue("408");
    await expect(page.getByLabel("Branch name")).toHaveValue("四〇八");
    await expect(page.getByLabel("Account number")).toHaveValue("1234567");
    await page.getByLabel("Number (番号)").fill("12345681");
    await expect(page.getByLabel("Account number")).toHaveValue("");
    await page.getByRole("button", { name: "Convert" }).click();
    await expect(page.getByLabel("Account number")).toHaveValue("1234568");
    await holder(page).fill("ヤマダ　タロウ");
    await page.getByRole("button", { name: "Review" }).click();
    await expect(page.getByRole("definition").filter({ hasText: "408 四〇八" })).toBeVisible();
    await expect(page.getByText("14030–12345681")).toBeVisible();
  });

  test("a savings-type account cannot be paid, and nothing is filled in", async ({ page }) => {
    await yucho(page);
    await page.getByLabel("Yes", { exact: true }).check();
    await expect(page.getByText(/cannot be paid through this service/)).toBeVisible();
    await expect(page.getByRole("button", { name: "Convert" })).toBeDisabled();
  });

  test("a raw number is refused, with the way to convert it", async ({ page }) => {
    await yucho(page);
    await page.getByLabel("Account number").fill("12345671");
    await expect(page.getByText(/looks like a passbook number/)).toBeVisible();
    await page.getByRole("button", { name: "Review" }).click();
    await expect(page.getByLabel("Account number")).toHaveAccessibleDescription(/up to 7 digits, and nothing else/);
  });

  test("a symbol that was typed as a branch is refused", async ({ page }) => {
    await yucho(page);
    await page.getByLabel("Branch code").fill("140");
    await page.getByLabel("Branch name").fill("一四〇");
    await page.getByLabel("Account number").fill("0123456");
    await holder(page).fill("ヤマダ　タロウ");
    await page.getByRole("button", { name: "Review" }).click();
    await expect(page.getByLabel("Branch code")).toHaveAccessibleDescription(/end in 8 or 9/);
  });
});

test("a short account number is padded when it is left, and that is said", async ({ page }) => {
  await open(page);
  const account = page.getByLabel("Account number");
  await account.fill("１２３４５６");
  await leave(account);
  await expect(account).toHaveValue("0123456");
  await expect(page.getByText("Padded with zeros: 0123456.")).toBeVisible();
});

test("before it is sent, the review says what our own record says against it", async ({ page }) => {
  await signInAs(page, "ops");
  await typeWithdrawal(page, { account: "7654321", amount: "7,001" });
  await page.getByRole("button", { name: "Review" }).click();
  await expect(page.getByText(/First payout to this account/)).toBeVisible();
  await page.getByRole("button", { name: /^(Send|Request approval)/ }).click();
  await page.waitForURL(/\/sandbox\/transactions\/WD-/);
  const referenceId = new URL(page.url()).pathname.split("/").at(-1)!;

  await typeWithdrawal(page, { account: "7654321", amount: "7,001" });
  await holder(page).fill("スズキ　ハナコ");
  await page.getByRole("button", { name: "Review" }).click();
  await expect(page.getByText(/The same amount was requested for the same account/)).toBeVisible();
  await expect(page.getByText(/another holder was given before: ヤマダ　タロウ/)).toBeVisible();
  await expect(page.getByRole("link", { name: referenceId }).first()).toBeVisible();
});

test("warnings appear under the form as soon as it is clear whom it is about", async ({ page }) => {
  await signInAs(page, "ops");
  await typeWithdrawal(page, { account: "7654399", amount: "7,003" });
  await leave(page.getByLabel("Player ID"));
  await expect(page.getByText(/First payout to this account/)).toBeVisible();
  await page.getByRole("button", { name: "Review" }).click();
  await page.getByRole("button", { name: /^(Send|Request approval)/ }).click();
  await page.waitForURL(/\/sandbox\/transactions\/WD-/);

  const repeated = page.getByText(/The same amount was requested for the same account/);
  await typeWithdrawal(page, { account: "7654399", amount: "7,003" });
  await leave(page.getByLabel("Player ID"));
  await expect(repeated).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Amount").fill("7,004");
  await leave(page.getByLabel("Amount"));
  await expect(repeated).toHaveCount(0);
});

test("a major bank is one press, and any other is found by its first kana, also by keyboard", async ({ page }) => {
  await open(page);
  const major = page.getByRole("group", { name: "Major banks" });
  await major.getByRole("button", { name: "三井住友" }).click();
  await expect(page.getByLabel("Bank code")).toHaveValue("0009");
  await expect(page.getByLabel("Bank name")).toHaveValue("三井住友銀行");
  await expect(major.getByRole("button", { name: "三井住友" })).toHaveAttribute("aria-pressed", "true");

  await page.getByText("Look up by first kana").click();
  await page.getByRole("group", { name: "First kana" }).getByRole("button", { name: "ワ" }).press("Enter");
  const banks = page.getByRole("list", { name: "Banks" }).getByRole("button");
  await banks.first().focus();
  await page.keyboard.press("ArrowDown");
  await expect(banks.nth(1)).toBeFocused();
  const [code = ""] = (await banks.nth(1).textContent())?.match(/\d{4}/) ?? [];
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Bank code")).toHaveValue(code);

  await major.getByRole("button", { name: "三菱UFJ" }).click();
  await page.getByText("Look up the branch by first kana").click();
  const rows = page.getByRole("group", { name: "First kana" });
  await expect(rows).toHaveCount(2); // The other is that of the banks, which is still open.
  await rows.last().getByRole("button", { name: "ハ" }).click();
  await expectAccessible(page);
  await page.getByRole("list", { name: "Branches" }).getByRole("button", { name: "001 本店" }).click();
  await expect(page.getByLabel("Branch code")).toHaveValue("001");
  await expect(page.getByLabel("Branch name")).toHaveValue("本店");
});

test("an answer is lost, the page reloaded and the restored form sent again: it is one withdrawal", async ({
  page,
}) => {
  await signInAs(page, "ops");
  await typeWithdrawal(page, { amount: "12,347" });
  await page.getByLabel("Bank name").fill("三菱ＵＦＪ");
  await page.getByLabel("Use this bank as typed").check();
  await page.getByRole("button", { name: "Review" }).click();
  const send = page.getByRole("button", { name: /^Send .*\d/ });
  await expect(send).toBeEnabled();
  await page.route(/\/withdrawals\/new/, async (route) => {
    if (route.request().method() === "POST") await route.fetch();
    await route.abort();
  });
  await send.click();
  await expect(page.getByText(/^This form was received /)).toBeVisible();
  await page.unrouteAll();

  await page.reload();
  await expect(page.getByText("Draft restored.")).toBeVisible();
  await expect(page.getByLabel("Account holder")).toHaveValue("ヤマダ　タロウ");
  await expect(page.getByText("ﾔﾏﾀﾞ ﾀﾛｳ")).toBeVisible();
  await expect(page.getByLabel("Bank name")).toHaveValue("三菱ＵＦＪ");
  const referenceId = await reviewAnd(page, /^Send .*\d/);
  expect(await atDatabase("select reference_id from transactions where amount = 12347")).toEqual([
    { reference_id: referenceId },
  ]);
  expect(await page.evaluate(() => Object.keys(sessionStorage))).not.toContainEqual(expect.stringMatching(/^draft:/));
});

test("the browser's Back and Forward lead from the review to the form and back, and sending leaves no review", async ({
  page,
}) => {
  await signInAs(page, "ops");
  await typeWithdrawal(page, { amount: "12,353" });
  const review = page.getByRole("heading", { name: "Review", exact: true });
  const amount = page.getByLabel("Amount");
  await page.getByRole("button", { name: "Review" }).click();
  await expect(review).toBeFocused();
  await page.goBack();
  await expect(amount).toHaveValue("12,353");
  await expect(page.getByLabel("Account holder")).toHaveValue("ヤマダ　タロウ");
  await page.goForward();
  await expect(review).toBeVisible();

  // "Change" is the same step back. What was changed since is reviewed by a press alone.
  await page.getByRole("button", { name: "Change" }).click();
  await expect(amount).toHaveValue("12,353");
  await amount.fill("12,354");
  await page.goForward();
  await expect(amount).toHaveValue("12,354");
  await page.getByRole("button", { name: "Review" }).click();
  await expect(review).toBeVisible();

  await page.reload();
  await expect(page.getByText("Draft restored.")).toBeVisible();
  await expect(amount).toHaveValue("12,354");
  const referenceId = await reviewAnd(page, /^Send .*\d/);
  await page.goBack();
  await expect(page).toHaveURL(/\/withdrawals\/new/);
  await expect(page.getByRole("button", { name: "Review" })).toBeEnabled();
  await expect(review).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Send .*\d/ })).toHaveCount(0);
  expect(await atDatabase("select reference_id from transactions where amount in (12353, 12354)")).toEqual([
    { reference_id: referenceId },
  ]);
});

test("the browser's Back while a withdrawal is sent leads nowhere: the review shows what became of it", async ({
  page,
}) => {
  await signInAs(page, "ops");
  await typeWithdrawal(page, { amount: "12,355" });
  await page.getByRole("button", { name: "Review" }).click();
  const review = page.getByRole("heading", { name: "Review", exact: true });

  async function goBackDuring(press: RegExp, end: (route: Route) => Promise<void>) {
    const sent = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    await page.route(/\/withdrawals\/new/, async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      sent.resolve();
      await answer.promise;
      await end(route);
    });
    await page.getByRole("button", { name: press }).click();
    await sent.promise;
    await page.goBack();
    await expect(review).toBeVisible();
    await expect(page.getByRole("button", { name: "Change" })).toBeDisabled();
    answer.resolve();
  }

  await goBackDuring(/^Send .*\d/, (route) => route.abort());
  await expect(page.getByText(/^Unknown whether it was received/)).toBeVisible();
  await page.unrouteAll();
  await goBackDuring(/^Send the same form again$/, (route) => route.continue());
  await page.waitForURL(/\/transactions\/WD-/);
  expect(await page.evaluate(() => Object.keys(sessionStorage))).not.toContainEqual(expect.stringMatching(/^draft:/));
});

test("a form that was left while it was being checked leaves the way back of the next page as it is", async ({
  page,
}) => {
  await signInAs(page, "ops");
  await typeWithdrawal(page);
  const part = Promise.withResolvers<Route>();
  await page.route("**/*.js", (route) => part.resolve(route), { times: 1 });
  await page.getByRole("button", { name: "Review" }).click();
  const held = await part.promise;
  await expect(page.getByRole("button", { name: "Checking…" })).toBeVisible();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Transactions" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Transactions" })).toBeVisible();
  await held.continue();
  await (await held.request().response())?.finished();
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  await page.goBack();
  await expect(page).toHaveURL(/withdrawals\/new$/);
});

test('"Change" closes the review by one press, also after the skip link', async ({ page }) => {
  await signInAs(page, "ops");
  await typeWithdrawal(page, { amount: "12,356" });
  await page.getByRole("button", { name: "Review" }).click();
  const review = page.getByRole("heading", { name: "Review", exact: true });
  await expect(review).toBeFocused();
  await page.getByRole("link", { name: "Skip to the content" }).press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await page.getByRole("button", { name: "Change" }).click();
  await expect(page.getByLabel("Amount")).toHaveValue("12,356");
  await expect(review).toHaveCount(0);
});

test("what could not be kept yet cannot be typed yet: the fields open when the page can react", async ({ page }) => {
  await signInAs(page, "ops");
  let letThrough = () => {};
  const allowed = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(/\/_next\/static\/.*\.js/, async (route) => {
    await allowed;
    await route.continue();
  });
  await page.goto("/sandbox/withdrawals/new", { waitUntil: "commit" });
  await expect(page.getByLabel("Currency")).toBeDisabled();
  letThrough();
  await page.getByLabel("Currency").selectOption("THB");
  await expect(page.getByRole("button", { name: "Review" })).toBeEnabled();
  await expect(page.getByLabel("Currency")).toHaveValue("THB");
});

test.describe("in Japanese, on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("the same form in Japanese is accessible and fits the screen", async ({ page }) => {
    await signInAs(page, "ops");
    await page.context().addCookies([{ name: "locale", value: "ja", url: testContext().url }]);
    await page.goto("/sandbox/withdrawals/new");
    await newAccount(page);
    await page.getByLabel("金融機関コード").fill("ゆうちょ");
    await expect(suggestions(page).first()).toBeVisible();
    await expectAccessible(page);
    await suggestions(page, "9900 ゆうちょ銀行").tap();
    await expect(page.getByText("ゆうちょ銀行の記号・番号")).toBeVisible();
    await holder(page).fill("株式会社ﾔﾏﾀﾞ");
    await leave(holder(page));
    await expect(page.getByText("全角カタカナに変換しました。")).toBeVisible();
    await expect(page.getByText("銀行での表記：")).toBeVisible();
    await page.getByLabel("口座番号").fill("12345");
    await leave(page.getByLabel("口座番号"));
    await expect(page.getByText("先頭に0を補い 0012345 としました。")).toBeVisible();
    await expectAccessible(page);
    await expectFits(page);
  });
});

test("a form full of errors is accessible", async ({ page }) => {
  await open(page);
  await page.getByLabel("Bank code").fill("9900");
  await expect(page.getByText("Japan Post Bank (ゆうちょ)")).toBeVisible();
  await holder(page).fill("力ト・ヤマ田");
  await leave(holder(page));
  await expect(page.getByText(/is kanji/).first()).toBeVisible();
  await expectAccessible(page);
});

test("Enter confirms no conversion: the review opens when the holder's name was confirmed in the form", async ({
  page,
}) => {
  await signInAs(page, "ops");
  await typeWithdrawal(page);
  await holder(page).fill("株式会社ス-パ-");
  await holder(page).press("Enter");
  await expect(holder(page)).toHaveAccessibleDescription(/Confirm the spelling/);
  await expect(page.getByRole("heading", { name: "Review" })).toHaveCount(0);
  await page.getByRole("button", { name: "カ）スーパー" }).click();
  await holder(page).press("Enter");
  await expect(page.getByText("to カ）スーパー")).toBeVisible();
});

test("Tab leads from the bank to the branch, amounts are grouped, and what is wrong is said on leaving", async ({
  page,
}) => {
  await open(page);
  await page.getByLabel("Bank code").fill("0005");
  await page.getByLabel("Bank code").press("Tab");
  await expect(page.getByLabel("Branch code")).toBeFocused();
  const amount = page.getByLabel("Amount");
  await amount.pressSequentially("1234567");
  await expect(amount).toHaveValue("1,234,567");
  await amount.fill("¥１２０００円");
  await leave(amount);
  await expect(amount).toHaveValue("12,000");
  await amount.fill("1,00");
  await leave(amount);
  await expect(amount).toHaveAccessibleDescription(/commas are not between thousands/);
  const account = page.getByLabel("Account number");
  await account.fill("12345678");
  await leave(account);
  await expect(account).toHaveAccessibleDescription(/up to 7 digits, and nothing else/);
  await expect(page.getByRole("alert").filter({ hasText: /\S/ })).toHaveCount(0);
});

test("a problem goes once another field has put it right", async ({ page }) => {
  await signInAs(page, "ops");
  await typeWithdrawal(page);
  const name = page.getByLabel("Bank name");
  await name.fill("三菱ＵＦＪ");
  await page.getByRole("button", { name: "Review" }).click();
  const said = page.getByRole("alert").filter({ hasText: "One field needs a correction." });
  await expect(said).toBeVisible();
  await name.fill("三菱UFJ銀行");
  await expect(said).toHaveCount(0);

  const amount = page.getByLabel("Amount");
  await amount.fill("1500.50");
  await leave(amount);
  await expect(amount).toHaveAttribute("aria-invalid", "true");
  const currency = page.getByLabel("Currency");
  await currency.selectOption("THB");
  await expect(amount).not.toHaveAttribute("aria-invalid");

  // What is no amount in the other currency either is said again.
  await amount.fill("many");
  await leave(amount);
  await expect(amount).toHaveAttribute("aria-invalid", "true");
  await currency.selectOption("USDT");
  await leave(currency);
  await expect(amount).toHaveAttribute("aria-invalid", "true");
});

test("a recipient who was only paid before is found while saved payees are chosen, and Enter picks", async ({
  page,
}) => {
  await signInAs(page, "ops");
  const holderName = "ONLYPAID BEFORE";
  const referenceId = await sendWithdrawal(page, { currency: "THB", account: "7300099", holder: holderName });
  const search = await searchSavedPayees(page, holderName);
  await expect(page.getByText("None in “Saved payees”. 1 recipient in “Recent”.")).toBeVisible();
  await expect(page.getByRole("list", { name: "Recipients" }).getByRole("button", { name: holderName })).toBeVisible();
  await expectAccessible(page);
  await search.press("Enter");
  await expect(page.getByLabel("Amount")).toBeFocused();
  await expect(page.getByText(`As in ${referenceId}.`)).toBeVisible();

  // While those of another currency are being read, none of this one can be picked.
  await typeWithdrawal(page, { currency: "THB", account: "7300098" });
  await page
    .locator("label")
    .filter({ hasText: /^Recent$/ })
    .click();
  const choice = page.getByRole("list", { name: "Recipients" }).getByRole("button", { name: holderName });
  await choice.click();
  const undo = page.getByRole("button", { name: "Undo" });
  await expect(undo).toBeVisible();
  await page.route("**/withdrawals/recent-recipients", () => undefined);
  await page.getByLabel("Currency").selectOption("USDT");
  await expect(choice).toHaveCount(0);
  // Undo of what was typed in the other currency leaves the choices as they are, too.
  await undo.click();
  await expect(undo).toHaveCount(0);
  await expect(page.getByRole("searchbox", { name: "Find a recipient" })).toBeVisible();
});
