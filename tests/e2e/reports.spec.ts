import { signInAs } from "../support/test-context";
import { expect, expectAccessible, expectFits, test } from "./fixtures";
import { accepted, decideOrder, sendWithdrawal } from "./withdrawal-steps";

test("a figure of a report, and a point of its charts, lead to the orders that they are made of", async ({ page }) => {
  await signInAs(page, "ops");
  const referenceId = await sendWithdrawal(page, { currency: "THB", amount: "431.25", account: "9100004" });
  await accepted(page);
  await decideOrder(referenceId, "complete");
  await expect(page.getByText("is paid.").first()).toBeVisible({ timeout: 20_000 });

  await page.goto("/sandbox/reports?type=WITHDRAW&currency=THB");
  await expectAccessible(page);
  const today = page.getByRole("table").getByRole("row").nth(2);
  const paid = today.getByRole("link").first();
  const count = Number(await paid.textContent());
  expect(count).toBeGreaterThan(0);
  await paid.click();
  await expect(page).toHaveURL(/state=COMPLETED&currency=THB&paidFrom=/);
  // Those of batches, which other tests pay at the same time, among them.
  const orders = page.getByRole("main").getByText(/^W[DB]-/);
  await expect(orders).toHaveCount(count);
  await expect(page.getByText(referenceId).first()).toBeVisible();

  await page.goBack();
  const chart = page.getByRole("region", { name: "Volume", exact: true });
  await chart.getByRole("application").focus();
  await page.keyboard.press("ArrowRight");
  await expect(chart.getByRole("status")).toContainText("Paid");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/transactions\?type=WITHDRAW&state=COMPLETED&currency=THB&paidFrom=/);
});

test("the findings of a period have a page of their own, on a phone and in Japanese, too", async ({
  page,
  browser,
}) => {
  await signInAs(page, "finance");
  await page.goto("/sandbox/reports");
  await page.getByRole("link", { name: "Findings", exact: true }).click();
  await expect(page.getByRole("heading", { name: "What Choba caught" })).toBeVisible();
  await page.goto("/sandbox/reports/findings?finding=missing_callbacks");
  await expect(page.getByRole("row", { name: /^Forged callbacks/ })).toBeVisible();
  await expect(page.getByText("Paid without a callback").last()).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/findings.png", fullPage: true });
  const dark = { locale: "ja-JP", colorScheme: "dark", viewport: { width: 390, height: 844 } } as const;
  const phone = await browser.newContext(dark);
  const japanese = await phone.newPage();
  await signInAs(japanese, "finance");
  await japanese.goto("/sandbox/reports/findings");
  await expect(japanese.getByRole("heading", { name: "検知した事象" })).toBeVisible();
  await expectFits(japanese);
  await expectAccessible(japanese);
  await japanese.screenshot({ path: "test-results/findings-ja.png", fullPage: true });
  await phone.close();
});

test("the days of a report are typed without losing the field, and days in no order change nothing", async ({
  page,
}) => {
  await signInAs(page, "finance");
  await page.goto("/sandbox/reports?unit=day&from=2026-11-10&to=2026-11-20");
  const [from, to] = [page.getByLabel("From", { exact: true }), page.getByLabel("To", { exact: true })];
  await from.focus();
  await page.keyboard.type("10");
  await expect(page).toHaveURL(/from=2026-10-10&to=2026-11-20/);
  await expect(from).toBeFocused();
  // The cursor has gone on to the day, and goes on to the year, which is none before its fourth digit.
  await page.keyboard.type("122026");
  await expect(page).toHaveURL(/from=2026-10-12&to=2026-11-20/);
  await expect(from).toBeFocused();

  await from.fill("2026-11-21");
  await expect(from).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByText("Enter a first day, and a last day that is not before it.")).toBeVisible();
  await expect(page.getByText("Still shown: 12 Oct 2026 to 20 Nov 2026.")).toBeVisible();
  await expect(page).toHaveURL(/from=2026-10-12&to=2026-11-20/);
  await to.fill("2026-11-22");
  await expect(page).toHaveURL(/from=2026-11-21&to=2026-11-22/);
  await expect(page.getByText("Still shown")).toHaveCount(0);

  // The first digit of December is January.
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await to.fill("2026-12-20");
  await from.focus();
  await page.keyboard.type("12052026");
  await expect(page).toHaveURL(/from=2026-12-05&to=2026-12-20/);
  expect(asked.filter((url) => url.includes("from=2026-01"))).toEqual([]);
  await page.getByRole("link", { name: "Month", exact: true }).click();
  await expect(page).toHaveURL(/unit=month/);
  await expect(from).not.toHaveValue("2026-11-21");
});

test("what is pressed within the pause after typing is of the days that the boxes have", async ({ page }) => {
  await signInAs(page, "finance");
  for (const path of ["reports?type=DEPOSIT&unit=day&", "reports/findings?", "balances?range=custom&"]) {
    await page.goto(`/sandbox/${path}from=2026-11-10&to=2026-11-20`);
    await page.getByLabel("From", { exact: true }).fill("2026-11-11");
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: /^Export/ }).click();
    expect((await download).url()).toContain("from=2026-11-11&to=2026-11-20");
  }
  await page.goto("/sandbox/reports?type=DEPOSIT&unit=day&from=2026-11-10&to=2026-11-20");
  await page.getByLabel("From", { exact: true }).fill("2026-11-12");
  const types = page.getByRole("navigation", { name: "Type", exact: true });
  await types.getByRole("link", { name: "Withdrawals", exact: true }).click();
  await expect(page).toHaveURL(/type=WITHDRAW&unit=day&from=2026-11-12&to=2026-11-20/);
  await expect(page.getByLabel("From", { exact: true })).toHaveValue("2026-11-12");
});

test("days that are too far apart for a report change nothing, and the page says how many there may be", async ({
  page,
}) => {
  await signInAs(page, "finance");
  for (const [path, most] of [
    ["reports/findings?", "366"],
    ["reports?unit=day&", "731"],
    ["balances?range=custom&", "366"],
  ] as const) {
    await page.goto(`/sandbox/${path}from=2026-11-10&to=2026-11-20`);
    const from = page.getByLabel("From", { exact: true });
    await from.fill("2024-06-01");
    await expect(from).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByText(`Choose ${most} days at most.`)).toBeVisible();
    await expect(page).toHaveURL(/from=2026-11-10&to=2026-11-20/);
    await expectAccessible(page);
    await from.fill("2026-11-11");
    await expect(page).toHaveURL(/from=2026-11-11&to=2026-11-20/);
    await expect(page.getByText(`Choose ${most} days at most.`)).toHaveCount(0);
  }
});

test("paper has every column of a report and the days that it is of, and nothing to press", async ({ page }) => {
  await signInAs(page, "finance");
  await page.goto("/sandbox/reports?unit=day&from=2026-11-10&to=2026-11-20");
  const days = page.getByText("10 Nov 2026 – 20 Nov 2026", { exact: true });
  await expect(days).toBeHidden();
  await page.emulateMedia({ media: "print" });
  await expect(days).toBeVisible();
  await expect(page.getByRole("region", { name: "All figures" })).toHaveCSS("overflow-x", "visible");
  for (const name of ["Export CSV", "Findings", "Withdrawals"])
    await expect(page.getByText(name, { exact: true }).filter({ visible: true })).toHaveCount(0);
});

test("days before the record are said to be unknown, not 0, in the head, the charts and the table", async ({
  page,
}) => {
  await signInAs(page, "finance");
  await page.goto("/sandbox/reports?unit=day&from=2020-01-01&to=2020-01-31");
  await expect(page.getByText(/^Deposits: not known before the first record of /)).toBeVisible();
  const chart = page.getByRole("region", { name: "Volume", exact: true });
  await expect(chart.getByText("Before the first record")).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "Total" })).toContainText("Before the first record");
});
