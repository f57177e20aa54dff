import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { unzipSync } from "fflate";
import { Client } from "pg";
import { encode } from "@/lib/imports/text-encoding";
import { tokyoDay } from "@/lib/time";
import { signInAs, testContext } from "../support/test-context";
import { expect, expectAccessible, expectFits, test } from "./fixtures";
import { become } from "./withdrawal-steps";

const ROWS = 500;
/** In a month that is over, and older than what other tests look at. */
const day = tokyoDay(new Date(Date.parse(`${tokyoDay(new Date()).slice(0, 7)}-01T00:00:00+09:00`) - 12 * 86_400_000));
const month = day.slice(0, 7);
const monthName = `${Number(month.slice(0, 4))}年${Number(month.slice(5))}月`;
const idOf = (n: number) => `RC-${String(n).padStart(4, "0")}`;

/** Orders of a day that is over: all of them completed but one. */
async function ordersOfDay() {
  const client = new Client({ connectionString: testContext().databaseUrl });
  await client.connect();
  await client.query(
    `insert into transactions (environment, reference_id, transaction_id, type, currency, amount, player_id, status, status_source,
       status_at, created_at, first_seen_at, updated_at, ended_at, ended_at_source, end_known_at)
     select 'sandbox', 'RC-' || lpad(n::text, 4, '0'), 'T-RC-' || n, 'DEPOSIT', 'JPY', 1000 + n, 'p-' || n,
       case n when 2 then 'FAILED' else 'COMPLETED' end, 'query', at, at, at, at, at, 'service', at
     from generate_series(1, $1::int) n, lateral (select ($2 || ' 09:00+09')::timestamptz + n * interval '30 seconds' as at) moment`,
    [ROWS, day],
  );
  await client.end();
}

/** As many lines: one amount is wrong, one order failed, the last is missing and one has no order. */
function ledger(): Buffer {
  const lines = Array.from({ length: ROWS }, (_none, at) => {
    const n = at + 1;
    const reference = n === ROWS ? "RC-不明" : idOf(n);
    return `${reference},入金,円,${(1000 + n + (n === 1 ? 500 : 0)).toLocaleString("en")},計上済,${day} 12:00:00,山田 ${n}`;
  });
  const quoted = lines.map((line) => line.replace(/(\d),(\d{3})/, '"$1,$2"'));
  const bytes = encode(["参照番号,種別,通貨,金額,状態,計上日時,名義", ...quoted].join("\r\n"), "Shift_JIS");
  if (!bytes) throw new Error("not in Shift_JIS");
  return Buffer.from(bytes);
}

/** Unpacks into an empty folder, and runs the package's own script by plain Node. */
async function verified(zip: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "choba-month-"));
  for (const [name, bytes] of Object.entries(unzipSync(new Uint8Array(await readFile(zip))))) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), bytes);
  }
  const said = execFileSync(process.execPath, ["verify.mjs"], { cwd: folder, encoding: "utf8" });
  await rm(folder, { recursive: true });
  return said;
}

test("経理がShift_JISの帳簿500行を突合し、4件の差異を担当に割り当てて説明し、1件を残して日次を締め、月次パッケージを検証する", async ({
  page,
}) => {
  test.setTimeout(180_000);
  await ordersOfDay();
  await signInAs(page, "finance");
  await page.context().addCookies([{ name: "locale", value: "ja", url: testContext().url }]);
  await page.goto("/sandbox/reconciliation");
  await page.getByRole("link", { name: "新しい突合" }).click();
  await expect(page.getByRole("button", { name: "ファイルを選択" })).toBeEnabled();
  await page.getByLabel("帳簿ファイル").setInputFiles({ name: "帳簿.csv", mimeType: "text/csv", buffer: ledger() });
  await expect(page.getByText("帳簿.csv · Shift_JIS")).toBeVisible();
  await page.getByLabel("計上済みを表す語").fill("計上済");
  await expect(page.getByRole("cell", { name: "山田 1" })).toBeVisible();
  // The days are preset to yesterday, and the file is of another day.
  const otherDay = page.getByText(`ファイル内の日付：${day.replaceAll("-", "/")}（`);
  await expect(otherDay).toContainText(`先頭${ROWS}行のうち、指定した期間の行は0行`);
  await expectAccessible(page);
  await page.getByRole("button", { name: "この日に変更" }).click();
  await expect(otherDay).toBeHidden();
  await expect(page.getByLabel("開始日")).toHaveValue(day);
  await expect(page.getByLabel("終了日")).toHaveValue(day);
  await expect(page.getByRole("button", { name: "突合を開始" })).toBeFocused();
  await page.getByRole("button", { name: "突合を開始" }).click();

  await expect(page.getByRole("heading", { name: `自社帳簿 ${day.replaceAll("-", "/")}` })).toBeVisible();
  const classes = page.getByRole("navigation", { name: "突合の区分" });
  await expect(classes).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText("完了", { exact: true })).toBeVisible();
  await expect(page.getByText("一致 99.2% · 差異 4件 · 未解決 4件")).toBeVisible();
  for (const [name, figures] of [
    ["未完了なのに計上済み", "1¥1,002"],
    ["完了なのに未計上", "1¥1,500"],
    ["金額相違", "1¥500"],
    ["自社のみ", "1¥1,500"],
    ["一致", "497"],
  ] as const)
    await expect(classes.getByRole("link", { name: new RegExp(`^${name}`) })).toContainText(figures);
  const rows = page.getByRole("table", { name: "突合の明細" }).getByRole("row");
  await expect(rows).toHaveCount(5);
  await expect(rows.filter({ hasText: idOf(2) })).toContainText("失敗");
  await expectAccessible(page);

  // Before another file replaces it, the page says what is replaced.
  await page.getByRole("link", { name: "ファイルを差替え" }).click();
  await expect(page.getByText("の突合（帳簿.csv：一致 99.2%、未解決 4件）を差し替えます。")).toBeVisible();
  await page.goBack();
  await expect(rows).toHaveCount(5);

  // All four get an owner, and each a reason.
  await page.getByRole("checkbox", { name: "このページの行をすべて選択" }).check();
  const assign = page.getByLabel("担当者を割当");
  const owner = (await assign.locator("option").nth(1).textContent()) ?? "";
  await assign.selectOption({ label: owner });
  await expect(rows.filter({ hasText: owner })).toHaveCount(4);
  await page.getByRole("button", { name: "選択を解除" }).click();
  await rows.filter({ hasText: "RC-不明" }).click();
  const panel = page.getByRole("complementary", { name: "明細 RC-不明" });
  await panel.getByRole("button", { name: "決済サービスに照会" }).click();
  await expect(panel.getByText("決済サービスにこのIDの取引はありません。")).toBeVisible({ timeout: 20_000 });
  await panel.getByLabel("理由", { exact: true }).selectOption({ label: "参照番号の誤り" });
  await panel.getByLabel("メモ").fill("転記ミス。RC-0500の可能性");
  await panel.getByRole("button", { name: "理由を保存" }).click();
  await expect(panel.getByText(/理由「参照番号の誤り」を登録/)).toBeVisible();
  // Begun here, it is still there after the rows beside it.
  await panel.getByLabel("一致しない理由").fill("RC-0500として計上し直し");
  await expectAccessible(page);
  for (const [reference, reason] of [
    [idOf(1), "計上金額の誤り"],
    [idOf(2), "決済サービスの処理待ち"],
    [idOf(ROWS), "自社の取込停止"],
  ] as const) {
    await rows.filter({ hasText: reference }).click();
    const other = page.getByRole("complementary", { name: `明細 ${reference}` });
    await other.getByLabel("理由", { exact: true }).selectOption({ label: reason });
    await other.getByRole("button", { name: "理由を保存" }).click();
    await expect(other.getByText(new RegExp(`理由「${reason}」を登録`))).toBeVisible();
    if (reference === idOf(2)) continue;
    // Small amounts are closed by one person; one difference stays open.
    await other.getByLabel("一致しない理由").fill("訂正伝票を起票済み");
    await other.getByRole("button", { name: "差異をクローズ" }).click();
    await expect(other.getByText(/がクローズ：訂正伝票を起票済み/)).toBeVisible();
  }
  await rows.filter({ hasText: "RC-不明" }).click();
  await expect(panel.getByLabel("一致しない理由")).toHaveValue("RC-0500として計上し直し");
  await panel.getByRole("button", { name: "差異をクローズ" }).click();
  await expect(panel.getByText(/がクローズ：RC-0500として計上し直し/)).toBeVisible();
  await expect(page.getByText("一致 99.2% · 差異 4件 · 未解決 1件")).toBeVisible();
  await page.keyboard.press("Escape");

  await page.goto(`/sandbox/daily-close/${day}`);
  await expect(page.getByText("この日の未解決の差異：1件")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "この日を締める" }).click();
  await expect(page.getByRole("button", { name: "キャンセル" })).toBeVisible();
  await page.getByRole("button", { name: "この日を締める" }).click();
  await expect(page.getByText("この日の未解決の差異：1件")).toBeVisible();
  await expect(page.getByRole("heading", { name: "締め済み" })).toBeVisible();

  // The month as one file, with journals by the accounts that are suggested.
  await page.goto("/sandbox/settings/journal-accounts");
  await expectAccessible(page);
  // In another window as well, where something was typed before these were saved.
  const other = await page.context().newPage();
  await other.goto("/sandbox/settings/journal-accounts");
  const first = other.getByLabel("勘定科目").first();
  await first.fill("預り金");
  const save = (window: typeof page) => window.getByRole("button", { name: "勘定科目を保存" });
  await save(page).click();
  await expect(page.getByText("保存しました。")).toBeVisible();
  await expect(page.getByText("まだ保存されていません")).toBeHidden();
  await save(other).click();
  await expect(other.getByText(/別の画面で勘定科目が保存されました/)).toBeVisible();
  await expect(first).toHaveValue("預り金");
  await other.locator('nav a[href="/sandbox/daily-close"]').first().click();
  await expect(other).toHaveURL(/daily-close$/);
  await other.goBack();
  await expect(other.getByText("未保存の変更があります")).toBeVisible();
  await expect(first).toHaveValue("預り金");
  await other.close();
  await page.goto("/sandbox/daily-close");
  await page.getByRole("link", { name: "月次", exact: true }).click();
  await page.getByRole("link", { name: monthName }).click();
  await expect(page.getByText("この月の未解決の差異：1件")).toBeVisible();
  await expect(page.getByText(/未了として記載：未締め\d+日、前月以前を含む未解決の差異1件/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "パッケージを作成" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "第1版をダウンロード" }).click({ timeout: 30_000 }),
  ]);
  const said = await verified(await download.path());
  expect(said).toContain("All checks passed.");
  expect(said).toContain("1 runs, 497 rows agree, 4 differ");
  expect(said).toContain("1 open, 3 closed");
  await expectAccessible(page);

  // Support sees the result and nothing of the ledger's own lines, and changes nothing.
  await become(page, "support");
  await page.context().addCookies([{ name: "locale", value: "ja", url: testContext().url }]);
  await page.goto("/sandbox/reconciliation");
  await page.getByRole("link", { name: day.replaceAll("-", "/") }).click();
  await rows.filter({ hasText: "RC-0001" }).click();
  await expect(page.getByText("この役割には表示されません")).toBeVisible();
  await expect(page.getByRole("button", { name: "差異をクローズ" })).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/sandbox/reconciliation");
  await expectFits(page);
});
