import type { Page } from "@playwright/test";
import { act } from "../support/http";
import { testContext } from "../support/test-context";

/**
 * Requests an order as the page's user, by what the review sends: the forms have tests of their own, and sixty others
 * would wait for them. Resolves to its referenceId.
 */
export async function requestOrder(page: Page, action: string, form: object): Promise<string> {
  const { url } = testContext();
  const cookie = (await page.context().cookies(url)).map(({ name, value }) => `${name}=${value}`).join("; ");
  const shownRepeats: string[] = [];
  for (;;) {
    const answer = await act(action, ["sandbox", { ...form, shownRepeats }], { cookie, origin: url });
    const made = /"ok":true,"value":.*?"((?:WD|DP)-\w+-\w+)"/.exec(answer)?.[1];
    if (made) return made;
    // Another test has paid the same amount to the same account: the review would have shown it.
    const repeat = /"kind":"(?:repeats".*?"referenceId|in_batch".*?"batchId)":"([^"]+)"/.exec(answer)?.[1];
    if (!repeat || shownRepeats.includes(repeat)) throw new Error(answer);
    shownRepeats.push(repeat);
  }
}
