import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import axeCore from "axe-core";

/** Nothing may go wrong unseen: no exception, no word that is missing, nothing that the content policy had to stop. */
export const test = base.extend<{ faults: string[]; page: Page }>({
  /** In every page that a test opens: its own browser, too, is opened by this one function. */
  faults: [
    async ({ browser }, use) => {
      const faults: string[] = [];
      const open = browser.newContext.bind(browser);
      browser.newContext = async (...how) => watch(await open(...how), faults);
      await use(faults);
      browser.newContext = open;
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
  page: async ({ page }, use) => {
    const [go, reload] = [page.goto.bind(page), page.reload.bind(page)];
    const hydrated = async <T>(loading: Promise<T>) => {
      const answer = await loading;
      await page.waitForFunction(isInPlace);
      return answer;
    };
    // What was streamed and is in its place already may lie hidden beside it as well; people see it once.
    const getByText = page.getByText.bind(page);
    page.getByText = (...text) => getByText(...text).filter({ visible: true });
    page.goto = (...where) => hydrated(go(...where));
    page.reload = (...how) => hydrated(reload(...how));
    await use(page);
  },
});

async function watch(context: BrowserContext, faults: string[]): Promise<BrowserContext> {
  // A script that tries and catches leaves nothing on the console.
  await context.addInitScript(() =>
    addEventListener("securitypolicyviolation", ({ violatedDirective, sourceFile }) =>
      console.error(`Content Security Policy: ${violatedDirective} refused to ${sourceFile}`),
    ),
  );
  await context.addInitScript(watchTitle);
  context.on("weberror", (fault) => faults.push(fault.error().message));
  context.on("console", (message) => {
    if (/Content Security Policy|hydrat|_MESSAGE|_ERROR:|without a title/i.test(message.text()))
      faults.push(message.text());
  });
  return context;
}

/** The tab says what the page is, from the moment its heading does: when another page was there before, too. */
const watchTitle = () =>
  addEventListener("DOMContentLoaded", () => {
    new MutationObserver(() => {
      if (document.title === "" && document.querySelector("h1"))
        console.error(`A page without a title: ${location.pathname}`);
    }).observe(document.head, { childList: true, subtree: true, characterData: true });
  });

/**
 * What was streamed lies hidden until it is put in its place: before that, a text can be found twice. What no place
 * waits for any more, because the page has become another in the meantime, stays hidden permanently.
 */
const isInPlace = () =>
  document.querySelector('div[hidden][id^="S:"]') === null || document.querySelector('template[id^="B:"]') === null;

export { expect };

/** WCAG 2.2 AA, as far as a machine can tell. */
export const expectAccessible = (page: Page) =>
  expectNothing(page, {
    type: "tag",
    values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  });

/** What another theme can change of it. */
export const expectContrast = (page: Page) =>
  expectNothing(page, { type: "rule", values: ["color-contrast", "link-in-text-block"] });

async function expectNothing(page: Page, runOnly: axeCore.RunOnly) {
  // The rows that a filter is about to replace are faded.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  // Colours of two themes mix while one turns into the other.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((one) => one instanceof CSSTransition)
        .map((one) => one.finished),
    ),
  );
  // Below the bar that stays at the top, half a target would count as a small one.
  await page.evaluate(() => scrollTo(0, 0));
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axeCore.source);
  // In the page itself and without a word on what passes: that would be most of the work.
  const violations = await page.evaluate(async (runOnly) => {
    const { violations } = await globalThis.axe.run(document, { runOnly, resultTypes: ["violations"] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  }, runOnly);
  expect(violations).toEqual([]);
}

declare global {
  var axe: typeof axeCore;
}

/** The page listens to keys and presses: what covers it while another one is on its way is there from then on. */
export const expectListening = (page: Page) => expect(page.locator("[data-skeleton]").first()).toBeAttached();

/** The page of this order has opened: its heading says what it is, the title and the references which one. */
export async function expectOrder(page: Page, referenceId: string) {
  await expect(page).toHaveTitle(new RegExp(`^${referenceId} ·`));
  await expect(page.getByRole("heading", { level: 1, name: /^(Withdrawal|Deposit) / })).toBeVisible();
}

/** Nothing is wider than the screen. A phone zooms out to what is, so it is the device that says how wide it is. */
export async function expectFits(page: Page) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide, page.url()).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
}

/** What was copied last, pasted as a person would: our own pages may write to the clipboard and never read it. */
export async function clipboardText(page: Page): Promise<string> {
  const paper = await page.context().newPage();
  await paper.setContent('<textarea aria-label="Paper"></textarea>');
  const field = paper.getByLabel("Paper");
  await field.press("ControlOrMeta+V");
  const text = await field.inputValue();
  await paper.close();
  return text;
}
