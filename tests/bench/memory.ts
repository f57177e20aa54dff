import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { ensureBuilt } from "@/scripts/lib/build.mjs";
import { startConsole } from "@/scripts/lib/next.mjs";
import { freePort, HOST } from "@/scripts/lib/ports.mjs";
import { ROOT } from "@/scripts/lib/root.mjs";
import { secretsIn } from "@/scripts/lib/secrets.mjs";
import { connectionTo } from "@/scripts/lib/services.mjs";
import { bareSettings } from "@/scripts/lib/settings.mjs";
import { cookieOf } from "../support/http";
import { openConsole } from "../support/open-console";
import setUpPostgres from "../support/postgres";
import { shareWithWorkers } from "../support/test-context";
import { median } from "./figures";
import { fillWithOrders } from "./many-orders";

/** What a console of an image holds after ten thousand pages, and after a while without any. By name: -- memory */
const PAGES = Number(process.env.BENCH_PAGES ?? 10_000);
const IDLE_MINUTES = Number(process.env.BENCH_IDLE_MINUTES ?? 3);
const ORDERS = 10_000;
const READERS = 6;
const STARTS = 5;
const [MEMORY_AIM_MB, READY_AIM_MS] = [300, 2_000];
const ROLES = ["admin", "finance", "support", "ops", "approver"];
const PATHS = [
  ...["", "/transactions", "/transactions?state=FAILED", "/withdrawals", "/deposits", "/players", "/activity"],
  ...["/approvals", "/balances", "/reports?type=WITHDRAW", "/payees", "/batches", "/daily-close", "/settings"],
];
const token = "the-token-of-a-bench".padEnd(32, "x");

const stopPostgres = await setUpPostgres();
const secrets = secretsIn(join(ROOT, ".data"));
await ensureBuilt(secrets.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY);
const opened = await openConsole({ more: () => ({ JOBS: "off" }) });
const client = new Client({ connectionString: opened.context.databaseUrl });
await client.connect();
await fillWithOrders(client, ORDERS);
const { rows: found } = await client.query<{ id: string }>("select reference_id as id from transactions limit 500");
await client.end();
await opened.stop();

/** The console alone, as an image runs it. */
async function start() {
  const port = await freePort();
  const url = `http://${HOST}:${port}`;
  const env = {
    ...bareSettings(),
    ...secrets,
    ...connectionTo(opened.context.sandbox),
    ...{ DATABASE_URL: opened.context.databaseUrl, APP_URL: url, JOBS: "off", METRICS_TOKEN: token },
  };
  const began = performance.now();
  const child = await startConsole({ env, port });
  return { child, url, readyMs: performance.now() - began };
}

const ready: number[] = [];
for (let turn = 1; turn < STARTS; turn += 1) {
  const { child, readyMs } = await start();
  ready.push(readyMs);
  await child.stop();
}
const { child, url, readyMs } = await start();
ready.push(readyMs);
shareWithWorkers({ ...opened.context, url });

/** Resident memory in megabytes, as the process itself reports it. */
async function residentMb(): Promise<number> {
  const answer = await fetch(`${url}/api/metrics`, { headers: { authorization: `Bearer ${token}` } });
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(await answer.text())?.[1]) / 2 ** 20;
}

const held: [when: string, mb: number][] = [["at its start", await residentMb()]];
const cookies = await Promise.all(ROLES.map(cookieOf));
const addressOf = (turn: number) =>
  turn % 5 === 4 ? `/transactions/${found[turn % found.length]?.id}` : (PATHS[turn % PATHS.length] ?? "");
let failed = 0;
let turns = 0;
async function reader() {
  while (turns < PAGES) {
    const turn = turns;
    turns += 1;
    const headers = { cookie: cookies[turn % cookies.length] ?? "" };
    const page = await fetch(`${url}/sandbox${addressOf(turn)}`, { headers, redirect: "manual" });
    await page.arrayBuffer();
    if (page.status >= 500) failed += 1;
    if (turns % 1_000 === 0) held.push([`after ${turns} pages`, await residentMb()]);
  }
}
const began = performance.now();
await Promise.all(Array.from({ length: READERS }, reader));
const seconds = (performance.now() - began) / 1000;
held.push([`after ${PAGES} pages`, await residentMb()]);
for (let minute = 1; minute <= IDLE_MINUTES; minute += 1) {
  await pause(60_000);
  held.push([`${minute} min later`, await residentMb()]);
}
await child.stop();
await opened.close();
await stopPostgres();

const idle = held.at(-1)?.[1] ?? Number.NaN;
console.log(
  `\nMemory of a console: ${PAGES} pages of ${PATHS.length + 1} routes as ${ROLES.length} roles, ${READERS} at a time`,
);
for (const [when, mb] of held) console.log(`  ${when.padEnd(20)} ${mb.toFixed(0)} MB`);
const isMet = idle <= MEMORY_AIM_MB && median(ready) <= READY_AIM_MS && failed === 0;
console.log(
  `  ${(PAGES / seconds).toFixed(0)} pages a second, ${failed} failed; idle ${idle.toFixed(0)} MB (aim ≤ ${MEMORY_AIM_MB}); ` +
    `ready in ${median(ready).toFixed(0)} ms, median of ${STARTS} (aim ≤ ${READY_AIM_MS})  ${isMet ? "✓" : "✗"}`,
);
if (!isMet) process.exitCode = 1;
