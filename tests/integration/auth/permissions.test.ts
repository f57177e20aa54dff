import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exportLog } from "@/lib/activity/export";
import { getDelivery, getLogEntry, listActivity, readLog } from "@/lib/activity/queries";
import { removeOldRaw } from "@/lib/activity/retention";
import { createBatch } from "@/lib/api/batches";
import { readEvents } from "@/lib/api/events";
import { getOrder, listOrderBook } from "@/lib/api/orders";
import { requestPayout } from "@/lib/api/payouts";
import { getPlayerKyc, listBalances, listPayeeBook } from "@/lib/api/records";
import { payoutRequest } from "@/lib/api/shapes";
import { createApiKey, decideUnattended, proposeUnattended, revokeApiKey, rotateApiKey } from "@/lib/api-keys/commands";
import { listApiKeys } from "@/lib/api-keys/queries";
import { countCallbackDays } from "@/lib/api-status/callback-days";
import { checkApiStatus } from "@/lib/api-status/commands";
import { getApiStatus, getServiceHealth } from "@/lib/api-status/queries";
import { listApprovals } from "@/lib/approval-queue/queries";
import { addAttachment, removeUnusedAttachments } from "@/lib/attachments/commands";
import { getAttachment } from "@/lib/attachments/queries";
import { exportAudit } from "@/lib/audit/export";
import { exportHeads, getHeadExports } from "@/lib/audit/heads";
import { countUnlinked } from "@/lib/audit/link";
import { getAuditLine, getAuditLink, listAuditChoices, readAudit } from "@/lib/audit/queries";
import { verifyAudit } from "@/lib/audit/verify";
import { type Ctx, Forbidden } from "@/lib/auth/context";
import { expireProposals } from "@/lib/auth/dual-control";
import { MACHINES, may, type Permission, ROLES } from "@/lib/auth/permissions";
import { sealAgain } from "@/lib/auth/seal-again";
import { startBackfill } from "@/lib/backfill/commands";
import { getBackfill, listBackfills } from "@/lib/backfill/queries";
import { recoverBackfills, runBackfill } from "@/lib/backfill/run";
import { balancesForPage, refreshBalances } from "@/lib/balances/commands";
import { exportBalanceHistory } from "@/lib/balances/export";
import { getBalanceHistory } from "@/lib/balances/queries";
import { getBank, listBanks, searchBanks, searchBranches } from "@/lib/banks/queries";
import { decideBatch, expireBatches, requestBatch, takeBackBatch } from "@/lib/batches/approvals";
import { getDraft, getDraftSummary } from "@/lib/batches/draft-queries";
import {
  acceptTrailers,
  acceptWarnings,
  discardBatch,
  editRow,
  excludeRows,
  fixRows,
  uploadBatch,
} from "@/lib/batches/drafts";
import { findLostRow } from "@/lib/batches/lost-rows";
import { saveMapping } from "@/lib/batches/mappings";
import { cancelRest, pauseBatch, resumeBatch } from "@/lib/batches/pause";
import { getBatch, listBatches, listBatchesForMe } from "@/lib/batches/queries";
import { changeColumns, readAgain } from "@/lib/batches/read-again";
import { exportBatchResults } from "@/lib/batches/results";
import { getBatchReview, listBatchRows } from "@/lib/batches/row-queries";
import { payAgain, retryFailed } from "@/lib/batches/runs";
import { acceptSameList } from "@/lib/batches/same-list";
import { batchesAsked } from "@/lib/batches/schema";
import { recoverBatches, sendBatch } from "@/lib/batches/send";
import { listStoppedBatches } from "@/lib/batches/stopped";
import { batchTemplate } from "@/lib/batches/template";
import {
  decideSignatureLock,
  proposeSignatureLock,
  retireCallbackAddress,
  rotateCallbackAddress,
} from "@/lib/callbacks/commands";
import { handleCallback, handleIncoming } from "@/lib/callbacks/handle-callback";
import { processDeliveries, recoverDeliveries } from "@/lib/callbacks/process-delivery";
import { callbackAddress, countForged, getSignatureLock } from "@/lib/callbacks/queries";
import { recheckDelivery } from "@/lib/callbacks/recheck";
import { lookUpDeliveries } from "@/lib/callbacks/unknown-orders";
import { closeDay } from "@/lib/daily-close/commands";
import { countDays, getDay, getDayStanding, listDays, listDaysNotClosed } from "@/lib/daily-close/queries";
import { decideDayChange, proposeReopening } from "@/lib/daily-close/reopen";
import {
  countDeciders,
  dismissRequest,
  getEndedProposal,
  listEndedRequests,
  listProposalsForMe,
} from "@/lib/dashboard/proposals";
import { countDashboard } from "@/lib/dashboard/queries";
import { getVolume } from "@/lib/dashboard/volume";
import { reissueDeposit, requestDeposit } from "@/lib/deposits/commands";
import { dismissDeposit } from "@/lib/deposits/dismiss";
import { freezeAlteredDeposits } from "@/lib/deposits/integrity";
import { checkDeposit, getDepositToCorrect } from "@/lib/deposits/queries";
import { depositInput } from "@/lib/deposits/schema";
import { sendDeposit } from "@/lib/deposits/submit";
import { listDisagreements, markDisagreementSeen } from "@/lib/disagreements/disagreements";
import { decideResume, freezePayouts, proposeResume } from "@/lib/freezes/commands";
import { afterDatabaseChange, listFreezable, listFreezes } from "@/lib/freezes/queries";
import { compareWithService } from "@/lib/freezes/restore-check";
import { saveJournalAccounts } from "@/lib/journals/commands";
import { getJournalAccounts } from "@/lib/journals/queries";
import { SUGGESTED_ACCOUNTS } from "@/lib/journals/suggested";
import {
  getFile,
  getResults,
  heldPlayers,
  listFiles,
  readPlayersFile,
  recoverImportRows,
  registerRow,
  startFile,
} from "@/lib/kyc/bulk-import";
import { checkPlayerStatus, keepStatusAnswer, pollPlayer, registerPlayer } from "@/lib/kyc/commands";
import { exportPlayers } from "@/lib/kyc/export";
import { countPlayersNeeding, getPlayer, listPlayers } from "@/lib/kyc/queries";
import { recoverStuckRegistrations } from "@/lib/kyc/recover-stuck";
import { playersExported } from "@/lib/kyc/schema";
import { sendRegistration } from "@/lib/kyc/submit";
import { decideLimits, proposeLimits } from "@/lib/limits/commands";
import { getLimits } from "@/lib/limits/queries";
import { callTool } from "@/lib/mcp/server";
import { countForMetrics, countJobs } from "@/lib/metrics/queries";
import { downloadPackage, packMonth, recoverPackages } from "@/lib/months/commands";
import { getMonth, listMonths } from "@/lib/months/queries";
import { runPacking } from "@/lib/months/run-packing";
import {
  addChannel,
  markOpened,
  removeChannel,
  retryNotification,
  saveNotificationSettings,
  saveOwnNotifications,
  testChannel,
} from "@/lib/notifications/commands";
import { deliverNotifications } from "@/lib/notifications/deliver";
import { detectNotifications } from "@/lib/notifications/detect";
import { addDevice, removeDevice, testDevice } from "@/lib/notifications/devices";
import { toChannel } from "@/lib/notifications/enqueue-delivery";
import { fanOut } from "@/lib/notifications/fan-out";
import { getNotificationSettings, getOwnNotifications, listNotificationDeliveries } from "@/lib/notifications/queries";
import { NO_CHOICES, settingsFrom } from "@/lib/notifications/settings";
import { exportInquiry, importAnswers } from "@/lib/payees/account-check/commands";
import { listUnchecked, readAnswersFile } from "@/lib/payees/account-check/queries";
import {
  blockPayee,
  decidePayee,
  proposePayee,
  proposePayeeChange,
  takeBackPayee,
  unblockPayee,
} from "@/lib/payees/commands";
import { decidePayeeImport, proposePayeeFile, takeBackPayeeImport } from "@/lib/payees/file-import/commands";
import { getPayeeImport, previewPayeeFile } from "@/lib/payees/file-import/queries";
import { getRecipientToSave } from "@/lib/payees/from-order";
import { listPayablePayees } from "@/lib/payees/payable";
import { getPayee, listPayees } from "@/lib/payees/queries";
import { payeeInput, payeeSearch, payeesAsked } from "@/lib/payees/schema";
import { listPayeesForMe } from "@/lib/payees/undecided";
import { cancelReconciliation, repeatReconciliation, startReconciliation } from "@/lib/reconciliation/commands";
import {
  askAboutException,
  assignExceptions,
  closeException,
  decideExceptionClose,
  explainException,
} from "@/lib/reconciliation/exceptions";
import { exportReconciliation } from "@/lib/reconciliation/export";
import { addLedgerPart, completeLedger } from "@/lib/reconciliation/ledger-files";
import { runLedgerSource, saveLedgerSource, testLedgerSource } from "@/lib/reconciliation/ledger-source/commands";
import { getLedgerSource } from "@/lib/reconciliation/ledger-source/queries";
import { readLedgerSource, startLedgerSources } from "@/lib/reconciliation/ledger-source/run-source";
import { endMovementRule, nameMovement, undoMovementName } from "@/lib/reconciliation/movements/commands";
import { findMovements } from "@/lib/reconciliation/movements/find-movements";
import { getMovement, listMovementRules, listMovements } from "@/lib/reconciliation/movements/queries";
import { movementsAsked } from "@/lib/reconciliation/movements/schema";
import {
  getReconciliation,
  getRunInForce,
  listBrokenLines,
  listReconciliationRows,
  listReconciliations,
  listWorkers,
} from "@/lib/reconciliation/queries";
import { removeOldLedgers } from "@/lib/reconciliation/retention";
import { getExceptionProposal, getReconciliationRow } from "@/lib/reconciliation/row-detail";
import { recoverReconciliations, runReconciliation } from "@/lib/reconciliation/run";
import { rowsAsked } from "@/lib/reconciliation/schema";
import { matchEntry, unmatchEntry, uploadStatement, withdrawStatement } from "@/lib/reconciliation/statements/commands";
import { getEntry, listEntries, listStatements } from "@/lib/reconciliation/statements/queries";
import { entriesAsked } from "@/lib/reconciliation/statements/schema";
import { exportReport } from "@/lib/reports/export";
import { exportFindings } from "@/lib/reports/findings/export";
import { getFindings, rowsOf, sumsOf } from "@/lib/reports/findings/queries";
import { getReport, getReportNow } from "@/lib/reports/queries";
import { reportAsked } from "@/lib/reports/schema";
import { revealPii } from "@/lib/reveal/commands";
import { searchHeld, suggestHeld } from "@/lib/search/commands";
import { findBanks } from "@/lib/search/queries";
import {
  changePassword,
  confirmApp,
  endOtherSessions,
  endSession,
  keepRecoveryCodes,
  removeApp,
  renewRecoveryCodes,
  startApp,
} from "@/lib/security/commands";
import { addPasskey, removePasskey, renamePasskey, startPasskey } from "@/lib/security/passkeys";
import { getSecurity } from "@/lib/security/queries";
import type { NewPasskey } from "@/lib/security/schema";
import { disableUser, resendInvitation, signOutUser, withdrawInvitation } from "@/lib/team/commands";
import { recoverEmails, sendEmail, sendForgottenLink } from "@/lib/team/emails";
import { getTeam, getUser } from "@/lib/team/queries";
import {
  changeRole,
  decideChange,
  enableUser,
  inviteUser,
  makePasswordLink,
  resetFactor,
} from "@/lib/team/user-changes";
import { getTimeline, getTransaction } from "@/lib/transaction-detail/queries";
import { checkOrderStatus, lookUpInPlaceOf, lookUpOrder, lookUpOrders } from "@/lib/transactions/commands";
import { resolveDiscrepancy } from "@/lib/transactions/discrepancies/resolve";
import { getFeeEstimate } from "@/lib/transactions/fee-estimate";
import { countAttention, listAttention } from "@/lib/transactions/list/attention";
import { exportOrders } from "@/lib/transactions/list/export";
import { orderFigures } from "@/lib/transactions/list/figures";
import { listOrders } from "@/lib/transactions/list/list";
import { orderTotals } from "@/lib/transactions/list/totals";
import { attestNonCreation } from "@/lib/transactions/non-creation/attest";
import { addNote } from "@/lib/transactions/notes";
import { pollDueOrders } from "@/lib/transactions/polling/run";
import { getExchange, listWithoutNews } from "@/lib/transactions/queries";
import { ordersExported } from "@/lib/transactions/schema";
import { checkBeforeReplacing, checkBeforeSending } from "@/lib/transactions/submission/earlier-orders";
import { recoverStuckOrders } from "@/lib/transactions/submission/recover-stuck";
import { stopOrder } from "@/lib/transactions/submission/stop";
import { changeView, keepView, removeView } from "@/lib/views/commands";
import { listViews } from "@/lib/views/queries";
import {
  addEndpoint,
  enableEndpoint,
  removeEndpoint,
  replayWebhooks,
  rotateEndpointSecret,
  sendNow,
  testEndpoint,
} from "@/lib/webhooks/commands";
import { deliverWebhooks } from "@/lib/webhooks/deliver";
import { listEndpoints, listWebhookDeliveries } from "@/lib/webhooks/queries";
import { removeOldWebhooks } from "@/lib/webhooks/retention";
import { adviceFor } from "@/lib/withdrawals/advice";
import { APPROVAL_RULES, decideRules, proposeRules } from "@/lib/withdrawals/approval-rule-changes";
import { decideWithdrawal, expireRequests, releaseWithdrawal, takeBackWithdrawal } from "@/lib/withdrawals/approvals";
import { getApprovers } from "@/lib/withdrawals/approver-names";
import { reissueWithdrawal, requestWithdrawal } from "@/lib/withdrawals/commands";
import { recipientSearch } from "@/lib/withdrawals/earlier-payouts";
import { dismissFollowUp, listFollowUps } from "@/lib/withdrawals/follow-ups";
import { freezeAlteredWithdrawals } from "@/lib/withdrawals/integrity";
import {
  countWaitingForMe,
  getRules,
  getTermsForPayee,
  getTermsToCorrect,
  getTermsToRepeat,
} from "@/lib/withdrawals/queries";
import { listRecentRecipients } from "@/lib/withdrawals/recent-recipients";
import { advisedTerms, withdrawalInput } from "@/lib/withdrawals/schema";
import { listSimilar } from "@/lib/withdrawals/similar";
import { sendWithdrawal } from "@/lib/withdrawals/submit";
import { BLANK_ROW } from "../../support/batch-rows";
import { openTestContext, type TestContext } from "../../support/context";
import { payout, typedDeposit, typedForm, typedPayee } from "../../support/forms";

const id = randomUUID();
const replaceable = {
  ...({ id, environment: "sandbox", type: "WITHDRAW" } as const),
  referenceId: "WD-20261121-7KQ2M9XB",
};
const NOTHING_CAME = {
  headers: {},
  read: async () => ({ bytes: Buffer.alloc(0), cut: null }),
  sourceAddress: null,
  besidePages: true,
};
const callback = () => new Request("http://console.test", { method: "POST", body: "{}" });

const FINDINGS_DAYS = { from: "2026-01-01", to: "2026-01-01" };

const NO_PASSKEY: NewPasskey["response"] = {
  ...{ id: "", rawId: "", type: "public-key", clientExtensionResults: {} },
  response: { clientDataJSON: "", attestationObject: "", transports: [] },
};

/** Every use case, and the permission that it needs. */
const USE_CASES: Record<string, [Permission, (ctx: Ctx) => Promise<unknown>]> = {
  listApprovals: ["approvals:read", (ctx) => listApprovals(ctx)],
  getNotificationSettings: ["notifications:manage", getNotificationSettings],
  listNotificationDeliveries: ["notifications:manage", (ctx) => listNotificationDeliveries(ctx)],
  saveNotificationSettings: [
    "notifications:manage",
    (ctx) => saveNotificationSettings(ctx, { seen: null, ...settingsFrom() }),
  ],
  addChannel: [
    "notifications:manage",
    (ctx) => addChannel(ctx, { kind: "slack", name: "n", locale: "en", url: "https://hooks.example" }),
  ],
  removeChannel: ["notifications:manage", (ctx) => removeChannel(ctx, { channelId: id })],
  testChannel: ["notifications:manage", (ctx) => testChannel(ctx, { channelId: id })],
  retryNotification: ["notifications:manage", (ctx) => retryNotification(ctx, { deliveryId: id })],
  getOwnNotifications: ["notifications:own", getOwnNotifications],
  addDevice: [
    "notifications:own",
    (ctx) =>
      addDevice(ctx, { endpoint: "https://push.test", keys: { p256dh: "", auth: "" }, locale: "en", userAgent: "" }),
  ],
  removeDevice: ["notifications:own", (ctx) => removeDevice(ctx, { deviceId: id })],
  testDevice: ["notifications:own", (ctx) => testDevice(ctx, { deviceId: id })],
  markOpened: ["approvals:read", (ctx) => markOpened(ctx, { kind: "order", id: "WD-unknown" })],
  saveOwnNotifications: ["notifications:own", (ctx) => saveOwnNotifications(ctx, { seen: "", ...NO_CHOICES })],
  fanOut: ["notifications:send", fanOut],
  detectNotifications: ["notifications:send", detectNotifications],
  deliverNotifications: ["notifications:send", (ctx) => deliverNotifications(ctx, toChannel(id))],
  listApiKeys: ["api_keys:manage", listApiKeys],
  createApiKey: [
    "api_keys:manage",
    (ctx) => createApiKey(ctx, { name: "n", scopes: [], networks: [], lastDay: "", limits: [] }),
  ],
  rotateApiKey: ["api_keys:manage", (ctx) => rotateApiKey(ctx, { keyId: id })],
  revokeApiKey: ["api_keys:manage", (ctx) => revokeApiKey(ctx, { keyId: id })],
  proposeUnattended: ["api_keys:manage", (ctx) => proposeUnattended(ctx, { keyId: id, limits: [] })],
  decideUnattended: ["api_keys:manage", (ctx) => decideUnattended(ctx, { proposalId: id, apply: false })],
  requestPayout: ["withdrawals:create", (ctx) => requestPayout(ctx, payoutRequest.parse(payout()))],
  createBatch: ["withdrawals:create", (ctx) => createBatch(ctx, { name: "n", file: "none", request: false })],
  getOrder: ["transactions:read", (ctx) => getOrder(ctx, { referenceId: "none" })],
  listOrderBook: ["transactions:read", (ctx) => listOrderBook(ctx, {})],
  listPayeeBook: ["payees:read", (ctx) => listPayeeBook(ctx, {})],
  listBalances: ["balances:read", listBalances],
  getPlayerKyc: ["players:read", (ctx) => getPlayerKyc(ctx, { playerId: "none" })],
  callTool: ["mcp:call", (ctx) => callTool(ctx, "get_balances", {})],
  readEvents: ["events:read", (ctx) => readEvents(ctx, { limit: 1 })],
  listEndpoints: ["webhooks:manage", listEndpoints],
  listWebhookDeliveries: ["webhooks:manage", listWebhookDeliveries],
  removeOldWebhooks: ["raw_data:delete", (ctx) => removeOldWebhooks(ctx, { days: 31 })],
  addEndpoint: ["webhooks:manage", (ctx) => addEndpoint(ctx, { name: "n", url: "https://h.example", types: [] })],
  testEndpoint: ["webhooks:manage", (ctx) => testEndpoint(ctx, { endpointId: id })],
  removeEndpoint: ["webhooks:manage", (ctx) => removeEndpoint(ctx, { endpointId: id })],
  rotateEndpointSecret: ["webhooks:manage", (ctx) => rotateEndpointSecret(ctx, { endpointId: id })],
  enableEndpoint: ["webhooks:manage", (ctx) => enableEndpoint(ctx, { endpointId: id })],
  sendNow: ["webhooks:manage", (ctx) => sendNow(ctx, { endpointId: id })],
  replayWebhooks: ["webhooks:manage", (ctx) => replayWebhooks(ctx, { endpointId: id, position: 1 })],
  deliverWebhooks: ["webhooks:send", deliverWebhooks],
  getFindings: ["reconciliation:read", (ctx) => getFindings(ctx, {})],
  sumsOf: ["reconciliation:read", (ctx) => sumsOf(ctx, FINDINGS_DAYS)],
  rowsOf: ["reconciliation:read", (ctx) => rowsOf(ctx, { filter: FINDINGS_DAYS, finding: "double_payouts", most: 1 })],
  exportFindings: ["reconciliation:export", (ctx) => exportFindings(ctx, {})],
  getVolume: ["transactions:read", (ctx) => getVolume(ctx)],
  revealPii: ["pii:reveal", (ctx) => revealPii(ctx, { of: "player", playerId: "unknown" })],
  readAudit: ["audit:read", (ctx) => readAudit(ctx, { chain: "here" })],
  getAuditLine: ["audit:read", (ctx) => getAuditLine(ctx, { lineId: "1" })],
  getAuditLink: ["audit:read", (ctx) => getAuditLink(ctx, { lineId: "1" })],
  listAuditChoices: ["audit:read", (ctx) => listAuditChoices(ctx, { chain: "here" })],
  exportHeads: ["audit:export_heads", (ctx) => exportHeads(ctx, { file: null, s3: null })],
  countUnlinked: ["metrics:read", countUnlinked],
  getHeadExports: ["metrics:read", (ctx) => getHeadExports(ctx, { file: null, s3: null })],
  exportAudit: ["audit:export", (ctx) => exportAudit(ctx, { chain: "here" })],
  exportLog: ["activity:read", (ctx) => exportLog(ctx, { kind: "all" })],
  countCallbackDays: ["activity:read", countCallbackDays],
  adviceFor: ["withdrawals:create", (ctx) => adviceFor(ctx, advisedTerms.parse({ ...typedForm(), amount: "12000" }))],
  listSimilar: [
    "withdrawals:create",
    (ctx) => listSimilar(ctx, advisedTerms.parse({ ...typedForm(), amount: "12000" })),
  ],
  listRecentRecipients: [
    "withdrawals:create",
    (ctx) => listRecentRecipients(ctx, recipientSearch.parse({ currency: "JPY" })),
  ],
  getApprovers: ["withdrawals:create", getApprovers],
  getFeeEstimate: [
    "transactions:read",
    (ctx) => getFeeEstimate(ctx, { type: "WITHDRAW", currency: "JPY", amount: "12000" }),
  ],
  checkDeposit: ["deposits:create", (ctx) => checkDeposit(ctx, { currency: "JPY", playerId: "unknown" })],
  getDepositToCorrect: ["deposits:create", (ctx) => getDepositToCorrect(ctx, { referenceId: "unknown" })],
  dismissDeposit: ["deposits:create", (ctx) => dismissDeposit(ctx, { referenceId: "unknown", reason: "a test" })],
  reissueDeposit: ["deposits:create", (ctx) => reissueDeposit(ctx, { referenceId: "unknown" })],
  requestDeposit: ["deposits:create", (ctx) => requestDeposit(ctx, depositInput.parse(typedDeposit()))],
  sendDeposit: ["deposits:send", (ctx) => sendDeposit(ctx, { transactionRow: id })],
  addAttachment: ["withdrawals:create", (ctx) => addAttachment(ctx, { name: "a.pdf", bytes: new Uint8Array() })],
  removeUnusedAttachments: ["raw_data:delete", removeUnusedAttachments],
  getAttachment: ["pii:read", (ctx) => getAttachment(ctx, { attachmentId: id })],
  addNote: ["transactions:note", (ctx) => addNote(ctx, { referenceId: "unknown", noteId: "0".repeat(32), text: "n" })],
  afterDatabaseChange: ["freezes:freeze", afterDatabaseChange],
  checkBeforeReplacing: [
    "transactions:check_status",
    (ctx) => checkBeforeReplacing(ctx, { type: "WITHDRAW", referenceId: "unknown", allowed: () => true }),
  ],
  checkBeforeSending: ["transactions:check_status", (ctx) => checkBeforeSending(ctx, { transactionRow: id })],
  compareWithService: ["transactions:check_status", (ctx) => compareWithService(ctx, { sent: [] })],
  decideResume: ["freezes:resume", (ctx) => decideResume(ctx, { proposalId: id, apply: false })],
  findLostRow: [
    "transactions:check_status",
    (ctx) =>
      findLostRow(ctx, {
        id,
        replaces: null,
        referenceId: "unknown",
        others: [{ referenceId: "unknown", isSamePayee: true }],
      }),
  ],
  freezePayouts: ["freezes:freeze", (ctx) => freezePayouts(ctx, { userId: id, reason: "a test" })],
  listFreezable: ["freezes:freeze", listFreezable],
  listFreezes: ["activity:read", listFreezes],
  proposeResume: ["freezes:resume", (ctx) => proposeResume(ctx, { freezeId: id })],
  stopOrder: ["orders:stop", (ctx) => stopOrder(ctx, { referenceId: "unknown", reason: "a test" })],
  checkOrderStatus: ["transactions:check_status", (ctx) => checkOrderStatus(ctx, { referenceId: "unknown" })],
  callbackAddress: ["callbacks:read", callbackAddress],
  countForged: ["activity:read", countForged],
  decideSignatureLock: ["callbacks:change", (ctx) => decideSignatureLock(ctx, { proposalId: id, apply: false })],
  getSignatureLock: ["callbacks:read", getSignatureLock],
  freezeAlteredDeposits: ["orders:recover", freezeAlteredDeposits],
  freezeAlteredWithdrawals: ["orders:recover", freezeAlteredWithdrawals],
  expireProposals: ["proposals:expire", (ctx) => expireProposals(ctx, APPROVAL_RULES)],
  countForMetrics: ["metrics:read", countForMetrics],
  countJobs: ["metrics:read", countJobs],
  processDeliveries: ["deliveries:process", processDeliveries],
  lookUpDeliveries: ["deliveries:process", (ctx) => lookUpDeliveries(ctx)],
  proposeSignatureLock: ["callbacks:change", (ctx) => proposeSignatureLock(ctx, { locks: false })],
  retireCallbackAddress: ["callbacks:change", (ctx) => retireCallbackAddress(ctx, { addressId: id })],
  rotateCallbackAddress: ["callbacks:change", rotateCallbackAddress],
  checkPlayerStatus: ["players:check_status", (ctx) => checkPlayerStatus(ctx, { playerId: "unknown" })],
  keepStatusAnswer: [
    "players:check_status",
    async (ctx) => keepStatusAnswer(ctx, { playerId: "unknown", answer: await ctx.api.kycStatus("unknown") }),
  ],
  pollPlayer: ["players:poll", (ctx) => pollPlayer(ctx, { playerId: "unknown" })],
  uploadBatch: ["withdrawals:create", (ctx) => uploadBatch(ctx, { bytes: new Uint8Array(), name: "f" })],
  exportBatchResults: ["transactions:export", (ctx) => exportBatchResults(ctx, { batchId: id, kind: "results" })],
  batchTemplate: ["withdrawals:create", (ctx) => batchTemplate(ctx, { format: "csv" })],
  saveMapping: ["withdrawals:create", (ctx) => saveMapping(ctx, { header: ["a"], mapping: {} })],
  editRow: ["withdrawals:create", (ctx) => editRow(ctx, { batchId: id, line: 2, fields: BLANK_ROW })],
  fixRows: ["withdrawals:create", (ctx) => fixRows(ctx, { batchId: id, lines: [2] })],
  excludeRows: ["withdrawals:create", (ctx) => excludeRows(ctx, { batchId: id, lines: [2], reason: null })],
  acceptWarnings: ["withdrawals:create", (ctx) => acceptWarnings(ctx, { batchId: id, rows: [], reason: "r" })],
  listBatches: ["transactions:read", (ctx) => listBatches(ctx, batchesAsked.parse({}))],
  getBatch: ["transactions:read", (ctx) => getBatch(ctx, { batchId: id })],
  getDraft: ["transactions:read", (ctx) => getDraft(ctx, { batchId: id })],
  getDraftSummary: ["withdrawals:create", (ctx) => getDraftSummary(ctx, { batchId: id })],
  listBatchRows: ["transactions:read", (ctx) => listBatchRows(ctx, { batchId: id, group: undefined, q: "", after: 0 })],
  getBatchReview: ["transactions:read", (ctx) => getBatchReview(ctx, { batchId: id })],
  listBatchesForMe: ["withdrawals:approve", listBatchesForMe],
  listStoppedBatches: ["transactions:read", listStoppedBatches],
  payAgain: ["withdrawals:create", (ctx) => payAgain(ctx, { batchId: id, reason: "r" })],
  retryFailed: ["withdrawals:create", (ctx) => retryFailed(ctx, { batchId: id })],
  acceptTrailers: ["withdrawals:create", (ctx) => acceptTrailers(ctx, { batchId: id, reason: "r" })],
  acceptSameList: ["withdrawals:create", (ctx) => acceptSameList(ctx, { batchId: id, earlier: id, reason: "r" })],
  changeColumns: ["withdrawals:create", (ctx) => changeColumns(ctx, { batchId: id, mapping: {}, dropsEdits: null })],
  readAgain: ["withdrawals:create", (ctx) => readAgain(ctx, { batchId: id, encoding: "UTF-8", dropsEdits: null })],
  discardBatch: ["withdrawals:create", (ctx) => discardBatch(ctx, { batchId: id })],
  requestBatch: ["withdrawals:create", (ctx) => requestBatch(ctx, { batchId: id, edits: 0 })],
  takeBackBatch: ["withdrawals:create", (ctx) => takeBackBatch(ctx, { batchId: id })],
  decideBatch: ["withdrawals:approve", (ctx) => decideBatch(ctx, { batchId: id, decision: "approved", digest: "v1" })],
  expireBatches: ["orders:recover", expireBatches],
  recoverBatches: ["orders:recover", recoverBatches],
  sendBatch: ["withdrawals:send", (ctx) => sendBatch(ctx, { batchId: id, rowsPerSecond: 10 })],
  pauseBatch: ["orders:stop", (ctx) => pauseBatch(ctx, { batchId: id })],
  resumeBatch: ["withdrawals:create", (ctx) => resumeBatch(ctx, { batchId: id })],
  cancelRest: ["orders:stop", (ctx) => cancelRest(ctx, { batchId: id })],
  getFile: ["players:read", (ctx) => getFile(ctx, { fileId: id })],
  getResults: ["players:export", (ctx) => getResults(ctx, { fileId: id, format: "csv" })],
  heldPlayers: ["players:register", (ctx) => heldPlayers(ctx, { playerIds: ["unknown"] })],
  listFiles: ["players:read", (ctx) => listFiles(ctx, { anchor: undefined })],
  readPlayersFile: ["players:register", (ctx) => readPlayersFile(ctx, { bytes: new Uint8Array() })],
  registerRow: ["players:send", (ctx) => registerRow(ctx, { rowId: id })],
  startFile: ["players:register", (ctx) => startFile(ctx, { formId: id, name: "f", digest: "0", rows: [] })],
  recoverImportRows: ["players:send", recoverImportRows],
  getPlayer: ["players:read", (ctx) => getPlayer(ctx, { playerId: "unknown" })],
  listPlayers: ["players:read", (ctx) => listPlayers(ctx, { show: "needs", q: "", sort: "newest" })],
  registerPlayer: [
    "players:register",
    (ctx) => registerPlayer(ctx, { formId: id, playerId: "p", userName: "ヤマダ", replaces: null }),
  ],
  sendRegistration: ["players:send", (ctx) => sendRegistration(ctx, { registrationRow: id })],
  recoverStuckRegistrations: ["players:send", recoverStuckRegistrations],
  getDelivery: ["transactions:read_raw", (ctx) => getDelivery(ctx, { deliveryId: id })],
  getExchange: ["transactions:read_raw", (ctx) => getExchange(ctx, { exchangeId: id })],
  getTransaction: ["transactions:read", (ctx) => getTransaction(ctx, { referenceId: "unknown" })],
  getTimeline: [
    "transactions:read",
    (ctx) => getTimeline(ctx, { referenceId: "r", before: "2026-01-01 00:00:00+00|x", limit: 1 }),
  ],
  pollDueOrders: ["orders:poll", pollDueOrders],
  checkApiStatus: ["api_status:check", checkApiStatus],
  getApiStatus: ["activity:read", getApiStatus],
  startBackfill: ["backfill:start", (ctx) => startBackfill(ctx, { ids: "unknown" })],
  listBackfills: ["backfill:start", listBackfills],
  getBackfill: ["backfill:start", (ctx) => getBackfill(ctx, { runId: id, after: 0 })],
  runBackfill: ["backfill:poll", (ctx) => runBackfill(ctx, { runId: id })],
  recoverBackfills: ["orders:recover", recoverBackfills],
  addLedgerPart: [
    "reconciliation:change",
    (ctx) => addLedgerPart(ctx, { fileId: randomUUID(), name: "n", part: 0, bytes: new Uint8Array() }),
  ],
  completeLedger: ["reconciliation:change", (ctx) => completeLedger(ctx, { fileId: id })],
  startReconciliation: [
    "reconciliation:change",
    (ctx) =>
      startReconciliation(ctx, {
        ...{ fileIds: [id], firstDay: "2026-01-01", lastDay: "2026-01-01" },
        mapping: { columns: {}, always: {}, bookedWords: [], rule: "none", basis: "ordered" },
      }),
  ],
  repeatReconciliation: ["reconciliation:change", (ctx) => repeatReconciliation(ctx, { runId: id })],
  cancelReconciliation: ["reconciliation:change", (ctx) => cancelReconciliation(ctx, { runId: id })],
  assignExceptions: ["reconciliation:change", (ctx) => assignExceptions(ctx, { ids: [id], owner: null })],
  explainException: ["reconciliation:change", (ctx) => explainException(ctx, { id, reason: "other", note: "" })],
  closeException: [
    "reconciliation:change",
    (ctx) => {
      const seen = { class: "only_in_ledger" as const, currency: "JPY", ledgerAmount: "1", serviceAmount: null };
      return closeException(ctx, { id, reason: "no", seen });
    },
  ],
  decideExceptionClose: ["reconciliation:change", (ctx) => decideExceptionClose(ctx, { proposalId: id, apply: false })],
  askAboutException: ["reconciliation:change", (ctx) => askAboutException(ctx, { id })],
  listReconciliations: ["reconciliation:read", (ctx) => listReconciliations(ctx, { anchor: undefined })],
  getReconciliation: ["reconciliation:read", (ctx) => getReconciliation(ctx, { runId: id })],
  getRunInForce: [
    "reconciliation:read",
    (ctx) => getRunInForce(ctx, { firstDay: "2026-01-01", lastDay: "2026-01-01" }),
  ],
  listReconciliationRows: ["reconciliation:read", (ctx) => listReconciliationRows(ctx, rowsAsked.parse({ runId: id }))],
  listBrokenLines: ["reconciliation:read", (ctx) => listBrokenLines(ctx, { runId: id })],
  listWorkers: ["reconciliation:read", listWorkers],
  getReconciliationRow: ["reconciliation:read", (ctx) => getReconciliationRow(ctx, { runId: id, position: "1" })],
  getExceptionProposal: ["reconciliation:read", (ctx) => getExceptionProposal(ctx, { proposalId: id })],
  exportReconciliation: ["reconciliation:export", (ctx) => exportReconciliation(ctx, { runId: id, class: "all" })],
  findMovements: ["reconciliation:process", findMovements],
  nameMovement: [
    "movements:name",
    (ctx) => nameMovement(ctx, { movementId: id, kind: "other", note: "", currency: "JPY", rule: null }),
  ],
  undoMovementName: ["movements:name", (ctx) => undoMovementName(ctx, { movementId: id, reason: "no" })],
  endMovementRule: ["movements:name", (ctx) => endMovementRule(ctx, { ruleId: id })],
  testLedgerSource: ["ledger_source:manage", (ctx) => testLedgerSource(ctx, { query: "select 1" })],
  saveLedgerSource: [
    "ledger_source:manage",
    (ctx) =>
      saveLedgerSource(ctx, {
        ...{ seen: null, query: "select 1", runAt: null },
        mapping: { columns: {}, always: {}, bookedWords: [], rule: "none", basis: "ordered" },
      }),
  ],
  runLedgerSource: [
    "reconciliation:change",
    (ctx) => runLedgerSource(ctx, { firstDay: "2026-01-01", lastDay: "2026-01-01" }),
  ],
  getLedgerSource: ["reconciliation:change", getLedgerSource],
  readLedgerSource: ["reconciliation:process", (ctx) => readLedgerSource(ctx, { sourceRunId: id })],
  startLedgerSources: ["reconciliation:process", startLedgerSources],
  uploadStatement: [
    "reconciliation:change",
    (ctx) => uploadStatement(ctx, { name: "n", account: "own", bytes: new Uint8Array() }),
  ],
  matchEntry: ["reconciliation:change", (ctx) => matchEntry(ctx, { entryId: id, movementId: id, reason: "no" })],
  unmatchEntry: ["reconciliation:change", (ctx) => unmatchEntry(ctx, { entryId: id, reason: "no" })],
  withdrawStatement: ["reconciliation:change", (ctx) => withdrawStatement(ctx, { statementId: id })],
  listStatements: ["reconciliation:read", listStatements],
  listEntries: ["reconciliation:read", (ctx) => listEntries(ctx, entriesAsked.parse({}))],
  getEntry: ["reconciliation:read", (ctx) => getEntry(ctx, { entryId: id })],
  listMovements: ["reconciliation:read", (ctx) => listMovements(ctx, movementsAsked.parse({}))],
  getMovement: ["reconciliation:read", (ctx) => getMovement(ctx, { movementId: id })],
  listMovementRules: ["reconciliation:read", listMovementRules],
  runReconciliation: ["reconciliation:process", (ctx) => runReconciliation(ctx, { runId: id })],
  recoverReconciliations: ["orders:recover", recoverReconciliations],
  removeOldLedgers: ["raw_data:delete", (ctx) => removeOldLedgers(ctx, { days: 400 })],
  removeOldRaw: ["raw_data:delete", (ctx) => removeOldRaw(ctx, { days: 400 })],
  readLog: ["activity:read", (ctx) => readLog(ctx, { kind: "all" })],
  getLogEntry: ["activity:read", (ctx) => getLogEntry(ctx, { source: "d", id })],
  listDisagreements: ["activity:read", listDisagreements],
  markDisagreementSeen: ["deliveries:recheck", (ctx) => markDisagreementSeen(ctx, { id, deliveryId: id })],
  recheckDelivery: ["deliveries:recheck", (ctx) => recheckDelivery(ctx, { deliveryId: id })],
  listPayees: ["payees:read", (ctx) => listPayees(ctx, payeesAsked.parse({}))],
  getPayee: ["payees:read", (ctx) => getPayee(ctx, { payeeId: id })],
  previewPayeeFile: ["payees:edit", (ctx) => previewPayeeFile(ctx, { bytes: new Uint8Array() })],
  proposePayeeFile: ["payees:edit", (ctx) => proposePayeeFile(ctx, { bytes: new Uint8Array(), name: "a file" })],
  getPayeeImport: ["payees:read", (ctx) => getPayeeImport(ctx, { importId: id })],
  takeBackPayeeImport: ["payees:edit", (ctx) => takeBackPayeeImport(ctx, { importId: id })],
  decidePayeeImport: ["payees:approve", (ctx) => decidePayeeImport(ctx, { importId: id, decision: "approved" })],
  listPayeesForMe: ["payees:read", listPayeesForMe],
  listUnchecked: ["payees:edit", listUnchecked],
  readAnswersFile: ["payees:edit", (ctx) => readAnswersFile(ctx, { bytes: new Uint8Array() })],
  importAnswers: [
    "payees:edit",
    (ctx) => importAnswers(ctx, { bytes: new Uint8Array(), bank: "a bank", on: "2026-01-01" }),
  ],
  exportInquiry: ["payees:edit", (ctx) => exportInquiry(ctx, { payeeIds: [id], code: "1", name: "ア" })],
  listPayablePayees: ["withdrawals:create", (ctx) => listPayablePayees(ctx, payeeSearch.parse({ currency: "JPY" }))],
  getRecipientToSave: ["payees:edit", (ctx) => getRecipientToSave(ctx, { referenceId: "unknown" })],
  getTermsForPayee: ["withdrawals:create", (ctx) => getTermsForPayee(ctx, { payeeId: id })],
  proposePayee: ["payees:edit", (ctx) => proposePayee(ctx, payeeInput.parse(typedPayee()))],
  proposePayeeChange: [
    "payees:edit",
    (ctx) => proposePayeeChange(ctx, { payeeId: id, seen: 1, payee: payeeInput.parse(typedPayee()) }),
  ],
  takeBackPayee: ["payees:edit", (ctx) => takeBackPayee(ctx, { payeeId: id, version: 1 })],
  decidePayee: ["payees:approve", (ctx) => decidePayee(ctx, { payeeId: id, version: 1, decision: "approved" })],
  blockPayee: ["payees:block", (ctx) => blockPayee(ctx, { payeeId: id, reason: "a test" })],
  unblockPayee: ["payees:approve", (ctx) => unblockPayee(ctx, { payeeId: id, reason: "a test" })],
  closeDay: ["daily_close:close", (ctx) => closeDay(ctx, { day: "2026-01-01" })],
  proposeReopening: ["daily_close:close", (ctx) => proposeReopening(ctx, { day: "2026-01-01", reason: "?" })],
  decideDayChange: ["daily_close:close", (ctx) => decideDayChange(ctx, { proposalId: id, apply: false })],
  listMonths: ["daily_close:read", listMonths],
  getMonth: ["daily_close:read", (ctx) => getMonth(ctx, { month: "2026-01" })],
  packMonth: ["months:pack", (ctx) => packMonth(ctx, { month: "2026-01" })],
  runPacking: ["months:process", (ctx) => runPacking(ctx, { month: "2026-01", version: 1 })],
  recoverPackages: ["orders:recover", recoverPackages],
  downloadPackage: ["reconciliation:export", (ctx) => downloadPackage(ctx, { month: "2026-01", version: 1 })],
  getJournalAccounts: ["journal_accounts:change", getJournalAccounts],
  saveJournalAccounts: [
    "journal_accounts:change",
    (ctx) => saveJournalAccounts(ctx, { seen: null, accounts: SUGGESTED_ACCOUNTS }),
  ],
  getDay: ["daily_close:read", (ctx) => getDay(ctx, { day: "2026-01-01" })],
  getDayStanding: ["daily_close:read", (ctx) => getDayStanding(ctx, { day: "2026-01-01" })],
  listDays: ["daily_close:read", listDays],
  countDays: ["daily_close:read", countDays],
  listDaysNotClosed: ["daily_close:close", (ctx) => listDaysNotClosed(ctx, { closeBy: "12:00" })],
  exportReport: ["transactions:export", (ctx) => exportReport(ctx, reportAsked.parse({}))],
  getReport: ["transactions:read", (ctx) => getReport(ctx, reportAsked.parse({}))],
  getReportNow: ["transactions:read", (ctx) => getReportNow(ctx, reportAsked.parse({}))],
  exportBalanceHistory: ["transactions:export", (ctx) => exportBalanceHistory(ctx, { range: "day" })],
  getBalanceHistory: ["balances:read", (ctx) => getBalanceHistory(ctx, { range: "day" })],
  listActivity: ["activity:read", (ctx) => listActivity(ctx, { kind: "all" })],
  countAttention: ["transactions:read", countAttention],
  countPlayersNeeding: ["players:read", countPlayersNeeding],
  countDashboard: ["activity:read", countDashboard],
  getServiceHealth: ["transactions:read", getServiceHealth],
  listAttention: ["transactions:read", listAttention],
  getBank: ["banks:read", (ctx) => getBank(ctx, { bankCode: "0005", q: "" })],
  listBanks: ["banks:read", (ctx) => listBanks(ctx, { currency: "JPY" })],
  listWithoutNews: ["transactions:read", listWithoutNews],
  exportOrders: [
    "transactions:export",
    async (ctx) => {
      const file = await exportOrders(ctx, ordersExported.parse({}));
      if (file.ok) await file.value.body.cancel();
    },
  ],
  changeView: ["views:save", (ctx) => changeView(ctx, { id, name: "v", shared: false })],
  keepView: ["views:save", (ctx) => keepView(ctx, { list: "transactions", name: "v", query: "", shared: false })],
  listViews: ["transactions:read", (ctx) => listViews(ctx, { list: "transactions" })],
  removeView: ["views:save", (ctx) => removeView(ctx, { id })],
  listOrders: ["transactions:read", (ctx) => listOrders(ctx, { list: "transactions", show: "all", sort: "newest" })],
  exportPlayers: [
    "players:export",
    async (ctx) => {
      const file = await exportPlayers(ctx, playersExported.parse({}));
      if (file.ok) await file.value.body.cancel();
    },
  ],
  orderFigures: ["transactions:read", (ctx) => orderFigures(ctx, { list: "transactions" })],
  orderTotals: ["transactions:read", (ctx) => orderTotals(ctx, { list: "transactions", show: "all", sort: "newest" })],
  countWaitingForMe: ["withdrawals:approve", countWaitingForMe],
  getLimits: ["approval_rules:read", getLimits],
  proposeLimits: ["approval_rules:change", (ctx) => proposeLimits(ctx, { limits: [] })],
  decideLimits: ["approval_rules:change", (ctx) => decideLimits(ctx, { proposalId: id, apply: false })],
  getRules: ["approval_rules:read", getRules],
  countDeciders: ["approval_rules:change", (ctx) => countDeciders(ctx, { kind: "approval_rules" })],
  getEndedProposal: ["activity:read", (ctx) => getEndedProposal(ctx, { proposalId: id })],
  listProposalsForMe: ["activity:read", listProposalsForMe],
  listEndedRequests: ["activity:read", (ctx) => listEndedRequests(ctx)],
  dismissRequest: ["approvals:read", (ctx) => dismissRequest(ctx, { proposalId: id })],
  listFollowUps: ["withdrawals:create", listFollowUps],
  dismissFollowUp: ["withdrawals:create", (ctx) => dismissFollowUp(ctx, { referenceId: "unknown", setback: "FAILED" })],
  getTermsToRepeat: ["withdrawals:create", (ctx) => getTermsToRepeat(ctx, { referenceId: "unknown" })],
  getTermsToCorrect: ["withdrawals:create", (ctx) => getTermsToCorrect(ctx, { referenceId: "unknown" })],
  lookUpInPlaceOf: ["transactions:check_status", (ctx) => lookUpInPlaceOf(ctx, replaceable)],
  lookUpOrder: ["transactions:check_status", (ctx) => lookUpOrder(ctx, { id: "unknown" })],
  lookUpOrders: ["transactions:check_status", (ctx) => lookUpOrders(ctx, ["unknown"])],
  handleCallback: ["deliveries:receive", (ctx) => handleCallback(ctx, "unknown", callback())],
  handleIncoming: ["deliveries:receive", (ctx) => handleIncoming(ctx, "unknown", NOTHING_CAME)],
  balancesForPage: ["balances:read", balancesForPage],
  refreshBalances: ["balances:read", refreshBalances],
  requestWithdrawal: ["withdrawals:create", (ctx) => requestWithdrawal(ctx, withdrawalInput.parse(typedForm()))],
  searchBanks: ["banks:read", (ctx) => searchBanks(ctx, { q: "0005" })],
  searchBranches: ["banks:read", (ctx) => searchBranches(ctx, { bankCode: "0005", q: "001" })],
  findBanks: ["banks:read", (ctx) => findBanks(ctx, { q: "0005" })],
  searchHeld: ["transactions:read", (ctx) => searchHeld(ctx, { q: "unknown" })],
  suggestHeld: ["transactions:read", (ctx) => suggestHeld(ctx, { q: "unknown" })],
  sendWithdrawal: ["withdrawals:send", (ctx) => sendWithdrawal(ctx, { transactionRow: id })],
  decideRules: ["approval_rules:change", (ctx) => decideRules(ctx, { proposalId: id, apply: false })],
  decideWithdrawal: [
    "withdrawals:approve",
    (ctx) => decideWithdrawal(ctx, { referenceId: "unknown", decision: "approved", digest: "0" }),
  ],
  expireRequests: ["orders:recover", expireRequests],
  proposeRules: ["approval_rules:change", (ctx) => proposeRules(ctx, { rules: [] })],
  reissueWithdrawal: ["withdrawals:create", (ctx) => reissueWithdrawal(ctx, { referenceId: "unknown" })],
  releaseWithdrawal: ["withdrawals:approve", (ctx) => releaseWithdrawal(ctx, { referenceId: "unknown" })],
  takeBackWithdrawal: ["withdrawals:create", (ctx) => takeBackWithdrawal(ctx, { referenceId: "unknown" })],
  recoverDeliveries: ["orders:recover", recoverDeliveries],
  resolveDiscrepancy: [
    "discrepancies:resolve",
    (ctx) => resolveDiscrepancy(ctx, { referenceId: "unknown", finding: "not_moved", reason: "r", seen: null }),
  ],
  attestNonCreation: ["non_creation:attest", (ctx) => attestNonCreation(ctx, { referenceId: "unknown", reason: "r" })],
  recoverStuckOrders: ["orders:recover", recoverStuckOrders],
  changeRole: ["users:change", (ctx) => changeRole(ctx, { userId: id, role: "viewer" })],
  decideChange: ["users:change", (ctx) => decideChange(ctx, { proposalId: id, apply: true })],
  disableUser: ["users:change", (ctx) => disableUser(ctx, { userId: id })],
  enableUser: ["users:change", (ctx) => enableUser(ctx, { userId: id })],
  getUser: ["users:read", (ctx) => getUser(ctx, { userId: id })],
  getTeam: ["users:read", (ctx) => getTeam(ctx, { show: "all", q: "" })],
  inviteUser: ["users:change", (ctx) => inviteUser(ctx, { email: "new@test.example", role: "viewer" })],
  makePasswordLink: ["users:change", (ctx) => makePasswordLink(ctx, { userId: id })],
  resendInvitation: ["users:change", (ctx) => resendInvitation(ctx, { invitationId: id })],
  resetFactor: ["users:change", (ctx) => resetFactor(ctx, { userId: id })],
  sendForgottenLink: ["emails:send", (ctx) => sendForgottenLink(ctx, { sealed: "" })],
  sendEmail: ["emails:send", (ctx) => sendEmail(ctx, { mailId: id })],
  signOutUser: ["users:change", (ctx) => signOutUser(ctx, { userId: id })],
  recoverEmails: ["emails:send", recoverEmails],
  sealAgain: ["secrets:seal_again", sealAgain],
  withdrawInvitation: ["users:change", (ctx) => withdrawInvitation(ctx, { invitationId: id })],
  verifyAudit: ["audit:verify", verifyAudit],
  addPasskey: ["security:own", (ctx) => addPasskey(ctx, { name: "n", response: NO_PASSKEY })],
  changePassword: ["security:own", (ctx) => changePassword(ctx, { current: "no", next: "no" })],
  confirmApp: ["security:own", (ctx) => confirmApp(ctx, { startedAt: "", code: "000000" })],
  endOtherSessions: ["security:own", endOtherSessions],
  endSession: ["security:own", (ctx) => endSession(ctx, { id: "0" })],
  getSecurity: ["security:own", getSecurity],
  removeApp: ["security:own", removeApp],
  removePasskey: ["security:own", (ctx) => removePasskey(ctx, { id })],
  renamePasskey: ["security:own", (ctx) => renamePasskey(ctx, { id, name: "n" })],
  keepRecoveryCodes: ["security:own", (ctx) => keepRecoveryCodes(ctx, { madeAt: new Date(0).toISOString() })],
  renewRecoveryCodes: ["security:own", renewRecoveryCodes],
  startApp: ["security:own", startApp],
  startPasskey: ["security:own", startPasskey],
};

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

describe.each(Object.entries(USE_CASES))("%s", (_name, [permission, use]) => {
  test.each([...ROLES, ...MACHINES])(`needs ${permission}: %s`, async (who) => {
    const used = use(await context.as(who)).then(
      () => "allowed",
      (error: unknown) => (error instanceof Forbidden ? "refused" : "allowed"),
    );
    const outcome = await used;
    // Of what its permission covers, a key requests; only people attach, correct, accept and repeat.
    if (who === "api_key" && may(who, permission)) expect(["allowed", "refused"]).toContain(outcome);
    else expect(outcome).toBe(may(who, permission) ? "allowed" : "refused");
  });
});

test("an anonymous caller, and the system itself, may use none of them", async () => {
  const ctx = await context.as("admin");
  for (const kind of ["anonymous", "system"] as const) {
    for (const [, use] of Object.values(USE_CASES)) {
      await expect(use({ ...ctx, actor: { kind, id: kind, name: kind } })).rejects.toThrow(Forbidden);
    }
  }
});

test("no use case is missing from this table", () => {
  const sources = readdirSync("lib", { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts"));
  const guarded = sources.flatMap((path) => {
    const text = readFileSync(join("lib", path), "utf8");
    return [...text.matchAll(/export async function (\w+)\((?:(?!\nexport )[\s\S])*?\{\n\s*requirePermission\(/g)].map(
      (match) => match[1],
    );
  });
  expect(guarded.toSorted()).toEqual(Object.keys(USE_CASES).toSorted());
});
