import type { Page } from "@playwright/test";
import { signInAs } from "../support/test-context";
import { expect, expectFits, test } from "./fixtures";
import { PAGES } from "./pages";
import { sendWithdrawal } from "./withdrawal-steps";

/** What a person notices begins at a tenth of the screen; nothing of ours is to move by a hundredth. */
const AIM = 0.01;

/** In the page, from before its first byte: how far things moved without input, and which. */
function watchShifts() {
  const moved = { by: 0, what: "" };
  Object.assign(globalThis, { moved });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!("value" in entry) || !("hadRecentInput" in entry) || entry.hadRecentInput) continue;
      moved.by += Number(entry.value);
      const sources: { node?: Element }[] = "sources" in entry && Array.isArray(entry.sources) ? entry.sources : [];
      moved.what += sources.map(({ node }) => node?.outerHTML?.slice(0, 120) ?? "").join("\n");
    }
  }).observe({ type: "layout-shift", buffered: true });
}
const moved = (page: Page): Promise<{ by: number; what: string }> => page.evaluate("globalThis.moved");

/** Opens a page that is to fit and to stay where it is. */
async function openSteady(page: Page, path: string) {
  const open = async () => {
    await page.goto(`/sandbox${path}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectFits(page);
    return moved(page);
  };
  const first = await open();
  // A busy machine can make one load of a hundred shift; what a page does itself, it does again.
  const { by, what } = first.by <= AIM ? first : await open();
  expect.soft(by, `${path}\n${what}`).toBeLessThanOrEqual(AIM);
}

const WIDE = { width: 1280, height: 800 };
const AT_200_PERCENT = { width: 640, height: 400 };

test("nothing overflows the screen, also at 200 %, or shifts while a page and its figures load", async ({ page }) => {
  test.setTimeout(120_000);
  await page.addInitScript(watchShifts);
  await signInAs(page, "admin");
  for (const path of PAGES) {
    await page.setViewportSize(WIDE);
    await openSteady(page, path);
    await page.setViewportSize(AT_200_PERCENT);
    await expectFits(page);
  }
});

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

test.describe("on a phone of 360 px", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test("the whole console is there in Japanese, fits and does not shift", async ({ page }) => {
    test.setTimeout(180_000);
    await page.addInitScript(watchShifts);
    await signInAs(page, "admin");
    await page.goto("/sandbox");
    await page.getByRole("button", { name: "More" }).click();
    await page.getByText("日本語", { exact: true }).click();
    await page.getByRole("button", { name: "閉じる" }).click();
    await expect(page.getByRole("heading", { name: "本日", level: 1 })).toBeVisible();
    for (const path of PAGES) {
      await openSteady(page, path);
      await expect(page.locator("html")).toHaveAttribute("lang", "ja");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(/[ぁ-んァ-ヶ一-龠]/);
      await expect(page.getByText("を表示できませんでした")).toHaveCount(0);
    }
  });
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
