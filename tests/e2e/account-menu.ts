import type { Page } from "@playwright/test";

/** It can be pressed once the page can react. */
export const accountButton = (page: Page) => page.getByRole("button", { name: /^Signed in as/ });

export async function openAccount(page: Page) {
  await accountButton(page).click();
}

export async function signOut(page: Page) {
  await openAccount(page);
  await page.getByRole("button", { name: "Sign out" }).click();
}
