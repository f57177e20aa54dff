import "server-only";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { ENVIRONMENTS } from "@/lib/environment";
import type { Tx } from "./connection";

const environment = z.enum(ENVIRONMENTS);
const ofEnvironment = z.object({ environment });
const order = z.object({ environment, transactionRow: z.uuid() });
const run = z.object({ environment, runId: z.uuid() });
const recipient = z.uuid().nullable();

/** All jobs, each with its payload. One without an environment is of the whole console. */
export const JOBS = {
  "send-withdrawal": order,
  /** Creates and sends the orders of a batch. */
  "send-batch": z.object({ environment, batchId: z.uuid() }),
  "send-deposit": order,
  "process-deliveries": ofEnvironment,
  /** Checks orders that only callbacks have named so far. */
  "check-unknown-orders": ofEnvironment,
  /** Polls at an order's due time, together with all orders that are due. */
  "poll-order": z.object({ environment, referenceId: z.string() }),
  "poll-due-orders": ofEnvironment,
  "run-backfill": run,
  /** Imports the ledgers of a run and compares them with the orders of its days. */
  reconcile: run,
  /** Writes a month as one file. */
  "pack-month": z.object({ environment, month: z.string(), version: z.int() }),
  /** Reads the merchant's own database, and compares it as an uploaded ledger. */
  "read-ledger-source": z.object({ environment, sourceRunId: z.uuid() }),
  "register-player": z.object({ environment, registrationRow: z.uuid() }),
  "register-row": z.object({ environment, rowId: z.uuid() }),
  "poll-player": z.object({ environment, playerId: z.string() }),
  "send-email": z.object({ mailId: z.uuid() }),
  /** An e-mail address as entered, encrypted. */
  "send-reset-link": z.object({ sealed: z.string() }),
  "export-audit-heads": z.object({}),
  /** Makes deliveries of the events in the outbox. */
  "fan-out-notifications": ofEnvironment,
  /** Sends what is due to the merchant's systems, and comes again. */
  "deliver-webhooks": ofEnvironment,
  /** Sends what is due to one channel, user or device. */
  "deliver-notifications": z.object({
    environment,
    channelId: recipient,
    userId: recipient,
    subscriptionId: recipient,
  }),
} as const satisfies Record<string, z.ZodObject>;

export type Jobs = { [T in keyof typeof JOBS]: z.output<(typeof JOBS)[T]> };

type Options = {
  runAt?: Date;
  /** A later job with the same key replaces the waiting one: two reasons lead to one status check. */
  key?: string;
  /** Jobs of one queue run one after another, which leaves capacity for others. */
  queue?: string;
  /** Runs after all other jobs. */
  isLast?: boolean;
};

/** Lower numbers run first; the default is 0. */
const LAST = 100;

/** Adds a job in the caller's transaction: it exists exactly when the change that needs it does. */
export async function enqueue<T extends keyof Jobs>(tx: Tx, task: T, payload: Jobs[T], options: Options = {}) {
  const runAt = options.runAt?.toISOString() ?? null;
  await tx.execute(sql`
    select graphile_worker.add_job(
      ${task},
      payload := ${JSON.stringify(payload)}::json,
      run_at := ${runAt}::timestamptz,
      job_key := ${options.key ?? null}::text,
      queue_name := ${options.queue ?? null}::text,
      priority := ${options.isLast ? LAST : null}::int
    )`);
}
