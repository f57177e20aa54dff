import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { signInAs } from "../support/test-context";
import { createDeposit } from "./deposit-steps";
import { expect, expectAccessible, test } from "./fixtures";

async function downloaded(page: Page, name: string) {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name, exact: true }).click(),
  ]);
  return { file: download.suggestedFilename(), text: await readFile(await download.path(), "utf8") };
}

test("support sees a payer only once it is written down, and an admin reads who saw whom", async ({ page }) => {
  test.setTimeout(90_000);
  await signInAs(page, "support");
  const referenceId = await createDeposit(page);
  await expect(page.getByText("ヤ•••")).toBeVisible();
  await expect(page.getByText("ヤマダ　タロウ")).toHaveCount(0);
  await page.getByRole("button", { name: /^Reveal .* This is logged in the audit log\.$/ }).press("Enter");
  await expect(page.getByText("ヤマダ　タロウ")).toBeVisible();
  await expect(page.getByText("Shown until you leave this page.", { exact: false })).toBeFocused();
  await expect(page.getByText(/revealed the payer/)).toBeVisible({ timeout: 15_000 });
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByText("ヤ•••")).toBeVisible();
  await expect(page.getByText("ヤマダ　タロウ")).toHaveCount(0);

  await page.context().clearCookies();
  await signInAs(page, "admin");
  await page.goto("/sandbox/settings/audit");
  await page.getByLabel("Subject (an ID)").fill(referenceId);
  await page.keyboard.press("Enter");
  await page.getByRole("main").getByRole("button", { name: "Action", exact: true }).click();
  await page.getByLabel("Search options").fill("pii.rev");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/action=pii\.revealed/);
  const lines = page.getByRole("table", { name: "Audit log entries" }).locator("[data-row]");
  await expect(lines).toHaveCount(1);
  await lines.getByRole("link").click();
  const panel = page.getByRole("complementary", { name: /^Entry/ });
  await expect(panel.getByText(/SHA-256 [0-9a-f]{64}/)).toBeVisible();
  await expectAccessible(page);
  const audit = await downloaded(page, "Export CSV");
  expect(audit.file).toMatch(/^audit-sandbox-\d{8}\.csv$/);
  expect(audit.text.trim().split("\r\n")).toHaveLength(2);
  expect(audit.text).toContain(referenceId);

  await page.goto(`/sandbox/activity?kind=users&order=${referenceId}`);
  const log = await downloaded(page, "Export CSV");
  expect(log.file).toMatch(/^activity-sandbox-\d{8}\.csv$/);
  expect(log.text).toContain("pii.revealed");
});

test("a list of orders that has no such name leads to the search, which also finds players", async ({ page }) => {
  await signInAs(page, "ops");
  await page.goto(`/sandbox/transactions?${new URLSearchParams({ q: "ヌマタ ヌイ" })}`);
  const link = page.getByRole("link", { name: "Search for “ヌマタ ヌイ” among players and banks as well" });
  await expect(link).toHaveAttribute("href", `/sandbox/search?${new URLSearchParams({ q: "ヌマタ ヌイ" })}`);
});

test("a list of orders says that names are not searched where they are masked, and leads to the search", async ({
  page,
}) => {
  await signInAs(page, "support");
  await page.goto("/sandbox/transactions");
  const find = page.getByRole("searchbox", { name: "ID, account ending or amount" });
  await expect(find).toHaveAccessibleDescription(/not searched here/);
  await find.fill("ヤマダ タロウ");
  await find.press("Enter");
  await expect(page.getByText("Names and full account numbers are not searched here.", { exact: false })).toBeVisible();
  const link = page.getByRole("link", { name: "Search for “ヤマダ タロウ” as a full name or account number" });
  await expect(link).toHaveAttribute("href", `/sandbox/search?${new URLSearchParams({ q: "ヤマダ タロウ" })}`);

  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox", { name: "Page or search term" }).fill("ヤマダ");
  await expect(page.getByRole("dialog").getByText(/^No results.*Names are masked for your role/)).toBeVisible();
});
