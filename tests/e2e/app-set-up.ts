import type { Page } from "@playwright/test";
import { codeAt } from "@/lib/auth/totp";
import { expireStepUp, type NewUser } from "../support/new-user";
import { expect } from "./fixtures";

export const openSecurity = (page: Page) => page.goto("/sandbox/settings/security");
const codeOf = (secret: string) => codeAt(secret, new Date());

/** Sets up an authenticator app on one's own page; resolves to its secret and the recovery codes. */
export async function setUpApp(page: Page, user: NewUser): Promise<{ secret: string; codes: string[] }> {
  await openSecurity(page);
  await page.getByRole("button", { name: "Set up an app" }).click();
  await expect(page.getByRole("img", { name: "QR code for the authenticator app" })).toBeVisible();
  const secret = /[A-Z2-7]{32}/.exec((await page.getByText("Or enter this in the app:").textContent()) ?? "")?.[0];
  if (!secret) throw new Error("no secret is shown");
  await page.getByLabel("Code in the app").fill("000000");
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("Incorrect code.", { exact: false })).toBeVisible();
  await page.getByLabel("Code in the app").fill(codeOf(secret));
  await page.getByRole("button", { name: "Confirm" }).click();
  const list = page.getByRole("list", { name: "Recovery codes" });
  await expect(list.getByRole("listitem")).toHaveCount(10);
  await expireStepUp(user);
  return { secret, codes: await list.getByRole("listitem").allTextContents() };
}

/** Types the code that the app shows now. */
export async function show(page: Page, secret: string) {
  await page.getByLabel("Code from your authenticator app").fill(codeOf(secret));
  await page.getByRole("button", { name: "Confirm" }).click();
}
