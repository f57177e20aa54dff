import { readFileSync } from "node:fs";
import { Client } from "pg";
import { formatDay, tokyoDay, tokyoDayOf } from "@/lib/time";
import { signInAs, testContext } from "../support/test-context";
import { expect, expectAccessible, expectFits, test } from "./fixtures";
import { become } from "./withdrawal-steps";

const HOUR_MS = 3_600_000;
const midnight = tokyoDayOf(new Date()).from;
const yesterday = tokyoDay(new Date(midnight.getTime() - HOUR_MS));

/** The console of a test is minutes old: these are answers about a currency of its own, from before it was there. */
async function balanceKnownSince(hoursBeforeMidnight: number[]) {
  const client = new Client({ connectionString: testContext().databaseUrl });
  await client.connect();
  for (const hours of hoursBeforeMidnight) {
    await client.query(
      `insert into balance_snapshots (environment, currency, available, ledger, first_seen_at, last_seen_at)
       values ('sandbox', 'EUR', $1, $1, $2, $2)`,
      [1_000 - hours, new Date(midnight.getTime() - hours * HOUR_MS)],
    );
  }
  await client.end();
}

test("finance reads a day, saves it, and closes it once it is over", async ({ page, browser }) => {
  await balanceKnownSince([30, 3]);
  await signInAs(page, "finance");
  await page.goto("/sandbox/daily-close");
  await expect(page.getByRole("row").filter({ hasText: formatDay(yesterday, "en") })).toContainText("Not closed");
  await expectAccessible(page);
  await page.getByRole("link", { name: formatDay(yesterday, "en") }).click();

  const difference = page.getByRole("row", { name: /Unreconciled difference/ });
  await expect(difference).toContainText("27 EUR");
  // A sheet that is signed has all currencies: paper does not scroll.
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("region", { name: "Daily close", exact: true })).toHaveCSS("overflow-x", "visible");
  await page.emulateMedia({ media: null });
  const saved = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).click();
  const file = readFileSync(await (await saved).path(), "utf8");
  expect(file).toContain(`${yesterday},open,EUR,difference,,27`);

  await page.getByRole("button", { name: "Close the day" }).press("Enter");
  const notYet = page.getByRole("button", { name: "Cancel" });
  await expect(notYet).toBeFocused();
  await expect(notYet).toHaveAccessibleDescription(/./);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Close the day" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Close the day now" }).click();
  const reason = page.getByLabel("Reason for closing with a difference");
  await expect(reason).toHaveAccessibleDescription(/Required\./);
  await expectAccessible(page);
  await reason.fill("入金元の照会待ち");
  await page.getByRole("button", { name: "Close the day now" }).click();

  // No rule leaves 27 EUR to one person: another one confirms what this one proposed.
  await expect(page.getByText("Close proposed: unreconciled difference")).toBeVisible();
  await expect(page.getByText("You proposed this. Another user must apply it.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Close the day" })).toHaveCount(0);
  await expectAccessible(page);
  await become(page, "admin");
  await page.goto("/sandbox/approvals");
  const waiting = page.getByRole("list", { name: "Waiting, oldest first" }).getByRole("link", { name: /^Daily close/ });
  await waiting.click();
  await expect(page.getByText("Close proposed: unreconciled difference")).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.locator(`main a[href="/sandbox/daily-close/${yesterday}"]`)).toBeVisible();
  await expectFits(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("button", { name: "Close the day" }).click();
  await expect(waiting).toHaveCount(0);
  await page.goto(`/sandbox/daily-close/${yesterday}`);
  await expect(page.getByText(/^Closed by/)).toBeVisible();
  await expect(page.getByText("Closed with a difference. Reason: 入金元の照会待ち")).toBeVisible();
  await expect(page.getByRole("button", { name: "Close the day" })).toBeHidden();
  await expectAccessible(page);

  const reopen = page.getByRole("button", { name: "Reopen the day…" });
  await reopen.press("Enter");
  await expect(page.getByLabel("Reason for reopening")).toBeFocused();
  await page.getByRole("button", { name: "Cancel" }).press("Enter");
  await expect(reopen).toBeFocused();
  await reopen.click();
  await page.getByRole("button", { name: "Propose reopening" }).click();
  await expect(page.getByLabel("Reason for reopening")).toHaveAccessibleDescription(/Required\./);
  await page.getByLabel("Reason for reopening").fill("入".repeat(501));
  await page.getByRole("button", { name: "Propose reopening" }).click();
  await expect(page.getByLabel("Reason for reopening")).toHaveAccessibleDescription(/At most 500 characters\./);
  await page.getByLabel("Reason for reopening").fill("未登録の入金が判明");
  // Another user is first, and takes it back.
  const other = await (await browser.newContext()).newPage();
  await signInAs(other, "finance");
  await other.goto(`/sandbox/daily-close/${yesterday}`);
  await other.getByRole("button", { name: "Reopen the day…" }).click();
  await other.getByLabel("Reason for reopening").fill("a fee was missing");
  await other.keyboard.press("Enter");
  await expect(other.getByText("Reopening proposed")).toBeVisible();
  await expect(page.getByText("This day changed meanwhile. What you entered was not recorded.")).toBeVisible({
    timeout: 20_000,
  });
  await expect(page.getByText("Reason for reopening 未登録の入金が判明")).toBeVisible();
  await expect(page.getByText("Reason: a fee was missing")).toBeVisible();
  await expectAccessible(page);
  await expect(other.getByRole("group", { name: /^You proposed this/ })).toBeFocused();
  await other.getByRole("button", { name: "Withdraw proposal" }).click();
  await expect(other.getByRole("group", { name: "No proposal awaits a decision." })).toBeFocused();
  await expect(page.getByText("Reopening proposed")).toHaveCount(0, { timeout: 20_000 });
  await reopen.click();
  await expect(page.getByLabel("Reason for reopening")).toHaveValue("未登録の入金が判明");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Reopening proposed")).toBeVisible();
  await other.getByRole("button", { name: "Reopen the day", exact: true }).click({ timeout: 20_000 });
  await expect(other.getByRole("heading", { name: "Earlier closes" })).toBeVisible();
  await other.context().close();
  // The page of who proposed follows.
  await expect(page.getByRole("heading", { name: "Earlier closes" })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText("Reason: 未登録の入金が判明")).toBeVisible();
  await expect(page.getByRole("button", { name: "Close the day" })).toBeVisible();
  await expectAccessible(page);

  await page.goto(`/sandbox/daily-close/${tokyoDay(new Date())}`);
  await expect(page.getByText("The day is still in progress.")).toBeVisible();
  await page.goto("/sandbox/daily-close/2099-01-01");
  await expect(page.getByText("Page not found")).toBeVisible();
});

test("support is not shown a day", async ({ page }) => {
  await signInAs(page, "support");
  await page.goto(`/sandbox/daily-close/${yesterday}`);
  await expect(page.getByText("Your role does not permit viewing the daily close.")).toBeVisible();
});

/** A withdrawal that another system made on the day before yesterday: paid there then, first seen here so long before now. */
async function paidElsewhere(referenceId: string, amount: number, source: "service" | "learned", seenHoursAgo: number) {
  const client = new Client({ connectionString: testContext().databaseUrl });
  await client.connect();
  const seen = new Date(Date.now() - seenHoursAgo * HOUR_MS);
  const [created, paid] = [40, 39].map((hours) => new Date(midnight.getTime() - hours * HOUR_MS));
  await client.query(
    `insert into transactions (environment, reference_id, type, currency, amount, fee, status, status_source, status_at,
        created_at, first_seen_at, ended_at, ended_at_source, end_known_at, updated_at)
     values ('sandbox', $1, 'WITHDRAW', 'CHF', $2, 0, 'COMPLETED', 'query', $3, $4, $3, $5, $6, $3, $3)`,
    [referenceId, amount, seen, created, paid, source],
  );
  await client.end();
}

test("a payment that was learned late counts on its own day, and stands beside a close", async ({ page }) => {
  const day = tokyoDay(new Date(midnight.getTime() - 30 * HOUR_MS));
  const client = new Client({ connectionString: testContext().databaseUrl });
  await client.connect();
  for (const [hours, ledger] of [
    [49, 1_000],
    [25, 940],
  ] as const) {
    await client.query(
      `insert into balance_snapshots (environment, currency, available, ledger, first_seen_at, last_seen_at)
       values ('sandbox', 'CHF', $1, $1, $2, $2)`,
      [ledger, new Date(midnight.getTime() - hours * HOUR_MS)],
    );
  }
  await client.end();
  await paidElsewhere("LATE-1", 60, "service", 0);
  await signInAs(page, "finance");
  await page.goto(`/sandbox/daily-close/${day}`);
  await expect(page.getByRole("row", { name: /Withdrawals completed/ })).toContainText(
    "reported after the day: 1 order",
  );
  await expect(page.getByRole("list", { name: "Reported after the day ended" })).toContainText("LATE-1");
  await page.getByRole("button", { name: "Close the day" }).click();
  // Nothing went wrong, so there is no box for it.
  await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);
  await page.getByRole("button", { name: "Close the day now" }).click();
  await expect(page.getByText(/^Closed by/)).toBeVisible();

  await paidElsewhere("LATE-2", 40, "service", -0.01);
  await page.goto(`/sandbox/daily-close/${day}`);
  const withdrawals = page.getByRole("row", { name: /Withdrawals completed/ });
  await expect(withdrawals).toContainText("60 CHF");
  await expect(withdrawals).toContainText(/after close:\s*100 CHF/);
  await expect(page.getByText("Not included in the close: 1 withdrawal, 40 CHF")).toBeVisible();
  const late = page.getByRole("list", { name: "Reported after the day ended" }).getByRole("listitem");
  await expect(late.filter({ hasText: "LATE-2" })).toContainText("After the close");
  await expect(late.filter({ hasText: "LATE-1" })).not.toContainText("After the close");
  await expectAccessible(page);

  await paidElsewhere("LATE-3", 5, "learned", 0);
  const columns = { name: "columns-transactions", value: "created.paid.amount.state", url: testContext().url };
  await page.context().addCookies([columns]);
  await page.goto("/sandbox/transactions?currency=CHF");
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByRole("button", { name: "Paid", exact: true }).click();
  await page.getByLabel("Paid from (JST)").fill(day);
  await page.getByLabel("Paid until (JST)").fill(day);
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(new RegExp(`paidFrom=${day}&paidTo=${day}`));
  const table = page.getByRole("table");
  await expect(table.getByRole("row")).toHaveCount(4);
  await expect(table.getByRole("row").filter({ hasText: "LATE-3" })).toContainText("when it was recorded");
  await expectAccessible(page);

  await table.getByRole("link", { name: "LATE-1" }).click();
  await expect(page.getByText("First seen here")).toBeVisible();
  await expect(page.getByText("as reported by the service").first()).toBeVisible();

  await page.context().addCookies([{ name: "locale", value: "ja", url: testContext().url }]);
  await page.goto("/sandbox/transactions/LATE-1");
  await expect(page.getByText("コンソールでの初回確認")).toBeVisible();
  await page.goto(`/sandbox/transactions?currency=CHF&paidFrom=${day}&paidTo=${day}`);
  await expect(page.getByRole("columnheader", { name: "完了日時（JST）" })).toBeVisible();
  await page.goto(`/sandbox/daily-close/${day}`);
  await expect(page.getByRole("list", { name: "当日終了後に判明した取引" })).toContainText("締め後に判明");
  await expect(page.getByText("締めた数字に含まれない出金：2件 45 CHF")).toBeVisible();
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
});
