import { execFile } from "node:child_process";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { attempts } from "@/drizzle/schema/evidence";
import { rotateCallbackAddress } from "@/lib/callbacks/commands";
import { callbackAddress } from "@/lib/callbacks/queries";
import { startConsole } from "@/scripts/lib/next.mjs";
import { freePort, HOST } from "@/scripts/lib/ports.mjs";
import { ROOT } from "@/scripts/lib/root.mjs";
import { secretsIn } from "@/scripts/lib/secrets.mjs";
import { bareSettings } from "@/scripts/lib/settings.mjs";
import { startWorker } from "@/scripts/lib/worker.mjs";
import { callbackFields } from "../support/callback-fields";
import { openTestContext, type TestContext } from "../support/context";
import { orderOf, requested } from "../support/orders";
import { openService, type Service } from "../support/service";
import { TEST_SECRET } from "../support/test-secret";

/**
 * The console and its worker as `npm start` starts them, before a service that pays what it accepts after a second and
 * says so once, unsigned.
 */
const SETTLES_AFTER_MS = 1_000;
/** One is requested every 300 ms, so that all lie within the flood. */
const PAYOUTS = 15;
const PAYOUT_GAP_MS = 300;
const CALLBACKS = 8_000;
const FLOOD_SECONDS = 5;
/** The bounds where a calm payout takes less: sender, console and database share two cores, so less than this is noise. */
const LEAVES_MS = 50;
const KNOWN_MS = 1_500;

let service: Service;
let context: TestContext;
let parts: { stop: () => Promise<void> }[] = [];
let url: string;

beforeAll(async () => {
  service = await openService({ resultAfterMs: SETTLES_AFTER_MS });
  context = await openTestContext(service);
  const port = await freePort();
  url = `http://${HOST}:${port}`;
  const secrets = secretsIn(join(ROOT, ".data"));
  const env = {
    ...bareSettings(),
    ...secrets,
    AUTH_SECRET: TEST_SECRET, // That of the test context, whose orders carry its code.
    APP_URL: url,
    DATABASE_URL: context.runtimeUrl,
    PAYMENTS_SANDBOX_BASE_URL: service.baseUrl,
    PAYMENTS_SANDBOX_API_KEY: service.apiKey,
    PAYMENTS_SANDBOX_SECRET_KEY: service.secretKey,
  };
  parts = await Promise.all([startConsole({ env: { ...env, JOBS: "off" }, port }), startWorker({ env })]);
}, 400_000);
afterAll(async () => {
  await Promise.all(parts.map((part) => part.stop()));
  await context.close();
  await service.close();
}, 60_000);

/** Offers the flood to this environment's address, and says what became of it. */
async function flood(): Promise<{ sent: number; offeredMs: number }> {
  const admin = await context.as("admin");
  await rotateCallbackAddress(admin);
  const { pathname } = new URL((await callbackAddress(admin)).current!.url);
  const example = JSON.stringify(callbackFields({ referenceId: "unknown", transactionId: "unknown" }));
  const args = [new URL(pathname, url).href, example, `${CALLBACKS}`, `${FLOOD_SECONDS}`];
  const { stdout } = await promisify(execFile)(process.execPath, ["tests/load/flood-sender.mjs", ...args]);
  return JSON.parse(stdout);
}

/** How long after its request one payout left, and was known to be paid. */
async function payOut() {
  context.clock.now = new Date();
  const { id, referenceId } = await requested(context);
  const start = Date.now();
  const isPaid = async () => (await orderOf(context, referenceId)).status === "COMPLETED";
  while (!(await isPaid())) await pause(50);
  const { statusAt } = await orderOf(context, referenceId);
  const [attempt] = await context.db.select().from(attempts).where(eq(attempts.transactionRow, id));
  return { leaves: attempt!.claimedAt.getTime() - start, known: statusAt!.getTime() - start };
}

async function payOutSome() {
  const all: Awaited<ReturnType<typeof payOut>>[] = [];
  // One a moment, none waiting for another.
  const running = Array.from({ length: PAYOUTS }, async (_, number) => {
    await pause(number * PAYOUT_GAP_MS);
    all.push(await payOut());
  });
  await Promise.all(running);
  const middle = (of: number[]) => of.toSorted((a, b) => a - b)[Math.floor(PAYOUTS / 2)]!;
  return { leaves: middle(all.map(({ leaves }) => leaves)), known: middle(all.map(({ known }) => known)) };
}

test("a flood of unsigned callbacks does not double the time of a payout", async () => {
  await payOut();
  const calm = await payOutSome();

  const flooding = flood();
  const flooded = await payOutSome();
  const { sent, offeredMs, ...became } = await flooding;
  console.log(JSON.stringify({ calm, flooded, sent, offeredMs, ...became }));

  expect(sent).toBe(CALLBACKS);
  expect(offeredMs).toBeLessThan(2 * FLOOD_SECONDS * 1_000);
  expect(flooded.leaves).toBeLessThanOrEqual(2 * Math.max(calm.leaves, LEAVES_MS));
  expect(flooded.known).toBeLessThanOrEqual(2 * Math.max(calm.known, KNOWN_MS));
  const asked = (await context.pool.query("select sum(in_vain)::int as n from query_budgets")).rows[0].n;
  expect(asked).toBeLessThanOrEqual(60);
}, 180_000);
