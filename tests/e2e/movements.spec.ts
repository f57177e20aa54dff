import { Client } from "pg";
import { tokyoDay } from "@/lib/time";
import { zenginStatementRecords } from "../support/bank-statements";
import { bytesOf } from "../support/payout-files";
import { signInAs, testContext } from "../support/test-context";
import { expect, expectAccessible, expectFits, test } from "./fixtures";

/** Older than what other tests look at. */
const daysAgo = (days: number) => tokyoDay(new Date(Date.now() - days * 86_400_000));
const day = daysAgo(12);

/** Movements as the job has found them. */
async function movementsOf(amounts: number[], day: string) {
  const client = new Client({ connectionString: testContext().databaseUrl });
  await client.connect();
  for (const [nth, amount] of amounts.entries()) {
    await client.query(
      `insert into balance_movements (environment, currency, amount, from_at, until_at, found_at)
       select 'sandbox', 'JPY', $1, at, at + interval '1 minute', now() from (select ($2 || ' 10:00+09')::timestamptz + $3 * interval '1 hour' as at) moment`,
      [amount, day, nth],
    );
  }
  await client.end();
}

/** The transfer of the top-up, another one, and one whose amount cannot be read. */
function statement(): Buffer {
  const records = zenginStatementRecords(
    [-3_000_000, 5_000, 6_000].map((amount) => ({ day, amount, party: "ｶ)ﾍﾟｲﾒﾝﾂ" })),
  );
  const broken = records.with(3, `${records[3]?.slice(0, 24)}00000000600?${records[3]?.slice(36)}`);
  return Buffer.from(bytesOf(broken.join("\r\n"), "Shift_JIS"));
}

test("経理が説明のつかない残高変動に名称を付け、次回以降のルールを登録し、銀行明細と照合する", async ({ page }) => {
  await movementsOf([3_000_000, -1_234], day);
  await signInAs(page, "finance");
  await page.context().addCookies([{ name: "locale", value: "ja", url: testContext().url }]);
  await page.goto("/sandbox/reconciliation");
  await page.getByRole("link", { name: "説明のつかない残高変動" }).click();
  const rows = page.getByRole("table", { name: "取引で説明のつかない残高変動" }).getByRole("row");
  await rows.filter({ hasText: "+¥3,000,000" }).click();
  const panel = page.getByRole("complementary", { name: "残高変動" });
  await panel.getByLabel("名称", { exact: true }).selectOption({ label: "残高補充" });
  await panel.getByLabel("次回以降はルールで名称を付ける").check();
  await panel.getByLabel("金額の条件").selectOption({ label: "倍数" });
  await panel.getByLabel("単位金額").fill("1,000,000");
  await panel.getByLabel("時間帯を指定").check();
  await expectAccessible(page);
  // Another one is opened meanwhile, to compare the two.
  await rows.filter({ hasText: "−¥1,234" }).click();
  await expect(panel.getByLabel("次回以降はルールで名称を付ける")).not.toBeChecked();
  await rows.filter({ hasText: "+¥3,000,000" }).click();
  await expect(panel.getByLabel("単位金額")).toHaveValue("1,000,000");
  await panel.getByRole("button", { name: "名称を保存" }).click();
  await expect(panel.getByText(/が「残高補充」と登録/)).toBeVisible();
  await expect(page.getByText("ルール1：残高補充")).toBeVisible();
  await expect(page.getByText("増加・¥1,000,000の倍数 · 日本時間09:00から15:00まで")).toBeVisible();
  await page.keyboard.press("Escape");
  await expectAccessible(page);

  await page.goto(`/sandbox/daily-close/${day}`);
  const sums = page.getByRole("table", { name: "通貨・名称別の残高変動の合計" });
  await expect(sums.getByRole("row", { name: /残高補充/ })).toContainText("+¥3,000,000");
  await expect(sums.getByRole("row", { name: /名称なし/ })).toContainText("−¥1,234");

  // The transfer stands in the statement of the bank; one entry cannot be read.
  await page.goto("/sandbox/reconciliation/statements");
  await expect(page.getByRole("button", { name: "ファイルを選択" })).toBeEnabled();
  const file = { name: "入出金明細.txt", mimeType: "text/plain", buffer: statement() };
  await page.getByLabel("明細ファイル").setInputFiles(file);
  await expect(page.getByText("3件を読み取りました · 照合1件 · 読取不可1件")).toBeVisible();
  await page.getByLabel("明細ファイル").setInputFiles(file);
  await expect(page.getByText(/「入出金明細.txt」としてアップロード済みです/)).toBeVisible();
  const entries = page.getByRole("table", { name: "銀行明細の入出金" }).getByRole("row");
  await entries.filter({ hasText: "読取不可" }).click();
  const entry = page.getByRole("complementary", { name: "銀行の入出金" });
  await expect(entry.getByText("金額 25–36：")).toBeVisible();
  await entries.filter({ hasText: "−¥3,000,000" }).click();
  await entry.getByLabel("理由", { exact: true }).fill("別の振込");
  await entry.getByRole("button", { name: "照合を取消" }).click();
  await expect(entry.getByText("金額は一致、候補が複数")).toBeVisible();
  await entry.getByLabel("照合する理由").fill("銀行に確認済み");
  await expectAccessible(page);
  // Another entry is opened meanwhile, to compare the two.
  await entries.filter({ hasText: "読取不可" }).click();
  await expect(entry.getByText("金額 25–36：")).toBeVisible();
  await entries.filter({ hasText: "−¥3,000,000" }).click();
  await expect(entry.getByLabel("照合する理由")).toHaveValue("銀行に確認済み");
  await entry.getByRole("button", { name: "照合する", exact: true }).click();
  await expect(entry.getByText(/が照合：銀行に確認済み/)).toBeVisible();
  await page.keyboard.press("Escape");
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  for (const part of ["movements", "statements"]) {
    await page.goto(`/sandbox/reconciliation/${part}`);
    await expectFits(page);
  }
});

test("what was typed about a movement stays to be read where another user names it first, and is there once undone", async ({
  page,
}) => {
  await movementsOf([4_321], daysAgo(13));
  await signInAs(page, "finance");
  await page.goto("/sandbox/reconciliation/movements");
  await page.getByRole("row").filter({ hasText: "+¥4,321" }).click();
  const panel = page.getByRole("complementary", { name: "Movement" });
  await panel.getByLabel("Note").fill("bank statement 11/15");
  await panel.getByLabel("Name the next ones by a rule").check();
  const other = await page.context().newPage();
  await other.goto(page.url());
  const first = other.getByRole("complementary", { name: "Movement" });
  await first.getByLabel("Name", { exact: true }).selectOption({ label: "Fee" });
  await first.getByRole("button", { name: "Save name" }).click();
  await expect(first.getByText(/named it “Fee”/)).toBeVisible();
  const unsent = "This movement changed meanwhile. What you entered was not recorded.";
  await expect(first.getByText(unsent)).toHaveCount(0);
  await expect(panel.getByText(unsent)).toBeVisible();
  await expect(panel.getByText("Note bank statement 11/15")).toBeVisible();
  await expectAccessible(page);

  // The same of two who undo the name.
  await panel.getByLabel("Reason", { exact: true }).fill("no fee on the statement");
  await first.getByLabel("Reason", { exact: true }).fill("a top-up");
  await first.getByRole("button", { name: "Undo name" }).click();
  await expect(first.getByLabel("Note")).toHaveValue("");
  await expect(first.getByText(unsent)).toHaveCount(0);
  await expect(panel.getByText("Reason no fee on the statement")).toBeVisible();
  await expect(panel.getByText(unsent)).toHaveCount(1);
  await expect(panel.getByLabel("Note")).toHaveValue("bank statement 11/15");
  await expect(panel.getByLabel("Name the next ones by a rule")).toBeChecked();
});

test("a name whose answer was lost is not said to be unrecorded, also after another movement was opened", async ({
  page,
}) => {
  await movementsOf([7_771, -7_772], daysAgo(16));
  await signInAs(page, "finance");
  const path = "/sandbox/reconciliation/movements";
  await page.goto(path);
  // The sums above the list are rows as well.
  const row = (text: string) => page.getByRole("row").filter({ hasText: text }).last();
  await row("+¥7,771").click();
  const panel = page.getByRole("complementary", { name: "Movement" });
  await panel.getByLabel("Name", { exact: true }).selectOption({ label: "Fee" });
  await panel.getByLabel("Note").fill("sent once");
  await page.route(`**${path}*`, async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    await route.fetch();
    return route.abort();
  });
  await panel.getByRole("button", { name: "Save name" }).click();
  await expect(panel.getByText(/named it “Fee”/)).toBeVisible();
  await row("−¥7,772").click();
  await expect(panel.getByLabel("Note")).toHaveValue("");
  await row("+¥7,771").click();
  await expect(panel.getByText(/named it “Fee”/)).toBeVisible();
  await expect(panel.getByText(/What you entered was not recorded/)).toHaveCount(0);
});
