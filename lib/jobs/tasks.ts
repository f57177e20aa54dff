import "server-only";
import type { Task, TaskList } from "graphile-worker";
import { z } from "zod";
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
import type { Jobs } from "@/lib/db/enqueue";
import { freezeAlteredDeposits } from "@/lib/deposits/integrity";
import { sendDeposit } from "@/lib/deposits/submit";
import { env } from "@/lib/env";
import { ENVIRONMENTS, type Environment } from "@/lib/environment";
import { RESUMPTION } from "@/lib/freezes/commands";
import { recoverImportRows, registerRow } from "@/lib/kyc/bulk-import";
import { pollPlayer } from "@/lib/kyc/commands";
import { recoverStuckRegistrations } from "@/lib/kyc/recover-stuck";
import { sendRegistration } from "@/lib/kyc/submit";
import { DAILY_LIMITS } from "@/lib/limits/daily-limits";
import { recoverPackages } from "@/lib/months/commands";
import { runPacking } from "@/lib/months/run-packing";
import { onePackage } from "@/lib/months/schema";
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

const environment = z.enum(ENVIRONMENTS);
const sendOrder = z.object({ environment, transactionRow: z.uuid() });
const batch = z.object({ environment, batchId: z.uuid() });
const processing = z.object({ environment });
const registration = z.object({ environment, registrationRow: z.uuid() });
const importRow = z.object({ environment, rowId: z.uuid() });
const player = z.object({ environment, playerId: z.string() });
const email = z.object({ mailId: z.uuid() });
const resetLink = z.object({ sealed: z.string() });
const polling = z.object({ environment });
const pollOrder = polling.extend({ referenceId: z.string() });
const reader = z.uuid().nullable();
const delivery = z.object({ environment, channelId: reader, userId: reader, subscriptionId: reader });
const backfill = z.object({ environment, runId: z.uuid() });
const sourceRun = z.object({ environment, sourceRunId: z.uuid() });
const reconciliation = z.object({ environment, runId: z.uuid() });
const monthPackage = onePackage.extend({ environment });

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

/** Each task parses what it was given, makes a context, and calls one command. All are safe to run twice. */
const onDemand: Record<keyof Jobs, Task> = {
  "send-withdrawal": async (payload) => {
    const { environment, transactionRow } = sendOrder.parse(payload);
    await sendWithdrawal(jobContext("send-withdrawal", environment), { transactionRow });
  },
  "send-batch": async (payload) => {
    const { environment, batchId } = batch.parse(payload);
    const { batchRowsPerSecond: rowsPerSecond } = env();
    await sendBatch(jobContext("send-batch", environment), { batchId, rowsPerSecond });
  },
  "send-deposit": async (payload) => {
    const { environment, transactionRow } = sendOrder.parse(payload);
    await sendDeposit(jobContext("send-deposit", environment), { transactionRow });
  },
  "process-deliveries": async (payload) => {
    const { environment } = processing.parse(payload);
    await processDeliveries(jobContext("process-deliveries", environment));
  },
  "check-unknown-orders": async (payload) => {
    const { environment } = polling.parse(payload);
    await lookUpDeliveries(jobContext("check-unknown-orders", environment));
  },
  "poll-order": async (payload) => {
    const { environment, referenceId } = pollOrder.parse(payload);
    await pollDueOrders(jobContext("poll-order", environment), { referenceId });
  },
  "run-backfill": async (payload) => {
    const { environment, runId } = backfill.parse(payload);
    await runBackfill(jobContext("run-backfill", environment), { runId });
  },
  reconcile: async (payload) => {
    const { environment, runId } = reconciliation.parse(payload);
    await runReconciliation(jobContext("reconcile", environment), { runId });
  },
  "pack-month": async (payload) => {
    const { environment, ...asked } = monthPackage.parse(payload);
    await runPacking(jobContext("pack-month", environment), asked);
  },
  "read-ledger-source": async (payload) => {
    const { environment, sourceRunId } = sourceRun.parse(payload);
    await readLedgerSource(jobContext("read-ledger-source", environment), { sourceRunId });
  },
  "poll-due-orders": async (payload) => {
    await pollDueOrders(jobContext("poll-due-orders", polling.parse(payload).environment));
  },
  "register-player": async (payload) => {
    const { environment, registrationRow } = registration.parse(payload);
    await sendRegistration(jobContext("register-player", environment), { registrationRow });
  },
  "register-row": async (payload) => {
    const { environment, rowId } = importRow.parse(payload);
    await registerRow(jobContext("register-row", environment), { rowId });
  },
  "poll-player": async (payload) => {
    const { environment, playerId } = player.parse(payload);
    await pollPlayer(jobContext("poll-player", environment), { playerId });
  },
  // People belong to no environment: any that is configured will do.
  "send-email": async (payload) => {
    await sendEmail(jobContext("send-email", homeEnvironment()), email.parse(payload));
  },
  "send-reset-link": async (payload) => {
    await sendForgottenLink(jobContext("send-reset-link", homeEnvironment()), resetLink.parse(payload));
  },
  "fan-out-notifications": async (payload) => {
    const { environment } = processing.parse(payload);
    await fanOut(jobContext("fan-out-notifications", environment));
  },
  "deliver-notifications": async (payload) => {
    const { environment, ...target } = delivery.parse(payload);
    await deliverNotifications(jobContext("deliver-notifications", environment), target);
  },
  "deliver-webhooks": async (payload) => {
    const { environment } = processing.parse(payload);
    await deliverWebhooks(jobContext("deliver-webhooks", environment));
  },
  "export-audit-heads": async () => {
    await exportHeads(jobContext("export-audit-heads", homeEnvironment()), env().auditHeads);
  },
};

const periodic = {
  sweep: async () => {
    await checkDatabase(jobContext("sweep", homeEnvironment()));
    await recoverEmails(jobContext("sweep", homeEnvironment()));
    await expireProposals(jobContext("sweep", homeEnvironment()), USER_CHANGE);
    for (const environment of configuredEnvironments()) {
      const ctx = jobContext("sweep", environment);
      await recoverStuckOrders(ctx);
      await recoverDeliveries(ctx);
      await expireRequests(ctx);
      await expireBatches(ctx);
      await recoverBatches(ctx);
      await freezeAlteredWithdrawals(ctx);
      await freezeAlteredDeposits(ctx);
      await expireProposals(ctx, APPROVAL_RULES);
      await expireProposals(ctx, DAILY_LIMITS);
      await expireProposals(ctx, SIGNATURE_LOCK);
      await expireProposals(ctx, RESUMPTION);
      await expireProposals(ctx, DAY_CHANGE);
      await recoverBackfills(ctx);
      await recoverReconciliations(ctx);
      await recoverPackages(ctx);
      await expireProposals(ctx, EXCEPTION_CLOSE);
      await expireProposals(ctx, UNATTENDED);
      await recoverStuckRegistrations(ctx);
      await recoverImportRows(ctx);
    }
  },
  "detect-notifications": async () => {
    for (const environment of configuredEnvironments()) {
      await detectNotifications(jobContext("detect-notifications", environment));
    }
  },
  "start-webhooks": async () => {
    for (const environment of configuredEnvironments()) {
      await deliverWebhooks(jobContext("start-webhooks", environment));
    }
  },
  "start-ledger-sources": async () => {
    for (const environment of configuredEnvironments()) {
      await startLedgerSources(jobContext("start-ledger-sources", environment));
    }
  },
  "refresh-balances": async () => {
    for (const environment of configuredEnvironments())
      await refreshBalances(jobContext("refresh-balances", environment));
  },
  "find-movements": async () => {
    for (const environment of configuredEnvironments()) await findMovements(jobContext("find-movements", environment));
  },
  "seal-again": async () => {
    if (env().authSecretPrevious !== null) await sealAgain(jobContext("seal-again", homeEnvironment()));
  },
  "remove-raw-data": async () => {
    for (const environment of configuredEnvironments()) {
      await removeUnusedAttachments(jobContext("remove-raw-data", environment));
    }
    const { rawDataDays, ledgerDays, webhookDays } = env();
    for (const environment of configuredEnvironments()) {
      const ctx = jobContext("remove-raw-data", environment);
      if (rawDataDays !== null) await removeOldRaw(ctx, { days: rawDataDays });
      if (ledgerDays !== null) await removeOldLedgers(ctx, { days: ledgerDays });
      if (webhookDays !== null) await removeOldWebhooks(ctx, { days: webhookDays });
    }
  },
} satisfies Record<string, Task>;

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
  Object.entries<Task>({ ...onDemand, ...periodic }).map(([name, task]) => [name, counted(name, task)]),
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
