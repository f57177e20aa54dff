import { eq, sql } from "drizzle-orm";
import { Client, type Pool } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { deliveries } from "@/drizzle/schema/deliveries";
import type { Ctx } from "@/lib/auth/context";
import { handleCallback } from "@/lib/callbacks/handle-callback";
import { processDeliveries } from "@/lib/callbacks/process-delivery";
import { connect, openPool, type Tx } from "@/lib/db/connection";
import { checkOrderStatus } from "@/lib/transactions/commands";
import { recoverStuckOrders } from "@/lib/transactions/submission/recover-stuck";
import { sendWithdrawal } from "@/lib/withdrawals/submit";
import { callbackFields, signatureOf } from "../support/callback-fields";
import { lockWaits } from "../support/lock-waits";
import { orderOf } from "../support/orders";
import { openService, type Service } from "../support/service";
import { COMMIT, openLossyProxy } from "./lossy-proxy";
import { openMatrix } from "./matrix";
import { type Order, openPayouts, type Payouts } from "./payouts";
import { type Point, WRITING_POINTS, type WritingPoint, withFaultAt } from "./points";
import { waitForPoint } from "./wait-for-point";

/*
 * The database is up but refuses. A payout is made at most once, nothing acknowledged is lost, and a user can continue
 * when the database works again.
 */

let service: Service;
let payouts: Payouts;
/** Another client of the same database. */
let other: Client;

beforeAll(async () => {
  // The worst of the three ways: a repeated id makes a second order.
  service = await openService({ repeatedReference: "second" });
  payouts = await openPayouts(service);
});
beforeEach(sitDownBeside);
afterEach(async () => {
  await other.end();
  await payouts.clear();
});
const { cell } = openMatrix("The database is ill");
afterAll(async () => {
  await payouts.close();
  await service.close();
});

async function sitDownBeside() {
  other = new Client({ connectionString: payouts.context.url });
  // It is thrown out with all others, and comes back.
  other.on("error", () => undefined);
  await other.connect();
}

/** An error as the server itself says it, of a cause that cannot be made without harm to the machine. */
const says = (code: string) => (tx: Tx) =>
  tx.execute(sql.raw(`do $$ begin raise exception 'as PostgreSQL would say it' using errcode = '${code}'; end $$`));

/** Each waits for what the other holds, and it is ours that PostgreSQL ends: we notice first. */
async function deadlock(tx: Tx) {
  await other.query("set deadlock_timeout = '10s'");
  await other.query("begin");
  await other.query("select pg_advisory_xact_lock(1)");
  await tx.execute(sql`select pg_advisory_xact_lock(2)`);
  const theirs = other.query("select pg_advisory_xact_lock(2)");
  await expect.poll(() => lockWaits(payouts.context.pool)).toBe(1);
  await tx.execute(sql`select pg_advisory_xact_lock(1)`).finally(async () => {
    await theirs.catch(() => undefined);
    await other.query("rollback");
  });
}

async function waitsForALock(tx: Tx) {
  await other.query("begin");
  await other.query("select pg_advisory_xact_lock(3)");
  await tx.execute(sql`set local lock_timeout = '20ms'`);
  await tx.execute(sql`select pg_advisory_xact_lock(3)`).finally(() => other.query("rollback"));
}

async function takesTooLong(tx: Tx) {
  await tx.execute(sql`set local statement_timeout = '20ms'`);
  await tx.execute(sql`select pg_sleep(10)`);
}

/** What is refused within a transaction, how it is brought about, and by which code; who is cut off hears none. */
const REFUSALS: [name: string, how: (tx: Tx) => Promise<unknown>, code: string | null][] = [
  ["a serialisation failure", says("40001"), "40001"],
  ["a deadlock", deadlock, "40P01"],
  ["a lock that is not given in time", waitsForALock, "55P03"],
  ["a statement that takes too long", takesTooLong, "57014"],
  ["a full disk", says("53100"), "53100"],
  ["its backend is terminated", (tx) => tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`), null],
];

const SENDING = new Set<string>([
  "while it is claimed",
  "while the outcome is written",
  "before claim",
  "after answer",
]);

/** Which transaction runs there, and which use case it belongs to. */
async function at(
  point: WritingPoint | (typeof BEFORE_WRITING)[number],
): Promise<{ order: Order; work: (ctx: Ctx) => Promise<unknown> }> {
  if (SENDING.has(point)) {
    const order = await payouts.requested();
    return { order, work: (ctx) => sendWithdrawal(ctx, { transactionRow: order.id }) };
  }
  const order = await payouts.abandoned("sent");
  await payouts.at(61);
  if (point.includes("sweep")) return { order, work: recoverStuckOrders };
  await recoverStuckOrders(payouts.job);
  return { order, work: (ctx) => checkOrderStatus(ctx, order) };
}

const struck = async (point: Point, order: Order, strike: (tx?: Tx) => Promise<void>) =>
  withFaultAt({ point, strike, arrived: await waitForPoint(service.operatorUrl, order.referenceId) }, payouts.job);

const codeOf = (error: unknown): unknown =>
  error instanceof Error && "code" in error ? error.code : error instanceof Error ? codeOf(error.cause) : null;

async function stillTrue(order: Order) {
  await payouts.invariants(order);
  await payouts.goOn(order);
}

/** All connections of the console's pool are taken. */
async function exhausted(pool: Pool): Promise<() => void> {
  const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  return () => {
    for (const client of taken) client.release();
  };
}

async function somebodyWaits(pool: Pool) {
  await expect.poll(() => pool.waitingCount, { interval: 10 }).toBeGreaterThan(0);
}

async function readOnly(is: boolean) {
  const database = new URL(payouts.context.url).pathname.slice(1);
  await other.query(`alter database ${database} set default_transaction_read_only = ${is ? "on" : "off"}`);
  // It holds for those who come from now on.
  await payouts.context.loseConnections();
  for (const pool of [payouts.context.pool, payouts.job.db.$client]) {
    await expect.poll(() => pool.totalCount, { interval: 10 }).toBe(0);
  }
  await sitDownBeside();
  await other.query("set default_transaction_read_only = off");
}

const points = Object.keys(WRITING_POINTS) as WritingPoint[];

/** A change is about to be written: a sender's claim, the outcome, what the sweep ends, what an answer says. */
const BEFORE_WRITING = ["before claim", "after answer", "before the sweep", "after the query's answer"] as const;

describe("a payout", () => {
  for (const point of points) {
    for (const [name, how, code] of REFUSALS) {
      cell(point, name, async () => {
        const { order, work } = await at(point);
        const ctx = await struck(point, order, async (tx) => void (tx && (await how(tx))));
        expect(await work(ctx).catch(codeOf)).toBe(code);
        await stillTrue(order);
      });
    }

    cell(point, "the commit is done, and its answer is lost", async () => {
      const { order, work } = await at(point);
      const commit = WRITING_POINTS[point].transaction;
      const way = await openLossyProxy(payouts.context.runtimeUrl, COMMIT, commit);
      const pool = openPool(way.url, () => undefined);
      const ended = work({ ...payouts.job, db: connect(pool) });
      await way.lost;
      await expect(ended).rejects.toThrow();
      await way.close();
      await pool.end();
      await stillTrue(order);
    });
  }

  for (const point of BEFORE_WRITING) {
    cell(point, "the database is read-only", async () => {
      const { order, work } = await at(point);
      const ctx = await struck(point, order, () => readOnly(true));
      expect(await work(ctx).catch(codeOf)).toBe("25006");
      await readOnly(false);
      await stillTrue(order);
    });

    cell(point, "all connections are taken, and given back later", async () => {
      const { order, work } = await at(point);
      const pool = payouts.job.db.$client;
      let givenBack: Promise<void> | undefined;
      const ctx = await struck(point, order, async () => {
        const giveBack = await exhausted(pool);
        // The operations wait in line and continue in turn.
        givenBack = somebodyWaits(pool).then(giveBack);
      });
      await work(ctx);
      await givenBack;
      await stillTrue(order);
    });
  }

  cell("all steps", "a pool of one connection, which several operations need concurrently", async () => {
    const pool = openPool(payouts.context.runtimeUrl);
    pool.options.max = 1;
    const ctx = { ...payouts.job, db: connect(pool) };
    const orders = [await payouts.requested(), await payouts.requested()];
    const sent = orders.flatMap(({ id }) => [1, 2].map(() => sendWithdrawal(ctx, { transactionRow: id })));
    const outcomes = await Promise.all([...sent, recoverStuckOrders(ctx)]);
    expect(outcomes.toSorted()).toEqual(["accepted", "accepted", "taken", "taken", undefined]);
    await Promise.all(orders.map((order) => checkOrderStatus(ctx, order)));
    await pool.end();
    for (const order of orders) await stillTrue(order);
  });
});

describe("a callback", () => {
  /** An order that waits to be paid, and the service's own word that it was. */
  async function paidCallback() {
    const order = await payouts.requested();
    await sendWithdrawal(payouts.job, { transactionRow: order.id });
    await service.decide(order.referenceId, "complete");
    const body = callbackFields({ ...order, transactionId: await service.transactionIdOf(order.referenceId) });
    const headers = { "content-type": "application/json", "x-signature": signatureOf(body, service.secretKey) };
    const callbackCtx = await payouts.context.as("callback");
    const bring = (db = callbackCtx.db) =>
      handleCallback(
        { ...callbackCtx, db },
        order.callbackToken ?? "",
        new Request("http://console.test", { method: "POST", body: JSON.stringify(body), headers }),
      ).then(async (answer) => [answer.status, await answer.text()]);
    return { order, bring };
  }
  const kept = () => payouts.context.db.$count(deliveries);
  const REFUSED = [503, "not kept, send again"];
  const TAKEN = [200, "SUCCESS"];

  /** In the end it is kept, and has had its effect once. */
  async function judgedOnce({ referenceId }: Order) {
    await processDeliveries(payouts.job);
    const paid = { status: "COMPLETED", statusSource: "signed_callback", discrepancyAt: null };
    expect(await orderOf(payouts.context, referenceId)).toMatchObject(paid);
    const moves = await payouts.context.db.select().from(auditEvents).where(eq(auditEvents.subject, referenceId));
    expect(moves.filter(({ detail }) => detail.reported === "COMPLETED").length).toBe(1);
  }

  cell("while it is kept", "the database is read-only", async () => {
    const { order, bring } = await paidCallback();
    await readOnly(true);
    expect(await bring()).toEqual(REFUSED);
    await readOnly(false);
    expect(await bring()).toEqual(TAKEN);
    await judgedOnce(order);
  });

  cell("while it is kept", "the commit is done, and its answer is lost", async () => {
    const { order, bring } = await paidCallback();
    const way = await openLossyProxy(payouts.context.runtimeUrl, /keep-deliveries/);
    const pool = openPool(way.url, () => undefined);
    expect(await bring(connect(pool))).toEqual(TAKEN);
    await way.lost;
    expect(await kept()).toBe(1);
    await way.close();
    await pool.end();
    await judgedOnce(order);
  });

  cell("while it is kept", "the disk is full", async () => {
    const { order, bring } = await paidCallback();
    await other.query(`create function full_disk() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`);
    await other.query("create trigger full_disk before insert on deliveries execute function full_disk()");
    expect(await bring()).toEqual(REFUSED);
    expect(await kept()).toBe(0);
    await other.query("drop trigger full_disk on deliveries");
    expect(await bring()).toEqual(TAKEN);
    await judgedOnce(order);
  });

  cell("while it is kept", "all connections are taken, and given back later", async () => {
    const { order, bring } = await paidCallback();
    const pool = payouts.job.db.$client;
    const giveBack = await exhausted(pool);
    const answer = bring();
    await somebodyWaits(pool);
    giveBack();
    expect(await answer).toEqual(TAKEN);
    await judgedOnce(order);
  });

  for (const point of ["before it is judged", "while it is judged"] as const) {
    cell(point, "the database refuses", async () => {
      const { order, bring } = await paidCallback();
      expect(await bring()).toEqual(TAKEN);
      if (point === "before it is judged") await readOnly(true);
      else {
        await other.query(`create function fail() returns trigger language plpgsql as $$
          begin raise exception 'as PostgreSQL would say it' using errcode = 'serialization_failure'; end $$`);
        await other.query("create trigger fail before insert on reports execute function fail()");
      }
      await expect(processDeliveries(payouts.job)).rejects.toThrow();
      if (point === "before it is judged") await readOnly(false);
      else await other.query("drop trigger fail on reports");
      await judgedOnce(order);
      // Its sender heard nothing of that, and may bring it again.
      expect(await bring()).toEqual(TAKEN);
      await judgedOnce(order);
    });
  }
});
