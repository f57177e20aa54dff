import type { Page } from "@playwright/test";

/** Keeps the answers to these requests back until what it returns is called. */
export async function hold(page: Page, address: RegExp) {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await held;
    await route.continue();
  });
  return letGo;
}
