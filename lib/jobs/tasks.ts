import "server-only";
import type { Task, TaskList } from "graphile-worker";
import { removeOldRaw } from "@/lib/activity/retention";
import { UNATTENDED } from "@/lib/api-keys/unattended";
import { removeUnusedAttachments } from "@/lib/attachments/commands";
import { exportHeads, HEAD_EXPORT } from "@/lib/audit/heads";
import { type Ctx, configuredEnvironments, contextFor, homeEnvironment } from "@/lib/auth/context";
import { expireProposals } from "@/lib/auth/dual-control";
import { sealAgain } from "@/lib/auth/seal-again";
import { recoverBackfills, runBackfill } from "@/lib/backfill/run";
import { refreshBalances } from "@/lib/balances/commands";
import { expireBatches } from "@/lib/batches/approvals";
import { recoverBatches, sendBatch } from "@/lib/batches/send";
import { processDeliveries, recoverDeliveries } from "@/lib/callbacks/process-delivery";
import { SIGNATURE_LOCK } from "@/lib/callbacks/queries";
import { lookUpDeliveries } from "@/lib/callbacks/unknown-orders";
import { DAY_CHANGE } from "@/lib/daily-close/day-change";
import { JOBS, type Jobs } from "@/lib/db/enqueue";
import { freezeAlteredDeposits } from "@/lib/deposits/integrity";
import { sendDeposit } from "@/lib/deposits/submit";
import { env } from "@/lib/env";
import type { Environment } from "@/lib/environment";
import { RESUMPTION } from "@/lib/freezes/commands";
import { recoverImportRows, registerRow } from "@/lib/kyc/bulk-import";
import { pollPlayer } from "@/lib/kyc/commands";
import { recoverStuckRegistrations } from "@/lib/kyc/recover-stuck";
import { sendRegistration } from "@/lib/kyc/submit";
import { DAILY_LIMITS } from "@/lib/limits/daily-limits";
import { recoverPackages } from "@/lib/months/commands";
import { runPacking } from "@/lib/months/run-packing";
import { deliverNotifications } from "@/lib/notifications/deliver";
import { detectNotifications } from "@/lib/notifications/detect";
import { fanOut } from "@/lib/notifications/fan-out";
import { EXCEPTION_CLOSE } from "@/lib/reconciliation/exceptions";
import { readLedgerSource, startLedgerSources } from "@/lib/reconciliation/ledger-source/run-source";
import { findMovements } from "@/lib/reconciliation/movements/find-movements";
import { removeOldLedgers } from "@/lib/reconciliation/retention";
import { recoverReconciliations, runReconciliation } from "@/lib/reconciliation/run";
import { recoverEmails, sendEmail, sendForgottenLink } from "@/lib/team/emails";
import { USER_CHANGE } from "@/lib/team/user-changes";
import { telemetry } from "@/lib/telemetry/counters";
import { inJobSpan } from "@/lib/telemetry/order-trace";
import { checkDatabase } from "@/lib/transactions/freezes/database-change";
import { pollDueOrders } from "@/lib/transactions/polling/run";
import { recoverStuckOrders } from "@/lib/transactions/submission/recover-stuck";
import { deliverWebhooks } from "@/lib/webhooks/deliver";
import { removeOldWebhooks } from "@/lib/webhooks/retention";
import { APPROVAL_RULES } from "@/lib/withdrawals/approval-rule-changes";
import { expireRequests } from "@/lib/withdrawals/approvals";
import { freezeAlteredWithdrawals } from "@/lib/withdrawals/integrity";
import { sendWithdrawal } from "@/lib/withdrawals/submit";

type Work = (ctx: Ctx) => Promise<unknown>;

function jobContext(task: string, environment: Environment): Ctx {
  const ctx = contextFor({ kind: "job", id: task, name: task }, environment);
  // Thrown, so that the job waits in the queue until the environment is configured again.
  if (!ctx) throw new Error(`${task}: the environment ${environment} is not configured`);
  return ctx;
}

/** Before any job runs: a restored database must not send what its lost successor has sent. */
export async function checkDatabaseAtStart(): Promise<void> {
  await checkDatabase(jobContext("database-check", homeEnvironment()));
}

/** What each job calls. All are safe to run twice. */
const onDemand: { [T in keyof Jobs]: (ctx: Ctx, payload: Jobs[T]) => Promise<unknown> } = {
  "send-withdrawal": sendWithdrawal,
  "send-batch": (ctx, { batchId }) => sendBatch(ctx, { batchId, rowsPerSecond: env().batchRowsPerSecond }),
  "send-deposit": sendDeposit,
  "process-deliveries": processDeliveries,
  "check-unknown-orders": lookUpDeliveries,
  "poll-order": pollDueOrders,
  "poll-due-orders": (ctx) => pollDueOrders(ctx),
  "run-backfill": runBackfill,
  reconcile: runReconciliation,
  "pack-month": runPacking,
  "read-ledger-source": readLedgerSource,
  "register-player": sendRegistration,
  "register-row": registerRow,
  "poll-player": pollPlayer,
  "send-email": sendEmail,
  "send-reset-link": sendForgottenLink,
  "fan-out-notifications": fanOut,
  "deliver-notifications": deliverNotifications,
  "deliver-webhooks": deliverWebhooks,
  "export-audit-heads": (ctx) => exportHeads(ctx, env().auditHeads),
};

/** What comes by the clock: once for the console, or in each environment. */
const inConsole: Record<string, Work> = {
  async sweep(ctx) {
    await checkDatabase(ctx);
    await recoverEmails(ctx);
    await expireProposals(ctx, USER_CHANGE);
    await inEach("sweep", sweep);
  },
  async "seal-again"(ctx) {
    if (env().authSecretPrevious !== null) await sealAgain(ctx);
  },
};
const inEnvironments: Record<string, Work> = {
  "detect-notifications": detectNotifications,
  "start-webhooks": deliverWebhooks,
  "start-ledger-sources": startLedgerSources,
  "refresh-balances": refreshBalances,
  "find-movements": findMovements,
  async "remove-raw-data"(ctx) {
    await removeUnusedAttachments(ctx);
    const { rawDataDays, ledgerDays, webhookDays } = env();
    if (rawDataDays !== null) await removeOldRaw(ctx, { days: rawDataDays });
    if (ledgerDays !== null) await removeOldLedgers(ctx, { days: ledgerDays });
    if (webhookDays !== null) await removeOldWebhooks(ctx, { days: webhookDays });
  },
};

const EXPIRING = [
  ...[APPROVAL_RULES, DAILY_LIMITS, SIGNATURE_LOCK, RESUMPTION],
  ...[DAY_CHANGE, EXCEPTION_CLOSE, UNATTENDED],
];

async function sweep(ctx: Ctx): Promise<void> {
  await recoverStuckOrders(ctx);
  await recoverDeliveries(ctx);
  await expireRequests(ctx);
  await expireBatches(ctx);
  await recoverBatches(ctx);
  await freezeAlteredWithdrawals(ctx);
  await freezeAlteredDeposits(ctx);
  for (const control of EXPIRING) await expireProposals(ctx, control);
  await recoverBackfills(ctx);
  await recoverReconciliations(ctx);
  await recoverPackages(ctx);
  await recoverStuckRegistrations(ctx);
  await recoverImportRows(ctx);
}

async function inEach(task: string, work: Work): Promise<void> {
  for (const environment of configuredEnvironments()) await work(jobContext(task, environment));
}

/** What is of no environment is done in any that is configured. */
function runJob<T extends keyof Jobs>(task: T): Task {
  const work = onDemand[task];
  return async (payload) => {
    const parsed = JOBS[task].parse(payload) as Jobs[T];
    await work(jobContext(task, "environment" in parsed ? parsed.environment : homeEnvironment()), parsed);
  };
}

async function inOne(task: string, work: Work): Promise<void> {
  await work(jobContext(task, homeEnvironment()));
}

/** Counted with their time, done or failed. */
const counted =
  (name: string, task: Task): Task =>
  async (payload, helpers) => {
    const since = performance.now();
    let outcome = "failed";
    try {
      const left = await inJobSpan(name, async () => task(payload, helpers));
      outcome = "done";
      return left;
    } finally {
      telemetry().jobs.observe({ task: name, outcome }, (performance.now() - since) / 1000);
    }
  };

export const tasks: TaskList = Object.fromEntries(
  [
    ...(Object.keys(onDemand) as (keyof Jobs)[]).map((name): [string, Task] => [name, runJob(name)]),
    ...Object.entries(inConsole).map(([name, work]): [string, Task] => [name, () => inOne(name, work)]),
    ...Object.entries(inEnvironments).map(([name, work]): [string, Task] => [name, () => inEach(name, work)]),
  ].map(([name, task]) => [name, counted(name, task)]),
);

/** Balances are kept every minute, so that their chart and the close of a day do not depend on open pages. */
export const crontab = [
  "* * * * * sweep",
  "* * * * * refresh-balances",
  "* * * * * detect-notifications",
  "* * * * * start-webhooks",
  "* * * * * start-ledger-sources",
  "*/5 * * * * find-movements",
  "*/10 * * * * seal-again",
  "17 * * * * remove-raw-data",
  // 00:05 in Tokyo: the schedule is in UTC.
  `5 15 * * * export-audit-heads ?jobKey=${HEAD_EXPORT.key}&queue=${HEAD_EXPORT.queue}`,
].join("\n");
