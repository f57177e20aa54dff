import type { Page } from "@playwright/test";
import { openEndpoint } from "../support/callback-endpoint";
import { callbackFields } from "../support/callback-fields";
import { cookieOf, request } from "../support/http";
import { signInAs, testContext } from "../support/test-context";
import { expect, expectAccessible, test } from "./fixtures";
import { accepted, decideOrder, sendWithdrawal } from "./withdrawal-steps";

const entriesOf = (page: Page) => page.getByRole("table", { name: "Event log" }).locator("[data-row]");

const IN_BAHT = { currency: "THB", amount: "1,310.00" } as const;

test.describe("the log", () => {
  test("is filtered, searched and shared by its address", async ({ page }) => {
    await signInAs(page, "ops");
    const referenceId = await sendWithdrawal(page, IN_BAHT);
    await accepted(page);
    await decideOrder(referenceId, "complete");
    await expect(page.getByText("is paid.").first()).toBeVisible({ timeout: 20_000 });

    await page.goto("/sandbox/activity");
    const find = page.getByLabel("Search the text of callbacks");
    await find.fill(referenceId);
    await find.press("Enter");
    await expect(page).toHaveURL(/q=WD-/);
    const entries = entriesOf(page);
    await expect(entries.first()).toContainText(referenceId);
    // The order may have been queried just before its callback came.
    const isAsked = await entries.filter({ hasText: "status check started" }).count();
    const effect = isAsked > 0 ? "status check started" : "repeat, no change";
    const result = page.getByRole("main").getByRole("button", { name: /^Result/ });
    await result.click();
    await page.getByRole("dialog").getByRole("button", { name: effect, exact: true }).click();
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(/q=WD-.*cause=(asked|repeat)|cause=(asked|repeat).*q=WD-/);
    await expect(entries).toHaveCount(1);
    await expect(entries).toContainText(referenceId);
    await page.reload();
    await expect(result).toContainText(effect);
    await expect(entries).toHaveCount(1);

    expect((await entries.first().boundingBox())?.height).toBe(40);
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/&entry=[0-9a-f-]{36}/);
    const entry = new URL(page.url()).searchParams.get("entry");
    const panel = page.getByRole("complementary", { name: "Entry" });
    await panel.getByText("Raw data").click();
    await panel.getByRole("button", { name: "Check again" }).click();
    await expect(panel.getByText("Checked again: unsigned.")).toBeVisible();
    await expectAccessible(page);
    await page.reload();
    await expect(panel).toContainText(effect);
    // A page that was just loaded shows the panel before it listens to keys.
    await expect(async () => {
      await page.keyboard.press("Escape");
      await expect(panel).toBeHidden({ timeout: 1_000 });
    }).toPass({ timeout: 30_000 });

    await page.getByRole("link", { name: "Reset" }).click();
    await expect(page).toHaveURL(/\/sandbox\/activity(\?.*)?$/);
    await page.getByRole("link", { name: "By users" }).click();
    // Users of other tests write there too.
    await expect(entries.filter({ hasText: referenceId }).first()).toContainText("Haruto Ito");

    // What users did has no callback among its rows.
    await page.goto(`/sandbox/activity?kind=users&entry=${entry}`);
    await expect(panel).toContainText(effect);
  });

  test("shows new events without a reload and moves no row under the reader's eyes", async ({ page, context }) => {
    await signInAs(page, "ops");
    await sendWithdrawal(page, IN_BAHT);
    await accepted(page);
    await page.goto("/sandbox/activity?kind=users");
    await expect(page.getByText("Live. New entries are counted above the list.")).toBeVisible();
    const top = entriesOf(page).first();
    const before = await top.textContent();

    const other = await context.newPage();
    const referenceId = await sendWithdrawal(other, { ...IN_BAHT, amount: "1,311.00" });
    const button = page.getByRole("button", { name: /^Show .+ new$/ });
    await expect(button).toBeVisible({ timeout: 15_000 });
    expect(await top.textContent()).toBe(before);
    await expectAccessible(page);
    // Others work meanwhile: what they do may come between, and waits behind the button again.
    await expect(async () => {
      await button.click({ timeout: 1_000 });
      await expect(page.getByText(referenceId).first()).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 30_000 });
    await other.close();
  });

  test("falls back to polling where live updates are blocked", async ({ page }) => {
    await signInAs(page, "ops");
    await page.route(/\/activity\/live$/, (route) => route.abort());
    await page.goto("/sandbox/activity?kind=users");
    await expect(page.getByText("Updated every few seconds.")).toBeVisible();
    const asked = page.waitForResponse(/\/api\/sandbox\/activity\?kind=users/);
    expect((await asked).status()).toBe(200);
  });

  test("its stream ends with the session", async () => {
    const cookie = await cookieOf("finance");
    const stream = await request("/api/sandbox/activity/live", { headers: { cookie } });
    expect(stream.headers.get("content-type")).toMatch(/^text\/event-stream/);
    const held = await request("/api/auth/csrf", { headers: { cookie } });
    const { csrfToken } = (await held.json()) as { csrfToken: string };
    const own = held.headers.getSetCookie().map((one) => one.split(";")[0]);
    await request("/api/auth/signout", {
      method: "POST",
      headers: { cookie: [cookie, ...own].join("; "), "content-type": "application/json" },
      body: JSON.stringify({ csrfToken, json: "true" }),
    });
    await stream.text(); // Resolves only when the console has closed it.
    expect((await request("/api/sandbox/activity/live", { headers: { cookie } })).status).toBe(401);
  });
});

test("API status shows a callback that comes while it is open, and asks the service on demand only", async ({
  page,
}) => {
  const { url, databaseUrl, sandbox } = testContext();
  const endpoint = await openEndpoint({ url, databaseUrl, secretKey: sandbox.secretKey });
  const { path } = await endpoint.order();
  await endpoint.send(path, { body: "no JSON" });
  await signInAs(page, "ops");
  await page.goto("/sandbox/api-status");
  const fact = (name: string) => page.getByText(name, { exact: true }).locator("..");
  await expect(fact("Last refused")).toContainText("could not be read");
  await expect(fact("Reachable")).toContainText("OK");
  const figures = page.getByText(/in 14 days · \d+ refused/);
  const before = await figures.textContent();
  const questions: string[] = [];
  page.on("request", (sent) => {
    if (sent.url().endsWith("/api/sandbox/api-status")) questions.push(sent.url());
  });
  const body = JSON.stringify(callbackFields(await endpoint.order()));
  await endpoint.send(path, { body, headers: { "x-signature": "0".repeat(64) } });
  await expect(fact("Last refused")).toContainText("invalid signature", { timeout: 15_000 });
  await expect(figures).not.toHaveText(before ?? "");
  expect(questions).toEqual([]);
  const known = page.waitForResponse(/\/api-status\/known$/);
  await page.getByRole("button", { name: "Check again" }).click();
  await known;
  expect(questions).toHaveLength(1);
  await expectAccessible(page);
  await endpoint.close();
});

test("missing orders are looked for by their ids, in a list that can be left and come back to", async ({ page }) => {
  await signInAs(page, "ops");
  const referenceId = await sendWithdrawal(page, IN_BAHT);
  await accepted(page);
  await page.goto("/sandbox/transactions");
  await page.getByRole("link", { name: "Import by ID" }).click();
  const start = page.getByRole("button", { name: "Start import" });
  await expect(start).toBeEnabled();
  await start.click();
  await expect(page.getByText("Required.")).toBeVisible();

  const csv = `referenceId,amount\n${referenceId},1\nunknown,2\nunknown,3\n`;
  const file = page.getByLabel("Or from a file");
  const ids = page.getByLabel("Reference IDs or transaction IDs");
  // As Excel saves it, and bytes that are text in two encodings, which is asked.
  await file.setInputFiles({ name: "ids.txt", mimeType: "text/plain", buffer: Buffer.from(`\ufeff${csv}`, "utf16le") });
  await expect(ids).toHaveValue(csv);
  await file.setInputFiles({ name: "ids.txt", mimeType: "text/plain", buffer: Buffer.from("WD-1\u00b1", "utf8") });
  await expect(page.getByRole("alert").filter({ hasText: "Choose the encoding." })).toBeVisible();
  await page.getByLabel("Encoding").selectOption("UTF-8");
  await expect(ids).toHaveValue("WD-1\u00b1");
  await file.setInputFiles({ name: "ids.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  await expect(ids).toHaveValue(csv);
  await start.click();
  await page.waitForURL(/\/backfill\/[0-9a-f-]{36}$/);
  await expect(page.getByText(/^Completed: no orders of 3 added/)).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole("listitem").filter({ hasText: referenceId })).toContainText("already recorded");
  await expect(page.getByRole("listitem").filter({ hasText: "line 3" })).toContainText("unknown to the service");
  await expect(page.getByRole("listitem").filter({ hasText: "line 4" })).toContainText("duplicate");
  await expectAccessible(page);

  await page.getByRole("link", { name: "New import" }).click();
  await expect(page.getByText("3 IDs by")).toBeVisible();
});

test("an import that started, and whose answer was lost, is in the list of imports", async ({ page }) => {
  await signInAs(page, "ops");
  await page.goto("/sandbox/transactions/backfill");
  const ids = page.getByLabel("Reference IDs or transaction IDs");
  await expect(page.getByRole("button", { name: "Start import" })).toBeEnabled();
  await ids.fill(Array.from({ length: 7 }, (_, at) => `lost-answer-${at}`).join("\n"));
  const isOf = /\/transactions\/backfill$/;
  await page.route(isOf, async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    await route.fetch(); // It arrives, and is done.
    return route.abort("connectionreset");
  });
  const started = page.getByText("7 IDs by");
  await expect(started).toHaveCount(0);
  await page.getByRole("button", { name: "Start import" }).click();
  await expect(page.getByText("Check the list of imports before you start again.")).toBeVisible();
  await expect(started).toBeVisible();
  await expect(ids).not.toHaveValue("");
  await page.unroute(isOf);
});

test("support is not offered to add missing orders", async ({ page }) => {
  await signInAs(page, "support");
  await page.goto("/sandbox/transactions/backfill");
  await expect(page.getByText("Your role does not permit importing missing orders.")).toBeVisible();
});

test("the connection page shows the result of each check and the announced changes observed so far", async ({
  page,
}) => {
  await signInAs(page, "finance");
  await page.goto("/sandbox/activity");
  await page.getByRole("link", { name: "Connection" }).first().click();
  const checks = page.locator("section").filter({ hasText: "API connection" });
  await expect(checks.getByText("OK", { exact: true })).toHaveCount(5);
  await checks.getByRole("button", { name: "Check again" }).click();
  await expect(checks.getByRole("button", { name: "Check again" })).toBeEnabled();
  await expect(page.getByText("Responses without providerOrderId")).toBeVisible();
  await expectAccessible(page);
});
