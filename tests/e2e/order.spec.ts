import type { Locator } from "@playwright/test";
import { atDatabase } from "../support/at-database";
import { signInAs } from "../support/test-context";
import { clipboardText, expect, expectAccessible, expectContrast, expectFits, expectOrder, test } from "./fixtures";
import { accepted, become, decideOrder, sendWithdrawal, typeWithdrawal } from "./withdrawal-steps";

test("a lost request shows the way until it may be sent again, what to answer, and prints as evidence", async ({
  page,
  context,
}) => {
  test.setTimeout(120_000);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signInAs(page, "ops");
  const lost = await sendWithdrawal(page, { account: "9300001", amount: "9,120" });
  await expect(page.getByText("Do not send it again.")).toBeVisible({ timeout: 15_000 });
  await expectOrder(page, lost);

  const steps = page.getByRole("list", { name: "Until the outcome is known" }).getByRole("listitem");
  await expect(steps).toHaveCount(5);
  await expect(steps.nth(0)).toContainText(/Sent\s*\d\d:\d\d:\d\d, attempt 1/);
  await expect(steps.nth(1)).toContainText("No clear answer");
  await expect(steps.nth(2)).toHaveAttribute("aria-current", "step");
  await expect(steps.nth(2)).toContainText(/Request expires \d\d:\d\d:\d\d\s*\d+ min \d+ s left/);
  await expect(steps.nth(3)).toContainText(/About \d\d:\d\d and \d\d:\d\d, and a control/);
  await expect(steps.nth(4)).toContainText(`…${lost.slice(-4)}-2`);
  const left = (await steps.nth(2).textContent()) ?? "";
  await expect(steps.nth(2)).not.toHaveText(left);
  await expect(page.getByRole("button", { name: /^Resend, opens about \d\d:\d\d$/ })).toBeDisabled();

  await page.getByRole("button", { name: "Copy reply for the player" }).click();
  expect(await clipboardText(page)).toMatch(/your withdrawal of ¥9,120 on .* There is no need to request it again/);
  await page.getByRole("button", { name: "日本語でコピー" }).click();
  expect(await clipboardText(page)).toMatch(/お客さまの .*（¥9,120）.*改めてのご依頼は不要です。/);

  // A note is written from the header, and stands below with its author.
  await page.getByRole("button", { name: "Add note" }).click();
  await expect(page.getByLabel("Note", { exact: true })).toBeFocused();
  await page.keyboard.type("Asked the player to wait.");
  await page.keyboard.press("Control+Enter");
  const note = page.getByRole("listitem").filter({ hasText: "Asked the player to wait." });
  await expect(note).toHaveCount(1);

  await page.getByText("People", { exact: true }).click();
  await expect(page).toHaveURL(/timeline=users/);
  await expect(page.getByText("Sending, attempt 1")).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("radio", { name: "People" })).toBeChecked();
  await expect(page.getByText("Sending, attempt 1")).toHaveCount(0);
  await page.getByText("API", { exact: true }).click();
  await expect(page.getByText("Sending, attempt 1")).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 800 });
  await expectFits(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectContrast(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.evaluate(() => {
    window.print = () => document.body.setAttribute("data-printed", "");
  });
  await page.getByRole("button", { name: "Print or save as PDF" }).click();
  await expect(page.locator("body[data-printed]")).toBeVisible();
  const printedBy = page.getByText(/^Printed by .+, \d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d JST$/);
  await expect(printedBy).toBeHidden();
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  // Paper is light, also for who reads the screen in the dark.
  await expect(page.locator("body")).toHaveCSS("color", "rgb(28, 32, 38)");
  await expect(printedBy).toContainText("Haruto Ito");
  await expect(printedBy).toBeVisible();
  await expect(page.getByText("Only a part of the timeline is printed: API.")).toBeVisible();
  await expect(page.getByText("Do not send it again.")).toBeVisible();
  await expect(page.getByText("Sending, attempt 1")).toBeVisible();
  await expect(note).toBeVisible();
  await expect(page.getByText(/^Digest of the requested details .*[0-9a-f]{64}$/)).toBeVisible();
  await expect(page.getByText("ヤマダ　タロウ", { exact: true })).toBeVisible();
  for (const name of ["Query status", "Print or save as PDF", "Copy reply for the player"]) {
    await expect(page.getByRole("button", { name })).toHaveCount(0);
  }

  await become(page, "support");
  await page.goto(`/sandbox/transactions/${lost}`);
  await expect(printedBy).toBeVisible();
  await expect(printedBy).not.toContainText("Haruto Ito");
  await expect(page.getByText("ヤマダ")).toHaveCount(0);
  await expect(page.getByText("Digest of the requested details")).toHaveCount(0);
});

test("while an outcome is unknown, the same payout is refused with its order, and what was typed stays", async ({
  page,
}) => {
  test.setTimeout(90_000);
  await signInAs(page, "ops");
  const same = { account: "9300001", amount: "9,140" };
  const lost = await sendWithdrawal(page, same);
  await expect(page.getByText("Do not send it again.")).toBeVisible({ timeout: 15_000 });

  await typeWithdrawal(page, same);
  const said = page.getByRole("status").filter({ hasText: "has an unknown outcome, so it may have been paid." });
  await expect(said.getByRole("link", { name: lost })).toBeVisible();
  await page.getByRole("button", { name: "Review" }).click();
  await page.getByRole("button", { name: /^(Send|Request) / }).click();
  const refused = page.getByRole("alert").filter({ hasText: "Nothing was created." });
  await expect(refused.getByRole("link", { name: lost })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Change" }).click();
  await expect(page.getByLabel("Amount")).toHaveValue("9,140");
});

test("what is typed while a note is being saved stays, and a note that is too long is marked until it is shorter", async ({
  page,
}) => {
  await signInAs(page, "ops");
  const referenceId = await sendWithdrawal(page, { account: "1234567", amount: "9,130" });
  await expectOrder(page, referenceId);
  const note = page.getByLabel("Note", { exact: true });
  await note.fill("x".repeat(5_000));
  await page.keyboard.press("Control+Enter");
  await expect(note).toHaveAttribute("aria-invalid", "true");
  await note.fill("Called the player.");
  await expect(note).not.toHaveAttribute("aria-invalid");

  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(/\/transactions\//, async (route) => {
    if (route.request().method() === "POST") await held;
    await route.continue();
  });
  await page.keyboard.press("Control+Enter");
  await note.pressSequentially(" Sends a photo");
  letGo();
  await expect(page.getByRole("listitem").filter({ hasText: /Called the player\.$/ })).toHaveCount(1);
  await expect(note).toHaveValue("Called the player. Sends a photo");
  // The log may show the note before the answer of its saving is here.
  await expect(page.getByRole("button", { name: "Save note" })).toBeEnabled();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("listitem").filter({ hasText: "Sends a photo" })).toHaveCount(1);
  await expect(note).toHaveValue("");
});

test("a note that was saved without an answer and changed since is saved as another one", async ({ page }) => {
  await signInAs(page, "ops");
  const referenceId = await sendWithdrawal(page, { account: "1234567", amount: "9,170" });
  await expectOrder(page, referenceId);
  const note = page.getByLabel("Note", { exact: true });
  await note.fill("Called the player.");
  await page.route(/\/transactions\//, async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    await route.fetch(); // It arrives, and is done.
    await route.abort("connectionreset");
  });
  await page.getByRole("button", { name: "Save note" }).click();
  await expect(page.getByText("it is not known whether the note was saved")).toBeVisible();
  await page.unrouteAll();

  await note.fill("Called the player. Sends a photo");
  await page.getByRole("button", { name: "Save note" }).click();
  await expect(page.getByText("The note was saved as you first sent it.")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: /Called the player\.$/ })).toHaveCount(1);
  await expect(note).toHaveValue("Called the player. Sends a photo");
  await page.getByRole("button", { name: "Save note" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Sends a photo" })).toHaveCount(1);
  await expect(note).toHaveValue("");
});

test("“¥30,011 never arrived”: support reads the order's sentence within two clicks of signing in", async ({
  page,
}) => {
  await atDatabase(
    `insert into transactions (environment, reference_id, type, currency, amount, player_id, status, status_source,
       status_at, created_at, updated_at)
     values ('sandbox', 'ASKED-1', 'WITHDRAW', 'JPY', 30011, 'asking-20391', 'SUCCESS', 'query', now(), now(), now())`,
  );
  await signInAs(page, "support");
  for (const typed of ["asking-20391", "30,011"]) {
    await page.goto("/sandbox");
    let clicks = 0;
    const startedAt = Date.now();
    const click = async (what: Locator) => {
      clicks += 1;
      await what.click();
    };
    await click(page.getByRole("combobox", { name: "Search" }));
    await page.keyboard.type(typed);
    await click(page.getByRole("option").filter({ hasText: "¥30,011" }));
    await expectOrder(page, "ASKED-1");
    await expect(page.getByText("The withdrawal of ¥30,011 is accepted. It is not confirmed as paid.")).toBeVisible();
    expect(clicks).toBe(2);
    expect(Date.now() - startedAt).toBeLessThan(10_000);
  }
});

test("what came of a query is said until something newer is known", async ({ page }) => {
  test.setTimeout(90_000);
  await signInAs(page, "ops");
  const referenceId = await sendWithdrawal(page, { account: "1234568", amount: "9,150" });
  await accepted(page);
  await page.getByRole("button", { name: "Query status" }).click();
  const answer = page.getByText("The service answered.");
  await expect(answer).toBeVisible();
  await decideOrder(referenceId, "complete");
  await expect(page.getByText("is paid.").first()).toBeVisible({ timeout: 30_000 });
  await expect(answer).toHaveCount(0);
});

test("paper counts the status checks that the screen folds", async ({ page }) => {
  await atDatabase(
    `with made as (
       insert into transactions (environment, reference_id, type, currency, amount, status, status_source, status_at,
         created_at, updated_at)
       values ('sandbox', 'PRINTED-1', 'DEPOSIT', 'JPY', 30012, 'PENDING', 'query', now(), now(), now())
       returning id)
     insert into exchanges (environment, transaction_row, purpose, path, request_body, sent_at, headers, failure)
     select 'sandbox', id, 'status_check', '/transactions', '{}', '2026-11-20 00:10:00Z'::timestamptz + n * interval '1 h',
       '{}'::jsonb, '{"kind":"unknown","reason":"no_answer"}'::jsonb
     from made, generate_series(0, 3) as n`,
  );
  await signInAs(page, "viewer");
  await page.goto("/sandbox/transactions/PRINTED-1");
  const counted = page.getByText("3 earlier checks with the same result (the first at 09:10:00)");
  await expect(page.getByText("3 earlier checks with the same result")).toBeVisible();
  await expect(counted).toHaveCount(0);
  await page.emulateMedia({ media: "print" });
  await expect(counted).toBeVisible();
  await page.emulateMedia({ media: "screen" });
  await page.getByText("3 earlier checks with the same result").click();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText("09:10:00", { exact: true })).toBeVisible();
  await expect(counted).toHaveCount(0);
});

test("a payout that is held again after a retry can be retried again", async ({ page }) => {
  await atDatabase(
    `insert into transactions (environment, reference_id, type, currency, amount, status, status_source, status_at,
       created_at, updated_at)
     values ('sandbox', 'HELD-1', 'WITHDRAW', 'JPY', 30013, 'SUCCESS', 'query', now(), now(), now())`,
  );
  // The browser hears of an order that is held, and that a retry was received, as the sender may hold it again by then.
  let presses = 0;
  await page.route("**/api/sandbox/transactions/HELD-1", async (route) => {
    const view = await (await route.fetch()).json();
    const held = { status: null, submission: "queued", hold: "daily_limit" };
    await route.fulfill({ json: { ...view, ...held, updatedAt: `2026-11-20T00:00:0${presses}.000Z` } });
  });
  await page.route("**/sandbox/transactions/HELD-1", async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    const response = await route.fetch();
    const refused = '{"ok":false,"error":{"kind":"not_held"}}';
    const answer = await response.text();
    expect(answer).toContain(refused);
    presses += 1;
    await route.fulfill({ response, body: answer.replace(refused, '{"ok":true,"value":{"submission":"queued"}}') });
  });
  await signInAs(page, "approver");
  await page.goto("/sandbox/transactions/HELD-1");
  const retry = page.getByRole("button", { name: "Retry sending ¥30,013" });
  await retry.click();
  await expect.poll(() => presses).toBe(1);
  await retry.click({ timeout: 10_000 });
  await expect.poll(() => presses).toBe(2);
  await page.unrouteAll({ behavior: "ignoreErrors" });
});
