import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { Client } from "pg";
import { canonical, sign } from "@/lib/payments-api/sign";
import { signInAs, testContext } from "../support/test-context";
import { accountButton } from "./account-menu";
import { clipboardText, expect, expectAccessible, expectOrder, test } from "./fixtures";
import { sendWithdrawal } from "./withdrawal-steps";

// The balance in yen belongs to the tests of withdrawals, which run at the same time.
const IN_BAHT = { currency: "THB", amount: "1,250.50" } as const;

/** An order that another system of the merchant makes at the service, of which the console knows nothing. */
async function madeElsewhere() {
  const { baseUrl, apiKey, secretKey } = testContext().sandbox;
  const referenceId = `shop-${randomUUID()}`;
  const order = { referenceId, channel: "BANK_TRANSFER", currency: "THB", amount: "700", playerId: "p-40417" };
  const timestamp = String(Math.floor(Date.now() / 1000));
  const body = canonical({
    ...order,
    callbackUrl: `${testContext().url}/api/callbacks/sandbox/elsewhere`,
    timestamp,
    nonce: randomUUID(),
  });
  const headers = { "content-type": "application/json", "x-api-key": apiKey, "x-signature": sign(body, secretKey) };
  const answer = await fetch(`${baseUrl}/deposit`, { method: "POST", headers, body });
  const text = await answer.text();
  expect(answer.status, text).toBe(200);
  const { transactionId } = JSON.parse(text) as { transactionId: string };
  return { referenceId, transactionId };
}

test("support finds a stranger's order by either id, and one of ours by kana, and answers with the sentence", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signInAs(page, "ops");
  // A unique name: others send at the same time, and the newest come first.
  const ours = await sendWithdrawal(page, { ...IN_BAHT, holder: "ヌマタ　ノゾミ" });
  const stranger = await madeElsewhere();
  await context.clearCookies();
  await signInAs(page, "support");
  await page.goto("/sandbox");

  const box = page.getByRole("combobox", { name: "Search" });
  await box.fill(stranger.referenceId);
  await box.press("Enter");
  await expectOrder(page, stranger.referenceId);
  await page.goto("/sandbox/banks");
  await box.fill(`transaction ${stranger.transactionId}.`);
  await box.press("Enter");
  await expectOrder(page, stranger.referenceId);

  await box.fill("ぬまた のぞみ");
  await expect(page.getByRole("option")).toContainText([ours]);
  await expect(page.getByRole("option").first()).not.toContainText("ヌマタ");
  await box.press("Enter");
  await expect(page.getByText("Names are masked for your role")).toBeVisible();
  // The list would lie over the answer.
  await expect(page.getByRole("option")).toHaveCount(0);
  await expect(page.getByRole("main")).not.toContainText("ヌマタ");
  await expectAccessible(page);
  await page.getByRole("main").getByRole("link", { name: ours }).first().click();
  await expectOrder(page, ours);
  await page.getByRole("button", { name: "Copy reply for the player" }).click();
  expect(await clipboardText(page)).toContain("1,250.50 THB");
});

test("what fits best comes first, and the rest on demand", async ({ page }) => {
  const client = new Client({ connectionString: testContext().databaseUrl });
  await client.connect();
  await client.query(
    `insert into transactions (environment, reference_id, type, currency, amount, player_id, party_name, created_at, updated_at)
     select 'sandbox', 'CROWD-' || n, 'WITHDRAW', 'THB', 3, '00-crowd', 'ヌノメ　ネネ', now(), now() from generate_series(1, 11) n`,
  );
  await client.end();
  await signInAs(page, "ops");
  await page.goto(`/sandbox/search?${new URLSearchParams({ q: "ヌノメ ネネ" })}`);
  const found = page.getByRole("main").getByRole("link", { name: /^CROWD-/ });
  await expect(found).toHaveCount(8);
  await page.getByRole("link", { name: "Show more" }).click();
  await expect(found).toHaveCount(11);
  await expect(page.getByText("11 orders, no players recorded here.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Show more" })).toHaveCount(0);
  await expectAccessible(page);
});

test("what is typed before the palette is there becomes its text, and presses nothing beneath", async ({ page }) => {
  await signInAs(page, "ops");
  await page.goto("/sandbox/balances");
  const beneath = accountButton(page);
  await expect(beneath).toBeEnabled();
  const arrive = await holdBack(page, "**/_next/static/chunks/**");

  await beneath.focus();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("newx");
  await page.keyboard.press("Backspace");
  await page.keyboard.type(" withd");
  const palette = page.getByRole("dialog", { name: "Go to, search or create" });
  await expect(palette).toHaveCount(0);
  arrive();
  await expect(palette.getByRole("combobox")).toHaveValue("new withd");
  await page.keyboard.type("r");
  await expect(palette.getByRole("combobox")).toHaveValue("new withdr");
  await expect(page).toHaveURL(/\/sandbox\/balances$/);
  await expect(page.getByRole("button", { name: "Sign out" })).toHaveCount(0);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/sandbox\/withdrawals\/new$/);
});

/** What fits this address is answered once the function that this gives was called. */
async function holdBack(page: Page, url: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test("what is pasted or composed before the palette is there is searched for, and Enter acts on it", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signInAs(page, "ops");
  const devtools = await context.newCDPSession(page);
  const palette = page.getByRole("dialog", { name: "Go to, search or create" });
  const early = page.getByRole("textbox", { name: "Page or search term" });
  const openEarly = async () => {
    await page.goto("/sandbox/balances");
    await expect(accountButton(page)).toBeEnabled();
    const arrive = await holdBack(page, "**/_next/static/chunks/**");
    came = 0;
    await page.keyboard.press("Control+k");
    await expect(early).toBeFocused();
    return arrive;
  };
  let came = 0;
  page.on("response", (response) => {
    if (response.url().includes("/_next/static/chunks/")) came += 1;
  });

  let arrive = await openEarly();
  await devtools.send("Input.imeSetComposition", { text: "ぬまた", selectionStart: 3, selectionEnd: 3 });
  arrive();
  await expect.poll(() => came).toBeGreaterThan(0);
  await devtools.send("Input.imeSetComposition", { text: "ぬまたの", selectionStart: 4, selectionEnd: 4 });
  await expect(early).toHaveValue("ぬまたの");
  await devtools.send("Input.insertText", { text: "沼田の" });
  await expect(palette.getByRole("combobox")).toHaveValue("沼田の");
  await expect(palette.getByRole("combobox")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/sandbox/search?${new URLSearchParams({ q: "沼田の" })}`);

  arrive = await openEarly();
  await page.evaluate(() => navigator.clipboard.writeText("no such name"));
  await page.keyboard.press("Control+v");
  await page.keyboard.press("Enter");
  await expect(early).toHaveValue("no such name");
  arrive();
  await expect(page).toHaveURL(/\/sandbox\/search\?q=no\+such\+name$/);
  await expect(palette).toHaveCount(0);
});

test("Enter before the results are there opens the first one when it comes", async ({ page }) => {
  await signInAs(page, "ops");
  const ours = await sendWithdrawal(page, { ...IN_BAHT, holder: "ヌマジリ　ノゾミ" });
  const palette = page.getByRole("dialog", { name: "Go to, search or create" });
  const typeEarly = async (text: string) => {
    await page.goto("/sandbox/balances");
    await expect(accountButton(page)).toBeEnabled();
    const arrive = await holdBack(page, "**/api/sandbox/search");
    const asked = page.waitForRequest("**/api/sandbox/search");
    await page.keyboard.press("Control+k");
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
    await asked;
    await expect(palette.getByRole("option", { name: "Searching…" })).toHaveAttribute("aria-selected", "true");
    return arrive;
  };

  let arrive = await typeEarly("ヌマジリ");
  await expectAccessible(page);
  arrive();
  await expectOrder(page, ours);
  await expect(palette).toHaveCount(0);

  // Where there is none, all that can be done is to search everywhere.
  arrive = await typeEarly("ヌマジリ　ナナミ");
  arrive();
  await expect(page).toHaveURL(/\/sandbox\/search\?q=/);

  // A key after it means that something else is wanted.
  arrive = await typeEarly("ヌマジリ");
  await page.keyboard.press("ArrowDown");
  arrive();
  await expect(palette.getByRole("option").filter({ hasText: ours })).toBeVisible();
  await expect(palette.getByRole("option", { name: /^Search for/ })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/sandbox/search?${new URLSearchParams({ q: "ヌマジリ" })}`);
});

test("Enter in the box shows all results, and no late suggestion lies over them", async ({ page }) => {
  await signInAs(page, "ops");
  const ours = await sendWithdrawal(page, { ...IN_BAHT, holder: "ヌマクラ　ノゾミ" });
  await page.goto("/sandbox/balances");
  await expect(accountButton(page)).toBeEnabled();
  const arrive = await holdBack(page, "**/api/sandbox/search");
  const asked = page.waitForRequest("**/api/sandbox/search");
  const box = page.getByRole("combobox", { name: "Search" });
  await box.fill("ヌマクラ　ノゾミ");
  const request = await asked;
  await box.press("Enter");
  arrive();
  await request.response();
  await expect(page.getByRole("main").getByRole("link", { name: ours })).toBeVisible();
  await expect(page.getByRole("option")).toHaveCount(0);
  await expect(box).toHaveAttribute("aria-expanded", "false");
});

test("Enter before the list's code is there leaves no suggestion over the results", async ({ page }) => {
  await signInAs(page, "ops");
  const ours = await sendWithdrawal(page, { ...IN_BAHT, holder: "ヌマヤマ　ノゾミ" });
  await page.goto("/sandbox/balances");
  await expect(accountButton(page)).toBeEnabled();
  const arrive = await holdBack(page, "**/_next/static/chunks/**");
  const box = page.getByRole("combobox", { name: "Search" });
  await box.fill("ヌマヤマ　ノゾミ");
  await box.press("Enter");
  arrive();
  await expect(page.getByRole("main").getByRole("link", { name: ours })).toBeVisible();
  await expect(box).toHaveAttribute("aria-haspopup", "listbox");
  await expect(page.getByRole("status").filter({ hasText: "1 suggestion" })).toHaveCount(0);
  await expect(page.getByRole("option")).toHaveCount(0);
});

test("everything is within reach of the keyboard, and no key sends anything", async ({ page }) => {
  await signInAs(page, "ops");
  const ours = await sendWithdrawal(page, IN_BAHT);
  await page.goto("/sandbox/balances");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(accountButton(page)).toBeEnabled();

  // The box, from anywhere, with suggestions.
  await page.keyboard.press("/");
  const box = page.getByRole("combobox", { name: "Search" });
  await expect(box).toBeFocused();
  await page.keyboard.type(ours);
  await expect(page.getByRole("option").first()).toContainText("Reference ID");
  await expectAccessible(page);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expectOrder(page, ours);

  // The palette: a page, then an order that was looked at, then a form.
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Go to, search or create" });
  await expect(palette.getByRole("combobox")).toBeFocused();
  await expect(palette.getByRole("option", { name: ours })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.type("balan");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/sandbox\/balances$/);
  await expect(palette).toHaveCount(0);

  await page.keyboard.press("Control+k");
  await page.keyboard.type("1250.50");
  await expect(palette.getByRole("option").filter({ hasText: "Amount" }).first()).toBeVisible();
  // While an input method converts, Enter is its own.
  await palette.getByRole("combobox").dispatchEvent("keydown", { key: "Enter", keyCode: 229, bubbles: true });
  await expect(palette).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(palette).toHaveCount(0);

  await page.keyboard.press("Control+k");
  await page.keyboard.type("new withd");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/sandbox\/withdrawals\/new$/);
  await expect(page.getByRole("button", { name: "Review" })).toBeEnabled();

  // A key that is typed into a field is text.
  await page.getByLabel("Player ID").fill("");
  await page.getByLabel("Player ID").press("?");
  await expect(page.getByLabel("Player ID")).toHaveValue("?");
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(keys).toContainText("No shortcut sends money");
  // In the middle; a phone has it at its lower edge.
  const boxOfKeys = async () => (await keys.boundingBox())!;
  const desktop = page.viewportSize()!;
  const { x, y, width, height } = await boxOfKeys();
  expect([x + width / 2, y + height / 2].map(Math.round)).toEqual([desktop.width / 2, desktop.height / 2]);
  expect(width).toBeLessThan(500);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(async () => (await boxOfKeys()).width).toBe(390);
  const phone = await boxOfKeys();
  expect(phone.y + phone.height).toBe(844);
  await page.setViewportSize(desktop);
  await expectAccessible(page);
  await keys.getByRole("checkbox").uncheck();
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await expect(keys).toHaveCount(0);
});

test("who does not pay out is offered no withdrawal, and the box works before the page can react", async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: testContext().url });
  const page = await context.newPage();
  await signInAs(page, "finance");
  await page.goto("/sandbox");
  await expect(accountButton(page)).toBeEnabled();
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").fill("new");
  await expect(page.getByRole("option", { name: /Search for/ })).toBeVisible();
  await expect(page.getByRole("option", { name: "New withdrawal" })).toHaveCount(0);
  const state = await context.storageState();
  await context.close();

  const plain = await browser.newContext({ baseURL: testContext().url, storageState: state, javaScriptEnabled: false });
  const still = await plain.newPage();
  await still.goto("/sandbox/banks");
  await still.getByRole("combobox", { name: "Search" }).fill("no such name");
  await still.getByRole("combobox", { name: "Search" }).press("Enter");
  await expect(still).toHaveURL(/\/sandbox\/search\?q=no\+such\+name$/);
  // The address is there before the page that is sent under it is whole.
  await expect.poll(() => still.content()).toContain("no such name");
  await plain.close();
});

test("the palette finds settings by words of either language, before anything is searched for", async ({ page }) => {
  await signInAs(page, "admin");
  await page.goto("/sandbox");
  await expect(accountButton(page)).toBeEnabled();
  const palette = page.getByRole("dialog", { name: "Go to, search or create" });
  await page.keyboard.press("Control+k");
  await page.keyboard.type("送信の停止");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/sandbox\/settings\/freezes$/);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("password");
  await expect(palette.getByRole("group", { name: "Settings" }).getByRole("option")).toHaveText(["My security"]);
  await expectAccessible(page);
});

test("a search that failed says so where its results would be, in the box and in the palette", async ({ page }) => {
  await signInAs(page, "ops");
  await page.route(/\/api\/sandbox\/search$/, (route) => route.fulfill({ status: 500 }));
  await page.goto("/sandbox/transactions");
  // What is for screen readers alone is as high as a pixel.
  const height = async () => (await page.getByText(/are unavailable\./).boundingBox())?.height ?? 0;
  const box = page.getByRole("combobox", { name: "Search" });
  await box.focus();
  await box.fill("WD-2026");
  await expect.poll(height, { timeout: 15_000 }).toBeGreaterThan(10);
  await box.fill("");
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").fill("WD-2026");
  await expect.poll(height, { timeout: 15_000 }).toBeGreaterThan(10);
});
