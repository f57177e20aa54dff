import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { isNull } from "drizzle-orm";
import { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { attempts } from "@/drizzle/schema/evidence";
import { retryFailed } from "@/lib/batches/runs";
import { checkBooks } from "@/sandbox/ledger/check";
import { freePort } from "@/scripts/lib/ports.mjs";
import { startPostgres } from "@/scripts/lib/postgres.mjs";
import { seededRandom } from "../simulation/seeded-random";
import { manyRows } from "../support/batch-rows";
import { uploaded } from "../support/batches";
import { bundled } from "../support/bundle";
import { openTestContext, type TestContext } from "../support/context";
import { scratchFolder } from "../support/scratch";
import { openService, type Service } from "../support/service";
import { openBatchRun } from "./batch-run";

/*
 * Two instances send one batch. At random moments one of them, or their database, is killed: each row is paid once, and
 * each is explained. Ten thousand rows and fifty kills, in about half an hour for each way:
 *
 *   BATCH_ROWS=10000 BATCH_KILLS=50 npx vitest run --project faults tests/faults/batch-kills.test.ts
 */
const ROWS = Number(process.env.BATCH_ROWS ?? 500);
const KILLS = Number(process.env.BATCH_KILLS ?? 10);
const SEED = Number(process.env.BATCH_SEED ?? Date.now() % 1_000_000);
const WAYS = process.env.BATCH_WAYS?.split(",") ?? ["refuse", "same", "second"];
/** Beside one kill of so many, a request is lost. */
const LOST = 3;
/** Of so many kills one is of the database. */
const OF_DATABASE = 4;
const PLENTY = { JPY: { openingBalance: "1000000000", fees: { WITHDRAW: { flat: "150" } } } };
const INSTANCES = ["one", "two"];

let scratch: string;
let port: number;
let program: string;
let postgres: Awaited<ReturnType<typeof startPostgres>>;
const { TEST_DATABASE_URL: shared } = process.env;

const start = () =>
  startPostgres({ folder: join(scratch, "postgres"), port, settings: ["fsync=off", "max_connections=60"] });

beforeAll(async () => {
  [scratch, port, program] = [await scratchFolder(), await freePort(), await bundled("tests/faults/batch-instance.ts")];
  postgres = await start();
}, 60_000);
afterAll(async () => {
  process.env.TEST_DATABASE_URL = shared;
  await postgres.stop();
  for (const folder of [postgres.folder, scratch]) await rm(folder, { recursive: true });
});

type AtService = { referenceId: string; count: number; amount: string };

async function ordersAt({ databaseUrl }: Service): Promise<{ orders: AtService[]; problems: string[] }> {
  const pool = new Pool({ connectionString: databaseUrl });
  const { rows } = await pool.query<AtService>(
    `select reference_id as "referenceId", count(*)::int as count, sum(amount)::text as amount from orders group by 1`,
  );
  const problems = await checkBooks(pool);
  await pool.end();
  return { orders: rows, problems };
}

/** Of each line of the file, under which ids it was to be paid: its own, and those of later runs in its place. */
async function idsByLine({ pool }: TestContext) {
  const { rows } = await pool.query<{ line: number; ids: string[]; amount: string; submissions: string[] }>(
    `select line, array_agg(r.reference_id) as ids, min(r.amount)::text as amount,
       array_agg(t.submission::text) as submissions
     from batch_rows r left join transactions t on t.id = r.transaction_row group by line`,
  );
  return rows;
}

describe.each(WAYS)("where the service treats a repeated referenceId so: %s", (repeatedReference) => {
  let service: Service;
  let context: TestContext;
  beforeAll(async () => {
    service = await openService({ repeatedReference, currencies: PLENTY });
    process.env.TEST_DATABASE_URL = postgres.url("postgres");
    context = await openTestContext(service);
    process.env.TEST_DATABASE_URL = shared;
  }, 60_000);
  afterAll(async () => {
    await service.close();
    process.env.TEST_DATABASE_URL = postgres.url("postgres");
    await context.close();
    process.env.TEST_DATABASE_URL = shared;
  });

  test(`${ROWS} rows and ${KILLS} kills: each row is paid once`, async () => {
    const next = seededRandom(SEED);
    const below = (limit: number) => next() % limit;
    const run = openBatchRun(program, service, context);
    const since = performance.now();
    const killed = { instance: 0, database: 0 };
    try {
      const batchId = await uploaded(context, manyRows(ROWS));
      await run.approved(batchId);
      for (const name of INSTANCES) run.begin(name);
      const moments = Array.from({ length: KILLS }, () => below(ROWS - 1)).sort((a, b) => a - b);
      for (const moment of moments) {
        await run.untilOrdered(batchId, moment);
        // Some requests never arrive, so that there is also something to prove and to send again.
        if (below(LOST) === 0) await service.misbehave({ path: "/withdraw", kind: "drop", when: "before" });
        await setTimeout(below(120));
        if (below(OF_DATABASE) === 0) {
          process.kill(-postgres.pid, "SIGKILL");
          await postgres.exited;
          killed.database += 1;
          postgres = await start();
        } else {
          const name = INSTANCES[below(INSTANCES.length)] ?? "";
          await run.kill(name);
          killed.instance += 1;
          run.begin(name);
        }
        // What was under way is given up, and looked up.
        await run.later(61);
      }
      await run.untilOrdered(batchId, ROWS + 1);
      await cleared(run);
      const retry = await retryFailed(await context.as("ops"), { batchId });
      if (retry.ok) {
        await run.approved(retry.value.batchId);
        await run.untilOrdered(retry.value.batchId, ROWS + 1);
        await cleared(run);
      }
    } finally {
      await run.end();
    }

    const { orders, problems } = await ordersAt(service);
    const lines = await idsByLine(context);
    const counts = new Map(orders.map(({ referenceId, count }) => [referenceId, count]));
    const paid = lines.map(({ ids }) => ids.reduce((sum, id) => sum + (counts.get(id) ?? 0), 0));
    const sum = (all: { amount: string }[]) => all.reduce((total, { amount }) => total + Number(amount), 0);
    const report = {
      ...{ seed: SEED, rows: ROWS, killed, repeatedReference },
      doubled: paid.filter((times) => times > 1).length,
      skipped: paid.filter((times) => times === 0).length,
      unexplained: lines.filter(({ submissions }) => submissions.filter((one) => one === "accepted").length !== 1)
        .length,
      paused: Object.fromEntries(run.paused),
      retried: lines.filter(({ ids }) => ids.length > 1).length,
      seconds: Math.round((performance.now() - since) / 1000),
    };
    console.log(report, Object.fromEntries([...run.threw].sort((a, b) => b[1] - a[1]).slice(0, 8)));
    expect(report).toMatchObject({ doubled: 0, skipped: 0, unexplained: 0 });
    expect(orders.length).toBe(ROWS);
    expect(sum(orders)).toBe(sum(lines));
    expect(problems).toEqual([]);
    expect(await context.db.$count(attempts, isNull(attempts.outcome))).toBe(0);
  }, 7_200_000);
});

/** Time passes until every outcome is known: what exists is found, what does not is proven not to. */
async function cleared(run: ReturnType<typeof openBatchRun>) {
  for (let rounds = 0; !(await run.isClear()); rounds += 1) {
    if (rounds > 60) throw new Error("an outcome stayed unknown");
    await run.later(70);
    await setTimeout(400);
  }
}
