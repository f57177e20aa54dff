import { spawnSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { z } from "zod";
import { browserHere } from "@/scripts/lib/browser.mjs";
import { npm } from "@/scripts/lib/install.mjs";
import { step } from "@/scripts/lib/progress.mjs";
import { ROOT } from "@/scripts/lib/root.mjs";
import setUp from "@/tests/support/console";
import { signInAs, testContext } from "@/tests/support/test-context";
import { startBarePage } from "./bare-page";

/**
 * What Lighthouse says of the main pages, signed in, and what each point that is missing is missing for: the audit, its
 * score and weight, and what it found; beside a bare page of Next, which has nothing of ours. It is installed beside
 * the console, which has no other use for it.
 */
const FOLDER = join(ROOT, ".data/bench/lighthouse");
const VERSION = "12.8.2";
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const PRESETS = (process.env.BENCH_PRESETS ?? "desktop").split(",");
const CATEGORIES = ["performance", "accessibility", "best-practices"] as const;
const PAGES = (
  process.env.BENCH_PAGES ??
  "/sandbox /sandbox/balances /sandbox/transactions /sandbox/withdrawals /sandbox/withdrawals/new /sandbox/deposits /sandbox/deposits/new /sandbox/players /sandbox/activity /sandbox/banks"
).split(" ");

const audit = z.object({ score: z.number().nullable(), displayValue: z.string().optional(), title: z.string() });
const category = z.object({
  score: z.number(),
  auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })),
});
const result = z.object({
  finalDisplayedUrl: z.string(),
  audits: z.record(z.string(), audit),
  categories: z.record(z.enum(CATEGORIES), category),
});
type LighthouseResult = z.infer<typeof result>;

/** Now and then it cannot record a visit, which says nothing about the page, and asks to be run again. */
const TRIES = 3;

/** One visit by a browser of its own. */
function visit(address: string, cookie: string, preset: string, tries = TRIES): LighthouseResult {
  const args = [
    join(FOLDER, "node_modules/lighthouse/cli/index.js"),
    address,
    ...["--quiet", "--output=json", `--only-categories=${CATEGORIES.join(",")}`],
    ...(preset === "desktop" ? ["--preset=desktop"] : []),
    `--chrome-flags=--headless=new --no-sandbox`,
    `--extra-headers=${JSON.stringify({ Cookie: cookie })}`,
  ];
  const env = { ...process.env, ...(executablePath && { CHROME_PATH: executablePath }) };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: "utf8", maxBuffer: 1e8 });
  if (tries > 1 && stderr.includes("Runtime error encountered")) return visit(address, cookie, preset, tries - 1);
  if (status !== 0) throw new Error(`Lighthouse did not finish: ${stderr}`);
  const seen = result.parse(JSON.parse(stdout));
  if (seen.finalDisplayedUrl !== address) throw new Error(`${address} was not shown: ${seen.finalDisplayedUrl}`);
  return seen;
}

const points = ({ categories }: LighthouseResult, name: (typeof CATEGORIES)[number]) =>
  Math.round(categories[name].score * 100);

/** Every audit that costs this visit something, the dearest first. */
function missing({ audits, categories }: LighthouseResult): string[] {
  const lost = CATEGORIES.flatMap((name) => {
    const { auditRefs } = categories[name];
    const all = auditRefs.reduce((sum, { weight }) => sum + weight, 0);
    return auditRefs.flatMap(({ id, weight }) => {
      const { score = null, displayValue = "", title = id } = audits[id] ?? {};
      const cost = score === null ? 0 : ((1 - score) * weight * 100) / all;
      return cost > 0 ? [{ cost, text: `${title}: ${displayValue} (score ${score}, weight ${weight} of ${all})` }] : [];
    });
  });
  return lost.toSorted((a, b) => b.cost - a.cost).map(({ cost, text }) => `−${cost.toFixed(1)} ${text}`);
}

await mkdir(FOLDER, { recursive: true });
const manifest = { private: true, type: "module", dependencies: { lighthouse: VERSION } };
await writeFile(join(FOLDER, "package.json"), JSON.stringify(manifest));
await step("Installing Lighthouse", () => npm(["install", "--prefer-offline", "--ignore-scripts"], FOLDER));

const tearDown = await setUp();
const bare = await startBarePage();
const executablePath = browserHere();
const browser = await chromium.launch(executablePath ? { executablePath } : {});
const signedIn = await browser.newContext({ baseURL: testContext().url });
await signInAs(await signedIn.newPage(), "ops");
const cookie = (await signedIn.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
await browser.close();

const pages = PAGES.map((path) => ({ name: path, address: testContext().url + path }));
for (const preset of PRESETS) {
  console.log(
    `\nLighthouse ${VERSION}, ${preset}, signed in; the visit in the middle of ${ROUNDS}, and the worst and the best`,
  );
  for (const { name, address } of [{ name: "a bare Next page", address: `${bare.url}dynamic` }, ...pages]) {
    const visits = Array.from({ length: ROUNDS }, () => visit(address, cookie, preset));
    const sorted = visits.toSorted((a, b) => points(a, "performance") - points(b, "performance"));
    const middle = sorted[Math.floor(sorted.length / 2)];
    const [worst, best] = [sorted[0], sorted.at(-1)];
    if (!middle || !worst || !best) throw new Error("BENCH_ROUNDS must be at least 1");
    const range = `(${points(worst, "performance")}–${points(best, "performance")})`;
    const scores = CATEGORIES.map((of) => `${of} ${points(middle, of)}${of === "performance" ? ` ${range}` : ""}`);
    const isWhole = CATEGORIES.every((of) => points(middle, of) === 100);
    console.log(`${name.padEnd(28)}${scores.join("   ")}   ${isWhole ? "✓" : "✗"}`);
    if (!isWhole) for (const line of missing(middle)) console.log(`${"".padEnd(28)}${line}`);
  }
}

await bare.stop();
await tearDown();
