import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { workbook } from "../support/payout-files";
import { signInAs, testContext } from "../support/test-context";
import { expect, expectAccessible, expectFits, test } from "./fixtures";
import { accepted, become, decideOrder, reviewAnd, searchSavedPayees, sendWithdrawal } from "./withdrawal-steps";

// In baht, so that the forms of other tests still begin with recent recipients.
const ACCOUNT = `98${Date.now().toString().slice(-8)}`;
const HOLDER = "SOMCHAI JAIDEE";

async function typePayee(page: Page, { account = ACCOUNT, holder = HOLDER } = {}) {
  await page.goto("/sandbox/payees/new");
  await expect(page.getByRole("button", { name: "Propose payee" })).toBeEnabled();
  await page.getByLabel("Currency").selectOption("THB");
  await page.getByLabel("Bank code").fill("BBL");
  await page.getByLabel("Bank name").fill("Bangkok Bank");
  await page.getByLabel("Account number").fill(account);
  await page.getByLabel("Account holder").fill(holder);
}

test("a payee that two people confirmed is paid from the form, and the order says which version was used", async ({
  page,
}) => {
  test.setTimeout(120_000);
  await signInAs(page, "ops");
  await typePayee(page);
  await page.getByRole("button", { name: "Propose payee" }).click();
  await expect(page.getByRole("heading", { name: "New payee waiting for a second user" })).toBeVisible();
  const payeeId = new URL(page.url()).pathname.split("/").at(-1);

  await become(page, "approver");
  await page.goto(`/sandbox/approvals?item=${payeeId}`);
  // It is paid by the code, not by the name.
  await expect(page.getByText("BBL", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Approve", exact: true }).click();
  // The item leaves the list with the decision.
  await expect(page.getByText("Decided. Nothing waits about this payee.")).toBeVisible();
  await expect(page.getByRole("link", { name: HOLDER })).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 2, name: HOLDER })).toBeFocused();

  await become(page, "ops");
  await searchSavedPayees(page, ACCOUNT.slice(-4));
  await page.getByRole("list", { name: "Recipients" }).getByRole("button", { name: HOLDER }).click();
  await expect(page.getByText("From the payee book.")).toBeVisible();
  await expect(page.getByLabel("Account number")).toHaveCount(0);
  await page.getByLabel("Amount").fill("500");
  await page.getByLabel("Player ID").fill("p-20391");
  const referenceId = await reviewAnd(page, /^Send .*\d/);
  await expect(page.getByRole("link", { name: "Version 1" })).toBeVisible();
  await accepted(page);
  await decideOrder(referenceId, "complete");
  await expect(page.getByText("is paid.").first()).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole("link", { name: "Save as payee" })).toHaveCount(0);

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/sandbox/payees?open=${payeeId}`);
  const open = page.getByRole("region", { name: HOLDER });
  await expect(open.getByText("1 payout, 500.00 THB").first()).toBeVisible();
  await expectAccessible(page);
  await expectFits(page);
  await open.getByLabel("Reason").fill("the bank asked for it");
  await open.getByRole("button", { name: "Block payee" }).click();
  await expect(open.getByText("Reason: the bank asked for it")).toBeVisible();
  await expect(open.getByRole("heading", { name: HOLDER })).toBeFocused();

  // Nothing is opened: beside the list is its first payee, and none beside a list without one.
  await page.goto("/sandbox/payees?q=zzz-none");
  await expect(page.getByText("No payee matches these filters.")).toBeVisible();
  const find = page.getByRole("main").getByRole("searchbox");
  await find.fill(ACCOUNT);
  await find.press("Enter");
  await expect(open.getByText("Reason: the bank asked for it")).toBeVisible();
  await find.fill("zzz-none");
  await find.press("Enter");
  await expect(page.getByText("No payee matches these filters.")).toBeVisible();
  await expect(open).toHaveCount(0);
});

test("a reason for rejecting stays where another approver is first", async ({ page, browser }) => {
  test.setTimeout(90_000);
  await signInAs(page, "ops");
  await typePayee(page, { account: `99${Date.now().toString().slice(-8)}`, holder: "KANYA DEE" });
  await page.getByRole("button", { name: "Propose payee" }).click();
  await expect(page.getByRole("heading", { name: "New payee waiting for a second user" })).toBeVisible();
  const item = `/sandbox/approvals?item=${new URL(page.url()).pathname.split("/").at(-1)}`;

  // Whose role decides other things is offered no decision about a payee.
  await become(page, "finance");
  await page.goto(item);
  await expect(page.getByText("An approver decides.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Approve", exact: true })).toHaveCount(0);

  await become(page, "approver");
  await page.goto(item);
  await page.getByLabel("Reason").fill("the invoice has another account");
  const elsewhere = await browser.newContext({ baseURL: testContext().url });
  const other = await elsewhere.newPage();
  await signInAs(other, "admin");
  await other.goto(item);
  await other.getByRole("button", { name: "Approve", exact: true }).click();
  await expect(other.getByText(/^Approved by /)).toBeVisible();
  await elsewhere.close();

  await expect(page.getByText(/^Approved by /)).toBeVisible({ timeout: 30_000 });
  const kept = page.getByRole("status").filter({ hasText: "the invoice has another account" });
  await expect(kept).toBeVisible();
  await expectAccessible(page);
  await kept.getByRole("button", { name: "Dismiss notice" }).click();
  await expect(kept).toHaveCount(0);
});

test("a field that is corrected is no longer marked, and another bank does not lose the account", async ({ page }) => {
  await signInAs(page, "ops");
  await page.goto("/sandbox/payees/new");
  await page.getByRole("button", { name: "Propose payee" }).click();
  const [bank, number, holder] = ["Bank code", "Account number", "Account holder"].map((name) => page.getByLabel(name));
  for (const field of [bank!, number!, holder!]) await expect(field).toHaveAccessibleDescription(/Required/);
  await page.getByRole("button", { name: "みずほ", exact: true }).click();
  await number!.fill("7654321");
  await holder!.fill("ヤマダ　タロウ");
  for (const field of [bank!, number!, holder!]) await expect(field).not.toHaveAttribute("aria-invalid");
  await expect(page.getByLabel("Branch code")).toHaveAccessibleDescription(/Required/);

  await page.getByRole("button", { name: "りそな", exact: true }).click();
  await expect(number!).toHaveValue("");
  await page.getByRole("button", { name: "Restore" }).click();
  await expect(number!).toHaveValue("7654321");
  await expect(holder!).toHaveValue("ヤマダ　タロウ");
  await expect(bank!).toHaveValue("0010");
});

test("the account of a paid order is proposed as a payee", async ({ page }) => {
  test.setTimeout(90_000);
  await signInAs(page, "ops");
  const account = `97${Date.now().toString().slice(-8)}`;
  const referenceId = await sendWithdrawal(page, { currency: "THB", account, amount: "500", holder: HOLDER });
  await accepted(page);
  await decideOrder(referenceId, "complete");
  await page.getByRole("link", { name: "Save as payee" }).click({ timeout: 30_000 });
  await expect(page.getByLabel("Account number")).toHaveValue(account);
  await expect(page.getByRole("button", { name: "Propose payee" })).toBeEnabled();
  await page.getByRole("button", { name: "Propose payee" }).click();
  await expect(page.getByText("Not approved").first()).toBeVisible();
});

test("a bank confirms an account: asked by a file, answered by a file, kept once although an answer was lost", async ({
  page,
}) => {
  test.setTimeout(120_000);
  const account = Date.now().toString().slice(-7);
  await signInAs(page, "ops");
  await page.goto("/sandbox/payees/new");
  await page.getByRole("button", { name: "みずほ", exact: true }).click();
  await page.getByLabel("Branch code").fill("001");
  await page.getByLabel("Account number").fill(account);
  await page.getByLabel("Account holder").fill("コウザ　タシカメ");
  // The branch's name comes from the directory, and a proposal without it is refused.
  await expect(page.getByLabel("Branch name")).not.toHaveValue("");
  await page.getByRole("button", { name: "Propose payee" }).click();
  await expect(page.getByRole("heading", { name: "New payee waiting for a second user" })).toBeVisible();
  const payeeId = new URL(page.url()).pathname.split("/").at(-1);
  await become(page, "approver");
  await page.goto(`/sandbox/approvals?item=${payeeId}`);
  await page.getByRole("button", { name: "Approve", exact: true }).click();
  await expect(page.getByText(/^Decided/).first()).toBeVisible();

  await become(page, "ops");
  await page.goto("/sandbox/payees/account-checks");
  const others = page
    .getByRole("group", { name: "Payees in the file" })
    .locator("label")
    .filter({ hasNotText: account.slice(-4) });
  for (const other of await others.all()) await other.click();
  await page.getByLabel("Client code").fill("1234567890");
  await page.getByLabel("Client name (kana)").fill("ﾁﾖｳﾊﾞ");
  const exported = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export 1 account" }).click();
  const answers = await readFile(await (await exported).path());
  // The bank writes its answer where a file of transfers has its mark: there is such an account.
  answers[122 + 112] = "0".charCodeAt(0);

  await page.getByLabel("Answer file").setInputFiles({ name: "answers.txt", mimeType: "text/plain", buffer: answers });
  await expect(page.getByRole("cell", { name: account })).toBeVisible();
  const bank = page.getByLabel("Bank that answered");
  await bank.fill("みずほ銀行".repeat(9));
  await page.getByLabel("Date of the answer").fill("2999-01-01");
  await page.getByRole("button", { name: "Keep as evidence" }).click();
  await expect(bank).toHaveAccessibleDescription(/At most 40 characters/);
  await expect(page.getByLabel("Date of the answer")).toHaveAccessibleDescription(/This day is yet to come/);
  await expectAccessible(page);
  await bank.fill("みずほ銀行");
  await expect(bank).not.toHaveAttribute("aria-invalid");
  await page.getByLabel("Date of the answer").fill("2026-01-05");
  await page.route("**/payees/account-checks?*", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole("button", { name: "Keep as evidence" }).click();
  await expect(page.getByText("it is not known whether the answers were kept")).toBeVisible();
  await page.unrouteAll();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Keep as evidence" }).click();
  await expect(page.getByText("0 answers kept")).toContainText("1 known before");
  await page.goto(`/sandbox/payees/${payeeId}`);
  await expect(page.getByText("みずほ銀行").last()).toBeVisible();
});

test("a file of payees that cannot be read says why and what to do, in both languages", async ({ page }) => {
  await signInAs(page, "ops");
  await page.goto("/sandbox/payees/import");
  const file = page.locator("#payees-file");
  await expect(file).toBeEnabled();
  const account = Date.now().toString().slice(-7);
  // ﾃｱ in Shift_JIS, and ñ in UTF-8.
  const label = Buffer.from([0xc3, 0xb1]);
  const bytes = Buffer.concat([
    Buffer.from(`destination,destinationBranchCode,destinationAccount,destinationAccountName\n0005,001,${account},`),
    label,
  ]);
  await file.setInputFiles({ name: "kana.csv", mimeType: "text/csv", buffer: bytes });
  const refused = page.getByRole("main").getByRole("alert");
  await expect(refused).toContainText("Choose the encoding.");
  await expectAccessible(page);
  const encoding = page.getByLabel("Encoding");
  await encoding.focus();
  await encoding.selectOption("Shift_JIS");
  await expect(page.getByText("1 new", { exact: false })).toBeVisible();
  await expect(encoding).toBeFocused();
  await page.getByRole("button", { name: "Propose 1 payee" }).click();
  await expect(page).toHaveURL(/\/payees\/imports\//);
  await expect(page.getByText("テア").first()).toBeVisible();

  await page.context().addCookies([{ name: "locale", value: "ja", url: testContext().url }]);
  await page.goto("/sandbox/payees/import");
  await expect(file).toBeEnabled();
  const sheet = '<worksheet><sheetData><row r="1"><c r="A1" t="str"><v>x</v></c></row></sheetData></worksheet>';
  const sheets = ["sheet1", "sheet2"].map((name, at) => [
    `<sheet name="${name}" r:id="rId${at}"/>`,
    `<Relationship Id="rId${at}" Target="worksheets/${name}.xml"/>`,
  ]);
  const parts = {
    "xl/workbook.xml": `<workbook xmlns:r="r"><sheets>${sheets.map(([one]) => one).join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${sheets.map(([, one]) => one).join("")}</Relationships>`,
    ...{ "xl/worksheets/sheet1.xml": sheet, "xl/worksheets/sheet2.xml": sheet },
  };
  const book = {
    name: "payees.xlsx",
    mimeType: "application/vnd.ms-excel",
    buffer: Buffer.from(workbook({ rows: [], parts })),
  };
  await file.setInputFiles(book);
  await expect(refused).toContainText("複数のシートに値があります：sheet1, sheet2");
  await expect(refused).not.toContainText("_");
  await expectAccessible(page);
});

test("a payee that cannot be read is not said to be missing", async ({ page }) => {
  await signInAs(page, "ops");
  const path = `/sandbox/payees?open=${crypto.randomUUID()}`;
  await page.goto(path);
  await expect(page.getByText("There is no payee at this address.")).toBeVisible();
  await page.route(/\/api\/sandbox\/payees\/[^?]/, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(path);
  await expect(page.getByText("This could not be loaded. Its current state is not known.")).toBeVisible();
  await expect(page.getByText("There is no payee at this address.")).toHaveCount(0);
});
