import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deliveries } from "@/drizzle/schema/deliveries";
import { transactions } from "@/drizzle/schema/transactions";
import { handleCallback } from "@/lib/callbacks/handle-callback";
import { processDeliveries } from "@/lib/callbacks/process-delivery";
import { requestWithdrawal } from "@/lib/withdrawals/commands";
import { withdrawalInput } from "@/lib/withdrawals/schema";
import { sendWithdrawal } from "@/lib/withdrawals/submit";
import { freePort } from "@/scripts/lib/ports.mjs";
import { startPostgres } from "@/scripts/lib/postgres.mjs";
import { callbackFields, signatureOf } from "../support/callback-fields";
import { typedForm } from "../support/forms";
import { orderOf } from "../support/orders";
import { scratchFolder } from "../support/scratch";
import { openService, type Service } from "../support/service";
import { openMatrix } from "./matrix";
import { openPayouts, type Payouts } from "./payouts";
import { type Point, withFaultAt } from "./points";
import { waitForPoint } from "./wait-for-point";

/*
 * The console's database on a file system of its own, filled to the last byte. Without room for data PostgreSQL refuses;
 * without room for its write-ahead log it panics and stays down until there is room.
 */
const SIZE = "176m";
const disk = await scratchFolder();
const isMounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${SIZE},mode=711`, "none", disk]).status === 0;

let port: number;
let postgres: Awaited<ReturnType<typeof startPostgres>>;
let service: Service;
let payouts: Payouts;
const { TEST_DATABASE_URL: everybodys } = process.env;

/**
 * No segment of the log is kept for later: the next one needs room. It stays down after a panic: a restart would close
 * the removed segments that sessions still hold open, and so find room for one.
 */
const LOG = ["wal_recycle=off", "min_wal_size=32MB", "max_wal_size=48MB"];
const SETTINGS = [...LOG, "autovacuum=off", "restart_after_crash=off"];
const start = () => startPostgres({ folder: join(disk, "postgres"), port, settings: SETTINGS });
const ballast = () => join(disk, "ballast", "full");

const KINDS = ["data", "log"] as const;
type Kind = (typeof KINDS)[number];

async function atDatabase(...statements: string[]) {
  const client = new Client({ connectionString: payouts.context.url });
  // The database may panic after it has answered, and before it is left.
  client.on("error", () => undefined);
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

const NEXT_SEGMENT = "select pg_switch_wal()";
const BEGIN_IT = "select pg_logical_emit_message(true, 'begins', 'the segment')";

/** From now on this finds no room on the disk, down to the last byte. */
async function fill(kind: Kind) {
  // The log has one that is almost empty, so that it is the data that finds no room. A new segment asks for a checkpoint,
  // and one that finds no room ends PostgreSQL: it is waited for.
  if (kind === "data") await atDatabase(NEXT_SEGMENT, BEGIN_IT, "checkpoint");
  const file = openSync(ballast(), "w");
  for (const bytes of [1 << 20, 4_096, 1]) {
    const chunk = Buffer.alloc(bytes, 1);
    try {
      for (;;) writeSync(file, chunk);
    } catch (error) {
      expect(error).toMatchObject({ code: "ENOSPC" });
    }
  }
  closeSync(file);
  // It may panic before it has answered, too: it has no room then, which is all that is wanted.
  if (kind === "log") await atDatabase(NEXT_SEGMENT).catch(() => undefined);
}

/** Frees the space and restarts what died of it. */
async function makeRoom(kind: Kind) {
  rmSync(ballast());
  if (kind === "data") return;
  try {
    process.kill(-postgres.pid, "SIGKILL");
  } catch (error) {
    // It has ended of it already.
    expect(error).toMatchObject({ code: "ESRCH" });
  }
  await postgres.exited;
  postgres = await start();
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && "code" in error ? error.code : error instanceof Error ? codeOf(error.cause) : null;

/** What the console hears: that the disk is full, or nothing any more. */
async function failsOf(kind: Kind, work: Promise<unknown>) {
  const code = await work.then(() => "it was done", codeOf);
  if (kind === "data") expect(code).toBe("53100");
  else expect(code).not.toBe("it was done");
}

describe.skipIf(!isMounted)("a disk that is really full", () => {
  beforeAll(async () => {
    service = await openService({ repeatedReference: "second" });
    port = await freePort();
    mkdirSync(join(disk, "ballast"));
    postgres = await start();
    process.env.TEST_DATABASE_URL = postgres.url("postgres");
  }, 60_000);
  beforeEach(async () => {
    payouts = await openPayouts(service);
  });
  afterEach(() => payouts.close());
  const { cell } = openMatrix("The disk is full until space is freed");
  afterAll(async () => {
    process.env.TEST_DATABASE_URL = everybodys;
    await service.close();
    await postgres.stop();
    spawnSync("umount", [disk]);
    await rm(disk, { recursive: true });
  });

  for (const kind of KINDS) {
    const what = kind === "data" ? "no room for the data" : "no room for the database's own log";

    cell("the request", what, async () => {
      const { context, ops } = payouts;
      const input = withdrawalInput.parse(typedForm());
      await fill(kind);
      await failsOf(kind, requestWithdrawal(ops, input));
      await makeRoom(kind);
      expect(await context.db.$count(transactions)).toBe(0);
      const made = await requestWithdrawal(ops, input);
      if (!made.ok) throw new Error(made.error.kind);
      await payouts.goOn(await orderOf(context, made.value.referenceId));
    });

    for (const [point, atService] of [
      ["before claim", 0],
      ["after answer", 1],
    ] as const satisfies [Point, number][]) {
      cell(point, what, async () => {
        const order = await payouts.requested();
        const arrived = await waitForPoint(service.operatorUrl, order.referenceId);
        const ctx = withFaultAt({ point, strike: () => fill(kind), arrived }, payouts.job);
        await failsOf(kind, sendWithdrawal(ctx, { transactionRow: order.id }));
        expect(await payouts.atService(order)).toBe(atService);
        await makeRoom(kind);
        await payouts.invariants(order);
        await payouts.goOn(order);
      });
    }

    cell("while a callback is kept", what, async () => {
      const { context, job } = payouts;
      const order = await payouts.requested();
      await sendWithdrawal(job, { transactionRow: order.id });
      await service.decide(order.referenceId, "complete");
      const body = callbackFields({ ...order, transactionId: await service.transactionIdOf(order.referenceId) });
      const headers = { "content-type": "application/json", "x-signature": signatureOf(body, service.secretKey) };
      const callbackCtx = await context.as("callback");
      const request = () => new Request("http://console.test", { method: "POST", body: JSON.stringify(body), headers });
      const bring = async () => (await handleCallback(callbackCtx, order.callbackToken ?? "", request())).status;
      await fill(kind);
      expect(await bring()).toBe(503);
      await makeRoom(kind);
      expect(await context.db.$count(deliveries)).toBe(0);
      expect(await bring()).toBe(200);
      await processDeliveries(job);
      const paid = { status: "COMPLETED", statusSource: "signed_callback", discrepancyAt: null };
      expect(await orderOf(context, order.referenceId)).toMatchObject(paid);
      expect(await payouts.atService(order)).toBe(1);
    });
  }
});

test.runIf(!isMounted)("a full disk is not tested here: this machine cannot mount a file system", async () => {
  await rm(disk, { recursive: true });
});
