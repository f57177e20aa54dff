import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { ROOT } from "@/scripts/lib/root.mjs";
import { signInAs, testContext } from "../support/test-context";
import { expect, expectAccessible, expectContrast, expectFits, test } from "./fixtures";
import { PAGES } from "./pages";
import { sendWithdrawal } from "./withdrawal-steps";

// What is true of every page. A load costs more than what is read off it, so each is loaded once for all that is asked.

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
  let shifts = await open();
  // A busy machine, or orders that other tests change meanwhile, can make a load shift, or two in a row; what a page does
  // without them, it does each time.
  for (let more = 0; more < 3 && shifts.by > AIM; more += 1) shifts = await open();
  expect.soft(shifts.by, `${path}\n${shifts.what}`).toBeLessThanOrEqual(AIM);
}

/** The real values of this run. */
function secrets(): string[] {
  const { apiKey, secretKey, baseUrl } = testContext().sandbox;
  return [apiKey, secretKey, baseUrl, testContext().databaseUrl];
}

test("no key, secret or base address is in anything that is served as a file", () => {
  const entries = readdirSync(join(ROOT, ".next/static"), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(5);
  for (const { parentPath, name } of files) {
    const text = readFileSync(join(parentPath, name), "utf8");
    for (const secret of secrets()) expect(text).not.toContain(secret);
  }
});

/** The bodies of everything that the browser is sent from now on, but for the files, which are read above. */
function keepBodies(page: Page): Promise<string>[] {
  const bodies: Promise<string>[] = [];
  page.on("response", (response) => {
    if (response.url().includes("/_next/static/")) return;
    const location = response.headers().location ?? "";
    // A redirect has no body, and neither has what the page dropped on its way to the next one.
    bodies.push(
      response
        .body()
        .then(String)
        .catch(() => location),
    );
  });
  return bodies;
}

const WIDE = { width: 1280, height: 800 };
const AT_200_PERCENT = { width: 640, height: 400 };

test("every page fits, also at 200 %, stays where it is, is accessible, light and dark, and holds no secret", async ({
  page,
}) => {
  test.setTimeout(300_000);
  await page.addInitScript(watchShifts);
  const bodies = keepBodies(page);
  await signInAs(page, "admin");
  // The balance in yen belongs to the tests of withdrawals, which run at the same time.
  const referenceId = await sendWithdrawal(page, { currency: "THB", amount: "1,250.50" });
  try {
    for (const path of [...PAGES, `/transactions/${referenceId}`]) {
      await page.emulateMedia({ colorScheme: "light" });
      await page.setViewportSize(WIDE);
      await openSteady(page, path);
      await expect(page.getByText("no real money")).toBeVisible();
      await expectAccessible(page);
      await page.emulateMedia({ colorScheme: "dark" });
      await expectContrast(page);
      await page.setViewportSize(AT_200_PERCENT);
      await expectFits(page);
    }
  } finally {
    // The stream that a page listens to ends with the page.
    await page.goto("about:blank");
    const sent = await Promise.all(bodies);
    expect(sent.join("").length).toBeGreaterThan(50_000);
    for (const body of sent) for (const secret of secrets()) expect.soft(body).not.toContain(secret);
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
