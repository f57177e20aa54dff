import { type BrowserContext, chromium } from "@playwright/test";
import { browserHere } from "@/scripts/lib/browser.mjs";
import setUp from "@/tests/support/console";
import { signInAs, testContext } from "@/tests/support/test-context";
import { startBarePage } from "./bare-page";

/** How many times the scripts of a bare page ours may weigh. */
const AIMS = [
  { path: "/sign-in", aim: 1.2 },
  { path: "/sandbox", aim: 1.7 },
  { path: "/sandbox/balances", aim: 1.7 },
  { path: "/sandbox/transactions", aim: 1.7 },
  { path: "/sandbox/withdrawals", aim: 1.7 },
  { path: "/sandbox/activity", aim: 1.7 },
  { path: "/sandbox/withdrawals/new", aim: 1.7 },
  { path: "/sandbox/deposits/new", aim: 1.7 },
];

/** The bytes of script, as sent, that a browser with an empty cache takes for this address. */
async function scriptBytes(context: BrowserContext, address: string): Promise<number> {
  const page = await context.newPage();
  const sizes: Promise<number>[] = [];
  page.on("requestfinished", (request) => {
    if (request.resourceType() === "script") sizes.push(request.sizes().then((size) => size.responseBodySize));
  });
  const answer = await page.goto(address, { waitUntil: "networkidle" });
  if (answer?.status() !== 200 || page.url() !== address) throw new Error(`${address} was not shown: ${page.url()}`);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`.padStart(10);

const tearDown = await setUp();
const bare = await startBarePage();
const executablePath = browserHere();
const browser = await chromium.launch(executablePath ? { executablePath } : {});

const signedIn = await browser.newContext({ baseURL: testContext().url });
await signInAs(await signedIn.newPage(), "ops");
const storageState = await signedIn.storageState();

const inFreshContext = async (address: string, state?: typeof storageState) => {
  const context = await browser.newContext(state ? { storageState: state } : {});
  const bytes = await scriptBytes(context, address);
  await context.close();
  return bytes;
};

const least = await inFreshContext(bare.url);
console.log(`\nFirst-load JavaScript, gzip\n${"a bare Next page".padEnd(28)}${kB(least)}`);
for (const { path, aim } of AIMS) {
  const state = path === "/sign-in" ? undefined : storageState;
  const bytes = await inFreshContext(`${testContext().url}${path}`, state);
  const ratio = bytes / least;
  const verdict = ratio <= aim ? "✓" : "✗";
  console.log(`${path.padEnd(28)}${kB(bytes)}   ${ratio.toFixed(2)} ×   aim ≤ ${aim.toFixed(2)} ${verdict}`);
}

await browser.close();
await bare.stop();
await tearDown();
