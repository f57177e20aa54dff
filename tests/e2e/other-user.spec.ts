import type { BrowserContext } from "@playwright/test";
import { signInAs } from "../support/test-context";
import { signOut } from "./account-menu";
import { expect, expectAccessible, test } from "./fixtures";
import { typeWithdrawal } from "./withdrawal-steps";

/** Signs in by a new tab, as the link of a page that was signed out offers. */
async function signInBeside(context: BrowserContext, role: string) {
  const beside = await context.newPage();
  await signInAs(beside, role);
  await beside.goto("/sandbox");
  return beside;
}

test("after another user signs in in a second tab, the first one is covered, and keeps what was entered", async ({
  page,
  context,
}) => {
  await signInAs(page, "ops");
  await typeWithdrawal(page, { amount: "7,771" });
  const covered = page.getByRole("dialog", { name: "Another user has signed in" });
  const beside = await signInBeside(context, "admin");
  await expect(covered).toContainText("opened this page. Another user has since signed in");
  await expectAccessible(page);
  for (let press = 0; press < 3; press += 1) await page.keyboard.press("Escape");
  await expect(covered).toBeVisible();

  // Its user returns.
  await signOut(beside);
  await beside.waitForURL(/\/sign-in/);
  await expect(covered).toBeVisible();
  await signInAs(beside, "ops");
  await beside.goto("/sandbox");
  await expect(covered).toBeHidden();
  await expect(page.getByLabel("Amount")).toHaveValue("7,771");

  // A sign-out leaves nothing in the other tabs.
  await signOut(beside);
  await expect(page).toHaveURL(/\/sign-in\?return=/);
});

test("an action of a tab whose user is not the one signed in does nothing, also where tabs do not hear of each other", async ({
  page,
}) => {
  await signInAs(page, "ops");
  await typeWithdrawal(page, { amount: "7,772" });
  await page.getByRole("button", { name: "Review" }).click();
  const send = page.getByRole("button", { name: "Send ¥7,772" });
  await expect(send).toBeEnabled();
  await signInAs(page, "admin");
  await send.click();
  await expect(page.getByText("Another user has signed in in this browser. Nothing was sent")).toBeVisible();
  // What was entered is still there to be sent by its own user.
  await signInAs(page, "ops");
  await send.click();
  await page.waitForURL(/\/sandbox\/transactions\/WD-/);
});
