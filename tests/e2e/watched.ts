import AxeBuilder from "@axe-core/playwright";
import { test as base, expect, type Page } from "@playwright/test";

/** Nothing may go wrong unseen: no exception, no word that is missing, nothing that the content policy had to stop. */
export const test = base.extend<{ page: Page }>({
  page: async ({ page }, use) => {
    const faults: string[] = [];
    page.on("pageerror", (error) => faults.push(error.message));
    page.on("console", (message) => {
      if (/Content Security Policy|hydrat|_MESSAGE|_ERROR:/i.test(message.text())) faults.push(message.text());
    });
    const [go, reload] = [page.goto.bind(page), page.reload.bind(page)];
    const settled = async <T>(loading: Promise<T>) => {
      const answer = await loading;
      await page.waitForFunction(isInPlace);
      return answer;
    };
    page.goto = (...where) => settled(go(...where));
    page.reload = (...how) => settled(reload(...how));
    await use(page);
    expect(faults).toEqual([]);
  },
});

/** What was streamed lies hidden until it is put in its place: before that, a text can be found twice. */
const isInPlace = () => document.querySelector('div[hidden][id^="S:"]') === null;

export { expect };

/** WCAG 2.2 AA, as far as a machine can tell. */
export async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
}

/** What was copied last, pasted as a person would: our own pages may write to the clipboard and never read it. */
export async function copiedIn(page: Page): Promise<string> {
  const paper = await page.context().newPage();
  await paper.setContent('<textarea aria-label="Paper"></textarea>');
  const field = paper.getByLabel("Paper");
  await field.press("ControlOrMeta+V");
  const text = await field.inputValue();
  await paper.close();
  return text;
}
