import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { DAY_MS, tokyoDay } from "@/lib/time";
import { startPostgres } from "@/scripts/lib/postgres.mjs";
import { memoryFolder } from "../support/scratch";
import { signInAs } from "../support/test-context";
import { expect, expectAccessible, expectFits } from "./fixtures";
import { test } from "./own-console";

/** Known before the console starts, and its own in each worker. */
const port = 45_000 + (process.pid % 10_000);
const yesterday = tokyoDay(new Date(Date.now() - DAY_MS));

test.use({ settings: { LEDGER_DATABASE_URL: `postgres://reader:reader@127.0.0.1:${port}/shop` } });

test("an admin saves a query of the merchant's own database, and runs it for a day", async ({ page, context }) => {
  test.setTimeout(120_000);
  const scratch = await memoryFolder();
  const merchant = await startPostgres({ folder: join(scratch, "merchant"), port, settings: ["fsync=off"] });
  try {
    await merchant.ensureDatabase("shop");
    const owner = new Client({ connectionString: merchant.url("shop") });
    await owner.connect();
    await owner.query(`
      create table ledger as select 'SHOP-' || n as reference_id, 'deposit' as type, 'JPY' as currency, 1000 + n as amount,
        '${yesterday} 12:00+09'::timestamptz + n * interval '1 minute' as booked_at from generate_series(1, 30) n;
      create role reader login password 'reader'; grant select on ledger to reader;`);

    await signInAs(page, "admin");
    await page.goto("/sandbox/settings/ledger-source");
    const query = page.getByLabel("SELECT or WITH");
    await query.fill("update ledger set amount = 0");
    await page.getByRole("button", { name: "Test query" }).click();
    await expect(page.getByText("Enter one query that begins with SELECT or WITH.")).toBeVisible();
    await query.fill("select * from ledger, period where booked_at >= from_at and booked_at < before_at order by 1");
    await page.getByRole("button", { name: "Test query" }).click();
    await expect(page.getByText("First 20 rows of yesterday")).toBeVisible();
    await page.getByLabel("Daily at (JST)").fill("23:59");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Save as next version" }).click();
    await expect(page.getByText("Version 1 is in force.")).toBeVisible();
    await expect(page.getByText("Version 1 of the query")).toBeVisible();
    // Days in no order are not the days that were there before.
    const [lastDay, run] = [page.getByLabel("Last day"), page.getByRole("button", { name: "Run query" })];
    await lastDay.fill("2020-01-01");
    await expect(page.getByText("Enter a first day, and a last day that is not before it.")).toBeVisible();
    await expect(run).toBeDisabled();
    await lastDay.fill(yesterday);
    await owner.query("begin; lock table ledger");
    await run.click();
    const readings = page.getByRole("table", { name: "Readings" });
    // Signed out while it runs, the page stays, with what was typed.
    await expect(readings.getByRole("cell", { name: "Reading", exact: true })).toBeVisible();
    await query.fill("select 2");
    const cookies = await context.cookies();
    await context.clearCookies();
    await page.waitForResponse((response) => response.url().includes("/api/keep-alive") && response.status() === 401);
    await expect(query).toHaveValue("select 2");
    await context.addCookies(cookies);
    await owner.query("rollback");
    await owner.end();
    // Without a reload.
    await expect(readings.getByRole("cell", { name: "Read", exact: true })).toBeVisible({ timeout: 30_000 });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    await expectFits(page);
    await readings.getByRole("link").first().click();
    await expect(page.getByText(`query-v1-${yesterday}.csv`)).toBeVisible({ timeout: 20_000 });
  } finally {
    await merchant.stop();
    await rm(scratch, { recursive: true });
  }
});
