import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { signInAs } from "../support/test-context";
import { expect } from "./fixtures";
import { test } from "./own-console";
import { PAGES } from "./pages";
import { become, decideOrder, sendWithdrawal } from "./withdrawal-steps";

/**
 * Each page in both themes beside its last picture: `npx playwright test visual --update-snapshots` takes new ones.
 * Grounds, borders, icons and where everything stands are compared; texts and charts, which change with the time, take
 * up their room but are not drawn, in a font of our own, so that another machine's fonts move nothing.
 */
const font = readFileSync(
  fileURLToPath(import.meta.resolve("@fontsource-variable/inter/files/inter-latin-wght-normal.woff2")),
);
const STEADY = `
  @font-face { font-family: Steady; src: url(data:font/woff2;base64,${font.toString("base64")}); font-weight: 100 900; }
  *, ::placeholder { font-family: Steady, sans-serif !important; -webkit-text-fill-color: transparent !important;
    text-decoration-color: transparent !important; }
  svg:not(.lucide) { visibility: hidden !important; }`;

/** In pixels. Two runs differ by at most 1,400, where a timeline has a row more; a button that is gone by 4,000. */
const TOLERANCE = 3_000;

// The style of a test may not pass the policy of a page.
test.use({ bypassCSP: true, viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" });

const nameOf = (path: string) => path.replace(/\?.*/, "").slice(1).replaceAll("/", "-") || "today";

async function compare(page: Page, name: string, path: string) {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.addStyleTag({ content: STEADY });
  await page.evaluate(() => document.fonts.ready);
  for (const theme of ["light", "dark"]) {
    // As the server renders it for a user who has chosen it, which `shell.spec.ts` tests.
    await page.evaluate((chosen) => document.documentElement.setAttribute("data-theme", chosen), theme);
    await expect
      .soft(page)
      .toHaveScreenshot(`${name}-${theme}.png`, { maxDiffPixels: TOLERANCE, animations: "disabled" });
  }
}

test("every page looks as it did", async ({ page }) => {
  test.setTimeout(300_000);
  await signInAs(page, "ops");
  const paid = await sendWithdrawal(page);
  await expect(page.getByText("Accepted, not paid").first()).toBeVisible();
  await decideOrder(paid, "complete");
  await expect(page.getByText("Paid", { exact: true }).first()).toBeVisible();
  await sendWithdrawal(page, { currency: "THB", account: "7300042", amount: "31,000" });
  await become(page, "admin");
  for (const path of PAGES) await compare(page, nameOf(path), `/sandbox${path}`);
  await compare(page, "order", `/sandbox/transactions/${paid}`);
});
