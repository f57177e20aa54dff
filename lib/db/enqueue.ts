import "server-only";
import { sql } from "drizzle-orm";
import type { Environment } from "@/lib/environment";
import type { Tx } from "./connection";

/** All jobs and their payloads. */
export type Jobs = {
  "send-withdrawal": { environment: Environment; transactionRow: string };
  /** Creates and sends the orders of a batch. */
  "send-batch": { environment: Environment; batchId: string };
  "send-deposit": { environment: Environment; transactionRow: string };
  "process-deliveries": { environment: Environment };
  /** Checks orders that only callbacks have named so far. */
  "check-unknown-orders": { environment: Environment };
  /** Polls at an order's due time, together with all orders that are due. */
  "poll-order": { environment: Environment; referenceId: string };
  "poll-due-orders": { environment: Environment };
  "run-backfill": { environment: Environment; runId: string };
  /** Imports the ledgers of a run and compares them with the orders of its days. */
  reconcile: { environment: Environment; runId: string };
  /** Writes a month as one file. */
  "pack-month": { environment: Environment; month: string; version: number };
  /** Reads the merchant's own database, and compares it as an uploaded ledger. */
  "read-ledger-source": { environment: Environment; sourceRunId: string };
  "register-player": { environment: Environment; registrationRow: string };
  "register-row": { environment: Environment; rowId: string };
  "poll-player": { environment: Environment; playerId: string };
  "send-email": { mailId: string };
  /** An e-mail address as entered, encrypted. */
  "send-reset-link": { sealed: string };
  "export-audit-heads": Record<string, never>;
  /** Makes deliveries of the events in the outbox. */
  "fan-out-notifications": { environment: Environment };
  /** Sends what is due to the merchant's systems, and comes again. */
  "deliver-webhooks": { environment: Environment };
  /** Sends what is due to one channel, user or device. */
  "deliver-notifications": {
    environment: Environment;
    channelId: string | null;
    userId: string | null;
    subscriptionId: string | null;
  };
};

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
