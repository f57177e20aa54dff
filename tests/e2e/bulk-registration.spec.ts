import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { signInAs, testContext } from "../support/test-context";
import { expect, expectAccessible, expectFits, test } from "./fixtures";

const stamp = Date.now();
const FAMILIES = ["ヤマダ", "スズキ", "タナカ", "サトウ", "ワタナベ"];

/** Thirty of a hundred and twenty rows cannot be sent as they are. */
function manyPlayers(): string {
  const rows = Array.from({ length: 120 }, (_none, at) => {
    const id = `bulk-${stamp}-${at}`;
    const name = `${FAMILIES[at % 5]}　タロウ`;
    if (at < 10) return `${id},力トウ　ケン`;
    if (at < 20) return `${id},山田　太郎`;
    if (at < 25) return `1_${id},${name}`;
    if (at < 28) return `bulk-${stamp}-119,${name}`;
    if (at < 30) return `${id},${name}😀`;
    return `${id},${at % 2 ? name : "ﾔﾏﾀﾞ ﾊﾅｺ"}`;
  });
  // The rows that repeat a player come after the one that they repeat.
  const twice = rows.splice(25, 3);
  return `playerId,氏名\r\n${[...rows, ...twice].join("\r\n")}\r\n`;
}

const choose = (page: Page, name: string, buffer: Buffer) =>
  page.getByLabel(/^(File|ファイル)$/).setInputFiles({ name, mimeType: "text/csv", buffer });

async function open(page: Page) {
  await signInAs(page, "ops");
  await page.goto("/sandbox/players/bulk");
  await expect(page.getByLabel("File", { exact: true })).toBeEnabled();
}

test("a hundred and twenty players, thirty of them wrong: seen, put right in place, sent, left and come back to", async ({
  page,
}) => {
  test.setTimeout(180_000);
  await open(page);
  await choose(page, "players.csv", Buffer.from(manyPlayers()));
  await expect(page.getByText("90 rows are ready.")).toBeVisible();
  await expect(page.getByText("30 rows need review, or are left out.")).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Accept 10 proposals" }).click();
  await expect(page.getByText("100 rows are ready.")).toBeVisible();
  const name = page.getByLabel("Name, line 12", { exact: true });
  await expect(name).toHaveValue("山田　太郎");
  await expect(name).toHaveAccessibleDescription(/“山” is kanji/);
  await name.fill("やまだ　たろう");
  await expect(page.getByText("101 rows are ready.")).toBeVisible();
  await page.getByRole("button", { name: "Register 101 players" }).click();

  await expect(page.getByText(/of 101 sent/)).toBeVisible();
  const here = page.url();
  await page.goto("/sandbox/players");
  await page.goto("/sandbox/players/bulk");
  await page.getByRole("link", { name: "players.csv" }).first().click();
  await expect(page).toHaveURL(here);
  await expect(page.getByText("All 101 sent")).toBeVisible({ timeout: 120_000 });
  await page.getByText("Left out (19)", { exact: true }).click();
  await expect(page.getByText("Left out: could not be sent")).toHaveCount(19);

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Results (CSV)" }).click(),
  ]);
  const lines = (await readFile(await download.path(), "utf8")).trim().split("\r\n");
  expect(lines).toHaveLength(121);
  expect(lines.filter((line) => line.includes(",pending,PENDING,"))).toHaveLength(101);
  expect(lines).toContainEqual(expect.stringContaining(`bulk-${stamp}-10,ヤマダ　タロウ,pending`));

  const registered = await fetch(`${testContext().sandbox.operatorUrl}/kyc`);
  expect(await registered.text()).toContain(`bulk-${stamp}-118`);

  await page.goto("/sandbox/players/bulk");
  await choose(page, "again.csv", Buffer.from(manyPlayers()));
  await expect(page.getByText(/The same file was registered by/)).toBeVisible();
  await expect(page.getByText(/are already registered or in progress under the same name/)).toBeVisible();
});

test("another name than the registered one is shown, and sent only when its row is confirmed", async ({ page }) => {
  test.setTimeout(180_000);
  await open(page);
  const id = `rename-${stamp}`;
  await choose(page, "first.csv", Buffer.from(`${id},ヤマダ　タロウ\n`));
  await page.getByRole("button", { name: /^Register 1 player/ }).click();
  await expect(page.getByText("All 1 sent")).toBeVisible({ timeout: 120_000 });

  await page.goto("/sandbox/players/bulk");
  await expect(page.getByLabel("File", { exact: true })).toBeEnabled();
  await choose(page, "second.csv", Buffer.from(`${id},ヤマダ　ジロウ\n`));
  const replace = page.getByLabel("Replace the earlier registration, line 1");
  await expect(replace).not.toBeChecked();
  await expect(page.getByText("ヤマダ　タロウ").first()).toBeVisible();
  await expect(page.getByRole("button", { name: /^Register 1 player/ })).toHaveCount(0);
  await expectAccessible(page);
  await replace.check();
  await expect(page.getByRole("button", { name: /^Register 1 player/ })).toBeEnabled();
});

test("an ID that is corrected is compared with the registered players before the file is started", async ({ page }) => {
  test.setTimeout(180_000);
  await open(page);
  const id = `wide-${stamp}`;
  await choose(page, "narrow.csv", Buffer.from(`${id},ヤマダ　タロウ\n`));
  await page.getByRole("button", { name: /^Register 1 player/ }).click();
  await expect(page.getByText("All 1 sent")).toBeVisible({ timeout: 120_000 });

  await page.goto("/sandbox/players/bulk");
  await expect(page.getByLabel("File", { exact: true })).toBeEnabled();
  await choose(
    page,
    "wide.csv",
    Buffer.from(`${id.replace("wide", "ｗｉｄｅ")},ヤマダ　ジロウ\nnext-${stamp},タナカ　ケン\n`),
  );
  await expect(page.getByText("1 row is ready.")).toBeVisible();
  const start = page.getByRole("button", { name: /^Register \d/ });
  await expect(start).toBeEnabled();
  let goOn = () => {};
  const answered = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route("**/player-files/known-players", async (route) => {
    await answered;
    await route.continue();
  });
  await page.getByRole("button", { name: id, exact: true }).click();
  await expect(start).toBeDisabled();
  goOn();
  const replace = page.getByLabel("Replace the earlier registration, line 1");
  await expect(replace).not.toBeChecked();
  await expect(page.getByText("ヤマダ　タロウ").first()).toBeVisible();
  await replace.check();
  await expect(page.getByRole("button", { name: "Register 2 players" })).toBeEnabled();
});

test("another file after the browser's Back is registered, too", async ({ page }) => {
  await open(page);
  const registered = async (id: string) => {
    await choose(page, `${id}.csv`, Buffer.from(`${id},ヤマダ　タロウ\n`));
    await page.getByRole("button", { name: /^Register 1 player/ }).click();
    await expect(page.getByRole("heading", { level: 1, name: `${id}.csv` })).toBeVisible();
    await expect(page.getByText(id, { exact: true })).toBeVisible();
  };
  await registered(`back-${stamp}-1`);
  await page.goBack();
  await expect(page.getByLabel("File", { exact: true })).toBeEnabled();
  await registered(`back-${stamp}-2`);
});

test("nothing is registered before the players were compared with those that are", async ({ page }) => {
  await open(page);
  await page.route("**/player-files/known-players", (route) => route.abort());
  await choose(page, "compared.csv", Buffer.from(`compared-${stamp},ヤマダ　タロウ\n`));
  const again = page.getByRole("button", { name: "Compare again" });
  await expect(again).toBeVisible({ timeout: 15_000 });
  await expect(page.getByRole("button", { name: /^Register 1 player/ })).toBeDisabled();
  await expectAccessible(page);
  await page.unroute("**/player-files/known-players");
  await again.click();
  await expect(page.getByRole("button", { name: /^Register 1 player/ })).toBeEnabled();
  await expect(again).toBeHidden();
});

test("a file in Shift_JIS without a header, with columns the other way round", async ({ page }) => {
  await open(page);
  // ヤマダ,p…
  const bytes = Buffer.concat([Buffer.from([0x83, 0x84, 0x83, 0x7d, 0x83, 0x5f]), Buffer.from(`,sjis-${stamp}\r\n`)]);
  await choose(page, "sjis.csv", bytes);
  await expect(page.getByRole("paragraph").filter({ hasText: /^Shift_JIS$/ })).toBeVisible();
  await expect(page.getByText("1 row is ready.")).toBeVisible();
  await page.getByText(/^All/).click();
  await expect(page.getByText(`sjis-${stamp}`, { exact: true })).toBeVisible();
});

test("what is no such file is refused with what to do", async ({ page }) => {
  await open(page);
  for (const [bytes, says] of [
    [Buffer.from("PK\u0003\u0004"), /This workbook is damaged/],
    [Buffer.from([0x61, 0x2c, 0xff, 0xff]), /nor in UTF-8, UTF-16 or Shift_JIS/],
    [Buffer.from('p-1,ヤ"マ"ダ\n'.repeat(101)), /quotation mark that does not close/],
    [Buffer.from("\n\n"), /This file has no rows/],
  ] as const) {
    await choose(page, "bad.csv", bytes);
    await expect(page.getByRole("alert").filter({ hasText: says })).toBeVisible();
  }
});

test("a page of older files leads back to the newest", async ({ page }) => {
  await signInAs(page, "ops");
  const place = "2020-01-01T00:00:00.000Z~00000000-0000-4000-8000-000000000000";
  await page.goto(`/sandbox/players/bulk?after=${encodeURIComponent(place)}`);
  const newest = page.getByRole("link", { name: "Newest files" });
  await newest.click();
  await expect(page).toHaveURL(/\/players\/bulk$/);
  await expect(newest).toHaveCount(0);
});

test.describe("in Japanese, on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("a row is put right and a row is left out", async ({ page }) => {
    // Its turn comes after those of a larger file that is on its way.
    test.setTimeout(180_000);
    await signInAs(page, "ops");
    await page.context().addCookies([{ name: "locale", value: "ja", url: testContext().url }]);
    await page.goto("/sandbox/players/bulk");
    await expect(page.getByLabel("ファイル", { exact: true })).toBeEnabled();
    await choose(page, "ja.csv", Buffer.from(`ja-${stamp}-1,セ－ルス\nja-${stamp}-2,山田\n`));
    await expect(page.getByText("2件は確認が必要です", { exact: false })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "セールス" }).click();
    await page.getByRole("button", { name: "2行目を除外" }).click();
    await expect(page.getByText("1件を登録できます。")).toBeVisible();
    await expectFits(page);
    await page.getByRole("button", { name: "1件を登録する" }).click();
    await expect(page.getByText("1件すべて送信しました")).toBeVisible({ timeout: 120_000 });
    await expectAccessible(page);
  });
});
