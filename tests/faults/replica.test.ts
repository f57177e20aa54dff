import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Ctx } from "@/lib/auth/context";
import { connect, openPool } from "@/lib/db/connection";
import { attachReplica } from "@/lib/db/replica";
import { getReport, getReportNow } from "@/lib/reports/queries";
import { reportAsked } from "@/lib/reports/schema";
import { searchHeld } from "@/lib/search/commands";
import { exportOrders } from "@/lib/transactions/list/export";
import { listOrders } from "@/lib/transactions/list/list";
import { orderTotals } from "@/lib/transactions/list/totals";
import { ordersAsked, ordersExported } from "@/lib/transactions/schema";
import { freePort } from "@/scripts/lib/ports.mjs";
import { type Postgres, startPostgres } from "@/scripts/lib/postgres.mjs";
import { openTestContext, type TestContext } from "../support/context";
import { requested } from "../support/orders";
import { onDatabase, type Standby, startStandby } from "../support/replication";
import { memoryFolder } from "../support/scratch";

/** Lists, search, exports and reports are read from a real standby, which pauses, dies and is another's. */
const LAG_MAX_MS = 60_000;
const REST_MS = 1_100;

let folder: string;
let primary: Postgres;
let standby: Standby;
let context: TestContext;
let ops: Ctx;
let readPool: ReturnType<typeof openPool>;
const { TEST_DATABASE_URL: everybodys } = process.env;

/** How many statements the standby has been sent since the last call. */
let sent = 0;
const asked = () => {
  const before = sent;
  sent = 0;
  return before;
};

beforeAll(async () => {
  folder = await memoryFolder();
  const place = { folder: join(folder, "primary"), port: await freePort() };
  primary = await startPostgres({ ...place, settings: ["fsync=off"] });
  process.env.TEST_DATABASE_URL = primary.url("postgres");
  context = await openTestContext();
  ops = await context.as("ops");
  standby = await startStandby(primary, { folder: join(folder, "standby"), isSynchronous: false });
  readPool = openPool(onStandby(context), () => undefined, { connectionTimeoutMillis: 1_000 });
  readPool.on("connect", (client) => {
    const { query } = client;
    client.query = (...args: unknown[]) => {
      sent += 1;
      return Reflect.apply(query, client, args);
    };
  });
  attachReplica(ops.db, connect(readPool), { lagMaxMs: LAG_MAX_MS });
}, 60_000);
afterAll(async () => {
  await readPool.end();
  await context.close();
  process.env.TEST_DATABASE_URL = everybodys;
  await standby.postgres.stop();
  await standby.link.close();
  await primary.stop();
  await rm(folder, { recursive: true });
});

/** The address of this database on the standby. */
function onStandby({ runtimeUrl }: TestContext): string {
  const url = new URL(runtimeUrl);
  url.port = new URL(standby.postgres.url("postgres")).port;
  return url.href;
}

const replay = (how: "pause" | "resume") =>
  onDatabase(standby.postgres.url("postgres"), (client) => client.query(`select pg_wal_replay_${how}()`));
const filter = ordersAsked.parse({});
const exported = ordersExported.parse({});
const report = reportAsked.parse({ type: "WITHDRAW" });
const listed = async () => (await listOrders(ops, filter)).rows.map(({ referenceId }) => referenceId);
const rested = () => pause(REST_MS);

/** A standby that is slow to catch up is left alone for a while: then the same read is asked of it again. */
const fromStandby = async (read: () => Promise<void>) => {
  await vi.waitFor(
    async () => {
      asked();
      await read();
      expect(asked()).toBeGreaterThan(1);
    },
    { timeout: 30_000, interval: REST_MS },
  );
};

test("a list, its totals, a search and a file have an order immediately, and are read from the standby", async () => {
  const { referenceId } = await requested(context);
  expect(await listed()).toContain(referenceId);
  await fromStandby(async () => expect(await listed()).toContain(referenceId));
  await fromStandby(async () => expect((await orderTotals(ops, filter)).count).toBe(1));
  await fromStandby(async () => expect((await searchHeld(ops, { q: referenceId })).hits).toHaveLength(1));
  const finance = await context.as("finance");
  await fromStandby(async () => {
    const file = await exportOrders(finance, exported);
    if (!file.ok) throw new Error(file.error.kind);
    expect(file.value.rows).toBe(1);
    await file.value.body.cancel();
  });
  // The file's audit line has to arrive at the standby, too.
  await fromStandby(async () => expect((await getReport(ops, report)).asOf).toBeNull());
});

test("where the standby is behind, a list is read from the primary, and a report says of when it is", async () => {
  await replay("pause");
  const { referenceId } = await requested(context);
  const counted = async (read: typeof getReport) => (await read(ops, report)).total.requested;
  expect(await listed()).toContain(referenceId);
  await rested();
  const old = await getReport(ops, report);
  expect(old.total.requested).toBe(1);
  expect(Date.parse(old.asOf ?? "")).toBeLessThanOrEqual(Date.now());
  expect(await counted(getReportNow)).toBe(2);
  await replay("resume");
  await rested();
  expect(await getReport(ops, report)).toMatchObject({ total: { requested: 2 }, asOf: null });
});

test("further behind than is allowed, reports are read from the primary, too", async () => {
  attachReplica(ops.db, connect(readPool), { lagMaxMs: 0 });
  await replay("pause");
  await requested(context);
  expect(await getReport(ops, report)).toMatchObject({ total: { requested: 3 }, asOf: null });
  await replay("resume");
});

test("a server that is no standby of this database is not read", async () => {
  const other = openPool(everybodys ?? "", () => undefined);
  attachReplica(ops.db, connect(other), { lagMaxMs: LAG_MAX_MS });
  expect(await listed()).toHaveLength(3);
  await other.end();
});

test("another database of the same standby is not read, as after a restore into the same cluster", async () => {
  const former = await openTestContext();
  const other = openPool(onStandby(former), () => undefined);
  await vi.waitFor(() => other.query("select from transactions"), { timeout: 10_000 });
  attachReplica(ops.db, connect(other), { lagMaxMs: LAG_MAX_MS });
  expect(await listed()).toHaveLength(3);
  await other.end();
  await former.close();
});

test("a standby that dies in the middle of reads fails none of them", async () => {
  attachReplica(ops.db, connect(readPool), { lagMaxMs: LAG_MAX_MS });
  let isOver = false;
  let lists = 0;
  const reader = async () => {
    while (!isOver) {
      expect(await listed()).toHaveLength(3);
      lists += 1;
    }
  };
  const readers = Promise.all(Array.from({ length: 4 }, reader));
  await expect.poll(() => lists).toBeGreaterThan(20);
  expect(asked()).toBeGreaterThan(20);
  process.kill(-standby.postgres.pid, "SIGKILL");
  await standby.postgres.exited;
  const before = lists;
  await expect.poll(() => lists).toBeGreaterThan(before + 20);
  isOver = true;
  await readers;
});
