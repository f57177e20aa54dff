import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { webhookEvents } from "@/drizzle/schema/webhooks";
import { addEndpoint } from "@/lib/webhooks/commands";
import type { WebhookSender } from "../../faults/webhook-sender";
import { bundled } from "../../support/bundle";
import { openTestContext, type TestContext } from "../../support/context";
import { startReceiver } from "../../support/webhook-receiver";

/** `EVENTS=100000 KILLS=50` is the whole of it, with the receiver down for three hours of the sender's clock. */
const EVENTS = Number(process.env.EVENTS ?? 400);
const KILLS = Number(process.env.KILLS ?? 5);
/** The sender's clock runs so much faster than ours. */
const SPEED = 200;
const DOWN_MS = process.env.EVENTS ? (3 * 3_600_000) / SPEED : 1_000;
const CHANGES_EACH = 4;

let context: TestContext;
let program: string;
beforeAll(async () => {
  context = await openTestContext();
  program = await bundled("tests/faults/webhook-sender.ts");
});
afterAll(() => context.close());

/** Orders, each with its creation and three changes. */
async function changes(orders: number) {
  await context.db.execute(sql`
    insert into transactions (environment, reference_id, type, currency, amount, submission, created_at, updated_at)
    select 'sandbox', 'WD-hook-' || n, 'WITHDRAW', 'JPY', 1000 + n, 'queued', now(), now() from generate_series(1, ${orders}::int) n`);
  await context.db.execute(sql`update transactions set submission = 'submitting'`);
  await context.db.execute(sql`update transactions set submission = 'accepted', status = 'SUCCESS'`);
  await context.db.execute(sql`update transactions set status = 'COMPLETED'`);
}

test(`${EVENTS} events, ${KILLS} kills and a receiver that is down: none is lost, order is kept per order`, async () => {
  const receiver = await startReceiver();
  const added = await addEndpoint(await context.as("admin"), {
    ...{ name: "ledger", url: receiver.url, types: ["order.created", "order.updated"] },
  });
  if (!added.ok) throw new Error(added.error.kind);
  await changes(EVENTS / CHANGES_EACH);
  const all = await context.db.select().from(webhookEvents).orderBy(webhookEvents.position);
  expect(all).toHaveLength(EVENTS);

  const sender: WebhookSender = { databaseUrl: context.runtimeUrl, since: Date.now(), speed: SPEED };
  const start = () =>
    spawn(process.execPath, [program, JSON.stringify(sender)], { stdio: ["ignore", "ignore", "inherit"] });
  const kill = async (child: ReturnType<typeof start>) => {
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  };
  const isDone = async () => {
    const { rows } = await context.pool.query("select 1 from webhook_deliveries where state = 'waiting' limit 1");
    return rows.length === 0;
  };
  // Half of them die while the receiver is down, the others in the middle of what they send.
  const whileDown = Math.floor(KILLS / 2);
  receiver.behaviour.status = 503;
  for (let at = 0; at < whileDown; at += 1) {
    const child = start();
    await pause(Math.max(900, DOWN_MS / whileDown));
    await kill(child);
  }
  receiver.behaviour.status = 200;
  for (let at = whileDown; at < KILLS; at += 1) {
    const child = start();
    const arrived = (EVENTS * (at - whileDown + 1)) / (KILLS - whileDown + 1);
    while (receiver.received.length < arrived) await pause(1);
    await kill(child);
  }
  const sending = start();
  while (!(await isDone())) await pause(100);
  await kill(sending);
  await receiver.close();

  const positions = new Map(all.map(({ id, position, subject }) => [`evt_${id}`, { position, subject }]));
  const seen = new Set<string>();
  const newest = new Map<string, number>();
  let repeats = 0;
  const verifier = new Webhook(added.value.secret);
  for (const { headers, body } of receiver.received) {
    const id = headers["webhook-id"] ?? "";
    const at = new Date(Number(headers["webhook-timestamp"]) * 1_000);
    expect(headers["webhook-signature"]).toBe(verifier.sign(id, at, body));
    const event = positions.get(id);
    if (!event) throw new Error(`an event that never was: ${id}`);
    if (seen.has(id)) {
      repeats += 1;
      continue;
    }
    expect(newest.get(event.subject) ?? 0).toBeLessThan(event.position);
    newest.set(event.subject, event.position);
    seen.add(id);
  }
  expect(seen.size).toBe(EVENTS);
  // A kill repeats at most what was under way.
  expect(repeats).toBeLessThanOrEqual(KILLS * 10);
  process.stdout.write(`webhooks: ${EVENTS} events, ${KILLS} kills, ${repeats} repeated, 0 lost\n`);
}, 3_600_000);
