import { signInAs } from "../support/test-context";
import { expect, expectAccessible, expectFits, test } from "./fixtures";

const PAGE = "/sandbox/settings/notifications";

test("an admin sets amounts and times, and a user their own hours and a daily digest", async ({ page, browser }) => {
  await signInAs(page, "admin");
  await page.goto(PAGE);
  await page.getByText("Smallest amounts", { exact: true }).click();
  await page.getByLabel("JPY Smallest amount: Approval waiting").fill("1,000,000");
  await page.getByLabel("Approval not opened after (minutes)").fill("0");
  await page.getByRole("button", { name: "Save notification settings" }).click();
  await expect(page.getByText("Enter whole minutes, from 1 to 1,440.")).toBeVisible();
  await page.getByLabel("Approval not opened after (minutes)").fill("30");
  await page.getByRole("button", { name: "Save notification settings" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/notifications.png", fullPage: true });
  await page.reload();
  await page.getByText("Smallest amounts", { exact: true }).click();
  await expect(page.getByLabel("JPY Smallest amount: Approval waiting")).toHaveValue("1000000");

  const dark = await browser.newContext({
    ...{ locale: "ja-JP", colorScheme: "dark", viewport: { width: 390, height: 844 } },
  });
  const phone = await dark.newPage();
  await signInAs(phone, "approver");
  await phone.goto(PAGE);
  await phone.getByRole("combobox", { name: "時間帯" }).selectOption("個別の時間帯");
  await phone.getByLabel("開始").fill("07:30");
  await phone.getByRole("combobox", { name: "メール：日次のまとめ" }).selectOption("受信する");
  await phone.getByLabel("日次のまとめの時刻").fill("08:15");
  await phone.getByRole("button", { name: "自分の通知を保存" }).click();
  await expect(phone.getByText("保存しました。")).toBeVisible();
  await expectFits(phone);
  await expectAccessible(phone);
  await phone.screenshot({ path: "test-results/notifications-ja.png", fullPage: true });
  await dark.close();
});
