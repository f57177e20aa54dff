import type { Page, Request } from "@playwright/test";
import { atDatabase } from "../support/at-database";
import { signInAs } from "../support/test-context";
import { expect, expectAccessible, expectListening, expectOrder, test } from "./fixtures";
import { become, referenceIdOf, sendWithdrawal, typeWithdrawal } from "./withdrawal-steps";

/** The network is cut where it hurts: between the press and the server. */

const made = (amount: number) => atDatabase(`select reference_id from transactions where amount = ${amount}`);
const notSent = (page: Page) => page.getByText(/^Not sent/);
const unknown = (page: Page) => page.getByText(/^Unknown whether it was received/);

/** Pages that the router or the browser has asked the server for since, beside those that are fetched ahead. */
function pagesAskedFor(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    const isAhead = firstOf(request).headers()["next-router-prefetch"] !== undefined;
    if (!isAhead && (request.isNavigationRequest() || request.url().includes("_rsc="))) asked.push(request.url());
  });
  return asked;
}

/** The browser does not list the headers of a request that follows a redirect. */
function firstOf(request: Request): Request {
  const before = request.redirectedFrom();
  return before ? firstOf(before) : request;
}

async function review(page: Page, amount: string) {
  await typeWithdrawal(page, { amount });
  await page.getByRole("button", { name: "Review" }).click();
  const send = page.getByRole("button", { name: /^Send .*\d/ });
  await expect(send).toBeEnabled();
  return send;
}

test("pressed without a network, a withdrawal is not sent, nor when the network is back", async ({ page, context }) => {
  await signInAs(page, "ops");
  const send = await review(page, "1,151");
  await context.setOffline(true);
  await send.click();
  await expect(notSent(page)).toBeVisible();
  await expect(send).toBeEnabled();
  await expectAccessible(page);

  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/withdrawals/new")) sent.push(request.url());
  });
  await context.setOffline(false);
  // The page asks for what it shows as soon as it can: by then, what had been kept back would have left, too.
  await page.waitForResponse((response) => response.url().includes("/api/sandbox/"));
  expect(sent).toEqual([]);
  expect(await made(1151)).toEqual([]);

  await send.click();
  const referenceId = await referenceIdOf(page);
  expect(await made(1151)).toEqual([{ reference_id: referenceId }]);
});

test("a link pressed without a network leaves the page, and what was typed, as they are", async ({ page, context }) => {
  await signInAs(page, "ops");
  await typeWithdrawal(page, { amount: "1,155" });
  await context.setOffline(true);
  await expect(page.getByText("No network. This page stays as it is, and nothing is sent.")).toBeVisible();
  await page.getByRole("link", { name: "Players (KYC)" }).click();
  await expectAccessible(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("New withdrawal");
  await expect(page.getByLabel("Amount")).toHaveValue("1,155");

  await context.setOffline(false);
  await expect(page.getByText("No network.")).toBeHidden();
  await page.getByRole("link", { name: "Players (KYC)" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Players");
});

test("an answer that does not come is unknown after 15 seconds, and the same form sent again is one withdrawal", async ({
  page,
}) => {
  await page.clock.install();
  await signInAs(page, "ops");
  const send = await review(page, "1,152");
  const held = Promise.withResolvers<void>();
  const received = Promise.withResolvers<void>();
  let isFirst = true;
  await page.route(/\/withdrawals\/new/, async (route) => {
    if (route.request().method() !== "POST" || !isFirst) return route.fallback();
    isFirst = false;
    await route.fetch();
    received.resolve();
    await held.promise;
    return route.abort();
  });
  // The checks of the review, which are asked again then, know better as soon as they answer.
  const checks = Promise.withResolvers<void>();
  await page.route(/\/withdrawals\/advice/, async (route) => {
    await checks.promise;
    return route.fallback();
  });
  await send.click();
  await received.promise;
  await page.clock.fastForward(15_000);
  await expect(unknown(page)).toBeVisible();
  await expectAccessible(page);
  checks.resolve();
  await expect(page.getByText(/^This form was received/)).toBeVisible();
  await expect(unknown(page)).toHaveCount(0);
  held.resolve();
  await page.getByRole("button", { name: "Send the same form again" }).click();
  const referenceId = await referenceIdOf(page);
  expect(await made(1152)).toEqual([{ reference_id: referenceId }]);
});

test("what is delivered after its 15 seconds is refused", async ({ page }) => {
  await signInAs(page, "ops");
  const send = await review(page, "1,153");
  // The server read its clock 15 seconds ago: as if the browser had kept the request back for that long.
  await page.route("**/api/server-time", async (route) => {
    const answer = await route.fetch();
    const { now } = await answer.json();
    await route.fulfill({ json: { now: new Date(Date.parse(now) - 15_001).toISOString() } });
  });
  await send.click();
  await expect(page.getByText(/^Not sent: the request reached the console more than 15 seconds/)).toBeVisible();
  expect(await made(1153)).toEqual([]);
});

test("an approval that is pressed without a network approves nothing, nor when the network is back", async ({
  page,
  context,
}) => {
  await signInAs(page, "ops");
  const referenceId = await sendWithdrawal(page, { amount: "151,000" });
  await become(page, "approver");
  await page.goto(`/sandbox/transactions/${referenceId}`);
  const approve = page.getByRole("button", { name: /^Approve/ });
  await expect(approve).toBeEnabled();
  await context.setOffline(true);
  await approve.click();
  await expect(notSent(page)).toBeVisible();
  await context.setOffline(false);
  await page.waitForResponse((response) => response.url().includes("/api/sandbox/"));
  await page.reload();
  await expect(approve).toBeEnabled();
  expect(await atDatabase("select submission from transactions where amount = 151000")).toEqual([
    { submission: "awaiting_approval" },
  ]);
});

test("where the router never arrives, the browser opens the order that was made", async ({ page }) => {
  await signInAs(page, "ops");
  const send = await review(page, "1,157");
  await page.route(/\/transactions\/WD-.*_rsc=/, () => {});
  await send.click();
  const referenceId = await referenceIdOf(page);
  await expectOrder(page, referenceId);
  expect(await made(1157)).toHaveLength(1);
});

test("a settings form that is sent without a network stays, with what was typed, and so does a switch of language", async ({
  page,
  context,
}) => {
  await signInAs(page, "admin");
  await page.goto("/sandbox/settings/freezes");
  const reason = page.getByLabel("Reason");
  const freeze = page.getByRole("button", { name: "Freeze payouts" });
  await expectListening(page);
  // The palette comes when it is opened first.
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("option", { name: "日本語" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await reason.fill("device reported stolen");
  await context.setOffline(true);
  await freeze.click();
  await expect(notSent(page)).toBeVisible();
  await expect(reason).toHaveValue("device reported stolen");
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("option", { name: "日本語" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(reason).toHaveValue("device reported stolen");
  await context.setOffline(false);
});

test("signed out meanwhile, a settings form stays, with what was typed", async ({ page, context }) => {
  await signInAs(page, "admin");
  await page.goto("/sandbox/settings/freezes");
  const reason = page.getByLabel("Reason");
  const freeze = page.getByRole("button", { name: "Freeze payouts" });
  await expectListening(page);
  await reason.fill("device reported stolen");
  const renders = pagesAskedFor(page);
  await context.clearCookies();
  await freeze.click();
  await expect(page.getByText("You are signed out. Nothing was sent")).toBeVisible();
  await expectAccessible(page);
  await expect(reason).toHaveValue("device reported stolen");
  expect(renders).toEqual([]);
});

test("without a network no search, choice of the palette, row, or field of a filter leaves the page", async ({
  page,
  context,
}) => {
  await signInAs(page, "ops");
  const referenceId = await sendWithdrawal(page, { amount: "1,158" });
  await page.goto("/sandbox/reports");
  await expectListening(page);
  // The palette comes when it is opened first.
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("option", { name: "Players (KYC)" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const asked = pagesAskedFor(page);
  await context.setOffline(true);
  await expect(page.getByText("No network.")).toBeVisible();
  await page.getByRole("combobox", { name: "Search" }).fill(referenceId);
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Month", exact: true }).click();
  await page.getByLabel("From", { exact: true }).fill("2026-01-01");
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("Players (KYC)");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expectAccessible(page);
  await expect(page).toHaveURL(/\/sandbox\/reports$/);
  expect(asked).toEqual([]);
  await context.setOffline(false);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/sandbox/transactions");
  const row = page.locator(`[data-row="${referenceId}"]`);
  const badge = row.getByText(/^(Accepted, not paid|In progress|Paid)$/).first();
  await expect(badge).toBeVisible();
  asked.length = 0;
  await context.setOffline(true);
  await expect(page.getByText("No network.")).toBeVisible();
  await badge.click();
  await expectAccessible(page);
  await expect(page).toHaveURL(/\/sandbox\/transactions$/);
  expect(asked).toEqual([]);
  await context.setOffline(false);
  await expect(page.getByText("No network.")).toBeHidden();
  await badge.click();
  await expectOrder(page, referenceId);
});

test("a browser that says wrongly that it has no network is not believed", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, "onLine", { get: () => false }));
  await signInAs(page, "ops");
  await page.goto("/sandbox/payees/new");
  await page.getByRole("button", { name: "Propose payee" }).click();
  await expect(page.getByLabel("Bank code")).toHaveAccessibleDescription(/Required/);
});
