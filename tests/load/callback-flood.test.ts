import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callbackQuotas } from "@/drizzle/schema/callbacks";
import { attempts } from "@/drizzle/schema/evidence";
import { rotateCallbackAddress } from "@/lib/callbacks/commands";
import { callbackAddress } from "@/lib/callbacks/queries";
import { ensureBuilt } from "@/scripts/lib/build.mjs";
import { startConsole } from "@/scripts/lib/next.mjs";
import { freePort, HOST } from "@/scripts/lib/ports.mjs";
import { ROOT } from "@/scripts/lib/root.mjs";
import { secretsIn } from "@/scripts/lib/secrets.mjs";
import { bareSettings } from "@/scripts/lib/settings.mjs";
import { type Delivery, flood } from "../faults/flood";
import { story } from "../support/callback-story";
import { openWorld, type World } from "../support/context";
import { orderOf, requested } from "../support/orders";
import { openService, type Service } from "../support/service";
import { TEST_SECRET } from "../support/test-secret";

/** The console with its jobs, before a service that pays what it accepts after a second and says so once, unsigned. */
const SETTLES_AFTER_MS = 1_000;
const PAYOUTS = 5;
/** 8,000 callbacks, offered in 5 seconds. */
const A_SECOND = 1_600;
const SECONDS = 5;
/**
 * The bound for `leaves` where a calm payout takes less: on two cores that the flood, its sender, the service and the
 * database share, less than this is noise. A merchant with such a rate runs `npm run ingest`, a process of its own.
 */
const LEAVES_MS = 150;

let service: Service;
let world: World;
let server: Awaited<ReturnType<typeof startConsole>>;
let url: string;

beforeAll(async () => {
  service = await openService({ settleAfterMs: SETTLES_AFTER_MS });
  world = await openWorld(service);
  const port = await freePort();
  url = `http://${HOST}:${port}`;
  const secrets = secretsIn(join(ROOT, ".data"));
  await ensureBuilt(secrets.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY);
  const env = {
    ...bareSettings(),
    ...secrets,
    AUTH_SECRET: TEST_SECRET, // That of the world, whose orders carry its code.
    APP_URL: url,
    DATABASE_URL: world.runtimeUrl,
    PAYMENTS_SANDBOX_BASE_URL: service.baseUrl,
    PAYMENTS_SANDBOX_API_KEY: service.apiKey,
    PAYMENTS_SANDBOX_SECRET_KEY: service.secretKey,
  };
  server = await startConsole({ env, port });
}, 400_000);
afterAll(async () => {
  await server.stop();
  await world.close();
  await service.close();
}, 60_000);

async function unknownOrders(): Promise<Delivery[]> {
  const admin = await world.as("admin");
  await rotateCallbackAddress(admin);
  const path = new URL((await callbackAddress(admin)).current!.url).pathname;
  return Array.from({ length: A_SECOND * SECONDS }, () => {
    const mark = randomUUID();
    const fields = story({ referenceId: `nobodys-${mark}`, transactionId: mark });
    return { mark, path, body: JSON.stringify(fields), headers: {} };
  });
}

/** How long after its request one payout left, and was known to be paid. */
async function payOut() {
  world.clock.now = new Date();
  const { id, referenceId } = await requested(world);
  const start = Date.now();
  const isPaid = async () => (await orderOf(world, referenceId)).status === "COMPLETED";
  while (!(await isPaid())) await pause(50);
  const { statusAt } = await orderOf(world, referenceId);
  const [attempt] = await world.db.select().from(attempts).where(eq(attempts.transactionRow, id));
  return { leaves: attempt!.claimedAt.getTime() - start, known: statusAt!.getTime() - start };
}

async function payOutSome() {
  const all: Awaited<ReturnType<typeof payOut>>[] = [];
  // One a moment, none waiting for another.
  const running = Array.from({ length: PAYOUTS }, async (_, number) => {
    await pause(number * 700);
    all.push(await payOut());
  });
  await Promise.all(running);
  const middle = (of: number[]) => of.toSorted((a, b) => a - b)[Math.floor(PAYOUTS / 2)]!;
  return { leaves: middle(all.map(({ leaves }) => leaves)), known: middle(all.map(({ known }) => known)) };
}

test("8,000 unsigned callbacks in 5 seconds do not double the time of a payout", async () => {
  const junk = await unknownOrders();
  await payOut();
  const calm = await payOutSome();

  async function floodAll() {
    for (let second = 0; second < SECONDS; second += 1) {
      const some = junk.slice(second * A_SECOND, (second + 1) * A_SECOND);
      await Promise.all([flood([url], some, 64), pause(1_000)]);
    }
  }
  const flooding = floodAll();
  const flooded = await payOutSome();
  await flooding;
  console.log(JSON.stringify({ calm, flooded }));

  expect(flooded.leaves).toBeLessThanOrEqual(2 * Math.max(calm.leaves, LEAVES_MS));
  expect(flooded.known).toBeLessThanOrEqual(2 * calm.known);
  const asked = (await world.pool.query("select sum(in_vain)::int as n from query_budgets")).rows[0].n;
  expect(asked).toBeLessThanOrEqual(60);
  const beyond = async () => (await world.db.select().from(callbackQuotas))[0]?.notKept ?? 0;
  await expect.poll(beyond).toBeGreaterThan(5_000);
}, 180_000);
