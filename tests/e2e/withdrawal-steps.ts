import { expect, type Page } from "@playwright/test";
import { typedForm } from "../support/forms";
import { OPERATOR_HEADERS } from "../support/operator";
import { signInAs, testContext } from "../support/test-context";
import { requestOrder } from "./request-order";

type Typed = {
  environment?: "sandbox" | "production";
  currency?: "JPY" | "THB";
  account?: string;
  amount?: string;
  holder?: string;
};

/** Recipients who were paid before are offered first. */
export const newAccount = (page: Page) =>
  page
    .locator("label")
    .filter({ hasText: /^(New account|新しい口座)$/ })
    .click();

/** What a person types into the form. Some account numbers make the sandbox misbehave. */
export async function typeWithdrawal(page: Page, typed: Typed = {}) {
  const { environment = "sandbox", currency = "JPY", account = "0123456", amount = "12,000" } = typed;
  const { holder = "ヤマダ　タロウ" } = typed;
  await page.goto(`/${environment}/withdrawals/new`);
  // The form reads what is chosen once the page can react; a person is never that fast.
  await expect(page.getByRole("button", { name: "Review" })).toBeEnabled();
  await page.getByLabel("Currency").selectOption(currency);
  await newAccount(page);
  await page.getByLabel("Bank code").fill(currency === "JPY" ? "0005" : "BBL");
  if (currency === "JPY") {
    // The directory fills in the names; typed at the same moment, the two would mix.
    await expect(page.getByLabel("Bank name")).toHaveValue("三菱UFJ銀行");
    await page.getByLabel("Branch code").fill("001");
    await expect(page.getByLabel("Branch name")).toHaveValue("本店");
  } else {
    await page.getByLabel("Bank name").fill("三菱UFJ銀行");
  }
  await page.getByLabel("Account number").fill(account);
  await page.getByLabel("Account holder").fill(holder);
  await page.getByLabel("Amount").fill(amount);
  await page.getByLabel("Player ID").fill("p-20391");
}

/** Types, reviews and sends; resolves to the referenceId when the order's own page has opened. */
export async function sendByForm(page: Page, typed: Typed = {}): Promise<string> {
  await typeWithdrawal(page, typed);
  return reviewAnd(page, /^Send .*\d/);
}

/** A withdrawal that a test begins with, as the page's user requests it, and its own page. */
export async function sendWithdrawal(page: Page, typed: Typed = {}): Promise<string> {
  const { currency = "JPY", account = "0123456", amount = "12,000", holder = "ヤマダ　タロウ" } = typed;
  const form = {
    ...typedForm({ currency, amount, destinationAccount: account, destinationAccountName: holder }),
    ...(currency !== "JPY" && { destination: "BBL", destinationBranchCode: "", destinationBranchName: "" }),
    playerId: "p-20391",
    // What other tests have waiting may leave too little.
    shortfallReason: "others wait",
  };
  const referenceId = await requestOrder(page, "requestWithdrawalAction", form);
  await page.goto(`/sandbox/transactions/${referenceId}`);
  return referenceId;
}

/** Reviews what is in the form and presses the button below; resolves to the referenceId. */
export async function reviewAnd(page: Page, press: RegExp): Promise<string> {
  await page.getByRole("button", { name: "Review" }).click();
  const send = page.getByRole("button", { name: press });
  await expect(send).toBeEnabled();
  // What other tests have waiting may leave too little.
  const reason = page.locator("[name=shortfallReason]");
  if (await reason.isVisible()) await reason.fill("others wait");
  await send.click();
  // Another test may have paid the same amount to the same account since the review was opened.
  const repeats = page.getByText(/If both are wanted|どちらも必要な場合/);
  const sent = async () => {
    if (await repeats.isVisible()) await send.click();
    return page.url();
  };
  await expect.poll(sent, { timeout: 20_000 }).toMatch(/\/transactions\/WD-/);
  return referenceIdOf(page);
}

/** The id of the order whose page opens. */
export async function referenceIdOf(page: Page): Promise<string> {
  await page.waitForURL(/\/transactions\/WD-/);
  return new URL(page.url()).pathname.split("/").at(-1)!;
}

/** Another user signs in on the same machine. */
export async function become(page: Page, role: string) {
  await page.context().clearCookies();
  await signInAs(page, role);
}

/** What the service's own people do to an order. */
export async function decideOrder(referenceId: string, how: "complete" | "fail" | "cancel") {
  const { operatorUrl } = testContext().sandbox;
  const answer = await fetch(`${operatorUrl}/orders/${referenceId}/${how}`, {
    method: "POST",
    headers: OPERATOR_HEADERS,
  });
  expect(answer.status, await answer.text()).toBe(200);
}

/** The sandbox has an order only when our request has reached it. */
export const accepted = (page: Page) =>
  expect(page.getByText(/^(Accepted, not paid|In progress)$/).first()).toBeVisible();

/** A new withdrawal in THB, whose recipient is searched among the saved payees. */
export async function searchSavedPayees(page: Page, text: string) {
  await page.goto("/sandbox/withdrawals/new");
  await expect(page.getByRole("button", { name: "Review" })).toBeEnabled();
  await page.getByLabel("Currency").selectOption("THB");
  await page
    .locator("label")
    .filter({ hasText: /^Saved payees$/ })
    .click();
  const search = page.getByRole("searchbox", { name: "Find a recipient" });
  await search.fill(text);
  return search;
}
