import type { Browser, Page } from "@playwright/test";
import { request } from "../support/http";
import { linkIn, startMailServer } from "../support/mail-server";
import { createNewUser, signInWithPassword, typePassword } from "../support/new-user";
import { signInAs, testContext } from "../support/test-context";
import { setUpApp } from "./app-set-up";
import { expect, expectAccessible, expectFits } from "./fixtures";
import { test as own } from "./own-console";

type MailServer = Awaited<ReturnType<typeof startMailServer>>;

/** A console with a production and a mail server, in which approvers need a second factor. */
const test = own.extend<object, { mailServer: MailServer }>({
  mailServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const server = await startMailServer();
      await use(server);
      await server.close();
    },
    { scope: "worker" },
  ],
  settings: [
    async ({ mailServer: { url } }, use) =>
      use({ SMTP_URL: url, SMTP_FROM: "choba@test.example", REQUIRE_SECOND_FACTOR_ROLES: "approver" }),
    { scope: "worker" },
  ],
});

const GOOD = "three blue cranes over Kasumigaura";
const TEAM = "/sandbox/settings/team";

async function elsewhere(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: testContext().url });
  return context.newPage();
}

/** The link in the newest e-mail to this address; it comes by a job. */
async function linkFor({ emails }: MailServer, email: string): Promise<string> {
  await expect.poll(() => emails.some(({ to }) => to.includes(email)), { timeout: 15_000 }).toBe(true);
  const message = emails.findLast(({ to }) => to.includes(email));
  if (!message) throw new Error("no e-mail came");
  emails.length = 0;
  return linkIn(message);
}

async function agree(page: Page, apply: string) {
  await page.goto(TEAM);
  await page.getByRole("button", { name: apply }).click();
  await expect(page.getByText("Applied.")).toBeVisible();
}

test("invited, set up, at work, the phone lost, back by a recovery code, everything lost, and at last shut out", async ({
  page: admin,
  browser,
  mailServer,
}) => {
  test.setTimeout(240_000);
  const email = "mio@demo.example";
  await signInAs(admin, "admin");
  const second = await elsewhere(browser);
  await signInWithPassword(second, await createNewUser("admin"));

  await admin.goto(TEAM);
  await expectAccessible(admin);
  await admin.getByRole("link", { name: "Invite user" }).click();
  await admin.getByLabel("E-mail address", { exact: true }).fill("mio at demo");
  await admin.getByLabel("Role", { exact: true }).selectOption("Approver");
  await admin.getByRole("button", { name: "Invite user", exact: true }).click();
  await expect(admin.getByText("This is not an e-mail address.")).toBeVisible();
  await expect(admin.getByLabel("E-mail address", { exact: true })).toHaveValue("mio at demo");
  await admin.getByLabel("E-mail address", { exact: true }).fill(email);
  await admin.getByRole("button", { name: "Invite user", exact: true }).click();
  await expect(admin.getByText("A second admin must approve. Nothing was sent yet.")).toBeVisible();
  await expect(admin.getByText("You proposed this")).toBeVisible();
  await expectAccessible(admin);
  await agree(second, "Invite user");

  const user = await elsewhere(browser);
  const link = await linkFor(mailServer, email);
  const referers: Promise<string | null>[] = [];
  user.on("request", (asked) => void referers.push(asked.headerValue("referer")));
  await user.goto(link);
  await expect(user.getByText("You are invited as Approver.", { exact: false })).toBeVisible();
  await expectAccessible(user);
  await user.getByLabel("Your name").fill("Mio Abe");
  await user.getByLabel("New password").fill("password1234");
  await user.getByRole("button", { name: "Set password" }).click();
  await expect(user.getByText("easy to guess", { exact: false })).toBeVisible();
  await expect(user.getByLabel("Your name")).toHaveValue("Mio Abe");
  await user.getByLabel("New password").fill(GOOD);
  await user.getByRole("button", { name: "Set password" }).click();
  await expect(user.getByText("Password set")).toBeVisible();
  await expect(user.getByText("You are invited as Approver.", { exact: false })).toBeHidden();
  // Guesses of others cannot keep them from signing in here.
  expect((await user.context().cookies()).map(({ name }) => name)).toContain("choba.device");
  // A proxy logs them: the page, its files and what it has sent.
  expect(referers.length).toBeGreaterThan(3);
  for (const referer of await Promise.all(referers)) expect(referer ?? "").not.toContain("/sign-in/link/");
  await user.goto(link);
  await expect(user.getByText("This link is no longer valid")).toBeVisible();
  await expectAccessible(user);

  const mio = { email, password: GOOD };
  await typePassword(user, mio);
  await expect(user).toHaveURL(/\/settings\/security$/);
  const { codes } = await setUpApp(user, mio);
  await user.goto("/sandbox/withdrawals");
  await expect(user.getByRole("heading", { name: "Withdrawals", exact: true })).toBeVisible();

  await user.context().clearCookies();
  await typePassword(user, mio);
  await user.getByRole("button", { name: "Use a recovery code" }).click();
  await user.getByLabel("One of your recovery codes").fill(codes[0]!);
  await user.getByRole("button", { name: "Confirm" }).click();
  await expect(user).toHaveURL(/\/sandbox$/);

  // The codes are lost, too, and the password is forgotten: the two admins and an e-mail help.
  await admin.goto(`${TEAM}?q=mio`);
  await admin.getByRole("link", { name: "Mio Abe" }).click();
  await admin.getByRole("button", { name: "Propose reset" }).click();
  await expect(admin.getByText("Nothing changes until then.", { exact: false })).toBeVisible();
  await expectAccessible(admin);
  await agree(second, "Reset second factor");
  await user.goto("/sandbox/withdrawals");
  await expect(user).toHaveURL(/\/sign-in/);
  await user.goto("/sign-in");
  await user.getByRole("link", { name: "Forgotten password?" }).click();
  await expect(user.getByRole("heading", { name: "Forgotten password" })).toBeVisible();
  await user.getByLabel("E-mail").fill(email);
  await user.getByRole("button", { name: "Send link" }).click();
  await expect(user.getByText("If this address belongs to a user", { exact: false })).toBeVisible();
  await expectAccessible(user);
  await user.goto(await linkFor(mailServer, email));
  const next = "a slow grey heron near Tsuchiura";
  await user.getByLabel("New password").fill(next);
  // The password is set, but the answer is lost: the link is used up, and the new password signs in.
  await user.route(
    "**/api/sign-in-link",
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await user.getByRole("button", { name: "Set password" }).click();
  await expect(user.getByText("It is not known whether the password was set.", { exact: false })).toBeVisible();
  await user.getByRole("button", { name: "Set password" }).click();
  await expect(user.getByText("If you set a password just now", { exact: false })).toBeVisible();
  await expectAccessible(user);
  await user.getByRole("link", { name: "Go to the sign-in page" }).click();
  await typePassword(user, { email, password: next });
  await expect(user).toHaveURL(/\/settings\/security$/);
  await setUpApp(user, mio);

  await user.goto("/sandbox/withdrawals");
  await expect(user.getByRole("heading", { name: "Withdrawals", exact: true })).toBeVisible();
  await admin.reload();
  await admin.getByRole("button", { name: "Disable user" }).click();
  await admin.getByRole("button", { name: "Disable now: Mio Abe" }).click();
  await expect(admin.getByRole("button", { name: "Enable" })).toBeVisible();
  await user.getByRole("link", { name: "Deposits" }).first().click();
  await expect(user).toHaveURL(/\/sign-in/);
  await typePassword(user, { email, password: next });
  await expect(user.getByRole("alert").filter({ hasText: "is incorrect" })).toBeVisible();
});

test("the public entry points work from the console's own pages only, and answer the same to every caller", async () => {
  const post = (path: string, body: object, origin?: string) =>
    request(path, { method: "POST", headers: origin ? { origin } : {}, body: JSON.stringify(body) });
  const own = testContext().url;
  for (const path of ["/api/sign-in-link", "/api/password-reset"]) {
    expect((await post(path, {})).status).toBe(403);
    expect((await post(path, {}, "https://evil.example")).status).toBe(403);
    expect(await (await post(path, {}, own)).json()).toMatchObject({ error: { kind: "invalid" } });
  }
  const [known, unknown] = [testContext().users[0]?.email, "unknown@demo.example"];
  const answers = await Promise.all(
    [known, unknown].map(async (email) => (await post("/api/password-reset", { email }, own)).text()),
  );
  expect(answers[0]).toBe(answers[1]);
  const link = { token: "0".repeat(64), name: "No User", password: GOOD };
  expect(await (await post("/api/sign-in-link", link, own)).json()).toMatchObject({ error: { kind: "link_is_over" } });
});

test.describe("on a phone, in both languages and by night", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: "dark" });

  test("the team page is accessible, and nothing overflows the screen", async ({ page }) => {
    await signInAs(page, "admin");
    for (const locale of ["en", "ja"]) {
      await page.context().addCookies([{ name: "locale", value: locale, url: testContext().url }]);
      for (const path of [TEAM, "first", "/sign-in/password-reset"]) {
        if (path === "first") {
          await page.getByRole("link", { name: "Kenji Sato" }).click();
          await expect(page.getByRole("heading", { name: "Kenji Sato" })).toBeVisible();
        } else await page.goto(path);
        await expect(page.locator("html")).toHaveAttribute("lang", locale);
        await expect(page.getByRole("heading").first()).toBeVisible();
        await expectAccessible(page);
        await expectFits(page);
      }
    }
  });
});
