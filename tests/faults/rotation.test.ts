import { randomBytes, randomUUID } from "node:crypto";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startIngest } from "@/scripts/lib/ingest.mjs";
import { freePort } from "@/scripts/lib/ports.mjs";
import { bareSettings } from "@/scripts/lib/settings.mjs";
import { callbackFields, signatureOf } from "../support/callback-fields";
import { openTestContext, type TestContext } from "../support/context";
import { type AcceptedOrder, type Delivery, flood, makeOrders } from "./flood";

/**
 * The secret key of the Payments API is rotated as docs/operations.md says, on two instances that take callbacks all the
 * time. `ROTATION_CALLBACKS=5000` sends more.
 */
const CALLBACKS = Number(process.env.ROTATION_CALLBACKS ?? 300);
const SENDERS = 4;
const newKey = () => randomBytes(32).toString("hex");
const KEYS = { former: newKey(), next: newKey() };

type Keys = { key: string; previous?: string };
let context: TestContext;
let client: Client;
let orders: AcceptedOrder[];
let instances: { port: number; child: Awaited<ReturnType<typeof startIngest>> }[];
const sent: Delivery[] = [];

const start = (port: number, { key, previous }: Keys) =>
  startIngest({
    port,
    env: {
      ...bareSettings(),
      ...{ DATABASE_URL: context.runtimeUrl, APP_URL: "http://console.test", AUTH_SECRET: randomUUID() },
      PAYMENTS_SANDBOX_BASE_URL: "http://127.0.0.1:1",
      PAYMENTS_SANDBOX_API_KEY: "unused-key",
      PAYMENTS_SANDBOX_SECRET_KEY: key,
      ...(previous && { PAYMENTS_SANDBOX_SECRET_KEY_PREVIOUS: previous }),
    },
  });

async function restart(number: number, keys: Keys) {
  const instance = instances[number];
  if (!instance) throw new Error("no such instance");
  await instance.child.stop();
  instance.child = await start(instance.port, keys);
}

beforeAll(async () => {
  context = await openTestContext();
  client = new Client({ connectionString: context.url });
  await client.connect();
  orders = await makeOrders(client, 50);
  const opened = [await freePort(), await freePort()].map(async (port) => ({
    port,
    child: await start(port, { key: KEYS.former }),
  }));
  instances = await Promise.all(opened);
}, 60_000);
afterAll(async () => {
  await Promise.all(instances.map(({ child }) => child.stop()));
  await client.end();
  await context.close();
}, 60_000);

/** So many callbacks, signed with this key, while instances are restarted one after the other. */
async function calls(key: string, restarts: (() => Promise<void>)[] = [], count = CALLBACKS) {
  const deliveries = Array.from({ length: count }, (_, number): Delivery => {
    const [order, mark] = [orders[number % orders.length] as AcceptedOrder, randomUUID()];
    const fields = { ...callbackFields(order), mark };
    const headers = { "x-signature": signatureOf(fields, key) };
    return { mark, path: order.path, body: JSON.stringify(fields), headers };
  });
  let restarting = Promise.resolve();
  const begun = Promise.withResolvers<void>();
  const flooding = flood(
    instances.map(({ child }) => child.url),
    deliveries,
    SENDERS,
    { onProgress: (done) => done === Math.floor(count / 10) && begun.resolve() },
  );
  if (restarts.length > 0) {
    await begun.promise;
    for (const one of restarts) restarting = restarting.then(one);
  }
  const [heard] = await Promise.all([flooding, restarting]);
  sent.push(...deliveries.filter(({ mark }) => heard.acknowledged.includes(mark)));
  return { acknowledged: heard.acknowledged.length, refused: heard.refused.length };
}

const both = (keys: Keys) => [0, 1].map((number) => () => restart(number, keys));

test("callbacks are believed with either key while it is rotated: none is refused, none is lost", async () => {
  const all = { acknowledged: CALLBACKS, refused: 0 };
  expect(await calls(KEYS.former, both({ key: KEYS.former, previous: KEYS.next }))).toEqual(all);
  // The service switches, and what it had signed before still arrives.
  expect(await Promise.all([calls(KEYS.next), calls(KEYS.former)])).toEqual([all, all]);
  expect(await calls(KEYS.next, both({ key: KEYS.next, previous: KEYS.former }))).toEqual(all);
  expect(await calls(KEYS.next, both({ key: KEYS.next }))).toEqual(all);
  expect(await calls(KEYS.former, [], 10)).toEqual({ acknowledged: 0, refused: 10 });

  const { rows } = await client.query<{ mark: string }>(
    "select convert_from(body, 'utf8')::jsonb ->> 'mark' as mark from deliveries where signature = 'valid'",
  );
  const kept = new Set(rows.map(({ mark }) => mark));
  expect(sent).toHaveLength(5 * CALLBACKS);
  expect(sent.filter(({ mark }) => !kept.has(mark))).toEqual([]);
  console.log(`${sent.length} callbacks during a rotation with 6 restarts: 0 refused, 0 lost`);
}, 120_000);
