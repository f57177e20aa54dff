import { readFileSync } from "node:fs";
import { Client } from "pg";
import { tokyoDay, tokyoDayOf } from "@/lib/time";
import { signInAs, world } from "../support/world";
import { expect, expectAccessible, test } from "./watched";

const HOUR_MS = 3_600_000;
const midnight = tokyoDayOf(new Date()).from;
const yesterday = tokyoDay(new Date(midnight.getTime() - HOUR_MS));

/** The console of a test is minutes old: these are answers about a currency of its own, from before it was there. */
async function balanceKnownSince(hoursBeforeMidnight: number[]) {
  const client = new Client({ connectionString: world().databaseUrl });
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

test("finance reads a day, saves it, and closes it once it is over", async ({ page }) => {
  await balanceKnownSince([30, 3]);
  await signInAs(page, "finance");
  await page.goto("/sandbox/closing");
  await expect(page.getByRole("row").filter({ hasText: yesterday.replaceAll("-", "/") })).toContainText("Not closed");
  await expectAccessible(page);
  await page.getByRole("link", { name: yesterday.replaceAll("-", "/") }).click();

  const difference = page.getByRole("row", { name: /Does not add up/ });
  await expect(difference).toContainText("27 EUR");
  const saved = page.waitForEvent("download");
  await page.getByRole("link", { name: "Save as CSV" }).click();
  const file = readFileSync(await (await saved).path(), "utf8");
  expect(file).toContain(`${yesterday},open,EUR,difference,,27`);

  await page.getByRole("button", { name: "Close the day" }).click();
  await page.getByRole("button", { name: "Close the day now" }).click();
  const reason = page.getByLabel("Why it is closed although it does not add up");
  await expect(reason).toHaveAccessibleDescription(/Please fill this in/);
  await expectAccessible(page);
  await reason.fill("入金元の照会待ち");
  await page.getByRole("button", { name: "Close the day now" }).click();
  await expect(page.getByText(/^Closed by/)).toBeVisible();
  await expect(page.getByText("It did not add up. Reason: 入金元の照会待ち")).toBeVisible();
  await expect(page.getByRole("button", { name: "Close the day" })).toBeHidden();
  await expectAccessible(page);

  await page.goto(`/sandbox/closing/${tokyoDay(new Date())}`);
  await expect(page.getByText("The day is not over.")).toBeVisible();
  await page.goto("/sandbox/closing/2099-01-01");
  await expect(page.getByText("There is no such page")).toBeVisible();
});

test("support is not shown a day", async ({ page }) => {
  await signInAs(page, "support");
  await page.goto(`/sandbox/closing/${yesterday}`);
  await expect(page.getByText("Your role may not see the daily close.")).toBeVisible();
});
