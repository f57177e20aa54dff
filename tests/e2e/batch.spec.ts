import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { z } from "zod";
import { atDatabase } from "../support/at-database";
import { batchFile, manyRows } from "../support/batch-rows";
import { act, cookieOf, request } from "../support/http";
import { createNewUser, signInWithPassword } from "../support/new-user";
import { bytesOf, zenginRecords } from "../support/payout-files";
import { signInAs, testContext } from "../support/test-context";
import { expect, expectAccessible, expectFits, test } from "./fixtures";
import { accepted, become, reviewAnd, sendWithdrawal, typeWithdrawal } from "./withdrawal-steps";

const PHONE = { width: 390, height: 844 };

/** A 全銀 file of five transfers: one account number contains the character O, and one has no customer code. */
function zenginFile(stamp: string): Buffer {
  const row = { bank: "0005", branch: "001", type: "1", kana: "ﾔﾏﾀﾞ ﾀﾛｳ", name: "ヤマダ　タロウ" } as const;
  // Two of these accounts make the sandbox misbehave.
  const accounts = ["9100001", "9100005", "9300009", `1${stamp}`, `O${stamp}`];
  const payouts = accounts.map((account, at) => ({
    ...{ ...row, account, playerId: at === 3 ? "" : `${stamp}-${at}`, amount: 60_000 + at },
  }));
  return Buffer.from(bytesOf(`${zenginRecords(payouts).join("\r\n")}\r\n`, "Shift_JIS"));
}

/** Another system's name for a column, and a bank code as spreadsheets keep it, in a row with a problem. */
const strangeFile = (stamp: string): Buffer =>
  Buffer.from(
    Buffer.from(batchFile([{ destination: "5", amount: "1.5" }]))
      .toString()
      .replace("amount", `Sum ${stamp}`),
  );

const upload = (page: Page, name: string, buffer: Buffer) =>
  page.getByLabel(/^(File of payouts|出金ファイル)$/).setInputFiles({ name, mimeType: "text/csv", buffer });

test("another system's file is read once its columns are named", async ({ page }) => {
  const stamp = String(Date.now()).slice(-6);
  await signInAs(page, "ops");
  await page.goto("/sandbox/batches/new");
  await expect(page.getByRole("button", { name: "Choose file" })).toBeEnabled();
  await expectAccessible(page);
  await upload(page, `columns-${stamp}.csv`, strangeFile(stamp));
  await expect(page.getByText("These columns are missing: Amount.")).toBeVisible();
  await page.getByLabel("Amount", { exact: true }).selectOption({ label: `Column 9: Sum ${stamp}` });
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save and read the file" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `columns-${stamp}.csv` })).toBeVisible();
  await expect(page.getByText("· Leading zeros restored: Bank code")).toBeVisible();
  await expect(page.getByText("were restored in 1 row. Check it before requesting.")).toBeVisible();
  await page.getByRole("button", { name: "Change columns" }).click();
  await expect(page.getByLabel("Amount", { exact: true })).toHaveValue('{"column":8}');
  await page.getByLabel("Memo", { exact: true }).selectOption({ label: "Not in the file" });
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save and read the file" }).click();
  await expect(page.getByRole("button", { name: "Change columns" })).toBeFocused();
  await page.getByText(`JST. Amount: Column 9: Sum ${stamp}`).click();
  await expect(page.getByText("Not in the file", { exact: true })).toBeVisible();
  // The question whether a change may be lost is about the columns that were sent, and leaves with them.
  await page.getByRole("button", { name: "Edit line 2" }).click();
  await page.getByLabel("Amount", { exact: true }).fill("1500");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("table", { name: "Rows of the file" }).getByText("¥1,500")).toBeVisible();
  await page.getByRole("button", { name: "Change columns" }).click();
  await page.getByLabel("Memo", { exact: true }).selectOption({ label: `Column 9: Sum ${stamp}` });
  // While the columns are being saved, no press can keep them as they are.
  const answer = Promise.withResolvers<void>();
  await page.route(/\/batches\//, async (route) => {
    if (route.request().method() === "POST") await answer.promise;
    await route.fallback();
  });
  await page.getByRole("button", { name: "Save and read the file" }).click();
  await expect(page.getByRole("button", { name: "Keep the columns as they are" })).toBeDisabled();
  await expect(page.getByRole("button", { name: "Change columns" })).toBeDisabled();
  answer.resolve();
  const drop = page.getByRole("button", { name: "Read by these columns and lose the change" });
  await expect(drop).toBeVisible();
  await expect(page.getByText("The changes of this row would be lost: line 2.")).toBeVisible();
  await page.getByLabel("Memo", { exact: true }).selectOption({ label: "Not in the file" });
  await expect(drop).toHaveCount(0);
  await page.getByRole("button", { name: "Keep the columns as they are" }).click();
  // A row that is out stays out, and the page says so.
  await page.getByRole("button", { name: "Exclude line 2" }).click();
  await page.getByLabel("Reason for excluding the row").fill("read by a wrong column");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Include line 2" })).toBeVisible();
  await page.getByRole("button", { name: "Change columns" }).click();
  await page.getByLabel("Memo", { exact: true }).selectOption({ label: `Column 9: Sum ${stamp}` });
  await page.getByRole("button", { name: "Save and read the file" }).click();
  await drop.click();
  await expect(page.getByText("1 row was excluded before the file was read again")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Show excluded rows" }).click();
  await expect(page.getByRole("radio", { name: "Excluded" })).toBeChecked();
  await page.getByRole("button", { name: "Include line 2" }).click();
  await expect(page.getByText("was excluded before the file was read again")).toHaveCount(0);
  await page.getByRole("button", { name: "Discard draft" }).click();
  await page.getByRole("button", { name: "Discard this draft" }).click();
  await expect(page.getByText("Discarded").first()).toBeVisible();
});

test("what is typed into a row without a network is kept, and nothing is requested until it is saved", async ({
  page,
}) => {
  const stamp = String(Date.now()).slice(-6);
  await signInAs(page, "ops");
  await page.goto("/sandbox/batches/new");
  await expect(page.getByRole("button", { name: "Choose file" })).toBeEnabled();
  await upload(page, `kept-${stamp}.csv`, Buffer.from(batchFile([{ destinationAccount: `7${stamp}` }])));
  const request = page.getByRole("button", { name: "Send 1 row" });
  await expect(request).toBeEnabled();

  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Edit line 2" }).click();
  await page.getByLabel("Amount", { exact: true }).fill("7777");
  // Escape that takes a conversion back is not Escape that takes the row back.
  await page
    .getByLabel("Memo", { exact: true })
    .dispatchEvent("keydown", { key: "Escape", keyCode: 229, bubbles: true });
  await expect(page.getByLabel("Amount", { exact: true })).toHaveValue("7777");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Not saved", { exact: true })).toBeVisible();
  await expect(page.getByText("Line 2 has a change that is not saved.")).toBeVisible();
  await expect(request).toBeDisabled();
  await page.getByRole("button", { name: "Exclude line 2" }).click();
  await page.getByLabel("Reason for excluding the row").fill("left the company");
  await page
    .getByLabel("Reason for excluding the row")
    .dispatchEvent("keydown", { key: "Escape", keyCode: 229, bubbles: true });
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^The change may not have been saved/)).toBeVisible();
  await expect(page.getByLabel("Reason for excluding the row")).toHaveValue("left the company");
  await expectAccessible(page);
  await page.context().setOffline(false);

  // The page is left and come back to.
  await page.goto("/sandbox/batches");
  await page.getByRole("link", { name: `kept-${stamp}.csv` }).click();
  await expect(page.getByText("Line 2 has a change that is not saved.")).toBeVisible();
  await page.reload();
  await expect(page.getByText("Line 2 has a change that is not saved.")).toBeVisible();
  await page.getByRole("button", { name: "Edit line 2" }).click();
  await expect(page.getByLabel("Amount", { exact: true })).toHaveValue("7777");
  await page.getByLabel("Amount", { exact: true }).press("Enter");
  await expect(page.getByRole("table", { name: "Rows of the file" }).getByText("¥7,777")).toBeVisible();
  await expect(request).toBeEnabled();
  // The focus is where the question is, on what changes nothing, and goes back with it.
  await page.getByRole("button", { name: "Discard draft" }).press("Enter");
  await expect(page.getByRole("button", { name: "Keep draft" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Discard draft" })).toBeFocused();
  await page.getByRole("button", { name: "Discard draft" }).click();
  await page.getByRole("button", { name: "Discard this draft" }).click();
  await expect(page.getByText("Discarded").first()).toBeVisible();
});

test("what is typed into a row stays where the list is scrolled or another row opened, and takes no correction back", async ({
  page,
}) => {
  const from = Number(String(Date.now()).slice(-6)) * 10;
  await signInAs(page, "ops");
  await page.goto("/sandbox/batches/new");
  await expect(page.getByRole("button", { name: "Choose file" })).toBeEnabled();
  await upload(page, `typed-${from}.csv`, Buffer.from(batchFile(manyRows(60, from))));
  const rows = page.getByRole("table", { name: "Rows of the file" });
  const memo = page.getByLabel("Memo", { exact: true });
  await page.getByRole("button", { name: "Edit line 2", exact: true }).click();
  await memo.fill("June");

  const list = rows.getByRole("rowgroup");
  await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(page.getByRole("button", { name: "Edit line 61" })).toBeVisible();
  await list.evaluate((element) => element.scrollTo(0, 0));
  await expect(memo).toHaveValue("June");
  await page.getByRole("button", { name: "Edit line 3", exact: true }).click();
  await expect(rows.getByText("Not saved", { exact: true })).toBeVisible();
  await expect(page.getByText("Line 2 has a change that is not saved.")).toBeVisible();
  await page.getByRole("button", { name: "Edit line 2", exact: true }).click();
  await expect(memo).toHaveValue("June");

  // A colleague corrects the amount of the row that is open here.
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByRole("button", { name: "Edit line 2", exact: true }).click();
  await other.getByLabel("Amount", { exact: true }).fill("7,777");
  await other.keyboard.press("Enter");
  await expect(page.getByLabel("Amount", { exact: true })).toHaveValue("7,777");
  await memo.press("Enter");
  await expect(page.getByText("Line 2 has a change that is not saved.")).toBeHidden();
  await other.reload();
  await other.getByRole("button", { name: "Edit line 2", exact: true }).click();
  await expect(other.getByLabel("Memo", { exact: true })).toHaveValue("June");
  await expect(other.getByLabel("Amount", { exact: true })).toHaveValue("7,777");
  await other.close();
  await page.getByRole("button", { name: "Discard draft" }).click();
  await page.getByRole("button", { name: "Discard this draft" }).click();
  await expect(page.getByText("Discarded").first()).toBeVisible();
});

test("a row with two warnings is paid anyway with a reason, which its approver reads beside both", async ({ page }) => {
  test.setTimeout(120_000);
  const stamp = String(Date.now()).slice(-6);
  const row = { destinationAccount: `6${stamp}`, amount: "90,000" };
  await signInWithPassword(page, await createNewUser("ops"));
  await sendWithdrawal(page, { account: row.destinationAccount, amount: row.amount });
  await accepted(page);
  await page.goto("/sandbox/batches/new");
  await expect(page.getByRole("button", { name: "Choose file" })).toBeEnabled();
  await upload(page, `same-${stamp}.csv`, Buffer.from(batchFile([row, row])));
  for (const [at, reason] of ["another month", "two invoices"].entries()) {
    await page.getByRole("button", { name: `Pay anyway…, line ${at + 2}` }).click();
    await page.getByLabel("Reason for paying the row anyway").fill(reason);
    await page.getByRole("button", { name: "Pay row anyway" }).click();
    await expect(page.getByRole("button", { name: `Pay anyway…, line ${at + 2}` })).toHaveCount(0);
  }
  await expect(page.getByText("Duplicate accepted")).toHaveCount(2);
  await page.getByRole("button", { name: "Request approval, 2 rows" }).click();
  await expect(page.getByText("You requested this, so another user decides.")).toBeVisible({ timeout: 20_000 });
  const repeated = page
    .getByRole("table", { name: "Rows", exact: true })
    .getByRole("row")
    .filter({ hasText: "two invoices" });
  const noted = page.getByRole("listitem").filter({ hasText: "two invoices" });
  for (const place of [repeated, noted]) {
    for (const words of ["Same payee and amount as line 2", "Same payment on", "Reason: two invoices"]) {
      await expect(place).toContainText(words);
    }
  }
  const batch = page.url();

  await become(page, "approver");
  // What was overridden cannot be read: that is said, nothing is approved without it, and it is asked for again.
  const review = /\/review$/;
  await page.route(review, (route) => route.abort());
  await page.goto(batch);
  await expect(page.getByText("The warnings and the largest rows could not be loaded.")).toBeVisible();
  const approve = page.getByRole("button", { name: /^Approve/ });
  await expect(approve).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Send back", exact: true })).toBeVisible();
  await page.unroute(review);
  await expect(approve).toBeVisible();
  await expect(noted).toBeVisible();
});

test("who requested a batch and is disabled since is named to its approver, who is not offered to approve it", async ({
  page,
}) => {
  test.setTimeout(120_000);
  const stamp = String(Date.now()).slice(-6);
  const requester = await createNewUser("ops");
  await signInWithPassword(page, requester);
  await page.goto("/sandbox/batches/new");
  await expect(page.getByRole("button", { name: "Choose file" })).toBeEnabled();
  const rows = [`1${stamp}`, `2${stamp}`].map((destinationAccount) => ({ destinationAccount, amount: "93,000" }));
  await upload(page, `left-${stamp}.csv`, Buffer.from(batchFile(rows)));
  await page.getByRole("button", { name: "Request approval, 2 rows" }).click();
  await expect(page.getByText("You requested this, so another user decides.")).toBeVisible({ timeout: 20_000 });
  const batch = page.url();

  await become(page, "approver");
  await page.goto(batch);
  await expect(page.getByText("First request by New ops.")).toBeVisible();
  const approve = page.getByRole("button", { name: /^Approve/ });
  await expect(approve).toBeVisible();
  await atDatabase("update users set disabled_at = now() where email = $1", [requester.email]);
  await expect(page.getByText("The account of New ops, who requested this, is disabled.")).toBeVisible();
  await expect(approve).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Send back", exact: true })).toBeVisible();
  await expectAccessible(page);
});

test("rows that repeat another are excluded together, with one reason", async ({ page }) => {
  const stamp = String(Date.now()).slice(-6);
  const row = { destinationAccount: `5${stamp}` };
  await signInAs(page, "ops");
  await page.goto("/sandbox/batches/new");
  await expect(page.getByRole("button", { name: "Choose file" })).toBeEnabled();
  await upload(page, `repeats-${stamp}.csv`, Buffer.from(batchFile([row, row, row])));
  await page.getByRole("button", { name: "Exclude 2 possible duplicates…" }).click();
  await page.getByLabel("Reason for excluding 2 rows").fill("paid already");
  await page.getByRole("button", { name: "Exclude 2 rows" }).click();
  await expect(page.getByRole("button", { name: "Send 1 row" })).toBeEnabled();
  await page.getByRole("button", { name: "Discard draft" }).click();
  await page.getByRole("button", { name: "Discard this draft" }).click();
  await expect(page.getByText("Discarded").first()).toBeVisible();
});

test("a payout of what waits in a batch says so, and the batch is not approved after it", async ({ page }) => {
  test.setTimeout(120_000);
  const stamp = String(Date.now()).slice(-6);
  const name = `twice-${stamp}.csv`;
  const rows = [`8${stamp}`, `7${stamp}`].map((destinationAccount) => ({ destinationAccount, amount: "90,000" }));
  // What waits counts in the sums of its requester.
  await signInWithPassword(page, await createNewUser("ops"));
  await page.goto("/sandbox/batches/new");
  await expect(page.getByRole("button", { name: "Choose file" })).toBeEnabled();
  await upload(page, name, Buffer.from(batchFile(rows)));
  await page.getByRole("button", { name: "Request approval, 2 rows" }).click();
  await expect(page.getByText("You requested this, so another user decides.")).toBeVisible({ timeout: 20_000 });
  const batch = page.url();

  await typeWithdrawal(page, { account: `8${stamp}`, amount: "90,000" });
  const warning = page.getByRole("status").filter({ hasText: "The same amount to this account waits in a batch:" });
  await expect(warning.getByRole("link", { name })).toHaveAttribute("href", new URL(batch).pathname);
  await reviewAnd(page, /^(Send ¥90,000|Request approval)$/);

  await become(page, "approver");
  await page.goto(batch);
  await page.getByRole("button", { name: /^Approve 2 rows, ¥180,000/ }).click();
  await expect(page.getByText(/^1 row has been requested in another way since/)).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByText("Awaiting approval").first()).toBeVisible();
});

test("a reason that is typed while another user declines the batch is kept, and who declined is said", async ({
  page,
}) => {
  test.setTimeout(120_000);
  const stamp = String(Date.now()).slice(-6);
  const accounts = [`4${stamp}`, `3${stamp}`, `2${stamp}`];
  const rows = accounts.map((destinationAccount) => ({ destinationAccount, amount: "91,000" }));
  await signInWithPassword(page, await createNewUser("ops"));
  await page.goto("/sandbox/batches/new");
  await expect(page.getByRole("button", { name: "Choose file" })).toBeEnabled();
  await upload(page, `late-${stamp}.csv`, Buffer.from(batchFile(rows)));
  await page.getByRole("button", { name: "Exclude line 4" }).click();
  await page.getByLabel("Reason for excluding the row").fill("left the company");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Request approval, 2 rows" }).click();
  await expect(page.getByText("You requested this, so another user decides.")).toBeVisible({ timeout: 20_000 });
  const batchId = new URL(page.url()).pathname.split("/").at(-1);

  await become(page, "admin");
  await page.goto(`/sandbox/batches/${batchId}`);
  const left = page
    .getByRole("table", { name: "Rows", exact: true })
    .getByRole("row")
    .filter({ hasText: "left the company" });
  await expect(left.getByText("Excluded", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Send back", exact: true }).click();
  await page.getByLabel("What must be corrected").fill("金額を確認してください");

  const headers = { cookie: await cookieOf("approver"), origin: testContext().url };
  const asked = await request(`/api/sandbox/batches/${batchId}`, { headers });
  const { root } = z.object({ root: z.string() }).parse(await asked.json());
  const decision = { batchId, digest: root, decision: "declined", reason: "not ours" };
  expect(await act("decideBatchAction", ["sandbox", decision], headers)).toContain('"ok":true');

  const notice = page.getByRole("alert").filter({ hasText: "Your decision was not recorded" });
  await expect(notice).toContainText("Mei Kobayashi declined this on");
  await expect(page.getByText("You approve exactly these")).toHaveCount(0);
  await expect(page.getByText("金額を確認してください")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Dismiss notice" }).click();
  await expect(page.getByText("金額を確認してください")).toHaveCount(0);
  await expect(page.getByText("Declined").first()).toBeVisible();
});

test("a 全銀 file with two wrong rows: put right in place, approved on a phone, sent, one failed and one unknown", async ({
  page,
}) => {
  test.setTimeout(180_000);
  const stamp = String(Date.now()).slice(-6);
  const name = `furikomi-${stamp}.txt`;
  await signInAs(page, "ops");
  await page.goto("/sandbox/batches/new");
  await expect(page.getByRole("button", { name: "Choose file" })).toBeEnabled();
  await upload(page, name, zenginFile(stamp));
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();

  const rows = page.getByRole("table", { name: "Rows of the file" });
  await expect(rows.getByText("Cannot send")).toHaveCount(2);
  await expect(page.getByText("2 rows must be corrected")).toBeVisible();
  await expectAccessible(page);
  // By keyboard: the next row to check, its first wrong cell, and the next.
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("n");
  await page.keyboard.press("Enter");
  const playerId = page.getByLabel("Player ID", { exact: true });
  await expect(playerId).toBeFocused();
  await playerId.fill(`${stamp}-3`);
  await page.keyboard.press("Enter");
  await expect(rows.getByText("Cannot send")).toHaveCount(1);
  // The row that was put right has left these, and the next one has the focus.
  await expect(rows.locator("[data-line='6']")).toBeFocused();
  await page.getByRole("button", { name: "Edit line 6" }).click();
  const account = page.getByLabel("Account number", { exact: true });
  await expect(account).toHaveAccessibleDescription(/something other than digits/);
  await account.fill(`2${stamp}`);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Nothing left to check").or(rows.getByText("New payee").first())).toBeVisible();
  await expect(rows.locator("[data-line='6']")).toBeFocused();

  // Left and come back to: nothing that was typed is lost.
  await page.goto("/sandbox/batches");
  await page.getByRole("link", { name }).click();
  await expect(page.getByRole("button", { name: "Request approval, 5 rows" })).toBeEnabled();
  await page.getByRole("button", { name: "Request approval, 5 rows" }).click();
  await expect(page.getByText("You requested this, so another user decides.")).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole("heading", { level: 1, name })).toBeFocused();
  await expectAccessible(page);
  const address = page.url();

  await become(page, "approver");
  await page.setViewportSize(PHONE);
  await page.goto("/sandbox/approvals");
  await page.getByRole("link", { name: new RegExp(`furikomi-${stamp}`) }).click();
  await expect(page.getByText("5 rows pay accounts that are not in the payee book.")).toBeVisible();
  await expectFits(page);
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Approve 5 rows, ¥300,010/ }).click();
  await expect(page.getByText(/^(Sending|Sent, in progress|Needs action|Paused)$/).first()).toBeVisible({
    timeout: 20_000,
  });
  await expect(page.getByRole("heading", { level: 2, name })).toBeFocused();

  await become(page, "ops");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(address);
  await expect(page.getByText("5 of 5 rows sent")).toBeVisible({ timeout: 60_000 });
  const sent = page.getByRole("table", { name: "Rows" });
  await expect(sent.getByText("Outcome unknown")).toBeVisible({ timeout: 30_000 });
  await expect(sent.getByText("Failed", { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(sent.getByText("Paid", { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText("Needs action", { exact: true }).first()).toBeVisible();
  await expect(page.getByText("1 row needs review")).toBeVisible();
  await expectAccessible(page);
  const find = page.getByRole("searchbox", { name: "Find a row" });
  await find.fill("3");
  await expect(sent.locator("tbody").getByRole("row")).toHaveCount(1);
  await find.clear();
  await expect(sent.locator("tbody").getByRole("row")).toHaveCount(5);

  // From a later page of all rows to the first page of these: as if the batch had more rows than a page.
  await page.route(/\/rows\?/, async (route) => {
    const response = await route.fetch();
    const view = await response.json();
    const isOfAll = !route.request().url().includes("group=");
    await route.fulfill({ response, json: isOfAll ? { ...view, next: 4 } : view });
  });
  await page.reload();
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await expect(page.getByText("Page 2, ")).toBeVisible();
  await page.getByRole("button", { name: "View 1 row" }).click();
  await expect(sent.getByText("Outcome unknown")).toBeVisible();
  await expect(sent.getByText("Failed", { exact: true })).toBeVisible();
  await expect(sent.getByRole("row")).toHaveCount(3);
  await page.getByRole("button", { name: "Retry 1 failed row" }).click();
  await expect(page.getByText("Run 2, failed rows")).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole("table", { name: "Rows of the file" }).getByText("ヤマダ　タロウ")).toHaveCount(1);
  await page.getByRole("button", { name: "Discard draft" }).click();
  await page.getByRole("button", { name: "Discard this draft" }).click();
  await expect(page.getByText("Discarded").first()).toBeVisible();

  // The same in Japanese, as the requester reads it.
  await page.context().addCookies([{ name: "locale", value: "ja", url: new URL(address).origin }]);
  await page.goto(address);
  await expect(page.getByText("5／5件 送信済み")).toBeVisible();
  await expect(page.getByText("確認が必要な明細が1件あります")).toBeVisible();
  await expectAccessible(page);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "取込ファイルに結果を追加" }).click();
  const results = new TextDecoder("shift_jis").decode(readFileSync(await (await download).path()));
  for (const word of ["手続済", "不能", "未確定"]) expect(results).toContain(word);

  // A 全銀 file whose trailer differs is requested only with a reason, and read only as what it is.
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/sandbox/batches/new");
  await expect(page.getByRole("button", { name: "ファイルを選択" })).toBeEnabled();
  await upload(page, "furikomi.txt", readFileSync("docs/samples/bad/zengin-wrong-sum.txt"));
  await expect(page.getByText("5行目：トレーラー 3件 ¥170,001／データ 3件 ¥170,000")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "相違があるまま申請…" }).click();
  await page.getByLabel("相違があるまま申請する理由").fill("作成ツールの端数処理");
  await page.getByRole("button", { name: "理由を保存" }).click();
  await expect(page.getByText(/：作成ツールの端数処理$/)).toBeVisible();
  await page.getByLabel("文字コード").selectOption("UTF-8");
  await expect(
    page.getByText(/^UTF-8では読み込めませんでした。何も変更していません。Shift_JISのまま使えます。/),
  ).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expectFits(page);
});
