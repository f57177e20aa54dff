import { readFile } from "node:fs/promises";
import { cookieOf, request } from "../support/http";
import { createNewUser, endSessions, signInWithPassword, typePassword } from "../support/new-user";
import { signInAs, testContext } from "../support/test-context";
import { openAccount } from "./account-menu";
import { openSecurity, setUpApp, show } from "./app-set-up";
import { expect, expectAccessible, expectFits, test } from "./fixtures";
import { sendWithdrawal } from "./withdrawal-steps";

test("set up an app, sign in with it, lose it, come back by a recovery code, and change the password", async ({
  page,
}) => {
  test.setTimeout(120_000);
  const user = await createNewUser("finance");
  await signInWithPassword(page, user);
  await openAccount(page);
  await page.getByRole("link", { name: "My security" }).click();
  await expect(page.getByRole("heading", { name: "My security" })).toBeVisible();
  const { secret, codes } = await setUpApp(page, user);
  const waiting = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download" }).click();
  expect(await readFile(await (await waiting).path(), "utf8")).toBe(`${codes.join("\n")}\n`);
  await expectAccessible(page);
  await page.getByRole("button", { name: "I have stored them" }).click();
  await expect(page.getByText(codes[0]!)).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Recovery codes" })).toBeFocused();
  await expect(page.getByText("10 left", { exact: true })).toBeVisible();

  await page.context().clearCookies();
  await typePassword(page, user);
  await expect(page.getByRole("heading", { name: "Second step" })).toBeVisible();
  await expectAccessible(page);
  await page.goto("/sandbox/balances");
  await expect(page).toHaveURL(/\/sign-in\/second-step\?return=%2Fsandbox%2Fbalances$/);
  await show(page, "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP");
  await expect(page.getByRole("alert").filter({ hasText: "Incorrect, or already used." })).toBeFocused();
  await show(page, secret);
  await expect(page).toHaveURL(/\/sandbox\/balances$/);

  await page.context().clearCookies();
  await typePassword(page, user);
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await page.getByLabel("One of your recovery codes").fill(codes[3]!);
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page).toHaveURL(/\/sandbox$/);
  await openSecurity(page);
  await expect(page.getByText("9 left")).toBeVisible();
  await page.getByRole("button", { name: "Remove the app" }).click();
  await expect(page.getByRole("button", { name: "Keep the app" })).toBeFocused();
  await page.getByRole("button", { name: "Remove now: authenticator app" }).click();
  await expect(page.getByText("Not set up")).toBeVisible();

  await page.getByLabel("Current password").fill(user.password);
  await page.getByLabel("New password").fill("password1234");
  await page.getByRole("button", { name: "Change the password" }).click();
  await expect(page.getByText("easy to guess", { exact: false })).toBeVisible();
  const next = "three blue cranes over Kasumigaura";
  await page.getByLabel("New password").fill(next);
  await page.getByRole("button", { name: "Change the password" }).click();
  await expect(page.getByText("Password changed.", { exact: false })).toBeVisible();
  await page.context().clearCookies();
  await signInWithPassword(page, { ...user, password: next });
});

test("a session elsewhere is listed, and signed out immediately", async ({ page, browser }) => {
  const user = await createNewUser("support");
  const elsewhere = await browser.newContext({ baseURL: testContext().url });
  const other = await elsewhere.newPage();
  await signInWithPassword(other, user);
  await signInWithPassword(page, user);
  await openSecurity(page);
  await expect(page.getByText("Chrome on Windows")).toHaveCount(2);
  await page.getByRole("button", { name: "Sign out Chrome on Windows" }).click();
  await expect(page.getByText("Chrome on Windows")).toHaveCount(1);
  await other.goto("/sandbox/balances");
  await expect(other).toHaveURL(/\/sign-in\?return=%2Fsandbox%2Fbalances$/);
  await elsewhere.close();
});

test("a session that ends during the second step is called that, with the way back to the page", async ({ page }) => {
  const user = await createNewUser("finance");
  await signInWithPassword(page, user);
  const { secret } = await setUpApp(page, user);
  await page.context().clearCookies();
  await typePassword(page, user);
  await expect(page.getByRole("heading", { name: "Second step" })).toBeVisible();
  await page.goto("/sandbox/balances");
  await expect(page).toHaveURL(/\/sign-in\/second-step\?return=%2Fsandbox%2Fbalances$/);
  await endSessions(user);
  await show(page, secret);
  const alert = page.getByRole("alert").filter({ hasText: "You are signed out." });
  await expect(alert).toBeFocused();
  const signIn = alert.getByRole("link", { name: "Sign in again" });
  await expect(signIn).toHaveAttribute("href", "/sign-in?return=%2Fsandbox%2Fbalances");
});

test("approving asks for a fresh factor in place, and what was typed stays", async ({ page }) => {
  test.setTimeout(120_000);
  const approver = await createNewUser("approver");
  await signInAs(page, "ops");
  const first = await sendWithdrawal(page, { currency: "THB", amount: "30,000" });
  await page.context().clearCookies();
  await signInWithPassword(page, approver);
  const { secret } = await setUpApp(page, approver);

  await page.goto(`/sandbox/transactions/${first}`);
  await page.getByRole("button", { name: /^Approve / }).click();
  const asked = page.getByRole("region", { name: "Confirm your identity" });
  await expect(asked).toBeVisible();
  await expect(page.getByText("0 of 1 approved")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Code from your authenticator app").fill("123456");
  await asked.getByRole("button", { name: "Confirm" }).click();
  await expect(asked.getByRole("alert")).toContainText("Incorrect, or already used.");
  await expect(page.getByLabel("Code from your authenticator app")).toHaveValue("123456");
  await show(page, secret);
  await expect(page.getByText("1 of 1 approved")).toBeVisible();
});

test.describe("on a phone, in both languages and by night", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: "dark" });

  test("one's own security page is accessible, and nothing overflows the screen", async ({ page }) => {
    const user = await createNewUser("ops");
    await signInWithPassword(page, user);
    for (const locale of ["en", "ja"]) {
      await page.context().addCookies([{ name: "locale", value: locale, url: testContext().url }]);
      await openSecurity(page);
      await expect(page.locator("html")).toHaveAttribute("lang", locale);
      await page.getByRole("button", { name: /^Set up an app$|^アプリを設定$/ }).click();
      await expect(page.getByRole("img")).toBeVisible();
      await expectAccessible(page);
      await expectFits(page);
    }
  });
});

test.describe("the entry points", () => {
  test("a challenge is refused from elsewhere, and to strangers", async () => {
    const cookie = await cookieOf("finance");
    const ask = (headers: Record<string, string>) => request("/api/passkey-challenge", { method: "POST", headers });
    expect((await ask({ cookie })).status).toBe(403);
    expect((await ask({ cookie, origin: "https://evil.example" })).status).toBe(403);
    expect((await ask({ origin: testContext().url })).status).toBe(401);
    expect((await ask({ cookie, origin: testContext().url })).status).toBe(200);
  });

  test("an active user keeps their session, and only from the console's own pages", async () => {
    const cookie = await cookieOf("finance");
    const seen = (headers: Record<string, string>) => request("/api/keep-alive", { method: "POST", headers });
    expect((await seen({ cookie })).status).toBe(403);
    expect((await seen({ origin: testContext().url })).status).toBe(401);
    expect((await seen({ cookie, origin: testContext().url })).status).toBe(204);
  });

  test("a planted session is not the one that signing in leads to", async ({ page }) => {
    const user = await createNewUser("support");
    await signInWithPassword(page, user);
    const cookieNow = async () => (await page.context().cookies()).find(({ name }) => name === "choba.session")?.value;
    const planted = await cookieNow();
    await signInWithPassword(page, user);
    expect(await cookieNow()).not.toBe(planted);
    const answer = await request("/api/sandbox/balances", { headers: { cookie: `choba.session=${planted}` } });
    expect(answer.status).toBe(401);
  });
});
