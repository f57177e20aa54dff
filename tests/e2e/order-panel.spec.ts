import { readFile } from "node:fs/promises";
import type { Route } from "@playwright/test";
import { Client } from "pg";
import { signInAs, testContext } from "../support/test-context";
import { expect, expectAccessible, expectFits, test } from "./fixtures";

/** Five orders of a player that nothing else in this run has, newest first. */
async function addOrders(from = 1, to = 5) {
  const client = new Client({ connectionString: testContext().databaseUrl });
  await client.connect();
  await client.query(
    `insert into transactions (environment, reference_id, type, currency, amount, player_id, status, status_source,
        status_at, created_at, updated_at)
     select 'sandbox', 'DOCK-00' || n, case when n % 2 = 0 then 'DEPOSIT' else 'WITHDRAW' end, 'USDT', greatest(n * 10, 1),
       '00-dock', 'COMPLETED', 'query', now(), now() - n * interval '1 second', now()
     from generate_series($1::int, $2::int) n on conflict do nothing`,
    [from, to],
  );
  // As a real change of an order is announced, through the log.
  await client.query("select pg_notify('choba_activity', 'sandbox')");
  await client.end();
}

const LIST = "/sandbox/transactions?player=00-dock";

test("the list is used by the keyboard, and an order opens beside it at an address of its own", async ({ page }) => {
  await addOrders();
  await signInAs(page, "finance");
  await page.goto(LIST);
  const table = page.getByRole("table");
  const rows = table.getByRole("row");
  await expect(rows).toHaveCount(6);

  // "/" leads to the list's own field.
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("/");
  const find = page.getByRole("searchbox", { name: "ID, account ending or amount" });
  await expect(find).toBeFocused();
  await page.keyboard.type("dock-003");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/q=dock-003/);
  await expect(rows).toHaveCount(2);
  await page.getByRole("main").getByRole("link", { name: "Reset" }).click();
  await expect(page).toHaveURL(/transactions$/);

  await page.goto(LIST);
  await expect(rows).toHaveCount(6);
  // A page that was just loaded shows its rows before it listens to keys.
  await expect(async () => {
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("j");
    await expect(table.getByRole("link", { name: "DOCK-001" })).toBeFocused({ timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
  await page.keyboard.press("Space");
  await expect(page.getByRole("checkbox", { name: "Select DOCK-001" })).toBeChecked();
  await expect(page.getByRole("region", { name: "1 selected" })).toContainText("10.00 USDT");
  await page.keyboard.press("Space");

  // A row that is pressed opens beside the list, and the keys go on from there.
  await rows.nth(2).getByText("20.00 USDT").click();
  const panel = (referenceId: string) => page.getByRole("complementary", { name: `Order ${referenceId}` });
  await expect(panel("DOCK-002")).toContainText("The deposit of 20.00 USDT is paid.");
  await expect(page).toHaveURL(/order=DOCK-002/);
  await expect(rows).toHaveCount(6);
  await expectFits(page);
  await expectAccessible(page);
  await page.keyboard.press("j");
  await expect(panel("DOCK-003")).toContainText("30.00 USDT");
  await expect(table.getByRole("link", { name: "DOCK-003" })).toBeFocused();
  await panel("DOCK-003").getByRole("button", { name: "Next row" }).click();
  await expect(panel("DOCK-004")).toContainText("40.00 USDT");

  // It is there after a reload, and the way back closes it.
  await page.reload();
  await expect(panel("DOCK-004")).toContainText("is paid.");
  await expect(page).toHaveURL(/order=DOCK-004/);
  await page.goBack();
  await expect(page).not.toHaveURL(/order=/);
  await expect(page.getByRole("complementary", { name: /^Order DOCK/ })).toHaveCount(0);
  await rows.nth(1).getByText("10.00 USDT").click();
  await expect(panel("DOCK-001")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(panel("DOCK-001")).toHaveCount(0);
  await expect(page).not.toHaveURL(/order=/);

  await table.getByRole("link", { name: "DOCK-005" }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/transactions\/DOCK-005$/);
});

test("the foot of the list has the sums of its file", async ({ page }) => {
  await addOrders();
  await signInAs(page, "finance");
  await page.goto(LIST);
  const main = page.getByRole("main");
  await expect(main).toContainText("5 orders");
  await main.getByRole("button", { name: "Export", exact: true }).click();
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Create file" }).click();
  const [head = "", ...lines] = (await readFile(await (await coming).path(), "utf8")).trimEnd().split("\r\n");
  const columns = head.replace(/"[^"]*"/g, (quoted) => quoted.replaceAll(",", "")).split(",");
  const of = (line: string, column: string) => line.split(",")[columns.indexOf(column)] ?? "";
  const sum = (type: string) =>
    lines.filter((line) => of(line, "type") === type).reduce((all, line) => all + Number(of(line, "amount")), 0);
  expect(sum("DEPOSIT")).toBe(60);
  await expect(main).toContainText(`Deposits${sum("DEPOSIT").toFixed(2)} USDT`);
  await expect(main).toContainText(`Withdrawals${sum("WITHDRAW").toFixed(2)} USDT`);
});

test("the totals are those after a discrepancy was resolved on the page of an order of the list", async ({ page }) => {
  const client = new Client({ connectionString: testContext().databaseUrl });
  await client.connect();
  await client.query(
    `insert into transactions (environment, reference_id, type, currency, amount, player_id, status, status_source,
        status_at, created_at, updated_at, discrepancy_at, discrepancy_kind)
     values ('sandbox', 'DOCK-TWO', 'WITHDRAW', 'USDT', 20, '00-two', 'COMPLETED', 'query', now(), now(), now(), now(),
       'reports')`,
  );
  await client.end();
  await signInAs(page, "finance");
  await page.goto("/sandbox/transactions?show=action&player=00-two");
  const main = page.getByRole("main");
  await expect(main.getByText("1 order", { exact: true })).toBeVisible();
  await page.getByRole("table").getByRole("link", { name: "DOCK-TWO" }).press("Enter");
  await page.getByRole("button", { name: "Resolve discrepancy…" }).click();
  await expect(page.getByLabel("The money moved once.")).toBeFocused();
  await page.getByLabel("The money moved once.").check();
  await page.getByLabel("Evidence").press("Enter");
  await expect(page.getByLabel("Evidence")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("Evidence")).toBeFocused();
  await page.getByLabel("Evidence").fill("銀行の明細で確認");
  await page.getByLabel("Evidence").press("Enter");
  await expect(page.getByText("Confirmed outcome: the money moved once.").first()).toBeVisible();
  await page.goBack();
  // Within the half minute for which the earlier figure would be good enough.
  await expect(main.getByText("0 orders", { exact: true })).toBeVisible();
});

test("the form of a later discrepancy has neither the finding nor the evidence of the one before", async ({ page }) => {
  const client = new Client({ connectionString: testContext().databaseUrl });
  await client.connect();
  await client.query(
    `insert into transactions (environment, reference_id, type, currency, amount, player_id, status, status_source,
        status_at, created_at, updated_at, discrepancy_at, discrepancy_kind)
     values ('sandbox', 'DOCK-LATER', 'WITHDRAW', 'USDT', 20, '00-later', 'COMPLETED', 'query', now(), now(), now(),
       now(), 'reports')`,
  );
  await signInAs(page, "finance");
  await page.goto("/sandbox/transactions/DOCK-LATER");
  const open = page.getByRole("button", { name: "Resolve discrepancy…" });
  await open.click();
  await page.getByLabel("The money moved once.").check();
  await page.getByLabel("Evidence").fill("銀行の明細で確認");
  await page.getByRole("button", { name: "Resolve with this finding" }).click();
  await expect(page.getByText("Confirmed outcome: the money moved once.").first()).toBeVisible();
  await expect(open).toBeHidden();
  await client.query(
    "update transactions set resolved_at = null, discrepancy_at = now() where reference_id = 'DOCK-LATER'",
  );
  await client.query("select pg_notify('choba_activity', 'sandbox')");
  await client.end();
  await open.click();
  await expect(page.getByLabel("The money moved once.")).not.toBeChecked();
  await expect(page.getByLabel("Evidence")).toHaveValue("");
});

test("evidence that was typed stays to be read where another user resolves the discrepancy first", async ({ page }) => {
  const client = new Client({ connectionString: testContext().databaseUrl });
  await client.connect();
  await client.query(
    `insert into transactions (environment, reference_id, type, currency, amount, player_id, status, status_source,
        status_at, created_at, updated_at, discrepancy_at, discrepancy_kind)
     values ('sandbox', 'DOCK-FIRST', 'WITHDRAW', 'USDT', 20, '00-first', 'COMPLETED', 'query', now(), now(), now(),
       now(), 'reports')`,
  );
  await client.end();
  await signInAs(page, "finance");
  await page.goto("/sandbox/transactions/DOCK-FIRST");
  await page.getByRole("button", { name: "Resolve discrepancy…" }).click();
  await page.getByLabel("Evidence").fill("銀行の明細 11/22 で確認");
  const other = await page.context().newPage();
  await other.goto("/sandbox/transactions/DOCK-FIRST");
  await other.getByRole("button", { name: "Resolve discrepancy…" }).click();
  await other.getByLabel("The money moved once.").check();
  await other.getByLabel("Evidence").fill("決済サービスに電話で確認");
  await other.getByRole("button", { name: "Resolve with this finding" }).click();
  await expect(other.getByText("Confirmed outcome: the money moved once.").first()).toBeVisible();
  await expect(other.getByText("What you entered was not recorded.", { exact: false })).toHaveCount(0);
  await expect(page.getByText("What you entered was not recorded.", { exact: false })).toBeVisible();
  await expect(page.getByText("Evidence 銀行の明細 11/22 で確認")).toBeVisible();
});

test("on a phone a row leads to the order's page, and an address with an order shows it over the list", async ({
  page,
}) => {
  await addOrders();
  await page.setViewportSize({ width: 390, height: 800 });
  await signInAs(page, "support");
  await page.goto(`${LIST}&order=DOCK-002`);
  await expect(page.getByRole("complementary", { name: "Order DOCK-002" })).toContainText("is paid.");
  await expectFits(page);
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByRole("table").getByText("20.00 USDT").click();
  await expect(page).toHaveURL(/\/transactions\/DOCK-002$/);
  // Back to the list that it was opened from, as it was filtered.
  await page.getByRole("main").getByRole("link", { name: "Transactions" }).click();
  await expect(page).toHaveURL(LIST);
});

test("the keys go on in the list where what was pressed leaves it", async ({ page }) => {
  await addOrders();
  await signInAs(page, "finance");
  await page.goto(LIST);
  const main = page.getByRole("main");
  const link = (referenceId: string) => page.getByRole("table").getByRole("link", { name: referenceId });
  await page.getByRole("table").getByText("30.00 USDT").click();
  const panel = page.getByRole("complementary", { name: "Order DOCK-003" });
  await panel.getByRole("button", { name: "Close" }).press("Enter");
  await expect(panel).toHaveCount(0);
  await expect(link("DOCK-003")).toBeFocused();
  await page.keyboard.press("j");
  await expect(link("DOCK-004")).toBeFocused();

  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Clear selection" }).press("Enter");
  await expect(link("DOCK-004")).toBeFocused();

  const find = main.getByRole("searchbox");
  await main.getByRole("button", { name: "Remove filter: Player" }).press("Enter");
  await expect(page).toHaveURL(/transactions$/);
  await expect(main.getByRole("button", { name: "Player", exact: true })).toBeFocused();
  await find.fill("dock-00");
  await find.press("Enter");
  await expect(page).toHaveURL(/q=dock-00/);
  // What was typed since, and filters nothing, goes with the filter.
  await find.fill("dock-001");
  await main.getByRole("link", { name: "Reset" }).press("Enter");
  await expect(page).toHaveURL(/transactions$/);
  await expect(find).toBeFocused();
  await expect(find).toHaveValue("");
  await page.goto(`${LIST}&evidence=query`);
  await main.getByRole("button", { name: "Remove filter: Evidence" }).press("Enter");
  await expect(find).toBeFocused();

  await page.goto(LIST);
  await expect(main).toContainText("5 orders");
  await addOrders(0, 0);
  await main.getByRole("button", { name: "1 new · Show" }).press("Enter");
  await expect(link("DOCK-000")).toBeFocused();
  // The foot counts the rows that are shown, and not those of up to a minute ago.
  await expect(main).toContainText("6 orders");
  await page.getByRole("table").getByText("20.00 USDT").click();
  // The answer does not wait for that.
  const held = Promise.withResolvers<Route>();
  await page.route("**/transactions/totals*", (route) => held.resolve(route));
  const ask = page.getByRole("button", { name: "Query status" });
  await ask.click();
  const counted = await held.promise;
  await expect(ask).toBeEnabled();
  await counted.continue();
});

test("the way back from an order leads to its row, and the list's own link to the top", async ({ page }) => {
  await addOrders();
  await signInAs(page, "finance");
  await page.goto(LIST);
  const rows = page.locator("[data-row]");
  await expect(rows.nth(3)).toBeVisible();
  await page.getByRole("heading", { level: 1 }).click();
  for (let step = 0; step < 4; step += 1) await page.keyboard.press("j");
  const left = rows.nth(3).getByRole("link").first();
  await expect(left).toBeFocused();
  await page.keyboard.press("Enter");
  await page.waitForURL(/transactions\/dock-/i);
  await page.goBack();
  await expect(left).toBeFocused();
  await page.reload();
  await expect(left).toBeFocused();
  await page.getByRole("navigation").getByRole("link", { name: "Transactions", exact: true }).first().click();
  await expect(rows.first()).toBeVisible();
  await expect(left).not.toBeFocused();
});
