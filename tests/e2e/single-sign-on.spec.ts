import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { codeAt } from "@/lib/auth/totp";
import { startConsole } from "@/scripts/lib/next.mjs";
import { freePort, HOST } from "@/scripts/lib/ports.mjs";
import { ROOT } from "@/scripts/lib/root.mjs";
import { secretsIn } from "@/scripts/lib/secrets.mjs";
import { connectionTo } from "@/scripts/lib/services.mjs";
import { bareSettings } from "@/scripts/lib/settings.mjs";
import { atDatabase } from "../support/at-database";
import { HttpBrowser } from "../support/http-browser";
import { type Issuer, startIssuer } from "../support/issuer";
import { createNewUser, expireStepUp, signInWithPassword } from "../support/new-user";
import { testContext } from "../support/test-context";
import { signOut } from "./account-menu";
import { expect, expectAccessible, test as watched } from "./fixtures";

type Served = { url: string; issuer: Issuer; said: string[]; restart: (more: Record<string, string>) => Promise<void> };

/** A console beside that of the other tests, with people in common, and an issuer of its own. */
const test = watched.extend<{ baseURL: string }, { served: Served }>({
  served: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
    async ({}, use) => {
      const port = await freePort();
      const url = `http://${HOST}:${port}`;
      const issuer = await startIssuer(await freePort(), [`${url}/api/auth/callback/sso`]);
      const env = {
        ...bareSettings(),
        ...secretsIn(join(ROOT, ".data")),
        ...connectionTo(testContext().sandbox),
        DATABASE_URL: testContext().databaseUrl,
        APP_URL: url,
        JOBS: "off",
        REQUIRE_SECOND_FACTOR_ROLES: "approver",
        SSO_ISSUER: issuer.url,
        SSO_CLIENT_ID: issuer.client.id,
        SSO_CLIENT_SECRET: issuer.client.secret,
        SSO_NAME: "Example ID",
      };
      const said: string[] = [];
      const onLine = (line: string) => void said.push(line);
      let console = await startConsole({ env, port, onLine });
      const restart = async (more: Record<string, string>) => {
        await console.stop();
        console = await startConsole({ env: { ...env, ...more }, port, onLine });
      };
      await use({ url, issuer, said, restart });
      await console.stop();
      await issuer.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  baseURL: async ({ served }, use) => use(served.url),
});

/** An account at the issuer; with a role, one that has a user here, too. */
async function known(issuer: Issuer, role: string | null, isVerified = true) {
  const subject = `u-${randomBytes(4).toString("hex")}`;
  const user = role === null ? { email: `${subject}@demo.example`, password: "" } : await createNewUser(role);
  issuer.accounts.set(subject, { email: user.email, email_verified: isVerified });
  return { ...user, subject };
}

const button = (page: Page) => page.getByRole("button", { name: "Sign in with Example ID" });

async function signInThere(page: Page, subject: string) {
  await page.getByPlaceholder("Enter any login").fill(subject);
  await page.getByPlaceholder("and password").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
}

test("from a deep link over the issuer and back, out, in again without being asked, and a second factor", async ({
  page,
  served,
}) => {
  test.setTimeout(120_000);
  const user = await known(served.issuer, "finance");
  await page.goto("/sandbox/balances");
  await expectAccessible(page);
  await button(page).click();
  await signInThere(page, user.subject);
  await expect(page).toHaveURL(`${served.url}/sandbox/balances`);
  const [session] = (await page.context().cookies(served.url)).filter(({ name }) => name === "choba.session");
  expect(session).toMatchObject({ httpOnly: true, sameSite: "Strict" });

  await signOut(page);
  await expect(page).toHaveURL(/\/sign-in$/);
  await button(page).click();
  await expect(page).toHaveURL(`${served.url}/sandbox`);

  // What the issuer was asked long ago is no proof: it is sent there to be asked once more.
  await expireStepUp(user);
  // It leads back to the address with its query, which says what was open there.
  await page.goto("/sandbox/settings/security?item=1");
  await page.getByRole("button", { name: "Set up an app" }).click();
  await page.getByRole("button", { name: "Sign in again to confirm" }).click();
  await signInThere(page, user.subject);
  await expect(page).toHaveURL(`${served.url}/sandbox/settings/security?item=1`);
  await expect(page.getByText("Chrome on Windows")).toHaveCount(1);
  await page.getByRole("button", { name: "Set up an app" }).click();
  const shown = (await page.getByText("Or enter this in the app:").textContent()) ?? "";
  const secret = /[A-Z2-7]{32}/.exec(shown)?.[0] ?? "";
  await page.getByLabel("Code in the app").fill(codeAt(secret, new Date()));
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByRole("button", { name: "I have stored them" }).click();
  await expireStepUp(user);

  await page.goto("/sandbox");
  await signOut(page);
  await button(page).click();
  await expect(page.getByRole("heading", { name: "Second step" })).toBeVisible();
  await expect(page.getByText("Ask an admin to reset your second factor.", { exact: false })).toBeVisible();
  await page.goto("/sandbox/balances");
  await expect(page).toHaveURL(/\/sign-in\/second-step\?return=%2Fsandbox%2Fbalances$/);
  await page.getByLabel("Code from your authenticator app").fill(codeAt(secret, new Date()));
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page).toHaveURL(`${served.url}/sandbox/balances`);
});

test("a role that needs a second factor is let in only to set one up", async ({ page, served }) => {
  const user = await known(served.issuer, "approver");
  await page.goto("/sign-in");
  await button(page).click();
  await signInThere(page, user.subject);
  await expect(page).toHaveURL(`${served.url}/sandbox/settings/security`);
});

test.describe("who may not come in", () => {
  const arrive = async ({ url }: Served, subject: string) => {
    const browser = new HttpBrowser(url);
    const to = await browser.comeBack(await browser.signInThere(await browser.leave(), subject));
    return { to, browser };
  };

  test("sees the reason on the sign-in page, and has no session", async ({ served }) => {
    const { issuer } = served;
    const disabled = await known(issuer, "support");
    expect((await arrive(served, disabled.subject)).to.pathname).toBe("/sign-in/second-step");
    await atDatabase("update users set disabled_at = now() where email = $1", [disabled.email]);
    const bound = await known(issuer, "support");
    await arrive(served, bound.subject);
    issuer.accounts.set("u-recycled", { email: bound.email, email_verified: true });
    const cases: [why: string, subject: string][] = [
      ["unknown", (await known(issuer, null)).subject],
      ["unverified", (await known(issuer, "support", false)).subject],
      ["disabled", disabled.subject],
      ["other_account", "u-recycled"],
    ];
    for (const [why, subject] of cases) {
      const { to, browser } = await arrive(served, subject);
      expect([to.origin, to.pathname, to.searchParams.get("error")]).toEqual([served.url, "/sign-in", why]);
      expect(browser.cookiesFor(served.url).has("choba.session")).toBe(false);
    }
  });

  test("nor does a sign-in with a tampered redirect", async ({ served }) => {
    const { subject } = await known(served.issuer, "finance");
    const tampered = async (
      at: { leaving?: (url: URL) => void; coming?: (url: URL, browser: HttpBrowser) => void } = {},
    ) => {
      const browser = new HttpBrowser(served.url);
      const leaving = new URL(await browser.leave());
      at.leaving?.(leaving);
      const coming = new URL(await browser.signInThere(leaving.href, subject));
      at.coming?.(coming, browser);
      const to = await browser.comeBack(coming.href);
      return [to.pathname, browser.cookiesFor(served.url).has("choba.session")];
    };
    const shut = ["/sign-in", false];
    const other = randomBytes(32).toString("base64url");
    expect(await tampered()).toEqual(["/sign-in/second-step", true]);
    expect(await tampered({ leaving: ({ searchParams }) => searchParams.set("nonce", other) })).toEqual(shut);
    expect(await tampered({ leaving: ({ searchParams }) => searchParams.set("code_challenge", other) })).toEqual(shut);
    expect(await tampered({ coming: ({ searchParams }) => searchParams.set("state", other) })).toEqual(shut);
    expect(await tampered({ coming: ({ searchParams }) => searchParams.set("code", other) })).toEqual(shut);
    expect(await tampered({ coming: ({ searchParams }) => searchParams.set("error", "access_denied") })).toEqual(shut);
    // Another user's return URL, in a browser that never left: a login CSRF.
    expect(await tampered({ coming: (_url, { jar }) => jar.clear() })).toEqual(shut);
  });

  test("nor does a way back that was used before", async ({ served }) => {
    const { subject } = await known(served.issuer, "finance");
    const browser = new HttpBrowser(served.url);
    const coming = await browser.signInThere(await browser.leave(), subject);
    const before = new Map(browser.cookiesFor(served.url));
    expect((await browser.comeBack(coming)).pathname).toBe("/sign-in/second-step");
    const thief = new HttpBrowser(served.url);
    for (const [name, value] of before) thief.cookiesFor(served.url).set(name, value);
    expect((await thief.comeBack(coming)).pathname).toBe("/sign-in");
    expect(thief.cookiesFor(served.url).has("choba.session")).toBe(false);
  });

  test("and nothing that went between us and the issuer is in the log", async ({ served }) => {
    const { issuer, said } = served;
    const { subject, email } = await known(issuer, null);
    const browser = new HttpBrowser(served.url);
    const coming = await browser.signInThere(await browser.leave(), subject);
    const code = new URL(coming).searchParams.get("code") ?? "";
    await browser.comeBack(coming);
    await browser.comeBack(coming);
    await expect.poll(() => said.join("\n")).toContain("sign-in: OAUTH_CALLBACK_ERROR");
    for (const secret of [issuer.client.secret, code, subject, email]) expect(said.join("\n")).not.toContain(secret);
  });
});

test("the return leads only to the console's own pages", async ({ served }) => {
  const { subject } = await known(served.issuer, "finance");
  for (const elsewhere of ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)", "."]) {
    const browser = new HttpBrowser(served.url);
    const to = await browser.comeBack(await browser.signInThere(await browser.leave(elsewhere), subject));
    expect([elsewhere, to.origin]).toEqual([elsewhere, served.url]);
  }
});

test("each reason is shown in both languages and is accessible", async ({ page, served }) => {
  for (const locale of ["en", "ja"]) {
    await page.context().addCookies([{ name: "locale", value: locale, url: served.url }]);
    const words = new Set<string>();
    for (const why of ["unknown", "unverified", "disabled", "other_account", "other_domain", "OAuthCallback"]) {
      await page.goto(`/sign-in?error=${encodeURIComponent(why)}`);
      words.add((await page.getByText("Example ID").first().textContent()) ?? "");
    }
    expect(words.size).toBe(6);
    await expectAccessible(page);
  }
});

test("an unreachable issuer is reported on the page, and the password still works", async ({ page, served }) => {
  const user = await createNewUser("support");
  await served.issuer.stop();
  await page.goto("/sign-in");
  await button(page).click();
  await expect(page.getByText("Example ID cannot be reached", { exact: false })).toBeVisible();
  await signInWithPassword(page, user);
});

test("where passwords are off, no form asks for one and none is accepted", async ({ page, served }) => {
  const user = await createNewUser("support");
  const url = await invitation("ops", `${randomBytes(4).toString("hex")}@demo.example`);
  await served.restart({ PASSWORD_SIGN_IN: "off" });
  for (const path of [`/sign-in/link/${url}`, "/sign-in/link/none", "/sign-in/password-reset"]) {
    const answer = await page.goto(path);
    expect([path, answer?.status()]).toEqual([path, path.endsWith("password-reset") ? 404 : 200]);
    await expect(page.getByRole("heading")).toBeVisible();
    await expect(page.locator("input:not([type=radio]), form")).toHaveCount(0);
    await expect(button(page)).toHaveCount(path.endsWith(url) ? 1 : 0);
    await expect(page.getByText(/forgotten password/i)).toHaveCount(0);
    await expectAccessible(page);
  }
  await page.goto("/sign-in");
  await expect(button(page)).toBeVisible();
  await expect(page.getByLabel("Password")).toHaveCount(0);
  const browser = new HttpBrowser(served.url);
  const held = (await (await browser.send(`${served.url}/api/auth/csrf`)).json()) as { csrfToken: string };
  const typed = { email: user.email, password: user.password, csrfToken: held.csrfToken, json: "true" };
  const answer = await browser.send(`${served.url}/api/auth/callback/credentials`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(typed).toString(),
  });
  expect(answer.status).toBe(401);
  expect(browser.cookiesFor(served.url).has("choba.session")).toBe(false);
  for (const path of ["/api/sign-in-link", "/api/password-reset"]) {
    const headers = { origin: served.url };
    const answer = await browser.send(served.url + path, { method: "POST", headers, body: "{}" });
    expect([path, answer.status]).toEqual([path, 404]);
  }
});

/** The invitation link that carries this e-mail. */
async function invitation(role: string, email: string): Promise<string> {
  const token = randomBytes(32).toString("hex");
  await atDatabase(
    `with invited as (
       insert into invitations (email, role, invited_by, invited_at)
       select $1, $2::role, id, now() from users limit 1 returning id)
     insert into sign_in_links (token_hash, invitation_id, made_at, expires_at)
     select encode(sha256(convert_to($3, 'UTF8')), 'hex'), id, now(), now() + interval '1 day' from invited`,
    [email, role, token],
  );
  return token;
}
