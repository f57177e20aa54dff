import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startIngest } from "@/scripts/lib/ingest.mjs";
import { migrate } from "@/scripts/lib/migrate.mjs";
import { startConsole } from "@/scripts/lib/next.mjs";
import { freePort, HOST } from "@/scripts/lib/ports.mjs";
import { startPostgres } from "@/scripts/lib/postgres.mjs";
import { ROOT } from "@/scripts/lib/root.mjs";
import { secretsIn } from "@/scripts/lib/secrets.mjs";
import { bareSettings } from "@/scripts/lib/settings.mjs";
import { scratchFolder } from "../support/scratch";
import { type AcceptedOrder, type Delivery, deliveriesOf, type FloodResult, flood, makeOrders } from "./flood";

/** Two consoles and an ingest process on one durable database of their own, of which each may die. */
const SENDERS = 64;
const secretKey = randomBytes(32).toString("hex");
const secrets = secretsIn(join(ROOT, ".data"));

let scratch: string;
let postgresPort: number;
let postgres: Awaited<ReturnType<typeof startPostgres>>;
let env: Record<string, string | undefined>;
const consoles: { port: number; url: string; child: Awaited<ReturnType<typeof startConsole>> }[] = [];
let ingest: Awaited<ReturnType<typeof startIngest>>;
let client: Client;

const startDatabase = () => startPostgres({ folder: join(scratch, "postgres"), port: postgresPort });
const kill = ({ pid }: { pid: number }) => process.kill(-pid, "SIGKILL");

async function reconnect() {
  client = new Client({ connectionString: postgres.url("console") });
  // It dies with the database; the next test makes a new one.
  client.on("error", () => undefined);
  await client.connect();
}

beforeAll(async () => {
  scratch = await scratchFolder();
  postgresPort = await freePort();
  postgres = await startDatabase();
  await postgres.ensureDatabase("console");
  env = {
    ...bareSettings(),
    ...secrets,
    DATABASE_URL: postgres.url("console"),
    PAYMENTS_SANDBOX_BASE_URL: "http://127.0.0.1:1",
    PAYMENTS_SANDBOX_API_KEY: "unused-key",
    PAYMENTS_SANDBOX_SECRET_KEY: secretKey,
  };
  await migrate(env);
  for (let number = 0; number < 2; number += 1) {
    const port = await freePort();
    const url = `http://${HOST}:${port}`;
    consoles.push({ port, url, child: await startConsole({ env: { ...env, APP_URL: url }, port }) });
  }
  ingest = await startIngest({ env: { ...env, APP_URL: consoles[0]!.url }, port: 0 });
}, 400_000);
beforeEach(reconnect);

afterAll(async () => {
  await client.end();
  for (const { child } of consoles) await child.stop();
  await ingest.stop();
  await postgres.stop();
  await rm(postgres.folder, { recursive: true });
  await rm(scratch, { recursive: true });
}, 60_000);

const everyDoor = () => [...consoles.map(({ url }) => url), ingest.url];

/** What must hold for the log and the orders after any process died. */
async function held(orders: AcceptedOrder[], deliveries: Delivery[], heard: FloodResult) {
  expect(heard.acknowledged.length + heard.refused.length).toBe(deliveries.length);
  const mine = [orders.map(({ row }) => row)];
  const unjudged = "effect is null and refusal is null";
  const waiting = async () =>
    (
      await client.query(
        `select count(*)::int as n from deliveries where transaction_row = any($1) and ${unjudged}`,
        mine,
      )
    ).rows[0].n;
  await expect.poll(waiting, { timeout: 120_000, interval: 500 }).toBe(0);

  const { rows } = await client.query<{
    mark: string;
    refusal: string | null;
    effect: string | null;
    status: string;
    row: string;
  }>(
    `select convert_from(body, 'utf8')::jsonb ->> 'mark' as mark, convert_from(body, 'utf8')::jsonb ->> 'status' as status,
       refusal, effect, transaction_row as row from deliveries where transaction_row = any($1)`,
    mine,
  );
  // Nothing lost: each that was answered is there, and those that were acknowledged were not refused.
  const kept = new Set(rows.filter(({ refusal }) => refusal === null).map(({ mark }) => mark));
  const refused = new Set(rows.filter(({ refusal }) => refusal === "wrong_signature").map(({ mark }) => mark));
  expect(heard.acknowledged.filter((mark) => !kept.has(mark))).toEqual([]);
  expect(heard.refused.filter((mark) => !refused.has(mark))).toEqual([]);

  // Each effect once, and nothing forged believed.
  const applied = rows.filter(({ effect, status }) => effect === "applied" && status === "COMPLETED");
  expect(applied.length).toBe(orders.length);
  expect(new Set(applied.map(({ row }) => row)).size).toBe(orders.length);
  expect(rows.filter(({ effect }) => !["applied", "repeat", null].includes(effect))).toEqual([]);
  const states = await client.query(
    `select t.status, t.status_source, t.discrepancy_at is null as calm, count(*)::int as n,
       sum((select count(*) from audit_events a where a.subject = t.reference_id and a.action = 'transaction.status_changed'
         and a.detail ->> 'reported' = 'COMPLETED'))::int as moved
     from transactions t where t.id = any($1) group by 1, 2, 3`,
    mine,
  );
  const count = orders.length;
  expect(states.rows).toEqual([
    { status: "COMPLETED", status_source: "signed_callback", calm: true, n: count, moved: count },
  ]);
  const times = (rows.length / deliveries.length).toFixed(3);
  console.log(
    `${deliveries.length} deliveries, ${heard.acknowledged.length} acknowledged, ${heard.retries} sent again, kept ${times} times`,
  );
}

describe("64 concurrent senders", () => {
  test("10,000 shuffled deliveries with repeats through every entry point: all are stored, each effect happens once", async () => {
    const orders = await makeOrders(client, 1_000);
    const deliveries = deliveriesOf(orders, 10, secretKey);
    const heard = await flood(everyDoor(), deliveries, SENDERS);
    await held(orders, deliveries, heard);
  }, 240_000);

  test("PostgreSQL is killed and restarted: acknowledged deliveries are stored", async () => {
    const orders = await makeOrders(client, 200);
    const deliveries = deliveriesOf(orders, 10, secretKey);
    let restarted: Promise<void> | undefined;
    const restart = async () => {
      kill(postgres);
      await postgres.exited;
      postgres = await startDatabase();
      await reconnect();
    };
    const heard = await flood(everyDoor(), deliveries, SENDERS, {
      onProgress: (done) => {
        if (done > deliveries.length / 3) restarted ??= restart();
      },
    });
    expect(restarted).toBeDefined();
    await restarted;
    await held(orders, deliveries, heard);
  }, 240_000);

  test("a console and the ingest process are killed with kill -9 and restart: no acknowledged delivery is lost", async () => {
    const orders = await makeOrders(client, 200);
    const deliveries = deliveriesOf(orders, 10, secretKey);
    const [dying] = consoles;
    if (!dying) throw new Error("no console");
    let back: Promise<void> | undefined;
    const die = async () => {
      kill(dying.child);
      kill(ingest);
      await Promise.all([dying.child.exited, ingest.exited]);
      ingest = await startIngest({ env: { ...env, APP_URL: dying.url }, port: Number(new URL(ingest.url).port) });
      dying.child = await startConsole({ env: { ...env, APP_URL: dying.url }, port: dying.port });
    };
    const heard = await flood(everyDoor(), deliveries, SENDERS, {
      onProgress: (done) => {
        if (done > deliveries.length / 3) back ??= die();
      },
    });
    await back;
    expect(heard.retries).toBeGreaterThan(0);
    await held(orders, deliveries, heard);
  }, 240_000);
});
