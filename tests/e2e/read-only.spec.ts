import { signInAs, testContext } from "../support/test-context";
import { expect, expectAccessible, expectFits } from "./fixtures";
import { test } from "./own-console";
import { typeWithdrawal } from "./withdrawal-steps";

test.use({ settings: { READ_ONLY: "true" } });

test("a console that only watches says so on each page, and sends no payout", async ({ page, browser }) => {
  await signInAs(page, "ops");
  await typeWithdrawal(page, { account: "4445556" });
  await expect(page.getByText("Read-only. This console sends nothing.")).toBeVisible();
  await page.getByRole("button", { name: "Review" }).click();
  await page.getByRole("button", { name: /^Send .*\d/ }).click();
  await expect(page.getByText("This console is read-only and sends nothing. Nothing was created.")).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/read-only.png" });
  await page.goto("/sandbox/reports/findings");
  await expect(page.getByRole("heading", { name: "What Choba would have caught" })).toBeVisible();
  const phone = await browser.newContext({
    ...{ locale: "ja-JP", colorScheme: "dark", viewport: { width: 390, height: 844 }, baseURL: testContext().url },
  });
  const japanese = await phone.newPage();
  await signInAs(japanese, "ops");
  await japanese.goto("/sandbox");
  await expect(japanese.getByText("閲覧専用：このコンソールからは送信されません。")).toBeVisible();
  await expectFits(japanese);
  await japanese.screenshot({ path: "test-results/read-only-ja.png" });
  await phone.close();
});
