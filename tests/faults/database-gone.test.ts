import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from "vitest";
import type { Ctx } from "@/lib/auth/context";
import { checkOrderStatus } from "@/lib/transactions/commands";
import { recoverStuckOrders } from "@/lib/transactions/submission/recover-stuck";
import { sendWithdrawal } from "@/lib/withdrawals/submit";
import { freePort } from "@/scripts/lib/ports.mjs";
import { startPostgres } from "@/scripts/lib/postgres.mjs";
import { scratchFolder } from "../support/scratch";
import { openService, type Service } from "../support/service";
import { openMatrix } from "./matrix";
import { type Order, openPayouts, type Payouts } from "./payouts";
import { LATER_POINTS, POINTS, type Point, withFaultAt } from "./points";
import { waitForPoint } from "./wait-for-point";

/** The console's database, alone on a server that is killed; other tests use another server. */
let scratch: string;
let port: number;
let postgres: Awaited<ReturnType<typeof startPostgres>>;
let service: Service;
let payouts: Payouts;
const { TEST_DATABASE_URL: everybodys } = process.env;

const start = () => startPostgres({ folder: join(scratch, "postgres"), port });

beforeAll(async () => {
  service = await openService({ repeatedReference: "second" });
  [scratch, port] = [await scratchFolder(), await freePort()];
  postgres = await start();
  process.env.TEST_DATABASE_URL = postgres.url("postgres");
}, 60_000);
beforeEach(async () => {
  payouts = await openPayouts(service);
});
afterEach(() => payouts.close());
const { cell } = openMatrix("The database is killed, and comes back");
afterAll(async () => {
  process.env.TEST_DATABASE_URL = everybodys;
  await service.close();
  await postgres.stop();
  await rm(postgres.folder, { recursive: true });
  await rm(scratch, { recursive: true });
});

let isGone = false;

/** Kills without a shutdown, as a power failure does. What was committed is on the disk. */
async function killed() {
  process.kill(-postgres.pid, "SIGKILL");
  await postgres.exited;
  isGone = true;
}

/** The use case continues without its database and may fail in any way; then the database returns. */
async function comesBackAfter(work: Promise<unknown>) {
  await Promise.allSettled([work]);
  expect(isGone).toBe(true);
  postgres = await start();
  isGone = false;
}

function workAt(point: Point, ctx: Ctx, order: Order): Promise<unknown> {
  if (point.includes("sweep")) return recoverStuckOrders(ctx);
  return point.includes("query") ? checkOrderStatus(ctx, order) : sendWithdrawal(ctx, { transactionRow: order.id });
}

describe("where the service makes a second order of a repeated referenceId", () => {
  const points = Object.keys({ ...POINTS, ...LATER_POINTS }) as Point[];
  for (const point of points) {
    cell(point, "the database is killed, and comes back", async () => {
      const isLater = point in LATER_POINTS;
      const order = isLater ? await payouts.abandoned("sent") : await payouts.requested();
      const arrived = await waitForPoint(service.operatorUrl, order.referenceId);
      const ctx = withFaultAt({ point, strike: killed, arrived }, payouts.job);
      if (isLater) await payouts.at(61);
      if (point.includes("query")) await recoverStuckOrders(payouts.job);
      await comesBackAfter(workAt(point, ctx, order));
      await payouts.invariants(order);
      await payouts.goOn(order);
    });
  }
});
