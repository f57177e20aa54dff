import { signInAs, testContext } from "../support/test-context";
import { expect, expectAccessible, expectFits } from "./fixtures";
import { test } from "./own-console";

test.use({ settings: { READ_ONLY: "true" } });

test("a console that only watches says so on each page, and disables what would send, with the reason", async ({
  page,
  browser,
}) => {
  await signInAs(page, "ops");
  for (const [path, button] of [
    ["withdrawals/new", "Review"],
    ["deposits/new", "Review"],
    ["players/new", "Register"],
  ] as const) {
    await page.goto(`/sandbox/${path}`);
    await expect(page.getByText("Read-only. This console sends nothing.")).toBeVisible();
    await expect(page.getByRole("group", { name: /nothing can be requested or sent from it/ })).toBeVisible();
    await expect(page.getByRole("button", { name: button }).first()).toBeDisabled();
    for (const field of await page.locator("main form input:visible").all()) await expect(field).toBeDisabled();
  }
  await page.goto("/sandbox/withdrawals/new");
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/read-only.png" });
  const phone = await browser.newContext({
    ...{ locale: "ja-JP", colorScheme: "dark", viewport: { width: 390, height: 844 }, baseURL: testContext().url },
  });
  const japanese = await phone.newPage();
  await signInAs(japanese, "ops");
  await japanese.goto("/sandbox/withdrawals/new");
  await expect(japanese.getByText("閲覧専用：このコンソールからは送信されません。")).toBeVisible();
  await expect(
    japanese.getByRole("group", { name: "このコンソールは閲覧専用のため、依頼や送信はできません。" }),
  ).toBeVisible();
  await expectFits(japanese);
  await japanese.screenshot({ path: "test-results/read-only-ja.png" });
  await phone.close();
});
