import { signInAs } from "../support/test-context";
import { expect, test } from "./fixtures";
import { sendWithdrawal } from "./withdrawal-steps";

const WIDE = { width: 1280, height: 800 };
const AT_200_PERCENT = { width: 640, height: 400 };

test("a chart that has not followed a narrower window yet does not widen the page", async ({ page }) => {
  await signInAs(page, "admin");
  await page.setViewportSize(WIDE);
  await page.goto("/sandbox/balances");
  await expect(page.locator("svg.recharts-surface").first()).toBeVisible();
  // The event comes before a chart has its new width.
  await page.evaluate(() => {
    addEventListener("resize", () => Object.assign(globalThis, { firstWidth: document.documentElement.scrollWidth }));
  });
  await page.setViewportSize(AT_200_PERCENT);
  await expect.poll(() => page.evaluate("globalThis.firstWidth")).toBe(AT_200_PERCENT.width);
});

/** In the page, from before its first byte: whether a filter of the timeline ever stood beside the one the server had sent. */
function watchCopies() {
  const watched = { isTwice: false };
  Object.assign(globalThis, { watched });
  new MutationObserver(() => {
    const found = [...document.querySelectorAll("input[name=timeline]")];
    const isHidden = (one: Element) => one.closest("div[hidden]") !== null;
    if (found.some(isHidden) && !found.every(isHidden)) watched.isTwice = true;
  }).observe(document, { childList: true, subtree: true });
}

test("what the server is still sending is not drawn by the page as well", async ({ page }) => {
  await page.addInitScript(watchCopies);
  await signInAs(page, "ops");
  await sendWithdrawal(page, { amount: "1,160" });
  for (let load = 0; load < 4; load += 1) {
    await page.reload();
    await expect(page.locator("input[name=timeline]:not([hidden] *)").first()).toBeAttached();
    await expect(page.locator("div[hidden][id^='S:']")).toHaveCount(0);
    expect(await page.evaluate("globalThis.watched.isTwice")).toBe(false);
  }
});

for (const reducedMotion of ["reduce", "no-preference"] as const) {
  test(`dialog and menu move only for who has not asked for less: ${reducedMotion}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion });
    await page.addInitScript(watchMotion);
    await signInAs(page, "admin");
    await page.goto("/sandbox");
    await page.getByRole("button", { name: "Notifications" }).hover();
    await page.getByRole("button", { name: "Notifications" }).click();
    await page.keyboard.press("Escape");
    await page.keyboard.press("ControlOrMeta+k");
    await expect(page.getByRole("option").first()).toBeVisible();
    const moving = await page.evaluate("globalThis.moving");
    if (reducedMotion === "reduce") expect(moving).toEqual([]);
    else expect(moving).not.toEqual([]);
  });
}

/** In the page, from before its first byte: what begins to move. */
function watchMotion() {
  const moving: string[] = [];
  Object.assign(globalThis, { moving });
  const note = ({ type, target }: Event) => {
    const ms = (document.getAnimations() as Animation[])
      .filter(({ effect }) => (effect as KeyframeEffect | null)?.target === target)
      .map(({ effect }) => Number(effect?.getComputedTiming().duration));
    if (ms.some((duration) => duration > 1)) moving.push(`${type}: ${(target as Element).outerHTML.slice(0, 120)}`);
  };
  for (const type of ["transitionstart", "animationstart"]) addEventListener(type, note, true);
}
