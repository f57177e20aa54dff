import { chromium, type Page } from "@playwright/test";
import { browserHere } from "@/scripts/lib/browser.mjs";
import { batchFile, manyRows } from "@/tests/support/batch-rows";
import setUp from "@/tests/support/console";
import { signInAs, testContext } from "@/tests/support/test-context";
import { median } from "./figures";

/**
 * A draft of ten thousand rows in a browser: from the choice of the file to its first row on the page, how many rows are
 * in the document, from a key to its character on the screen, and from the press of Enter until the change is saved.
 */
const ROWS = Number(process.env.BENCH_ROWS ?? 10_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const EDITS = 10;
const AIMS = { previewMs: 5_000, rows: 100, echoMs: 100, savedMs: 1_000 };

const mark = (isMet: boolean) => (isMet ? "✓" : "✗");
const spread = (values: number[]) =>
  `${median(values).toFixed(0)} ms (${Math.min(...values).toFixed(0)}–${Math.max(...values).toFixed(0)})`;

const DRAWN = "[data-line]";

async function preview(page: Page, round: number): Promise<number> {
  const rows = manyRows(ROWS, round * ROWS).map((row, at) => (at % 50 === 0 ? { ...row, amount: "1.9E+18" } : row));
  const buffer = Buffer.from(batchFile(rows));
  await page.goto("/sandbox/batches/new");
  const input = page.getByLabel("File of payouts");
  await page.getByRole("button", { name: "Choose file" }).isEnabled();
  await page.waitForLoadState("networkidle");
  const since = performance.now();
  await input.setInputFiles({ name: `ten-thousand-${round}.csv`, mimeType: "text/csv", buffer });
  await page.locator(DRAWN).first().waitFor();
  return performance.now() - since;
}

/** From the time of a key to the frame after it has been drawn, in the page's own time. */
function measureKeys() {
  const seen: number[] = [];
  Object.assign(globalThis, { keyed: seen });
  document.addEventListener(
    "keydown",
    ({ timeStamp }) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => seen.push(performance.now() - timeStamp);
        port2.postMessage(null);
      });
    },
    true,
  );
}

async function edits(page: Page) {
  const [echoMs, savedMs]: [number[], number[]] = [[], []];
  await page.evaluate(measureKeys);
  for (let edit = 0; edit < EDITS; edit += 1) {
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("n");
    await page.locator(`${DRAWN}:focus`).waitFor();
    await page.keyboard.press("Enter");
    const amount = page.getByLabel("Amount", { exact: true });
    await amount.waitFor();
    await amount.fill("");
    await page.evaluate("globalThis.keyed.length = 0");
    await page.keyboard.type(`12,3${edit}5`, { delay: 80 });
    await page.waitForTimeout(100);
    echoMs.push(...(await page.evaluate<number[]>("globalThis.keyed")));
    const answered = page.waitForResponse((answer) => answer.request().method() === "POST");
    const since = performance.now();
    await page.keyboard.press("Enter");
    await answered;
    savedMs.push(performance.now() - since);
    await page.locator("[aria-busy=true][data-line]").waitFor({ state: "detached" });
  }
  return { echoMs, savedMs };
}

const tearDown = await setUp();
const executablePath = browserHere();
const browser = await chromium.launch(executablePath ? { executablePath } : {});
const context = await browser.newContext({ baseURL: testContext().url, viewport: { width: 1440, height: 900 } });
const page = await context.newPage();
// What turns our TypeScript into JavaScript names functions by a helper that the page does not have.
await page.addInitScript("globalThis.__name = (named) => named");
await signInAs(page, "ops");
const [previewMs, drawn, echoMs, savedMs]: [number[], number[], number[], number[]] = [[], [], [], []];
for (let round = 0; round < ROUNDS; round += 1) {
  previewMs.push(await preview(page, round));
  await page.locator("label").filter({ hasText: /^All/ }).click();
  await page.mouse.move(600, 600);
  for (let turn = 0; turn < 5; turn += 1) {
    await page.mouse.wheel(0, 40_000);
    await page.waitForTimeout(200);
    drawn.push(await page.locator(DRAWN).count());
  }
  const measured = await edits(page);
  echoMs.push(...measured.echoMs);
  savedMs.push(...measured.savedMs);
}
console.log(`\nA draft of ${ROWS} rows in a browser, ${ROUNDS} rounds; median, least and most`);
console.log(
  `file chosen to first row    ${spread(previewMs)}   aim ≤ ${AIMS.previewMs} ms ${mark(Math.max(...previewMs) <= AIMS.previewMs)}`,
);
console.log(
  `rows in the document        ${Math.min(...drawn)}–${Math.max(...drawn)}   aim ≤ ${AIMS.rows} ${mark(Math.max(...drawn) <= AIMS.rows)}`,
);
console.log(
  `key to its character        ${spread(echoMs)}   aim ≤ ${AIMS.echoMs} ms ${mark(Math.max(...echoMs) <= AIMS.echoMs)}`,
);
console.log(
  `Enter to saved              ${spread(savedMs)}   aim ≤ ${AIMS.savedMs} ms ${mark(Math.max(...savedMs) <= AIMS.savedMs)}`,
);
await browser.close();
await tearDown();
