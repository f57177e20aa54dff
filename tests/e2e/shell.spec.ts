import { signInAs, testContext } from "../support/test-context";
import { accountButton, openAccount } from "./account-menu";
import { expect, expectAccessible, test } from "./fixtures";
import { hold } from "./hold";
import { sendWithdrawal } from "./withdrawal-steps";

// The balance in yen belongs to the tests of withdrawals, which run at the same time.
const IN_BAHT = { currency: "THB", amount: "1,250.50" } as const;

test("dark is remembered and rendered by the server", async ({ page }) => {
  await signInAs(page, "ops");
  await page.goto("/sandbox");
  await openAccount(page);
  await page.getByText("Dark", { exact: true }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  const html = await (await page.request.get("/sandbox")).text();
  expect(html).toContain('data-theme="dark"');
});

test("a pressed theme is marked first, and the whole page changes to it in one frame", async ({ page }) => {
  await signInAs(page, "ops");
  await page.goto("/sandbox");
  await openAccount(page);
  await page.getByText("Light", { exact: true }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  const grounds = await page.getByRole("radio", { name: "Dark" }).evaluate(async (dark: HTMLInputElement) => {
    const ground = () => [...document.querySelectorAll("button")].map((one) => getComputedStyle(one).backgroundColor);
    const light = ground();
    const { documentElement } = document;
    const changed = new Promise<void>((resolve) => {
      new MutationObserver(() => resolve()).observe(documentElement, { attributeFilter: ["data-theme"] });
    });
    dark.click();
    const marked = dark.checked && documentElement.dataset.theme === "light";
    await changed;
    const immediately = ground();
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
    return { marked, light, immediately, later: ground() };
  });
  expect(grounds.marked).toBe(true);
  expect(grounds.immediately).not.toEqual(grounds.light);
  expect(grounds.immediately).toEqual(grounds.later);
});

test("the keyboard reaches the content first, which the way back does not repeat", async ({ page }) => {
  await signInAs(page, "ops");
  await page.goto("/sandbox");
  const title = await page.getByRole("heading", { level: 1 }).textContent();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Transactions" }).click();
  await expect(page).toHaveURL(/\/sandbox\/transactions$/);
  await expect(page.getByRole("heading", { level: 1, name: "Transactions" })).toBeVisible();
  await page.getByRole("link", { name: "Skip to the content" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await expect(page).toHaveURL(/\/sandbox\/transactions$/);
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: title ?? "" })).toBeVisible();
});

test("paper says whose page it is, and of which environment", async ({ page }) => {
  await signInAs(page, "ops");
  await page.goto("/sandbox/transactions");
  const printed = page.getByText(/ · Environment: Sandbox$/);
  await expect(printed).toBeHidden();
  await page.emulateMedia({ media: "print" });
  await expect(printed).toBeVisible();
});

test("a menu takes the focus and gives it back, and makes way where the focus goes elsewhere", async ({ page }) => {
  await signInAs(page, "ops");
  await page.goto("/sandbox/transactions");
  const button = accountButton(page);
  const menu = page.getByRole("dialog", { name: "Account" });
  const first = menu.getByRole("link", { name: "My security" });
  await openAccount(page);
  await expect(button).toHaveAttribute("aria-expanded", "true");
  await expect(first).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(menu).toHaveCount(0);
  await expect(button).toBeFocused();

  await page.keyboard.press("Enter");
  await expect(first).toBeFocused();
  await button.click();
  await expect(menu).toHaveCount(0);
  await expect(button).toBeFocused();

  // A filter that was added and left unset is gone: the focus goes to where it came from.
  const more = page.getByRole("main").getByRole("button", { name: "Filter", exact: true });
  await more.press("Enter");
  const evidence = page.getByRole("dialog", { name: "Filter" }).getByRole("button", { name: "Evidence" });
  await expect(evidence).toBeFocused();
  await evidence.press("Enter");
  await expect(page.getByRole("dialog", { name: "Evidence" }).getByRole("button").first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(more).toBeFocused();

  await openAccount(page);
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("dialog", { name: "Search" }).getByRole("combobox")).toBeFocused();
  await expect(menu).toHaveCount(0);
});

test("a link says that it was pressed until its page is there, and goes into a new tab where that is asked for", async ({
  page,
  context,
}) => {
  await signInAs(page, "finance");
  await page.goto("/sandbox");
  await page.waitForLoadState("networkidle");
  const link = page.getByRole("complementary", { name: "Choba" }).getByRole("link", { name: "Bank directory" });
  const pending = link.locator("[data-pending]");
  const letGo = await hold(page, /\/sandbox\/banks\?/);

  const opened = context.waitForEvent("page");
  await link.click({ modifiers: ["ControlOrMeta"] });
  await expect((await opened).getByRole("heading", { level: 1 })).toHaveText("Bank directory");
  await expect(page).toHaveURL(/\/sandbox$/);
  await expect(pending).toHaveCount(0);

  await link.click();
  await expect(pending).toHaveCount(1);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Today");
  letGo();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Bank directory");
  await expect(pending).toHaveCount(0);
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Today");
});

test("a section that takes its time is marked from the press, and its skeleton is shown until it is there", async ({
  page,
}) => {
  await signInAs(page, "finance");
  await page.goto("/sandbox/banks");
  await page.waitForLoadState("networkidle");
  const letGo = await hold(page, /\/sandbox\/balances\?/);
  const link = page.getByRole("complementary", { name: "Choba" }).getByRole("link", { name: "Balances" });
  await link.click();
  await expect(link.locator("[data-pending]")).toBeVisible();
  const skeleton = page.locator("[data-skeleton]:visible");
  await expect(skeleton).toHaveCSS("opacity", "1");
  letGo();
  await expect(page.getByText("THB available")).toBeVisible();
  await expect(page).toHaveURL(/\/sandbox\/balances$/);
  await expect(skeleton).toHaveCount(0);
});

test("the way back to a list shows the skeleton of the list until it is there", async ({ page }) => {
  await signInAs(page, "finance");
  await page.goto("/sandbox/payees/new");
  const letGo = await hold(page, /\/sandbox\/payees\?/);
  await page.getByRole("main").getByRole("link", { name: "Payees" }).click();
  const skeleton = page.locator("[data-skeleton]:visible");
  await expect(skeleton).toHaveCSS("opacity", "1");
  letGo();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Payees");
  await expect(skeleton).toHaveCount(0);
});

test("a setting that takes its time dims the one before, and the list of settings stays", async ({ page }) => {
  await signInAs(page, "finance");
  await page.goto("/sandbox/settings/security");
  const letGo = await hold(page, /\/sandbox\/settings\/notifications\?/);
  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Notifications" }).click();
  await expect(page.getByRole("main")).toHaveCSS("opacity", "0.6");
  letGo();
  await expect(page).toHaveURL(/\/settings\/notifications$/);
  await expect(page.getByRole("main")).toHaveCSS("opacity", "1");
});

test("an id that the service does not know is said to be unknown there, and stays in the box", async ({ page }) => {
  await signInAs(page, "support");
  await page.goto("/sandbox");
  await page.getByRole("combobox", { name: "Search" }).fill("no-such-order");
  await page.keyboard.press("Enter");
  await expect(page.getByText("The service has no order “no-such-order”")).toBeVisible();
  await expect(page.getByLabel("Search orders and players")).toHaveValue("no-such-order");
});

test("when the console stops answering, the last figures stay and say that they are old", async ({ page }) => {
  await page.clock.install();
  await signInAs(page, "finance");
  await page.goto("/sandbox/balances");
  await expect(page.getByRole("link", { name: /^THB available/ })).toBeVisible();
  await page.route(/\/api\/sandbox\/balances$/, (route) => route.abort());
  await page.clock.fastForward(61_000);
  await expect(page.getByText("Not up to date")).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(/^¥/).first()).toBeVisible();
  await expect(page.getByText(/^stale/).first()).toBeVisible();

  await page.unroute(/\/api\/sandbox\/balances$/);
  await expect(page.getByText("Not up to date")).toHaveCount(0, { timeout: 30_000 });
});

test("an empty bank list is an answer, not an error", async ({ page }) => {
  await signInAs(page, "finance");
  await page.goto("/sandbox/banks");
  await expect(page.getByText("The service lists no banks for JPY. This is a valid response")).toBeVisible();
});

test.describe("on a phone of 360 px", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test("every section is within reach", async ({ page }) => {
    await signInAs(page, "ops");
    await page.goto("/sandbox");
    await page.getByRole("button", { name: "More" }).click();
    await expectAccessible(page);
    await page.getByRole("dialog").getByRole("link", { name: "Bank directory" }).click();
    await expect(page.getByRole("heading", { name: "Bank directory", level: 1 })).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  test("a line of the activity shows what happened and its player's ID in Japanese, too", async ({ page }) => {
    await signInAs(page, "ops");
    const referenceId = await sendWithdrawal(page, IN_BAHT);
    await page.context().addCookies([{ name: "locale", value: "ja", url: testContext().url }]);
    await page.goto("/sandbox");
    const line = page.getByTitle(new RegExp(`受付済み.*${referenceId}`));
    await expect(line.getByText("p-20391")).toBeVisible();
    const { text, room } = await line.evaluate((box) => {
      const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      while (texts.nextNode()) range.selectNodeContents(texts.currentNode);
      return { text: range.getBoundingClientRect().right, room: box.getBoundingClientRect().right };
    });
    // Less than a pixel is rounding.
    expect(text).toBeLessThan(room + 1);
    const cut = await line.evaluate((box) =>
      [...box.querySelectorAll("*")].filter((one) => one.scrollWidth > one.clientWidth),
    );
    expect(cut).toEqual([]);
  });

  test("every filter opens within the screen", async ({ page }) => {
    await signInAs(page, "finance");
    await page.goto("/sandbox/transactions");
    for (const name of ["Created", "Type", "Status", "Currency", "Amount", "Player", "Filter"]) {
      const chip = page.getByRole("main").getByRole("button", { name, exact: true });
      await chip.click();
      await expect(page.getByRole("dialog")).toBeInViewport({ ratio: 1 });
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
    }
  });
});

test("figures of the bell that could not be read are not nothing", async ({ page }) => {
  await signInAs(page, "ops");
  await page.route(/\/api\/sandbox\/dashboard$/, (route) => route.fulfill({ status: 500 }));
  await page.goto("/sandbox/transactions");
  await page.getByRole("button", { name: /^Notifications/ }).click();
  const bell = page.getByRole("dialog", { name: "Needs action now" });
  await expect(bell.getByText("It is not known what needs action now.")).toBeVisible({ timeout: 15_000 });
  await expect(bell.getByText("Nothing needs action.")).toHaveCount(0);
});
