import type { Page } from "@playwright/test";
import { signInAs } from "../support/test-context";
import { expect, expectFits, test } from "./fixtures";
import { PAGES } from "./pages";

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

test("nothing overflows the screen or shifts while a page and its figures load", async ({ page }) => {
  test.setTimeout(120_000);
  await page.addInitScript(watchShifts);
  await signInAs(page, "admin");
  for (const viewport of [
    { width: 1280, height: 800 },
    // The same window at 200 %.
    { width: 640, height: 400 },
    { width: 360, height: 740 },
  ]) {
    await page.setViewportSize(viewport);
    for (const path of PAGES) {
      const open = async () => {
        await page.goto(`/sandbox${path}`);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await expectFits(page);
        return moved(page);
      };
      const first = await open();
      // A busy machine can make one load of a hundred shift; what a page does itself, it does again.
      const { by, what } = first.by <= AIM ? first : await open();
      expect.soft(by, `${path} at ${viewport.width} px\n${what}`).toBeLessThanOrEqual(AIM);
    }
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
