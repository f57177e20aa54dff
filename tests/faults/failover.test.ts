import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { and, eq, inArray, isNull } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deliveries } from "@/drizzle/schema/deliveries";
import { transactions } from "@/drizzle/schema/transactions";
import { startBackfill } from "@/lib/backfill/commands";
import { readInstanceState } from "@/lib/db/instance-state";
import { decideResume, proposeResume } from "@/lib/freezes/commands";
import { afterDatabaseChange, listFreezes } from "@/lib/freezes/queries";
import { checkOrderStatus } from "@/lib/transactions/commands";
import { isPaid } from "@/lib/transactions/status/status";
import { recoverStuckOrders } from "@/lib/transactions/submission/recover-stuck";
import { isQueued } from "@/lib/transactions/submission/submission";
import { requestWithdrawal } from "@/lib/withdrawals/commands";
import { withdrawalInput } from "@/lib/withdrawals/schema";
import { sendWithdrawal } from "@/lib/withdrawals/submit";
import { javascript } from "@/scripts/lib/bundle.mjs";
import { startIngest } from "@/scripts/lib/ingest.mjs";
import { freePort, HOST } from "@/scripts/lib/ports.mjs";
import { type Postgres, startPostgres } from "@/scripts/lib/postgres.mjs";
import { connectionTo } from "@/scripts/lib/services.mjs";
import { bareSettings } from "@/scripts/lib/settings.mjs";
import { startWorker } from "@/scripts/lib/worker.mjs";
import { openTestContext, type TestContext } from "../support/context";
import { ownAccount, typedForm } from "../support/forms";
import { type Standby, startStandby } from "../support/replication";
import { WEALTHY } from "../support/sandbox";
import { memoryFolder } from "../support/scratch";
import { openService, type Service } from "../support/service";
import { openTcpProxy, type TcpProxy } from "../support/tcp-proxy";
import { TEST_SECRET } from "../support/test-secret";
import { type AcceptedOrder, deliveriesOf, flood } from "./flood";

/*
 * The primary of a pair is killed with kill -9 while payouts leave and callbacks come in; the standby is promoted, and the
 * address moves to it. `FAILOVER_ORDERS=400` is a longer run. The asynchronous standby has been cut off before.
 */
const ORDERS = Number(process.env.FAILOVER_ORDERS ?? 12);
const EACH = 20;
const PATIENCE_MS = 180_000 + ORDERS * 500;
const SENDERS = 8;
const PAYOUT_GAP_MS = 60;
/** Of all deliveries: when the link to an asynchronous standby is cut, and when the primary is killed. */
const [CUT_AT, KILLED_AT] = [0.25, 0.45];
const LOST_PAYOUTS = 5;
/** When unknown orders are checked again, in seconds after the promotion: past the last moment they can be accepted at. */
const CHECKS = [0, 61, 700, 770, 840, 1_000, 1_100];

type Requested = { form: ReturnType<typeof typedForm>; referenceId: string | null };

let folder: string;
let service: Service;
/** What the service held before. */
let earlier: Set<string>;
let primary: Postgres;
let standby: Standby;
let address: TcpProxy;
let context: TestContext;
let env: Record<string, string | undefined>;
let stateFile: string;
let ingest: Awaited<ReturnType<typeof startIngest>>;
let worker: Awaited<ReturnType<typeof startWorker>> | null;
const { TEST_DATABASE_URL: everybodys } = process.env;

beforeAll(async () => {
  service = await openService({ ...WEALTHY, repeatedReference: "second" });
});
afterAll(() => service.close());

/** Each order that was made at the service since the test began. */
const madeNow = async () =>
  (await service.orders()).map(({ referenceId }) => referenceId).filter((id) => !earlier.has(id));

async function open(isSynchronous: boolean) {
  earlier = new Set((await service.orders()).map(({ referenceId }) => referenceId));
  folder = await memoryFolder();
  primary = await startPostgres({
    folder: join(folder, "primary"),
    port: await freePort(),
    settings: ["fsync=off", "max_connections=60"],
  });
  address = await openTcpProxy(primary.url("postgres"));
  process.env.TEST_DATABASE_URL = address.through(primary.url("postgres"));
  context = await openTestContext(service);
  await Promise.all((["ops", "admin", "job"] as const).map((role) => context.as(role)));
  standby = await startStandby(primary, { folder: join(folder, "standby"), isSynchronous });
  const port = await freePort();
  stateFile = join(folder, "state.json");
  env = {
    ...bareSettings(),
    ...connectionTo({ ...service, kycGateway: undefined }),
    ...{ DATABASE_URL: context.runtimeUrl, APP_URL: `http://${HOST}:${port}`, AUTH_SECRET: TEST_SECRET },
    STATE_FILE: stateFile,
  };
  [ingest, worker] = await Promise.all([startIngest({ env: { ...env, STATE_FILE: "" }, port }), startWorker({ env })]);
}

afterEach(async () => {
  await ingest.stop();
  await worker?.stop();
  await context.close();
  process.env.TEST_DATABASE_URL = everybodys;
  await address.close();
  await standby.postgres.stop();
  await standby.link.close();
  await rm(folder, { recursive: true });
  await service.setClock(0);
}, 60_000);

/** One of the programs of an operator. */
async function ran(program: string, args: string[] = []) {
  const command = [...(await javascript(`scripts/${program}.ts`)), ...args];
  return new Promise<{ code: number; out: string }>((resolve) => {
    const child = execFile(process.execPath, command, { env: { ...env, NODE_ENV: "production" } }, (_, out, said) =>
      resolve({ code: child.exitCode ?? -1, out: out + said }),
    );
  });
}

async function request(form: ReturnType<typeof typedForm>): Promise<string | null> {
  context.clock.now = new Date();
  const made = await requestWithdrawal(await context.as("ops"), withdrawalInput.parse(form)).catch(() => null);
  return made?.ok ? made.value.referenceId : null;
}

/** Orders that the worker has sent and the service has paid since, which callbacks will report. */
async function paidOrders(): Promise<AcceptedOrder[]> {
  const ids = await Promise.all(Array.from({ length: ORDERS }, () => request(typedForm(ownAccount()))));
  const mine = inArray(
    transactions.referenceId,
    ids.flatMap((id) => id ?? []),
  );
  const isSent = and(mine, eq(transactions.submission, "accepted"));
  await expect.poll(() => context.db.$count(transactions, isSent), { timeout: 20_000 + ORDERS * 200 }).toBe(ORDERS);
  const rows = await context.db.select().from(transactions).where(mine);
  return Promise.all(
    rows.map(async ({ id: row, referenceId, transactionId, callbackToken }) => {
      await service.decide(referenceId, "complete");
      return { row, referenceId, transactionId: transactionId ?? "", path: `/api/callbacks/sandbox/${callbackToken}` };
    }),
  );
}

/** One payout after the other until it is stopped; a request that fails is not repeated before the outcome is known. */
function requesting() {
  const requested: Requested[] = [];
  let isOver = false;
  const done = (async () => {
    while (!isOver) {
      const form = typedForm(ownAccount());
      requested.push({ form, referenceId: await request(form) });
      await pause(PAYOUT_GAP_MS);
    }
  })();
  return {
    requested,
    stop: async () => {
      isOver = true;
      await done;
    },
  };
}

async function failOver() {
  process.kill(-primary.pid, "SIGKILL");
  await primary.exited;
  const promoted = await ran("failover", ["--standby", standby.postgres.url("postgres")]);
  expect(promoted).toMatchObject({ code: 0, out: expect.stringContaining("promoted, timeline 00000002") });
  address.moveTo(standby.postgres.url("postgres"));
}

/** The load, the kill in the middle of it, and what was acknowledged to whom. */
async function loadAndFailOver(isSynchronous: boolean) {
  const orders = await paidOrders();
  const { code, out } = await ran("failover", ["--standby", standby.postgres.url("postgres")]);
  expect({ code, out }).toEqual({ code: 1, out: expect.stringContaining("still answers") });
  const payouts = requesting();
  const sent = deliveriesOf(orders, EACH, service.secretKey);
  let [cut, failed]: (Promise<void> | undefined)[] = [];
  const sentSoFar = () => readInstanceState(stateFile).sent.length;
  /** Some payouts leave that the standby will never hear of. */
  const cutOff = async () => {
    await standby.link.setMode("stalled");
    const before = sentSoFar();
    await expect.poll(sentSoFar, { timeout: 20_000 }).toBeGreaterThanOrEqual(before + LOST_PAYOUTS);
  };
  const heard = await flood([ingest.url], sent, SENDERS, {
    onProgress: (done) => {
      if (!isSynchronous && done > sent.length * CUT_AT) cut ??= cutOff();
      if (done > sent.length * KILLED_AT) failed ??= Promise.resolve(cut).then(failOver);
    },
  });
  await failed;
  const before = payouts.requested.length;
  const goesOn = () => payouts.requested.slice(before).some(({ referenceId }) => referenceId !== null);
  await expect.poll(goesOn).toBe(true);
  await payouts.stop();
  return { orders, heard, requested: payouts.requested };
}

const adminAnd = async () => [await context.as("admin"), await context.another("admin")] as const;

/** As the guide says: check, import what is missing, resume by two people. */
async function checkAndRelease() {
  const [admin, second] = await adminAnd();
  const frozen = async () => (await listFreezes(admin)).map(({ cause }) => cause);
  await expect.poll(frozen, { timeout: 70_000 }).toEqual(["database_changed"]);
  const change = await afterDatabaseChange(admin);
  const checked = await ran("restore-check");
  const missing = [...checked.out.matchAll(/(\S+): missing here/g)].map(([, id = ""]) => id);
  const named = change?.missing.map(({ referenceId }) => referenceId) ?? [];
  // What the service does not have was never accepted there, so only the guard names it.
  expect(named).toEqual(expect.arrayContaining(missing));
  if (missing.length > 0) {
    expect((await startBackfill(admin, { ids: missing.join("\n") })).ok).toBe(true);
    const held = () => context.db.$count(transactions, inArray(transactions.referenceId, missing));
    await expect.poll(held, { timeout: 20_000 }).toBe(missing.length);
  }
  context.clock.now = new Date();
  const [freeze] = await listFreezes(admin);
  const proposed = await proposeResume(admin, { freezeId: freeze?.id ?? "" });
  if (!proposed.ok) throw new Error(proposed.error.kind);
  expect(await decideResume(second, { proposalId: proposed.value.proposalId, apply: true })).toMatchObject({
    ok: true,
  });
  return { missing, named, findings: checked.out };
}

/** Both clocks go on past the last moment at which an unknown order can still be accepted. */
async function untilAllIsKnown() {
  await worker?.stop();
  worker = null;
  const job = await context.as("job");
  const since = Date.now();
  for (const seconds of CHECKS) {
    context.clock.now = new Date(since + seconds * 1000);
    await service.setClock(since + seconds * 1000 - Date.now());
    await recoverStuckOrders(job);
    for (const { id, referenceId, submission, status } of await context.db.select().from(transactions)) {
      if (isQueued(submission ?? "accepted")) await sendWithdrawal(job, { transactionRow: id });
      else if (!isPaid(status)) await checkOrderStatus(job, { referenceId });
    }
  }
}

describe.each([
  { kind: "synchronous", isSynchronous: true },
  { kind: "asynchronous", isSynchronous: false },
])("a primary with a standby that is $kind is killed under load", ({ kind, isSynchronous }) => {
  beforeEach(() => open(isSynchronous), 60_000);

  test("nothing is paid twice or falsely, and what was lost is named", { timeout: PATIENCE_MS }, async () => {
    const { orders, heard, requested } = await loadAndFailOver(isSynchronous);
    const acknowledged = requested.flatMap(({ referenceId }) => referenceId ?? []);
    const rows = await context.db.select().from(transactions);
    const lostOrders = acknowledged.filter((id) => !rows.some(({ referenceId }) => referenceId === id));
    const kept = new Set(
      (await context.db.select({ body: deliveries.body }).from(deliveries)).map(
        ({ body }) => JSON.parse(Buffer.from(body ?? "").toString()).mark,
      ),
    );
    const lostDeliveries = heard.acknowledged.filter((mark) => !kept.has(mark));

    const { missing, named, findings } = await checkAndRelease();
    if (isSynchronous) {
      expect({ lostOrders, lostDeliveries, missing, named }).toEqual({
        ...{ lostOrders: [], lostDeliveries: [], missing: [], named: [] },
      });
    } else {
      expect(lostDeliveries.length).toBeGreaterThan(0);
      // A lost order that left is named. One that never left moved no money. Whether one left before the kill is chance.
      const atService = await madeNow();
      expect(lostOrders.filter((id) => atService.includes(id) && !missing.includes(id))).toEqual([]);
    }

    await untilAllIsKnown();

    const made = await madeNow();
    expect(made.length).toBe(new Set(made.map((id) => id.replace(/-\d$/, ""))).size);
    const held = await context.db.select().from(transactions);
    for (const { referenceId, submission, status, statusSource } of held) {
      const isMade = made.includes(referenceId);
      // An imported order has no submission: its record was lost, and it is held like one of another system.
      const expected = missing.includes(referenceId) ? null : isMade ? "accepted" : "not_created";
      expect([referenceId, isMade, submission]).toEqual([referenceId, isMade, expected]);
      if (isPaid(status)) {
        expect(isMade).toBe(true);
        expect(["query", "signed_callback"]).toContain(statusSource);
      }
    }
    // Every order at the service is held here, and the orders of lost callbacks were found to be paid.
    expect(made.filter((id) => !held.some(({ referenceId }) => referenceId === id))).toEqual([]);
    const paid = and(
      inArray(
        transactions.id,
        orders.map(({ row }) => row),
      ),
      eq(transactions.status, "COMPLETED"),
    );
    expect(await context.db.$count(transactions, and(paid, isNull(transactions.discrepancyAt)))).toBe(orders.length);
    console.log(
      `${kind}: ${requested.length} payouts requested, ${acknowledged.length} acknowledged, ${lostOrders.length} lost, ` +
        `${missing.length} imported; ` +
        `${heard.acknowledged.length} deliveries acknowledged, ${lostDeliveries.length} lost, ${heard.retries} retried; ` +
        `${made.length} at the service, none twice; ${findings.split("\n")[0]}`,
    );
  });
});
