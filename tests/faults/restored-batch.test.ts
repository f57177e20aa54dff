import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Ctx } from "@/lib/auth/context";
import { sendBatch } from "@/lib/batches/send";
import { connect, openPool } from "@/lib/db/connection";
import { createInstanceState } from "@/lib/db/instance-state";
import { decideResume, proposeResume } from "@/lib/freezes/commands";
import { listFreezes } from "@/lib/freezes/queries";
import { checkOrderStatus } from "@/lib/transactions/commands";
import { checkDatabase } from "@/lib/transactions/freezes/database-change";
import { manyRows } from "../support/batch-rows";
import { requestAsSeen, uploaded, WITHOUT_PAUSE } from "../support/batches";
import { openTestContext, type TestContext } from "../support/context";
import { openService, type Service } from "../support/service";

/*
 * A backup is taken in the middle of a batch, more of its rows are sent, the backup takes the database's place: no row
 * is sent a second time, and those that had not left are sent once it is certain that they had not.
 */

const ROWS = 14;
/** All that a lost database sent has expired by then. */
const EXPIRED_MINUTES = 16;

describe.each(["refuse", "same", "second"] as const)(
  "a repeated referenceId is treated so: %s",
  (repeatedReference) => {
    let service: Service;
    let context: TestContext;
    beforeAll(async () => {
      service = await openService({ repeatedReference });
      context = await openTestContext(service);
    });
    afterAll(async () => {
      await service.setClock(0);
      await context.close();
      await service.close();
    });

    const atService = async () => (await service.orders()).map(({ referenceId }) => referenceId).sort();

    /** A batch that a database went on sending after its backup: what was sent `before` that, and in all. */
    async function lostAfterBackup(job: Ctx, copy: string, rows: ReturnType<typeof manyRows>) {
      const known = await atService();
      const batchId = await uploaded(context, rows);
      expect(await requestAsSeen(context, batchId)).toMatchObject({ value: { state: "sending" } });
      /** One job of the sender, which ends after a few steps. */
      const sendSome = () => {
        let steps = 0;
        const monotonic = () => ({ process: "first", ms: 1_000 * steps++ });
        return sendBatch({ ...job, monotonic }, { batchId, rowsPerSecond: WITHOUT_PAUSE });
      };
      await sendSome();
      const before = await atService();
      const database = new URL(context.url).pathname.slice(1);
      const name = `${database}_${copy}`;
      await context.loseConnections();
      await onServer((server) => server.query(`create database ${name} template ${database}`));
      await sendSome();
      const lost = await atService();
      expect(before.length).toBeGreaterThan(known.length);
      expect(lost.length).toBeGreaterThan(before.length);
      expect(lost.length).toBeLessThan(known.length + ROWS);
      return { batchId, before, lost, name, pool: openPool(context.runtimeUrl.replace(database, name)) };
    }

    test("a database that is restored from the middle of a batch", async () => {
      const [job, admin, other] = [await context.as("job"), await context.as("admin"), await context.another("admin")];
      await checkDatabase(job);
      const { batchId, before, lost, name, pool } = await lostAfterBackup(job, "restored", manyRows(ROWS));
      const db = connect(pool);
      const restored = { ...job, db };
      const send = () => sendBatch(restored, { batchId, rowsPerSecond: WITHOUT_PAUSE });
      await send();
      expect(await atService()).toEqual(lost);
      const [freeze] = await listFreezes({ ...admin, db });
      expect(freeze).toMatchObject({ cause: "database_changed" });
      const proposed = await proposeResume({ ...admin, db }, { freezeId: freeze!.id });
      if (!proposed.ok) throw new Error(proposed.error.kind);
      await decideResume({ ...other, db }, { ...proposed.value, apply: true });
      // Payouts go on, but what was sent last may still arrive.
      await send();
      expect(await atService()).toEqual(lost);

      context.clock.now = new Date(context.clock.now.getTime() + EXPIRED_MINUTES * 60_000);
      await service.setClock(context.clock.now.getTime() - Date.now());
      const unknown = `select reference_id as "referenceId" from transactions where submission = 'unknown'`;
      for (let turn = 0; turn < 4; turn += 1) {
        await send();
        for (const order of (await pool.query(unknown)).rows) await checkOrderStatus(restored, order);
      }
      const { rows } = await pool.query<{ id: string; submission: string; attempts: number; asked: boolean }>(
        `select r.reference_id as id, t.submission, (select count(*)::int from attempts where transaction_row = t.id) as attempts,
           exists (select from exchanges e where e.transaction_row = t.id and e.purpose = 'status_check') as asked
         from batch_rows r left join transactions t on t.id = r.transaction_row`,
      );
      await pool.end();
      expect(rows.filter(({ submission }) => submission !== "accepted")).toEqual([]);
      expect(await atService()).toEqual(rows.map(({ id }) => id).sort());
      for (const { id, attempts, asked } of rows) {
        // Sent before the backup, the first ones once they were asked about; or asked about. Never sent where the lost
        // database had.
        expect({ id, asked: asked || before.includes(id) }).toEqual({ id, asked: true });
        expect({ id, attempts }).toEqual({ id, attempts: lost.includes(id) && !before.includes(id) ? 0 : 1 });
      }
      await onServer((server) => server.query(`drop database ${name} with (force)`));
    });

    test("where no instance remembers the lost database, its rows are the sign", async () => {
      const job = await context.as("job");
      await service.setClock(0);
      context.clock.now = new Date();
      const { batchId, lost, name, pool } = await lostAfterBackup(job, "alone", manyRows(ROWS, 100));
      const { rowCount } = await pool.query(
        `select from batch_rows r join transactions t on t.id = r.transaction_row
         where batch_id = '${batchId}' and submission = 'accepted'`,
      );
      expect(rowCount).toBeGreaterThanOrEqual(3);

      // A new machine: its process has no state file. A restore takes some minutes.
      context.clock.now = new Date(context.clock.now.getTime() + 2 * 60_000);
      await service.setClock(context.clock.now.getTime() - Date.now());
      const db = connect(pool);
      const alone = { ...job, db, instance: createInstanceState(null) };
      expect(await checkDatabase(alone)).toBe("same");
      await sendBatch(alone, { batchId, rowsPerSecond: WITHOUT_PAUSE });
      expect(await atService()).toEqual(lost);
      expect(await listFreezes({ ...(await context.as("admin")), db })).toMatchObject([{ cause: "database_changed" }]);
      await pool.end();
      await onServer((server) => server.query(`drop database ${name} with (force)`));
    });
  },
);

async function onServer(work: (server: Client) => Promise<unknown>) {
  const server = new Client({ connectionString: process.env.TEST_DATABASE_URL });
  await server.connect();
  await work(server);
  await server.end();
}
