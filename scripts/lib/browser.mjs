import { existsSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { runChild } from "./child-processes.mjs";
import { say, step } from "./progress.mjs";
import { Refusal } from "./refusal.mjs";
import { ROOT } from "./root.mjs";

const DOWNLOADS = "https://cdn.playwright.dev";
const PROBE_MS = 5_000;
const own = () => chromium.executablePath();

/** First the one without a window: it opens a page in half the time. */
const ON_MACHINE = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The browser that a test run may use: the one that was found for it, or whichever is here. */
export const browserHere = () => process.env.CHROMIUM_PATH ?? [own(), ...ON_MACHINE].find((path) => existsSync(path));

/**
 * The path of a browser that starts on this machine: Playwright's own, one that is here already, or a new one.
 * @returns {Promise<string>}
 */
export async function findBrowser() {
  if (!existsSync(own()) && (await canDownload())) await download();
  const found = (await firstThatStarts([own(), ...ON_MACHINE])) ?? (await fromPackageManager());
  if (found) return found;
  throw new Refusal(
    "There is no browser for the end-to-end tests, and none could be installed.\n" +
      'Install Chromium, for example with "apt-get install chromium", or let Playwright do it: "npx playwright install --with-deps chromium".',
  );
}

async function canDownload() {
  if (process.env.HTTPS_PROXY || process.env.https_proxy) return true; // Playwright goes through it; fetch does not.
  return fetch(DOWNLOADS, { method: "HEAD", signal: AbortSignal.timeout(PROBE_MS) }).then(
    () => true,
    () => false,
  );
}

/** When it fails, what the machine has may still do; that it failed is said. */
async function download() {
  await step("Downloading a browser", async (howFar) => {
    const cli = join(ROOT, "node_modules/.bin/playwright");
    await runChild("Playwright could not download its browser", cli, ["install", "chromium"], {
      cwd: ROOT,
      onLine: howFar,
    }).catch(({ message }) => say(message));
  });
}

/** @param {string[]} paths */
async function firstThatStarts(paths) {
  for (const path of paths.filter((path) => existsSync(path))) {
    const reason = await starts(path);
    if (reason === undefined) return path;
    say(`    ${path} does not start: ${reason}`);
  }
  return undefined;
}

/** @param {string} executablePath @returns {Promise<string | undefined>} why not */
async function starts(executablePath) {
  try {
    const browser = await chromium.launch({ executablePath });
    await browser.close();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message.split("\n")[0] : String(error);
  }
}

/** Debian's, or Ubuntu's, which has no headless shell; with a font that has Japanese. */
async function fromPackageManager() {
  if (!existsSync("/usr/bin/apt-get") || process.getuid?.() !== 0) return undefined;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  await step("Installing Chromium with apt-get", async (howFar) => {
    const apt = (/** @type {string[]} */ ...args) =>
      runChild("apt-get could not install Chromium", "apt-get", args, { env, onLine: howFar });
    const install = (/** @type {string} */ browser) => apt("install", "-y", browser, "fonts-noto-cjk");
    await apt("update");
    await install("chromium-headless-shell").catch(() => install("chromium"));
  });
  return firstThatStarts(ON_MACHINE);
}
