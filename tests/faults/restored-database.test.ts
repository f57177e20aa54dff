import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { attempts } from "@/drizzle/schema/evidence";
import { transactions } from "@/drizzle/schema/transactions";
import type { Ctx } from "@/lib/auth/context";
import { connect, openPool } from "@/lib/db/connection";
import { createInstanceState, type InstanceState } from "@/lib/db/instance-state";
import { migrateDatabase } from "@/lib/db/migrate";
import { afterDatabaseChange, listFreezes } from "@/lib/freezes/queries";
import { compareWithService } from "@/lib/freezes/restore-check";
import { createPaymentsApi } from "@/lib/payments-api/client";
import { checkOrderStatus } from "@/lib/transactions/commands";
import { checkDatabase } from "@/lib/transactions/freezes/database-change";
import { recoverStuckOrders } from "@/lib/transactions/submission/recover-stuck";
import { requestWithdrawal } from "@/lib/withdrawals/commands";
import { withdrawalInput } from "@/lib/withdrawals/schema";
import { sendWithdrawal } from "@/lib/withdrawals/submit";
import { freePort } from "@/scripts/lib/ports.mjs";
import { type Postgres, startPostgres } from "@/scripts/lib/postgres.mjs";
import { openTestContext, type TestContext } from "../support/context";
import { typedForm } from "../support/forms";
import { copyAsStandby, onDatabase } from "../support/replication";
import { scratchFolder } from "../support/scratch";
import { openService, type Service } from "../support/service";

/*
 * A payout is queued, the database is copied, the payout is sent and paid; then the copy takes the database's place. The
 * payout must not be sent again, however the copy was made and whichever way the service treats a repeated referenceId.
 */

/** A console on a database of this address, as one instance whose memory outlives the database. */
function consoleAt(url: string, like: Ctx, instance: InstanceState) {
  const pool = openPool(url, () => undefined);
  return { ctx: { ...like, db: connect(pool), instance }, end: () => pool.end() };
}

const atService = async (service: Service, referenceId: string) =>
  (await service.orders()).filter((order) => order.referenceId === referenceId).length;

const orderIn = async ({ db }: Ctx, referenceId: string) => {
  const [order] = await db.select().from(transactions).where(eq(transactions.referenceId, referenceId));
  if (!order) throw new Error(`no order ${referenceId}`);
  return order;
};

async function requestedIn(ctx: Ctx, ops: Ctx) {
  const made = await requestWithdrawal({ ...ops, db: ctx.db }, withdrawalInput.parse(typedForm()));
  if (!made.ok) throw new Error(made.error.kind);
  return orderIn(ctx, made.value.referenceId);
}

type Order = Awaited<ReturnType<typeof orderIn>>;

/** What must hold once the copy is in place: it is frozen, nothing is sent twice, and the truth comes by query. */
async function holdsAfter(restored: Ctx, service: Service, { id, referenceId }: Order, admin: Ctx) {
  expect(await sendWithdrawal(restored, { transactionRow: id })).toBe("taken");
  expect(await atService(service, referenceId)).toBe(1);
  expect(await listFreezes({ ...admin, db: restored.db })).toMatchObject([{ cause: "database_changed", by: null }]);
  const inQuestion = (await afterDatabaseChange({ ...admin, db: restored.db }))?.inQuestion;
  expect(inQuestion?.map((order) => order.referenceId)).toContain(referenceId);
  const { findings } = await compareWithService(restored, { sent: [] });
  expect(findings).toMatchObject([{ referenceId, kind: "not_sent_from_here", there: "COMPLETED" }]);

  await recoverStuckOrders(restored);
  expect(await checkOrderStatus(restored, { referenceId })).toMatchObject({ ok: true, value: { found: true } });
  const paid = { submission: "accepted", status: "COMPLETED", statusSource: "query", discrepancyAt: null };
  expect(await orderIn(restored, referenceId)).toMatchObject(paid);
  expect(await restored.db.$count(attempts, eq(attempts.transactionRow, id))).toBe(0);
  expect(await sendWithdrawal(restored, { transactionRow: id })).toBe("taken");
  expect(await atService(service, referenceId)).toBe(1);
}

let context: TestContext;
let postgres: Postgres;
let scratch: string;
let [job, ops, admin]: Ctx[] = [];

beforeAll(async () => {
  scratch = await scratchFolder();
  context = await openTestContext();
  [job, ops, admin] = [await context.as("job"), await context.as("ops"), await context.as("admin")];
  // Who acts is on record in every copy.
  postgres = await startPostgres({ folder: join(scratch, "first"), port: await freePort(), settings: ["fsync=off"] });
}, 60_000);
afterAll(async () => {
  await postgres.stop();
  await context.close();
  rmSync(scratch, { recursive: true });
});

/** A database on this server with the users of the context. */
async function consoleDatabase(): Promise<string> {
  const name = `console_${randomBytes(4).toString("hex")}`;
  await postgres.ensureDatabase(name);
  const url = postgres.url(name);
  await migrateDatabase(url);
  const { rows } = await context.pool.query("select * from users");
  await onDatabase(url, async (client) => {
    const insert = "insert into users select * from json_populate_recordset(null::users, $1)";
    await client.query(insert, [JSON.stringify(rows)]);
  });
  return url;
}

/** Requests a payout in this database, and hands over before and after it was sent and paid. */
async function paidBeside(url: string, service: Service, copy: () => Promise<void>) {
  const random = (bytes: number) => randomBytes(bytes).toString("hex");
  const api = createPaymentsApi({ ...service, now: job!.now, nonce: () => random(16), timeoutMs: 5_000 });
  const instance = createInstanceState(null);
  const before = consoleAt(url, { ...job!, api }, instance);
  await checkDatabase(before.ctx);
  const order = await requestedIn(before.ctx, ops!);
  await before.end();
  await copy();
  const then = consoleAt(url, { ...job!, api }, instance);
  expect(await sendWithdrawal(then.ctx, { transactionRow: order.id })).toBe("accepted");
  await then.end();
  await service.decide(order.referenceId, "complete");
  return { order, instance, like: { ...job!, api } };
}

describe.each(["refuse", "same", "second"] as const)(
  "a repeated referenceId is treated so: %s",
  (repeatedReference) => {
    let service: Service;
    beforeAll(async () => {
      service = await openService({ repeatedReference });
    });
    afterAll(() => service.close());

    test("a dump that was taken before the payout was sent, restored beside it", async () => {
      const url = await consoleDatabase();
      const restoredUrl = `${url}_restored`;
      const [name, restoredName] = [url, restoredUrl].map((one) => new URL(one).pathname.slice(1));
      const copy = () =>
        onDatabase(postgres.url("postgres"), async (client) => {
          await client.query(`create database ${restoredName} template ${name}`);
        });
      const { order, instance, like } = await paidBeside(url, service, copy);
      const restored = consoleAt(restoredUrl, like, instance);
      await holdsAfter(restored.ctx, service, order, admin!);
      await restored.end();
    });

    test("the same, where nothing is remembered any more: it is looked up before it is sent", async () => {
      const url = await consoleDatabase();
      const restoredUrl = `${url}_restored`;
      const [name, restoredName] = [url, restoredUrl].map((one) => new URL(one).pathname.slice(1));
      const copy = () =>
        onDatabase(postgres.url("postgres"), async (client) => {
          await client.query(`create database ${restoredName} template ${name}`);
        });
      const { order, like } = await paidBeside(url, service, copy);
      const now = () => new Date(like.now().getTime() + 61_000);
      const restored = consoleAt(restoredUrl, { ...like, now }, createInstanceState(null));
      expect(await sendWithdrawal(restored.ctx, { transactionRow: order.id })).toBe("taken");
      expect(await atService(service, order.referenceId)).toBe(1);
      expect(await orderIn(restored.ctx, order.referenceId)).toMatchObject({
        submission: "accepted",
        status: "COMPLETED",
      });
      expect(await listFreezes({ ...admin!, db: restored.ctx.db })).toMatchObject([{ cause: "database_changed" }]);
      await restored.end();
    });

    test("a copied data folder, and a standby that lagged behind and was promoted", async () => {
      const url = await consoleDatabase();
      const database = new URL(url).pathname.slice(1);
      const [copyFolder, standbyFolder] = ["copy", "standby"].map((name) =>
        join(scratch, `${name}-${repeatedReference}`),
      );
      const start = async (folder = "") => startPostgres({ folder, port: await freePort(), settings: ["fsync=off"] });
      const copy = async () => {
        await copyAsStandby(postgres, standbyFolder!);
        const standby = await start(standbyFolder);
        const at = await onDatabase(url, (client) => client.query("select pg_current_wal_lsn() as lsn"));
        await onDatabase(standby.url("postgres"), async (client) => {
          const isThere = () => client.query("select pg_last_wal_replay_lsn() >= $1 as there", [at.rows[0].lsn]);
          await expect.poll(async () => (await isThere()).rows[0].there, { timeout: 10_000 }).toBe(true);
        });
        // From here on it lags, and what it has so far is a copy of the data folder.
        await standby.stop();
        execFileSync("cp", ["-a", standbyFolder!, copyFolder!]);
        rmSync(join(copyFolder!, "standby.signal"));
      };
      const { order, instance, like } = await paidBeside(url, service, copy);
      const { mark } = instance.known()!;

      rmSync(join(standbyFolder!, "postgresql.auto.conf"));
      const standby = await start(standbyFolder);
      await onDatabase(standby.url("postgres"), (client) => client.query("select pg_promote()"));
      const promoted = consoleAt(standby.url(database), like, instance);
      await holdsAfter(promoted.ctx, service, order, admin!);
      await promoted.end();
      await standby.stop();

      const copied = await start(copyFolder);
      const colleague = createInstanceState(null);
      colleague.accept(mark);
      for (const sent of instance.sent()) colleague.sending(sent);
      const restored = consoleAt(copied.url(database), like, colleague);
      await holdsAfter(restored.ctx, service, order, admin!);
      await restored.end();
      await copied.stop();
    });
  },
);
