import { loadavg } from "node:os";
import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { connectionTo } from "@/scripts/lib/services.mjs";
import { bareSettings } from "@/scripts/lib/settings.mjs";
import { startWorker } from "@/scripts/lib/worker.mjs";
import { requested } from "../support/orders";
import { TEST_SECRET } from "../support/test-secret";
import { openDurableService } from "./durable-service";
import { median } from "./figures";

/*
 * Payouts sent a second by one worker and by two, processes as in production with their usual number of jobs at a time.
 * The service takes a second to answer, so that waiting for it is what limits, and not the two cores that everything
 * shares here. By name alone: npm run bench -- instances
 */
const AIM = 1.7;
const PAYOUTS = Number(process.env.BENCH_PAYOUTS ?? 150);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const ANSWER_MS = Number(process.env.BENCH_ANSWER_MS ?? 1_000);
/** All jobs become due at one moment, when the workers are ready. */
const DUE_SECONDS = 3;
const PATIENCE_MS = 300_000;

const { service, context, close } = await openDurableService();
await service.misbehave({ path: "/withdraw", kind: "delay", when: "before", delayMs: ANSWER_MS, times: 100_000 });

const start = () =>
  startWorker({
    env: {
      ...bareSettings(),
      ...connectionTo({ ...service, kycGateway: undefined }),
      ...{ DATABASE_URL: context.runtimeUrl, APP_URL: "http://console.test", AUTH_SECRET: TEST_SECRET },
    },
  });

let account = 2_000_000;
let expected = 0;

async function rateOf(instances: number): Promise<number> {
  context.clock.now = new Date();
  for (let number = 0; number < PAYOUTS; number += 1) {
    await requested(context, { amount: "100", destinationAccount: String(account) });
    account += 1;
  }
  // Far away until the workers are there.
  await setDue("1 hour");
  const workers = await Promise.all(Array.from({ length: instances }, start));
  await setDue(`${DUE_SECONDS} seconds`);
  const since = performance.now();
  await pause(DUE_SECONDS * 1000);
  expected += PAYOUTS;
  while ((await sent()) < expected) {
    if (performance.now() - since > PATIENCE_MS) throw new Error("the payouts were not sent");
    await pause(50);
  }
  const seconds = (performance.now() - since) / 1000 - DUE_SECONDS;
  await Promise.all(workers.map((worker) => worker.stop()));
  return PAYOUTS / seconds;
}

const setDue = (after: string) =>
  context.pool.query(
    `update graphile_worker._private_jobs jobs set run_at = now() + $1::interval
     from graphile_worker._private_tasks tasks where tasks.id = jobs.task_id and tasks.identifier = 'send-withdrawal'`,
    [after],
  );

async function sent(): Promise<number> {
  const { rows } = await context.pool.query<{ n: number }>(
    "select count(*)::int as n from transactions where submission = 'accepted'",
  );
  return rows[0]?.n ?? 0;
}

const rates = { one: [] as number[], two: [] as number[] };
for (let round = 0; round < ROUNDS; round += 1) {
  rates.one.push(await rateOf(1));
  rates.two.push(await rateOf(2));
}

const books = new Client({ connectionString: service.databaseUrl });
await books.connect();
const { rows } = await books.query("select count(*)::int as n, count(distinct reference_id)::int as once from orders");
await books.end();
const isOnce = rows[0].n === expected && rows[0].once === expected;
const ratio = median(rates.two) / median(rates.one);
const isMet = ratio >= AIM && isOnce;
console.log(
  `\nPayouts sent a second where the service takes ${ANSWER_MS} ms; median of ${ROUNDS} times ${PAYOUTS}, load ${loadavg()[0]?.toFixed(1)}`,
);
console.log(`   one worker    ${median(rates.one).toFixed(1)}/s`);
console.log(`   two workers   ${median(rates.two).toFixed(1)}/s   ${ratio.toFixed(2)} ×   aim ≥ ${AIM}`);
console.log(
  `   ${expected} payouts, ${rows[0].n} orders at the service, ${rows[0].once} of them different  ${isMet ? "✓" : "✗"}`,
);

await close();
if (!isMet) process.exitCode = 1;
