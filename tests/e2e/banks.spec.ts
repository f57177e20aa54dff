import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "@/scripts/lib/root.mjs";
import { signInAs, testContext } from "../support/test-context";
import { clipboardText, expect, expectAccessible, expectFits, test } from "./fixtures";

test("a bank and its branch are found by name, at an address that can be shared", async ({ page }) => {
  await signInAs(page, "support");
  await page.goto("/sandbox/banks");
  // The page streams: what comes later stands hidden beside it for a moment.
  const content = page.getByRole("main");
  await expect(content.getByText("The service lists no banks for JPY. This is a valid response")).toBeVisible();
  await expect(content.getByText(/as of 24 Aug 2026/)).toBeVisible();
  await page.getByLabel("Bank", { exact: true }).fill("みずほ");
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("link", { name: "みずほ銀行" }).click();
  await page.getByLabel("Branch", { exact: true }).fill("shinjuku");
  await page.getByRole("button", { name: "Search" }).last().click();
  await expect(page.getByRole("list", { name: "Branches" }).getByText("新宿", { exact: true })).toBeVisible();
  await expectAccessible(page);

  await page.goto(page.url());
  await expect(page.getByRole("list", { name: "Branches" }).getByText("新宿", { exact: true })).toBeVisible();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy bank and branch 240" }).click();
  expect(await clipboardText(page)).toBe("0001 みずほ銀行 240 新宿");
});

test("a code that the list lacks is said to be unknown, not wrong", async ({ page }) => {
  await signInAs(page, "support");
  await page.goto("/sandbox/banks?bank=9999&q=zzzz");
  await expect(page.getByText("This list has no bank with the code 9999")).toBeVisible();
  await expect(page.getByText("Nothing in this list matches “zzzz”")).toBeVisible();
  await expect(page.getByText(/A code that is missing here may still be valid/).first()).toBeVisible();
});

test("what the service itself lists can be searched, too", async ({ page }) => {
  await signInAs(page, "support");
  await page.goto("/sandbox/banks?currency=THB");
  await page.getByLabel("Bank", { exact: true }).fill("bangkok");
  await page.getByRole("button", { name: "Search" }).click();
  const table = page.getByRole("table", { name: "Bank directory" });
  await expect(table.getByText("BBL", { exact: true }).first()).toBeVisible();
  await expect(table.getByText("SCB", { exact: true })).toHaveCount(0);
  await expectAccessible(page);
});

test("the directory is in nothing that a browser is sent", () => {
  const entries = readdirSync(join(ROOT, ".next/static"), { recursive: true, withFileTypes: true });
  const scripts = entries.filter((entry) => entry.isFile() && entry.name.endsWith(".js"));
  expect(scripts.length).toBeGreaterThan(5);
  for (const { parentPath, name } of scripts)
    expect(readFileSync(join(parentPath, name), "utf8")).not.toContain("ミツビシユ－エフジエイ");
});

test.describe("in Japanese, on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("the same page is accessible and fits the screen", async ({ page }) => {
    await signInAs(page, "ops");
    await page.context().addCookies([{ name: "locale", value: "ja", url: testContext().url }]);
    await page.goto(`/sandbox/banks?${new URLSearchParams({ q: "ゆうちょ", bank: "9900" })}`);
    await expect(page.getByRole("list", { name: "支店の一覧" }).getByText("〇一八", { exact: true })).toBeVisible();
    await expectAccessible(page);
    await expectFits(page);
  });
});
