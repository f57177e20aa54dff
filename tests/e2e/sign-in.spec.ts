import { atDatabase } from "../support/at-database";
import { createNewUser, signInWithPassword } from "../support/new-user";
import { signInAs, testContext, userWith } from "../support/test-context";
import { signOut } from "./account-menu";
import { expect, expectAccessible, test } from "./fixtures";

test("a wrong password is refused in words, and the e-mail stays", async ({ page }) => {
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill("unknown@example.com");
  await page.getByLabel("Password").fill("not the password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "is incorrect" })).toBeFocused();
  await expect(page.getByLabel("E-mail")).toHaveValue("unknown@example.com");
  await expect(page).not.toHaveURL(/password/);
});

test("signing in leads back to the page that was asked for", async ({ page }) => {
  const finance = userWith("finance");
  await page.goto("/sandbox/activity?kind=audit");
  await expect(page).toHaveURL(/\/sign-in/);
  await page.getByLabel("E-mail").fill(finance.email);
  await page.getByLabel("Password").fill(finance.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/sandbox\/activity\?kind=audit$/);
});

test("so does signing in again after 15 minutes without activity", async ({ page }) => {
  const user = await createNewUser("finance");
  await signInWithPassword(page, user);
  await atDatabase(
    `update sessions set last_seen_at = last_seen_at - interval '16 min'
     where user_id = (select id from users where email = $1)`,
    [user.email],
  );
  await page.goto("/sandbox/activity?kind=audit");
  await expect(page).toHaveURL(/\/sign-in\?return=/);
  await expect(page.getByText("You were signed out:", { exact: false })).toBeVisible();
  await expect(page.getByLabel("E-mail")).toHaveAccessibleDescription(/^You were signed out: automatically/);
  await expectAccessible(page);
  await page.getByLabel("E-mail").fill(user.email);
  await page.getByLabel("Password").fill(user.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/sandbox\/activity\?kind=audit$/);
});

test("a link in a page of another site opens the console without a second sign-in", async ({ page }) => {
  const user = await createNewUser("finance");
  await signInWithPassword(page, user);
  const to = `${testContext().url}/sandbox/activity?kind=audit&order=x`;
  const chat = "http://chat.example/";
  const body = `<!doctype html><title>Chat</title><a href="${to.replaceAll("&", "&amp;")}">the order</a>`;
  await page.route(chat, (route) => route.fulfill({ contentType: "text/html", body }));
  await page.goto(chat);
  await page.getByRole("link", { name: "the order" }).click();
  await expect(page).toHaveURL(to);
  await expect(page.getByRole("heading", { level: 1, name: "Event log" })).toBeVisible();

  // Without a session it leads to the sign-in page, as everywhere.
  await page.context().clearCookies();
  await page.goto(chat);
  await page.getByRole("link", { name: "the order" }).click();
  await expect(page).toHaveURL(/\/sign-in\?return=%2Fsandbox%2Factivity/);
});

test("a link cannot lead elsewhere after signing in", async ({ page }) => {
  const finance = userWith("finance");
  await page.goto("/sign-in?return=//evil.example/");
  await page.getByLabel("E-mail").fill(finance.email);
  await page.getByLabel("Password").fill(finance.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(`${testContext().url}/sandbox`);
});

test("after signing out, no page is reachable", async ({ page }) => {
  await signInAs(page, "finance");
  await page.goto("/sandbox");
  await signOut(page);
  await expect(page).toHaveURL(/\/sign-in$/);
  await page.goto("/sandbox/balances");
  await expect(page).toHaveURL(/\/sign-in/);
  // That was the user's own sign-out.
  await expect(page.getByText("You were signed out:", { exact: false })).toHaveCount(0);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`the page is accessible, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto("/sign-in");
    await expectAccessible(page);
  });
}

test.describe("with a Japanese browser", () => {
  test.use({ locale: "ja-JP" });
  test("the page is in Japanese without being asked, and can be had in English", async ({ page }) => {
    await page.goto("/sign-in");
    await expect(page.locator("html")).toHaveAttribute("lang", "ja");
    await expect(page.getByRole("heading", { name: "サインイン" })).toBeVisible();
    await page.getByText("English", { exact: true }).click();
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
    await page.reload();
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
  });
});
