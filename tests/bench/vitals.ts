import { type Browser, type BrowserContext, chromium, type Locator, type Page } from "@playwright/test";
import { Client } from "pg";
import { browserHere } from "@/scripts/lib/browser.mjs";
import setUp from "@/tests/support/console";
import { signInAs, testContext } from "@/tests/support/test-context";
import { startBarePage } from "./bare-page";
import { median } from "./figures";
import { fillWithOrders } from "./many-orders";

/**
 * What a page costs the person who waits for it, on a slow machine at the end of a slow line, beside the least that a
 * page of Next costs there; and what it costs the server.
 */
const SLOW_CPU = 4;
const SLOW_LINE = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 };
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3);
const SENDERS = 8;

const AIMS = { lcpMs: 1_200, lcpRatio: 3, cls: 0.01, slowestMs: 100, throughput: 0.35, p50Ms: 40 };
const DEPOSIT = { Amount: "12500", Player: "player-1", "Payer’s name": "ﾔﾏﾀﾞ ﾀﾛｳ" };
const WITHDRAWAL = { Amount: "12500", "Account number": "1234567", "Account holder": "ﾔﾏﾀﾞ ﾀﾛｳ" };

/** A page of each list is full, and there are more. */
const ORDERS = 200;

type Looked = { path: string; more?: (page: Page) => Promise<void> };

/** The same lists once they are full. */
const FILLED: Looked[] = [{ path: "/sandbox/transactions" }, { path: "/sandbox/withdrawals" }, { path: "/sandbox" }];

/** What one does there, beside what one does on any page. */
const PAGES: Looked[] = [
  { path: "/sandbox/transactions" },
  { path: "/sandbox/withdrawals" },
  { path: "/sandbox/players" },
  { path: "/sandbox/activity" },
  { path: "/sandbox" },
  { path: "/sandbox/banks", more: (page) => type(page, { Bank: "みずほ" }) },
  { path: "/sandbox/deposits/new", more: (page) => type(page, DEPOSIT) },
  { path: "/sandbox/withdrawals/new", more: (page) => type(page, WITHDRAWAL) },
];

type Slowest = { ms: number; what: string };
type Vitals = { lcpMs: number; cls: number; slowest: Slowest };

/** In the page, from before its first byte: the largest paint, layout shifts, and the slowest interaction. */
function watch() {
  const seen = { lcpMs: 0, cls: 0, slowest: { ms: 0, what: "" } };
  Object.assign(globalThis, { vitals: seen });
  const observe = (type: string, take: (entry: PerformanceEntry) => void, more: object = {}) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry);
    }).observe({ type, buffered: true, ...more });
  observe("largest-contentful-paint", ({ startTime }) => {
    seen.lcpMs = startTime;
  });
  observe("layout-shift", (entry) => {
    if ("hadRecentInput" in entry && !entry.hadRecentInput && "value" in entry) seen.cls += Number(entry.value);
  });
  const slow = (entry: PerformanceEntry) => {
    if (!("interactionId" in entry) || Number(entry.interactionId) === 0 || entry.duration <= seen.slowest.ms) return;
    const on = "target" in entry && entry.target instanceof Element ? entry.target : null;
    const named = on?.getAttribute("aria-label") ?? on?.id ?? "";
    seen.slowest = {
      ms: entry.duration,
      what: `${entry.name} ${named || (on?.textContent ?? "").slice(0, 20)}`.trim(),
    };
  };
  observe("event", slow, { durationThreshold: 16 });
  observe("first-input", slow);
}

const read = (page: Page): Promise<Vitals> => page.evaluate("globalThis.vitals");

/** A browser that has never been here, on a slow machine and a slow line. */
async function slowly(browser: Browser, state: State, address: string, then?: (page: Page) => Promise<void>) {
  const context = await browser.newContext(state ? { storageState: state } : {});
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send("Network.enable");
  await cdp.send("Network.emulateNetworkConditions", SLOW_LINE);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: SLOW_CPU });
  // What turns our TypeScript into JavaScript names functions by a helper that the page does not have.
  await page.addInitScript("globalThis.__name = (named) => named");
  await page.addInitScript(watch);
  await page.goto(address);
  await page.waitForLoadState("load");
  await page.waitForTimeout(1_500); // What comes late moves late.
  await then?.(page);
  const vitals = await read(page);
  if (vitals.lcpMs === 0) throw new Error(`${address}: nothing was seen to be painted`);
  await context.close();
  return vitals;
}

/** Fills fields by their labels, character by character, and leaves the last. */
async function type(page: Page, fields: Record<string, string>) {
  for (const [label, text] of Object.entries(fields)) {
    await press(page, page.getByRole("main").getByLabel(label).first());
    await page.keyboard.type(text, { delay: 60 });
  }
  await page.keyboard.press("Tab");
  await page.waitForTimeout(500);
}

/** As a hand does: the pointer rests on what it presses for a tenth of a second. */
async function press(page: Page, what: Locator) {
  await what.hover();
  await page.waitForTimeout(100);
  await what.click();
}

/** What one does on any page: look for something, open a menu of a page, change how it is drawn. */
async function use(page: Page) {
  const search = page.getByRole("banner").getByRole("searchbox").or(page.getByRole("banner").getByRole("combobox"));
  await press(page, search.first());
  await page.keyboard.type("WD-2026", { delay: 60 });
  await press(page, page.getByRole("button", { name: /^Signed in as/ }));
  await press(page, page.getByText("Dark", { exact: true }));
  await page.waitForTimeout(500);
}

type State = Awaited<ReturnType<BrowserContext["storageState"]>> | undefined;

/** Whole pages a second, to so many that each ask for the next as soon as they have one; and the time that one takes. */
async function serve(address: string, headers: Record<string, string>, senders: number) {
  const tookMs: number[] = [];
  const end = performance.now() + SECONDS * 1_000;
  const sender = async () => {
    while (performance.now() < end) {
      const since = performance.now();
      const answer = await fetch(address, { headers, redirect: "manual" });
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`${address}: HTTP ${answer.status}`);
      tookMs.push(performance.now() - since);
    }
  };
  await Promise.all(Array.from({ length: senders }, sender));
  return { perSecond: tookMs.length / SECONDS, p50Ms: median(tookMs) };
}

const spread = (values: number[], unit: string, digits = 0) =>
  `${median(values).toFixed(digits)}${unit} (${Math.min(...values).toFixed(digits)}–${Math.max(...values).toFixed(digits)})`;
const mark = (isMet: boolean) => (isMet ? "✓" : "✗");

const tearDown = await setUp();
const bare = await startBarePage();
const executablePath = browserHere();
const browser = await chromium.launch(executablePath ? { executablePath } : {});
const signedIn = await browser.newContext({ baseURL: testContext().url });
await signInAs(await signedIn.newPage(), "ops");
const state = await signedIn.storageState();

/** Each page in each round, beside the bare one. */
async function look(title: string, looked: Looked[]) {
  const leastMs: number[] = [];
  const styledMs: number[] = [];
  const pages = looked.map((page) => ({ ...page, seen: [] as Vitals[] }));
  for (let round = 0; round < ROUNDS; round += 1) {
    leastMs.push((await slowly(browser, undefined, bare.url)).lcpMs);
    styledMs.push((await slowly(browser, undefined, `${bare.url}styled`)).lcpMs);
    for (const { path, more, seen } of pages) {
      const all = async (page: Page) => {
        await use(page);
        await more?.(page);
      };
      seen.push(await slowly(browser, state, testContext().url + path, all));
    }
  }
  console.log(`\n${title}: a ${SLOW_CPU} × slower machine, 1.6 Mbit/s, 150 ms; median of ${ROUNDS}, least and most`);
  console.log(`a bare Next page            largest paint ${spread(leastMs, " ms")}`);
  console.log(`the same with a stylesheet  largest paint ${spread(styledMs, " ms")}`);
  for (const { path, seen } of pages) {
    const lcp = seen.map(({ lcpMs }) => lcpMs);
    const cls = seen.map(({ cls }) => cls);
    const slowest = seen.map(({ slowest }) => slowest.ms);
    const worst = seen.map(({ slowest }) => slowest).reduce((a, b) => (b.ms > a.ms ? b : a));
    const ratio = median(lcp) / median(leastMs);
    console.log(
      `${path.padEnd(28)}largest paint ${spread(lcp, " ms")}   aim ≤ ${AIMS.lcpMs} ms ${mark(median(lcp) <= AIMS.lcpMs)}` +
        `   ${ratio.toFixed(2)} ×   aim ≤ ${AIMS.lcpRatio} ${mark(ratio <= AIMS.lcpRatio)}` +
        `   ${(median(lcp) / median(styledMs)).toFixed(2)} × the one with a stylesheet`,
    );
    console.log(
      `${"".padEnd(28)}layout shift ${spread(cls, "", 4)}   aim ≤ ${AIMS.cls} ${mark(median(cls) <= AIMS.cls)}` +
        `   slowest interaction ${spread(slowest, " ms")}   aim ≤ ${AIMS.slowestMs} ms ${mark(median(slowest) <= AIMS.slowestMs)}` +
        `   at worst: ${worst.what}`,
    );
  }
}

const cookie = state.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
/** How many pages the server makes, beside the bare ones that it makes in turn. */
async function makePages(title: string) {
  const list = `${testContext().url}/sandbox/transactions`;
  const dynamic = `${bare.url}dynamic`;
  await serve(list, { cookie }, SENDERS); // Warm: the first hundred pages pay for compiling.
  await serve(dynamic, {}, SENDERS);
  const [ours, theirs, alone]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    theirs.push((await serve(dynamic, {}, SENDERS)).perSecond);
    ours.push((await serve(list, { cookie }, SENDERS)).perSecond);
    alone.push((await serve(list, { cookie }, 1)).p50Ms);
  }
  const share = median(ours) / median(theirs);
  console.log(`\nThe server, ${SENDERS} concurrently; median of ${ROUNDS}, least and most`);
  console.log(`a bare dynamic page         ${spread(theirs, "/s")}`);
  console.log(
    `${title.padEnd(28)}${spread(ours, "/s")}   ${share.toFixed(2)} ×   aim ≥ ${AIMS.throughput} ${mark(share >= AIMS.throughput)}`,
  );
  console.log(
    `one at a time, half within  ${spread(alone, " ms", 1)}   aim ≤ ${AIMS.p50Ms} ms ${mark(median(alone) <= AIMS.p50Ms)}`,
  );
}

await look("Lists with nothing on them", PAGES);
await makePages("a signed-in list page");
const client = new Client({ connectionString: testContext().databaseUrl });
await client.connect();
await fillWithOrders(client, ORDERS);
await client.end();
await look(`With ${ORDERS} orders`, FILLED);
await makePages("the same, fifty orders on it");

await browser.close();
await bare.stop();
await tearDown();
