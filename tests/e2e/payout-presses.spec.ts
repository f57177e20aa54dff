import type { Locator, Page } from "@playwright/test";
import { createNewUser, type NewUser, signInWithPassword } from "../support/new-user";
import { expect, test } from "./fixtures";
import { accepted, referenceIdOf, sendWithdrawal } from "./withdrawal-steps";

/** Clicks and keys, beside the text that is typed: a key held for a character of it is none. */
function counting(page: Page) {
  const hands = { presses: 0 };
  return {
    ...{ hands, type: (text: string) => page.keyboard.type(text) },
    click(target: Locator) {
      hands.presses += 1;
      return target.click();
    },
    press(key: string) {
      hands.presses += 1;
      return page.keyboard.press(key);
    },
  };
}

type Counted = ReturnType<typeof counting>;

async function signIn(page: Page, { click, type, press }: Counted, { email, password }: NewUser) {
  await page.goto("/sign-in");
  await click(page.getByLabel("E-mail"));
  await type(email);
  await press("Tab");
  await type(password);
  await press("Enter");
  await expect(page).toHaveURL(/\/sandbox$/);
}

test("a requester sends ¥12,000 to a known recipient within 12 presses, from the sign-in on", async ({ page }) => {
  test.setTimeout(90_000);
  // A new player, and an account of its own: sums of 24 hours would ask for approvals.
  const person = await createNewUser("ops");
  await signInWithPassword(page, person);
  await sendWithdrawal(page, { account: "7300041", holder: "オシカズ　ハナ", amount: "12,000" });
  await page.context().clearCookies();

  const counted = counting(page);
  const { hands, click, type } = counted;
  await signIn(page, counted, person);
  await click(page.getByRole("link", { name: "New withdrawal" }).first());
  const search = page.getByRole("searchbox", { name: "Find a recipient" });
  await expect(search).toBeEnabled();
  await click(search);
  await type("オシカズ");
  const found = page.getByRole("list", { name: "Recipients" }).getByRole("button", { name: "オシカズ" });
  await click(found);
  // The amount has the focus, and the player of the earlier payout is filled in.
  await expect(page.getByLabel("Amount")).toBeFocused();
  await expect(page.getByLabel("Player ID")).toHaveValue("p-20391");
  await type("12000");
  await click(page.getByRole("button", { name: "Review and send" }));
  const send = page.getByRole("button", { name: "Send ¥12,000" });
  await expect(send).toBeEnabled();
  await click(send);
  await referenceIdOf(page);
  await accepted(page);
  expect(hands.presses).toBeLessThanOrEqual(12);
});

test("an approver, counted on their own, needs no more than 12 for a payout that the rule sends to them", async ({
  page,
}) => {
  test.setTimeout(90_000);
  const [requester, approver] = [await createNewUser("ops"), await createNewUser("approver")];
  await signInWithPassword(page, requester);
  const referenceId = await sendWithdrawal(page, { currency: "THB", account: "7300042", amount: "31,000" });
  await page.context().clearCookies();

  const counted = counting(page);
  const { hands, click, type } = counted;
  await signIn(page, counted, approver);
  await click(page.getByRole("combobox", { name: "Search" }));
  await type(referenceId);
  await click(page.getByRole("option", { name: referenceId }).first());
  await page.waitForURL(new RegExp(referenceId));
  await click(page.getByRole("button", { name: /^Approve / }));
  await accepted(page);
  expect(hands.presses).toBeLessThanOrEqual(12);
});
