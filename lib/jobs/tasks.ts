import "server-only";
import type { Task, TaskList } from "graphile-worker";
import { z } from "zod";
import { removeOldRaw } from "@/lib/activity/retention";
import { removeUnusedAttachments } from "@/lib/attachments/commands";
import { exportHeads, HEAD_EXPORT } from "@/lib/audit/heads";
import { type Ctx, configuredEnvironments, contextFor, homeEnvironment } from "@/lib/auth/context";
import { recoverBackfills, runBackfill } from "@/lib/backfill/run";
import { refreshBalances } from "@/lib/balances/commands";
import { aheadOfBursts } from "@/lib/callbacks/backpressure";
import { expireLockChanges } from "@/lib/callbacks/commands";
import { processDeliveries, recoverDeliveries } from "@/lib/callbacks/process-delivery";
import { lookUpDeliveries } from "@/lib/callbacks/unknown-orders";
import { expireDayChanges } from "@/lib/daily-close/expire-changes";
import type { Jobs } from "@/lib/db/enqueue";
import { freezeAlteredDeposits } from "@/lib/deposits/integrity";
import { sendDeposit } from "@/lib/deposits/submit";
import { env } from "@/lib/env";
import { ENVIRONMENTS, type Environment } from "@/lib/environment";
import { recoverImportRows, registerRow } from "@/lib/kyc/bulk-import";
import { pollPlayer } from "@/lib/kyc/commands";
import { recoverStuckRegistrations } from "@/lib/kyc/recover-stuck";
import { sendRegistration } from "@/lib/kyc/submit";
import { expireLimitChanges } from "@/lib/limits/commands";
import { recoverEmails, sendEmail, sendForgottenLink } from "@/lib/team/emails";
import { expireChanges } from "@/lib/team/user-changes";
import { checkDatabase } from "@/lib/transactions/freezes/database-change";
import { pollDueOrders } from "@/lib/transactions/polling/run";
import { recoverStuckOrders } from "@/lib/transactions/submission/recover-stuck";
import { expireRuleChanges } from "@/lib/withdrawals/approval-rule-changes";
import { expireRequests } from "@/lib/withdrawals/approvals";
import { freezeAlteredWithdrawals } from "@/lib/withdrawals/integrity";
import { sendWithdrawal } from "@/lib/withdrawals/submit";

const environment = z.enum(ENVIRONMENTS);
const sending = z.object({ environment, transactionRow: z.uuid() });
const judging = z.object({ environment });
const registering = z.object({ environment, registrationRow: z.uuid() });
const registeringRow = z.object({ environment, rowId: z.uuid() });
const askingPlayer = z.object({ environment, playerId: z.string() });
const mailing = z.object({ mailId: z.uuid() });
const forgetting = z.object({ sealed: z.string() });
const looking = z.object({ environment });
const history = z.object({ environment, runId: z.uuid() });

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
    const { environment, transactionRow } = sending.parse(payload);
    await aheadOfBursts(() => sendWithdrawal(jobContext("send-withdrawal", environment), { transactionRow }));
  },
  "send-deposit": async (payload) => {
    const { environment, transactionRow } = sending.parse(payload);
    await aheadOfBursts(() => sendDeposit(jobContext("send-deposit", environment), { transactionRow }));
  },
  "judge-deliveries": async (payload) => {
    const { environment } = judging.parse(payload);
    await processDeliveries(jobContext("judge-deliveries", environment));
  },
  "look-up-deliveries": async (payload) => {
    const { environment } = looking.parse(payload);
    await lookUpDeliveries(jobContext("look-up-deliveries", environment));
  },
  "ask-about-order": async (payload) => {
    await pollDueOrders(jobContext("ask-about-order", looking.parse(payload).environment));
  },
  "look-up-history": async (payload) => {
    const { environment, runId } = history.parse(payload);
    await runBackfill(jobContext("look-up-history", environment), { runId });
  },
  "look-at-due": async (payload) => {
    await pollDueOrders(jobContext("look-at-due", looking.parse(payload).environment));
  },
  "register-player": async (payload) => {
    const { environment, registrationRow } = registering.parse(payload);
    await sendRegistration(jobContext("register-player", environment), { registrationRow });
  },
  "register-row": async (payload) => {
    const { environment, rowId } = registeringRow.parse(payload);
    await registerRow(jobContext("register-row", environment), { rowId });
  },
  "ask-about-player": async (payload) => {
    const { environment, playerId } = askingPlayer.parse(payload);
    await pollPlayer(jobContext("ask-about-player", environment), { playerId });
  },
  // People belong to no environment: any that is configured will do.
  "send-mail": async (payload) => {
    await sendEmail(jobContext("send-mail", homeEnvironment()), mailing.parse(payload));
  },
  "forgotten-password": async (payload) => {
    await sendForgottenLink(jobContext("forgotten-password", homeEnvironment()), forgetting.parse(payload));
  },
  "export-audit-heads": async () => {
    await exportHeads(jobContext("export-audit-heads", homeEnvironment()), env().auditHeads);
  },
};

const periodic = {
  sweep: async () => {
    await checkDatabase(jobContext("sweep", homeEnvironment()));
    await recoverEmails(jobContext("sweep", homeEnvironment()));
    await expireChanges(jobContext("sweep", homeEnvironment()));
    for (const environment of configuredEnvironments()) {
      const ctx = jobContext("sweep", environment);
      await recoverStuckOrders(ctx);
      await recoverDeliveries(ctx);
      await expireRequests(ctx);
      await freezeAlteredWithdrawals(ctx);
      await freezeAlteredDeposits(ctx);
      await expireRuleChanges(ctx);
      await expireLimitChanges(ctx);
      await expireLockChanges(ctx);
      await expireDayChanges(ctx);
      await recoverBackfills(ctx);
      await recoverStuckRegistrations(ctx);
      await recoverImportRows(ctx);
    }
  },
  "keep-balances": async () => {
    for (const environment of configuredEnvironments()) await refreshBalances(jobContext("keep-balances", environment));
  },
  "remove-old-raw": async () => {
    for (const environment of configuredEnvironments()) {
      await removeUnusedAttachments(jobContext("remove-old-raw", environment));
    }
    const { rawDataDays: days } = env();
    if (days === null) return;
    for (const environment of configuredEnvironments()) {
      await removeOldRaw(jobContext("remove-old-raw", environment), { days });
    }
  },
} satisfies Record<string, Task>;

export const tasks: TaskList = { ...onDemand, ...periodic };

/** Balances are kept every minute, so that their chart and the close of a day do not depend on who was looking. */
export const crontab = [
  "* * * * * sweep",
  "* * * * * keep-balances",
  "17 * * * * remove-old-raw",
  // 00:05 in Tokyo: the schedule is in UTC.
  `5 15 * * * export-audit-heads ?jobKey=${HEAD_EXPORT.key}&queue=${HEAD_EXPORT.queue}`,
].join("\n");
