import { readFile } from "node:fs/promises";
import type { Route } from "@playwright/test";
import { Client } from "pg";
import { signInAs, testContext } from "../support/test-context";
import { expect, expectAccessible, expectFits, test } from "./fixtures";

/** Orders that nothing else in this run has: of a currency and a player of their own, newest first from 1 to `many`. */
async function addOrders(from: number, to: number, prefix = "LIST") {
  const client = new Client({ connectionString: testContext().databaseUrl });
  await client.connect();
  await client.query(
    `insert into transactions (environment, reference_id, type, currency, amount, player_id, status, status_source,
        status_at, created_at, updated_at)
     select 'sandbox', $3::text || '-' || lpad(n::text, 3, '0'), case when n % 2 = 0 then 'DEPOSIT' else 'WITHDRAW' end, 'USDT', greatest(n, 1),
       '00-' || lower($3::text), case when n % 5 = 0 then 'FAILED' else 'COMPLETED' end, 'query', now(), now() - n * interval '1 second', now()
     from generate_series($1::int, $2::int) n`,
    [from, to, prefix],
  );
  // As a real change of an order is announced, through the log.
  await client.query("select pg_notify('choba_activity', 'sandbox')");
  await client.end();
}

test("finance filters the list, shares the view, takes the file; support opens the view", async ({ browser, page }) => {
  await addOrders(1, 60);
  await signInAs(page, "finance");
  await page.goto("/sandbox/transactions");
  await page.getByRole("button", { name: "Player", exact: true }).click();
  await page.getByRole("textbox", { name: "Player" }).fill("00-list");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/player=00-list/);
  const table = page.getByRole("table");
  const first = table.getByRole("row").nth(1);
  await expect(first).toContainText("LIST-001");
  await expect(table.getByRole("row")).toHaveCount(51);

  // The address alone says it: the server's own answer has the orders, before any script runs.
  const answer = await page.request.get("/sandbox/transactions?player=00-list&type=DEPOSIT&sort=oldest");
  expect(await answer.text()).toMatch(/LIST-060[\s\S]*LIST-058/);

  // From page to page and back, and from row to row by the keyboard. What was selected ends with its page.
  await page.getByRole("checkbox", { name: "Select LIST-001" }).check();
  await page.getByRole("link", { name: "Next page" }).click();
  await expect(table.getByRole("row").nth(1)).toContainText("LIST-051");
  await page.getByRole("checkbox", { name: "Select LIST-051" }).check();
  await expect(page.getByRole("region", { name: "1 selected" })).toBeVisible();
  await page.getByRole("link", { name: "Previous page" }).click();
  await expect(first).toContainText("LIST-001");
  await expect(page.getByRole("checkbox", { name: "Select LIST-001" })).not.toBeChecked();
  await expect(page.getByRole("region", { name: "1 selected" })).toHaveCount(0);
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("j");
  await page.keyboard.press("ArrowDown");
  await expect(table.getByRole("link", { name: "LIST-002" })).toBeFocused();
  await page.keyboard.press("k");
  await expect(table.getByRole("link", { name: "LIST-001" })).toBeFocused();

  // New orders wait until the reader asks for them.
  await addOrders(0, 0);
  await expect(page.getByRole("button", { name: "1 new · Show" })).toBeVisible({ timeout: 20_000 });
  await expect(first).toContainText("LIST-001");
  // An answer that was on its way before does not come back over it.
  const older = Promise.withResolvers<void>();
  const again = /\/api\/sandbox\/transactions\?.*with=/;
  await page.route(again, async (route) => {
    await older.promise;
    await route.continue().catch(() => "dropped");
  });
  const asked = page.waitForRequest(again);
  await addOrders(1, 0);
  await asked;
  await page.getByRole("button", { name: "1 new · Show" }).click();
  await expect(first).toContainText("LIST-000");
  older.resolve();
  await page.unrouteAll({ behavior: "wait" });
  await expect(table.getByText("No longer in this list")).toHaveCount(0);
  await expect(first).toContainText("LIST-000");

  await page.getByRole("button", { name: "Status", exact: true }).click();
  const states = page.getByRole("dialog", { name: "Status" });
  await states.getByRole("button", { name: "Failed", exact: true }).click();
  await states.getByRole("button", { name: "Paid", exact: true }).click();
  await expect(page).toHaveURL(/state=COMPLETED(,|%2C)FAILED/);
  await expect(table.getByRole("row")).toHaveCount(51);
  // Beside what is chosen each value says how many it would add.
  await expect(states.getByRole("listitem").filter({ hasText: "Failed" })).toContainText("13");
  await states.getByRole("button", { name: "Paid", exact: true }).click();
  await expect(table.getByRole("row")).toHaveCount(14);
  await page.getByRole("button", { name: "Currency", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "USDT" }).click();
  await page.getByRole("button", { name: "Amount", exact: true }).click();
  await page.getByLabel("Amount from").fill("1e3");
  await page.getByLabel("Amount to").fill("３０");
  await page.keyboard.press("Enter");
  await expect(page.getByText("This is not an amount")).toBeVisible();
  await expectAccessible(page);
  // Opened again, it says nothing of what is no longer typed in it.
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Amount", exact: true }).click();
  await expect(page.getByText("This is not an amount")).toHaveCount(0);
  await page.getByLabel("Amount from").fill("10");
  await page.getByLabel("Amount to").fill("３０");
  await page.keyboard.press("Enter");
  await expect(table.getByRole("row")).toHaveCount(6);
  await table.getByRole("link", { name: "Amount" }).click();
  await expect(first).toContainText("LIST-030");
  await expect(page.getByRole("columnheader", { name: "Amount" })).toHaveAttribute("aria-sort", "descending");
  await expectAccessible(page);

  // Without a currency, what compares amounts goes, too; sorted by amount, the list says which one it has.
  await page.getByRole("button", { name: "Remove filter: Currency" }).click();
  await expect(page).not.toHaveURL(/least|most|sort|currency/);
  await table.getByRole("link", { name: "Amount" }).click();
  await expect(page.getByRole("button", { name: /^Currency ?JPY$/ })).toBeVisible();
  await page.getByRole("button", { name: "Remove filter: Currency" }).click();
  await expect(page.getByRole("button", { name: "Currency", exact: true })).toBeVisible();
  await page.goBack();
  await page.goBack();
  await page.goBack();
  await expect(first).toContainText("LIST-030");

  await page.getByRole("button", { name: "Save view" }).click();
  const saving = page.getByRole("dialog", { name: "Save view" });
  await saving.getByRole("button", { name: "Save", exact: true }).click();
  await expect(saving.getByText("A name is one line of up to 60 characters.")).toBeVisible();
  await saving.getByLabel("Name").fill("Failed tethers");
  await saving.getByLabel("Share with all users").check();
  // It is saved, and its answer lost: sent again, it is the same view.
  let isLost = false;
  await page.route(/\/sandbox\/transactions/, async (route) => {
    if (isLost || route.request().method() !== "POST") return route.fallback();
    isLost = true;
    await route.fetch();
    await route.abort("connectionreset");
  });
  await saving.getByRole("button", { name: "Save", exact: true }).click();
  await expect(saving.getByText("it is not known whether the view was saved")).toBeVisible();
  await expectAccessible(page);
  await saving.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("link", { name: "Failed tethers" })).toHaveAttribute("aria-current", "true");

  await page.getByRole("button", { name: "Export", exact: true }).click();
  await page.getByLabel("transactionId").uncheck();
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Create file" }).click();
  const file = await readFile(await (await coming).path());
  await expect(page.getByText("Done: 5 orders.")).toBeVisible();
  const [head = "", ...lines] = file.toString("utf8").trimEnd().split("\r\n");
  expect(file.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  expect(head).toMatch(/^\ufeff"createdAt \(Asia\/Tokyo, UTC\+09:00\)",referenceId,type,playerId,currency,amount,/);
  expect(lines.map((line) => line.split(",").slice(1, 6).join(","))).toEqual([
    "LIST-030,DEPOSIT,00-list,USDT,30",
    "LIST-025,WITHDRAW,00-list,USDT,25",
    "LIST-020,DEPOSIT,00-list,USDT,20",
    "LIST-015,WITHDRAW,00-list,USDT,15",
    "LIST-010,DEPOSIT,00-list,USDT,10",
  ]);

  await page.getByLabel("Format").selectOption("CSV for Excel, codes as text");
  const texts = page.waitForEvent("download");
  await page.getByRole("button", { name: "Create file" }).click();
  expect(await readFile(await (await texts).path(), "utf8")).toContain(
    '"=""LIST-030""","=""DEPOSIT""","=""00-list""","=""USDT""",30,',
  );

  await page.getByLabel("Format").selectOption("Excel workbook (.xlsx)");
  const workbook = page.waitForEvent("download");
  await page.getByRole("button", { name: "Create file" }).click();
  expect((await workbook).suggestedFilename()).toMatch(/^choba-sandbox-transactions-\d{4}-\d\d-\d\d\.xlsx$/);
  await expect(page.getByText("Done: 5 orders.")).toBeVisible();
  expect((await readFile(await (await workbook).path())).subarray(0, 2).toString()).toBe("PK");
  await expectAccessible(page);

  // Selected rows have a total and an export of their own.
  await page.getByRole("checkbox", { name: "Select LIST-030" }).check();
  await table.getByRole("link", { name: "LIST-025" }).focus();
  await page.keyboard.press("Space");
  const chosen = page.getByRole("region", { name: "2 selected" });
  await expect(chosen).toContainText("55.00 USDT");
  await chosen.getByRole("button", { name: "Export selection" }).click();
  // What was chosen for the last file stays. What became of it is not of this one.
  await expect(page.getByText("Done: 5 orders.")).toHaveCount(0);
  await expect(page.getByLabel("transactionId")).not.toBeChecked();
  await expect(page.getByLabel("Format")).toHaveValue("xlsx");
  await page.getByLabel("Format").selectOption("csv");
  const some = page.waitForEvent("download");
  await page.getByRole("button", { name: "Create file" }).click();
  expect((await readFile(await (await some).path(), "utf8")).trimEnd().split("\r\n")).toHaveLength(3);

  // A file that ends after others were chosen is not said to be of these.
  const late = Promise.withResolvers<Route>();
  await page.route("**/transactions/export*", (route) => late.resolve(route), { times: 1 });
  const last = page.waitForEvent("download");
  await page.getByRole("button", { name: "Create file" }).click();
  const held = await late.promise;
  await page.getByRole("checkbox", { name: "Select LIST-030" }).uncheck();
  await held.continue();
  await last;
  await expect(page.getByRole("button", { name: "Create file" })).toBeEnabled();
  await expect(page.getByText("Done: 2 orders.")).toHaveCount(0);
  await page.getByRole("checkbox", { name: "Select LIST-030" }).check();
  await expect(page.getByText("Done: 2 orders.")).toBeVisible();

  // Without any of them it would be the file of all: the form goes with the last one.
  await chosen.getByRole("button", { name: "Clear selection" }).click();
  await expect(page.getByRole("button", { name: "Create file" })).toHaveCount(0);

  const support = await (await browser.newContext({ viewport: { width: 390, height: 800 } })).newPage();
  await signInAs(support, "support");
  await support.goto("/sandbox/transactions");
  await support.getByRole("link", { name: "Failed tethers" }).click();
  const cards = support.getByRole("table", { name: "All orders recorded in this console." }).getByRole("row");
  await expect(cards).toHaveCount(5);
  await expect(cards.first()).toContainText("LIST-030");
  await expect(support.getByRole("button", { name: "Export", exact: true })).toHaveCount(0);
  await expectFits(support);
  await expectAccessible(support);
  await support.context().close();

  // Deleting a view takes a second press.
  await page.getByRole("button", { name: "Change “Failed tethers”" }).click();
  const changing = page.getByRole("dialog", { name: "Change “Failed tethers”" });
  await changing.getByRole("button", { name: "Delete", exact: true }).click();
  await changing.getByRole("button", { name: "Keep", exact: true }).press("Enter");
  await expect(changing.getByRole("button", { name: "Delete", exact: true })).toBeFocused();
  await changing.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(changing.getByRole("button", { name: "Keep", exact: true })).toBeFocused();
  await expectAccessible(page);
  await changing.getByRole("button", { name: "Delete for all users" }).click();
  await expect(page.getByRole("link", { name: "Failed tethers" })).toHaveCount(0);
  await expect(page.getByRole("navigation", { name: "Saved views" })).toBeFocused();

  // Rare states are searched for step by step, and found without a click.
  await addOrders(500, 900);
  await page.goto("/sandbox/transactions?player=00-list&currency=USDT&least=900");
  await expect(first).toContainText("LIST-900");
  await expect(table.getByRole("row")).toHaveCount(2);
  await expect(page.getByRole("link", { name: "Continue searching" })).toHaveCount(0);
});

test("a page between others stays between them when one comes back to it after news", async ({ page }) => {
  await addOrders(1, 160, "BETWEEN");
  await signInAs(page, "finance");
  await page.goto("/sandbox/transactions?player=00-between");
  const first = page.getByRole("table").getByRole("row").nth(1);
  const next = page.getByRole("link", { name: "Next page" });
  const previous = page.getByRole("link", { name: "Previous page" });
  await next.click();
  await expect(first).toContainText("BETWEEN-051");
  await next.click();
  await expect(first).toContainText("BETWEEN-101");
  await previous.click();
  await expect(first).toContainText("BETWEEN-051");
  await expect(page).toHaveURL(/before=/);
  const readAgain = page.waitForResponse(/player=00-between.*with=/);
  await addOrders(0, 0, "BETWEEN");
  await (await readAgain).finished();
  await next.click();
  await expect(first).toContainText("BETWEEN-101");
  await page.goBack();
  await expect(first).toContainText("BETWEEN-051");
  await expect(previous).toBeVisible();
  await expect(page.getByRole("button", { name: /new · Show/ })).toHaveCount(0);
  await previous.click();
  await expect(first).toContainText("BETWEEN-001");
});

test("a view of a list that was sorted by amount is the one that is shown, saved and opened", async ({ page }) => {
  await signInAs(page, "finance");
  await page.goto("/sandbox/transactions");
  await page.getByRole("table").getByRole("link", { name: "Amount" }).click();
  await page.getByRole("button", { name: "Save view" }).click();
  const saving = page.getByRole("dialog", { name: "Save view" });
  await saving.getByLabel("Name").fill("Largest yen");
  await saving.getByRole("button", { name: "Save", exact: true }).click();
  const view = page.getByRole("link", { name: "Largest yen" });
  await expect(view).toHaveAttribute("aria-current", "true");
  await expect(page.getByRole("navigation", { name: "Saved views" })).toBeFocused();
  await expect(page.getByRole("button", { name: "Save view" })).toHaveCount(0);
  await page.getByRole("link", { name: "All", exact: true }).click();
  await expect(view).not.toHaveAttribute("aria-current");
  await view.click();
  await expect(page).toHaveURL(/currency=JPY&sort=largest/);
  await expect(view).toHaveAttribute("aria-current", "true");
  await page.getByRole("link", { name: "All", exact: true }).click();
  await page.getByRole("table").getByRole("link", { name: "Amount" }).click();
  await expect(view).toHaveAttribute("aria-current", "true");
});

test("an answer that fails is no empty list: it is said, with the way back to the same filter", async ({ page }) => {
  await signInAs(page, "finance");
  await page.goto("/sandbox/transactions");
  let status = 500;
  await page.route(/\/api\/sandbox\/transactions\?/, (route) => route.fulfill({ status, json: {} }));
  const find = page.getByRole("searchbox", { name: "ID, account ending or amount" });
  await find.fill("LIST-00");
  await find.press("Enter");
  await expect(page.getByText("It is not known what this list holds now.")).toBeVisible();
  await expect(page.getByText("This could not be loaded. Its current state is not known.")).toBeVisible();
  await expect(page.getByText("No orders match this filter.")).toHaveCount(0);
  await expect(page.getByText("1970")).toHaveCount(0);
  await expectAccessible(page);

  status = 401;
  await find.fill("LIST-01");
  await find.press("Enter");
  await expect(page.getByRole("link", { name: "Sign in again" })).toHaveAttribute(
    "href",
    `/sign-in?return=${encodeURIComponent("/sandbox/transactions?q=LIST-01")}`,
  );

  await page.unroute(/\/api\/sandbox\/transactions\?/);
  await find.fill("nothing-like-this");
  await find.press("Enter");
  await expect(page.getByText("No orders match this filter.")).toBeVisible();
});

test("the field of a list keeps its focus with Enter and when it is emptied, and follows the address", async ({
  page,
}) => {
  await signInAs(page, "finance");
  await page.goto("/sandbox/transactions");
  const find = page.getByRole("searchbox", { name: "ID, account ending or amount" });
  await find.fill("LIST-00");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/q=LIST-00$/);
  await expect(find).toBeFocused();
  await page.keyboard.type("1");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/q=LIST-001$/);
  // From the field to the first row, but not while a conversion is going on.
  const row = page.getByRole("table").getByRole("link", { name: "LIST-001" });
  await expect(page.getByRole("table").getByRole("row")).toHaveCount(2);
  await find.dispatchEvent("keydown", { key: "ArrowDown", keyCode: 229, bubbles: true });
  await expect(find).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(row).toBeFocused();
  await page.keyboard.press("/");
  await expect(find).toBeFocused();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Backspace");
  await expect(page).not.toHaveURL(/q=/);
  await expect(find).toBeFocused();
  await page.goBack();
  await expect(find).toHaveValue("LIST-001");
  await page.getByRole("link", { name: "Reset" }).click();
  await expect(find).toHaveValue("");
});

test("a day is typed into a filter part by part, and Enter of a conversion chooses nothing", async ({ page }) => {
  await signInAs(page, "finance");
  await page.goto("/sandbox/transactions");
  await page.getByRole("button", { name: "Created", exact: true }).click();
  const from = page.getByLabel("Created from (JST)");
  await from.focus();
  await page.keyboard.type("11052026");
  await expect(from).toHaveValue("2026-11-05");
  await expect(page).toHaveURL(/from=2026-11-05/);
  // A part that is taken away makes it no day, and the filter stays until there is another.
  await page.keyboard.press("Backspace");
  await expect(from).toHaveValue("");
  await page.keyboard.type("2025");
  await expect(page).toHaveURL(/from=2025-11-05/);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Remove filter: Created" }).click();
  await expect(page).not.toHaveURL(/from=/);

  await page.getByRole("button", { name: "Status", exact: true }).click();
  const options = page.getByRole("textbox", { name: "Search options" });
  await options.dispatchEvent("keydown", { key: "Enter", keyCode: 229, bubbles: true });
  await expect(page.getByRole("dialog").locator("[aria-pressed=true]")).toHaveCount(0);
  await options.press("Enter");
  await expect(page).toHaveURL(/state=/);
});

test("the pages below a list stay on the screen, also with a second line of filters", async ({ page }) => {
  await signInAs(page, "support");
  for (const size of [
    { width: 1280, height: 900 },
    { width: 1024, height: 768 },
  ]) {
    await page.setViewportSize(size);
    await page.goto("/sandbox/transactions?type=WITHDRAW&least=1&currency=JPY");
    await expect(page.getByRole("navigation", { name: "Pages" })).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate("document.documentElement.scrollHeight")).toBe(size.height);
  }
});
