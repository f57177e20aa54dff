import { randomUUID } from "node:crypto";
import { ENDPOINTS, type EndpointId } from "@/lib/api/endpoints";
import type { Permission } from "@/lib/auth/permissions";
import { SUGGESTED_ACCOUNTS } from "@/lib/journals/suggested";
import { NO_CHOICES, settingsFrom } from "@/lib/notifications/settings";
import { RESOLUTIONS } from "@/lib/transactions/discrepancies/resolution";
import { ownAccount, typedDeposit, typedForm, typedPayee } from "../support/forms";
import type { Seeded } from "./seed";

/**
 * Every entry point of the console, and what it needs. `matrix.test.ts` tries each as every caller; an entry point
 * without a row here fails it.
 */

/** An id that nothing has. */
export const UNKNOWN_ID = "00000000-0000-4000-8000-000000000000";
const DIGEST = "0".repeat(64);
const order = { referenceId: "WD-unknown" };
const oneBatch = { batchId: UNKNOWN_ID };
const oneMonth = { month: "2026-01" };
const oneReconciliation = { runId: UNKNOWN_ID };
const ofReconciliation = { runId: "reconciliationId" } as const;
const unknownUser = { userId: UNKNOWN_ID };
const onePlayer = { playerId: "unknown" };
const passkey = {
  ...{ id: "", rawId: "", type: "public-key", clientExtensionResults: {} },
  response: { clientDataJSON: "", attestationObject: "", transports: [] },
};

/** Server actions: the permission, and an input that would be accepted with it. */
export const ACTIONS: Record<string, [Permission, input: () => object]> = {
  requestWithdrawalAction: ["withdrawals:create", () => typedForm({ playerId: "p-matrix", ...ownAccount() })],
  reissueWithdrawalAction: ["withdrawals:create", () => order],
  takeBackWithdrawalAction: ["withdrawals:create", () => order],
  dismissFollowUpAction: ["withdrawals:create", () => ({ ...order, setback: "FAILED" })],
  decideWithdrawalAction: [
    "withdrawals:approve",
    () => ({ ...order, digest: `v1:00000000:${DIGEST}`, decision: "approved" }),
  ],
  releaseWithdrawalAction: ["withdrawals:approve", () => order],
  proposeRulesAction: ["approval_rules:change", () => ({ rules: [] })],
  dismissRequestAction: ["approvals:read", () => ({ proposalId: UNKNOWN_ID })],
  decideRulesAction: ["approval_rules:change", () => ({ proposalId: UNKNOWN_ID, apply: false })],
  proposeLimitsAction: ["approval_rules:change", () => ({ limits: [] })],
  decideLimitsAction: ["approval_rules:change", () => ({ proposalId: UNKNOWN_ID, apply: false })],
  proposePayeeAction: ["payees:edit", () => typedPayee()],
  proposePayeeChangeAction: ["payees:edit", () => ({ payeeId: UNKNOWN_ID, seen: 1, payee: typedPayee() })],
  takeBackPayeeAction: ["payees:edit", () => ({ payeeId: UNKNOWN_ID, version: 1 })],
  decidePayeeAction: ["payees:approve", () => ({ payeeId: UNKNOWN_ID, version: 1, decision: "approved" })],
  blockPayeeAction: ["payees:block", () => ({ payeeId: UNKNOWN_ID, reason: "no" })],
  takeBackPayeeImportAction: ["payees:edit", () => ({ importId: UNKNOWN_ID })],
  decidePayeeImportAction: ["payees:approve", () => ({ importId: UNKNOWN_ID, decision: "approved" })],
  exportInquiryAction: ["payees:edit", () => ({ payeeIds: [UNKNOWN_ID], code: "1", name: "ア" })],
  unblockPayeeAction: ["payees:approve", () => ({ payeeId: UNKNOWN_ID, reason: "no" })],
  editRowAction: ["withdrawals:create", () => ({ ...oneBatch, line: 2, fields: { amount: "1" } })],
  fixRowsAction: ["withdrawals:create", () => ({ ...oneBatch, lines: [2] })],
  excludeRowsAction: ["withdrawals:create", () => ({ ...oneBatch, lines: [2], reason: "no" })],
  acceptWarningsAction: [
    "withdrawals:create",
    () => ({ ...oneBatch, rows: [{ line: 2, currency: "JPY", amount: "1", warnings: [] }], reason: "no" }),
  ],
  acceptTrailersAction: ["withdrawals:create", () => ({ ...oneBatch, reason: "no" })],
  acceptSameListAction: ["withdrawals:create", () => ({ ...oneBatch, earlier: oneBatch.batchId, reason: "no" })],
  readAgainAction: ["withdrawals:create", () => ({ ...oneBatch, encoding: "UTF-16LE", dropsEdits: null })],
  changeColumnsAction: ["withdrawals:create", () => ({ ...oneBatch, mapping: {}, dropsEdits: null })],
  discardBatchAction: ["withdrawals:create", () => oneBatch],
  requestBatchAction: ["withdrawals:create", () => ({ ...oneBatch, edits: 0 })],
  decideBatchAction: [
    "withdrawals:approve",
    () => ({ ...oneBatch, digest: `v1:00000000:${DIGEST}`, decision: "approved" }),
  ],
  takeBackBatchAction: ["withdrawals:create", () => oneBatch],
  pauseBatchAction: ["orders:stop", () => oneBatch],
  resumeBatchAction: ["withdrawals:create", () => oneBatch],
  cancelRestAction: ["orders:stop", () => oneBatch],
  payAgainAction: ["withdrawals:create", () => ({ ...oneBatch, reason: "no" })],
  retryFailedAction: ["withdrawals:create", () => oneBatch],
  saveMappingAction: ["withdrawals:create", () => ({ header: ["a"], mapping: {} })],
  requestDepositAction: ["deposits:create", () => typedDeposit({ playerId: "p-matrix" })],
  dismissDepositAction: ["deposits:create", () => ({ ...order, reason: "no" })],
  reissueDepositAction: ["deposits:create", () => order],
  addNoteAction: ["transactions:note", () => ({ ...order, noteId: randomUUID().replaceAll("-", ""), text: "a note" })],
  checkOrderStatusAction: ["transactions:check_status", () => order],
  revealPiiAction: ["pii:reveal", () => ({ of: "player", ...onePlayer })],
  keepViewAction: ["views:save", () => ({ list: "transactions", name: "a view", query: "", shared: false })],
  changeViewAction: ["views:save", () => ({ id: UNKNOWN_ID, name: "a view", shared: false })],
  removeViewAction: ["views:save", () => ({ id: UNKNOWN_ID })],
  resolveDiscrepancyAction: [
    "discrepancies:resolve",
    () => ({ ...order, finding: RESOLUTIONS[0], reason: "no", seen: null }),
  ],
  attestNonCreationAction: ["non_creation:attest", () => ({ ...order, reason: "no" })],
  freezePayoutsAction: ["freezes:freeze", () => ({ userId: UNKNOWN_ID, reason: "no" })],
  proposeResumeAction: ["freezes:resume", () => ({ freezeId: UNKNOWN_ID })],
  decideResumeAction: ["freezes:resume", () => ({ proposalId: UNKNOWN_ID, apply: false })],
  stopOrderAction: ["orders:stop", () => ({ ...order, reason: "no" })],
  startBackfillAction: ["backfill:start", () => ({ ids: "unknown" })],
  recheckDeliveryAction: ["deliveries:recheck", () => ({ deliveryId: UNKNOWN_ID })],
  markDisagreementSeenAction: ["deliveries:recheck", () => ({ id: UNKNOWN_ID, deliveryId: UNKNOWN_ID })],
  rotateCallbackAddressAction: ["callbacks:change", () => ({})],
  retireCallbackAddressAction: ["callbacks:change", () => ({ addressId: UNKNOWN_ID })],
  proposeSignatureLockAction: ["callbacks:change", () => ({ locks: false })],
  decideSignatureLockAction: ["callbacks:change", () => ({ proposalId: UNKNOWN_ID, apply: false })],
  closeDayAction: ["daily_close:close", () => ({ day: "2026-01-01" })],
  proposeReopeningAction: ["daily_close:close", () => ({ day: "2026-01-01", reason: "matrix" })],
  decideDayChangeAction: ["daily_close:close", () => ({ proposalId: UNKNOWN_ID, apply: false })],
  packMonthAction: ["months:pack", () => oneMonth],
  saveJournalAccountsAction: ["journal_accounts:change", () => ({ seen: null, accounts: SUGGESTED_ACCOUNTS })],
  startReconciliationAction: [
    "reconciliation:change",
    () => ({
      ...{ fileIds: [UNKNOWN_ID], firstDay: "2026-01-01", lastDay: "2026-01-01" },
      mapping: { columns: {}, always: {}, bookedWords: [], rule: "none", basis: "ordered" },
    }),
  ],
  repeatReconciliationAction: ["reconciliation:change", () => oneReconciliation],
  cancelReconciliationAction: ["reconciliation:change", () => oneReconciliation],
  assignExceptionsAction: ["reconciliation:change", () => ({ ids: [UNKNOWN_ID], owner: null })],
  explainExceptionAction: ["reconciliation:change", () => ({ id: UNKNOWN_ID, reason: "other", note: "" })],
  closeExceptionAction: [
    "reconciliation:change",
    () => ({
      ...{ id: UNKNOWN_ID, reason: "no" },
      seen: { class: "only_in_ledger", currency: "JPY", ledgerAmount: "1", serviceAmount: null },
    }),
  ],
  decideExceptionCloseAction: ["reconciliation:change", () => ({ proposalId: UNKNOWN_ID, apply: false })],
  askAboutExceptionAction: ["reconciliation:change", () => ({ id: UNKNOWN_ID })],
  nameMovementAction: [
    "movements:name",
    () => ({ movementId: UNKNOWN_ID, kind: "other", note: "", currency: "JPY", rule: null }),
  ],
  undoMovementNameAction: ["movements:name", () => ({ movementId: UNKNOWN_ID, reason: "no" })],
  endMovementRuleAction: ["movements:name", () => ({ ruleId: UNKNOWN_ID })],
  testLedgerSourceAction: ["ledger_source:manage", () => ({ query: "select 1" })],
  saveLedgerSourceAction: [
    "ledger_source:manage",
    () => ({
      ...{ seen: null, query: "select 1", runAt: null },
      mapping: { columns: {}, always: {}, bookedWords: [], rule: "none", basis: "ordered" },
    }),
  ],
  runLedgerSourceAction: ["reconciliation:change", () => ({ firstDay: "2026-01-01", lastDay: "2026-01-01" })],
  matchEntryAction: ["reconciliation:change", () => ({ entryId: UNKNOWN_ID, movementId: UNKNOWN_ID, reason: "no" })],
  unmatchEntryAction: ["reconciliation:change", () => ({ entryId: UNKNOWN_ID, reason: "no" })],
  withdrawStatementAction: ["reconciliation:change", () => ({ statementId: UNKNOWN_ID })],
  registerPlayerAction: [
    "players:register",
    () => ({ formId: randomUUID(), playerId: "p-matrix", userName: "ヤマダタロウ" }),
  ],
  checkPlayerStatusAction: ["players:check_status", () => onePlayer],
  startFileAction: [
    "players:register",
    () => ({
      formId: randomUUID(),
      name: "players.csv",
      digest: DIGEST,
      rows: [{ line: 1, playerId: "p-matrix", userName: "", leftOut: "by_hand" }],
    }),
  ],
  inviteUserAction: ["users:change", () => ({ email: `invited-${randomUUID()}@matrix.example`, role: "viewer" })],
  resendInvitationAction: ["users:change", () => ({ invitationId: UNKNOWN_ID })],
  withdrawInvitationAction: ["users:change", () => ({ invitationId: UNKNOWN_ID })],
  changeRoleAction: ["users:change", () => ({ ...unknownUser, role: "viewer", seen: "ops" })],
  disableUserAction: ["users:change", () => unknownUser],
  enableUserAction: ["users:change", () => unknownUser],
  signOutUserAction: ["users:change", () => unknownUser],
  resetFactorAction: ["users:change", () => unknownUser],
  makePasswordLinkAction: ["users:change", () => unknownUser],
  decideChangeAction: ["users:change", () => ({ proposalId: UNKNOWN_ID, apply: false })],
  saveNotificationSettingsAction: ["notifications:manage", () => ({ seen: null, ...settingsFrom() })],
  addChannelAction: [
    "notifications:manage",
    () => ({ kind: "slack", name: "matrix", locale: "en", url: "https://hooks.matrix.example/x" }),
  ],
  removeChannelAction: ["notifications:manage", () => ({ channelId: UNKNOWN_ID })],
  testChannelAction: ["notifications:manage", () => ({ channelId: UNKNOWN_ID })],
  retryNotificationAction: ["notifications:manage", () => ({ deliveryId: UNKNOWN_ID })],
  saveOwnNotificationsAction: ["notifications:own", () => ({ seen: "0".repeat(64), ...NO_CHOICES })],
  addDeviceAction: [
    "notifications:own",
    () => ({
      ...{ endpoint: "https://push.test/a", locale: "en", userAgent: "" },
      keys: { p256dh: "x".repeat(87), auth: "x".repeat(22) },
    }),
  ],
  removeDeviceAction: ["notifications:own", () => ({ deviceId: UNKNOWN_ID })],
  testDeviceAction: ["notifications:own", () => ({ deviceId: UNKNOWN_ID })],
  markOpenedAction: ["approvals:read", () => ({ kind: "order", id: "WD-unknown" })],
  addEndpointAction: [
    "webhooks:manage",
    () => ({ name: "matrix", url: "https://hooks.matrix.example/x", types: ["order.updated"] }),
  ],
  testEndpointAction: ["webhooks:manage", () => ({ endpointId: UNKNOWN_ID })],
  removeEndpointAction: ["webhooks:manage", () => ({ endpointId: UNKNOWN_ID })],
  rotateEndpointSecretAction: ["webhooks:manage", () => ({ endpointId: UNKNOWN_ID })],
  enableEndpointAction: ["webhooks:manage", () => ({ endpointId: UNKNOWN_ID })],
  sendNowAction: ["webhooks:manage", () => ({ endpointId: UNKNOWN_ID })],
  replayWebhooksAction: ["webhooks:manage", () => ({ endpointId: UNKNOWN_ID, position: 1 })],
  createApiKeyAction: [
    "api_keys:manage",
    () => ({ name: "matrix", scopes: ["orders:read"], networks: "", lastDay: "", limits: [] }),
  ],
  rotateApiKeyAction: ["api_keys:manage", () => ({ keyId: UNKNOWN_ID })],
  revokeApiKeyAction: ["api_keys:manage", () => ({ keyId: UNKNOWN_ID })],
  proposeUnattendedAction: ["api_keys:manage", () => ({ keyId: UNKNOWN_ID, limits: [] })],
  decideUnattendedAction: ["api_keys:manage", () => ({ proposalId: UNKNOWN_ID, apply: false })],
  startAppAction: ["security:own", () => ({})],
  confirmAppAction: ["security:own", () => ({ startedAt: new Date(0).toISOString(), code: "000000" })],
  removeAppAction: ["security:own", () => ({})],
  startPasskeyAction: ["security:own", () => ({ name: "n" })],
  addPasskeyAction: ["security:own", () => ({ name: "n", response: passkey })],
  renamePasskeyAction: ["security:own", () => ({ id: UNKNOWN_ID, name: "n" })],
  removePasskeyAction: ["security:own", () => ({ id: UNKNOWN_ID })],
  renewRecoveryCodesAction: ["security:own", () => ({})],
  keepRecoveryCodesAction: ["security:own", () => ({ madeAt: new Date(0).toISOString() })],
  changePasswordAction: ["security:own", () => ({ current: "not it", next: "not it either" })],
  endSessionAction: ["security:own", () => ({ id: DIGEST })],
  endOtherSessionsAction: ["security:own", () => ({})],
};

type View = {
  needs: Permission;
  query?: string;
  with?: Record<string, string>;
  /** Where a name in the address is that of another kind of thing elsewhere: what was planted for this one. */
  seeded?: Record<string, keyof Seeded>;
  body?: () => object | string;
};

/** What the browser reads: by GET, and by POST where there is a body. `with`: what stands in the address. */
export const VIEWS: Record<string, View> = {
  "/api/[environment]/activity": { needs: "activity:read" },
  "/api/[environment]/activity/export": { needs: "activity:read" },
  "/api/[environment]/activity/live": { needs: "activity:read" },
  "/api/[environment]/audit": { needs: "audit:read" },
  "/api/[environment]/audit/[lineId]": { needs: "audit:read", with: { lineId: "1" } },
  "/api/[environment]/audit/export": { needs: "audit:export" },
  "/api/[environment]/attachments": { needs: "withdrawals:create", body: () => "%PDF-1.7 of the matrix" },
  "/api/[environment]/attachments/[attachmentId]": { needs: "pii:read" },
  "/api/[environment]/attention": { needs: "transactions:read" },
  "/api/[environment]/balances": { needs: "balances:read" },
  "/api/[environment]/reports/export": { needs: "transactions:export" },
  "/api/[environment]/reports/findings/export": { needs: "reconciliation:export" },
  "/api/[environment]/balances/export": { needs: "transactions:export" },
  "/api/[environment]/balances/history": { needs: "balances:read" },
  "/api/[environment]/banks": { needs: "banks:read", query: "?currency=JPY" },
  "/api/[environment]/batches": { needs: "transactions:read" },
  "/api/[environment]/batches/[batchId]": { needs: "transactions:read", with: oneBatch },
  "/api/[environment]/batches/[batchId]/draft": { needs: "transactions:read", with: oneBatch },
  "/api/[environment]/batches/[batchId]/results": { needs: "transactions:export", with: oneBatch },
  "/api/[environment]/batches/template": { needs: "withdrawals:create", query: "?format=csv" },
  "/api/[environment]/batches/[batchId]/review": { needs: "transactions:read", with: oneBatch },
  "/api/[environment]/batches/[batchId]/rows": { needs: "transactions:read", with: oneBatch },
  "/api/[environment]/batches/[batchId]/summary": { needs: "withdrawals:create", with: oneBatch },
  "/api/[environment]/batches/upload": { needs: "withdrawals:create", body: () => "not a file of payouts" },
  "/api/[environment]/daily-close/[day]": { needs: "daily_close:read", with: { day: "2026-01-01" } },
  "/api/[environment]/daily-close/[day]/standing": { needs: "daily_close:read", with: { day: "2026-01-01" } },
  "/api/[environment]/daily-close/months/[month]": { needs: "daily_close:read", with: oneMonth },
  "/api/[environment]/daily-close/months/[month]/packages/[version]": {
    needs: "reconciliation:export",
    with: { ...oneMonth, version: "1" },
  },
  "/api/[environment]/api-status": { needs: "api_status:check" },
  "/api/[environment]/api-status/known": { needs: "activity:read" },
  "/api/[environment]/deliveries/[deliveryId]": { needs: "transactions:read_raw" },
  "/api/[environment]/deposits/checks": {
    needs: "deposits:create",
    body: () => ({ currency: "JPY", playerId: "unknown" }),
  },
  "/api/[environment]/exchanges/[exchangeId]": { needs: "transactions:read_raw" },
  "/api/[environment]/backfill": { needs: "backfill:start" },
  "/api/[environment]/backfill/[runId]": { needs: "backfill:start" },
  "/api/[environment]/jp-banks": { needs: "banks:read", query: "?q=0005" },
  "/api/[environment]/jp-banks/[bankCode]/branches": {
    needs: "banks:read",
    with: { bankCode: "0005" },
    query: "?q=001",
  },
  "/api/[environment]/payees": { needs: "payees:read" },
  "/api/[environment]/payees/[payeeId]": { needs: "payees:read", with: { payeeId: UNKNOWN_ID } },
  "/api/[environment]/payees/account-checks": {
    needs: "payees:edit",
    body: () => "",
    query: "?bank=a+bank&on=2026-01-01",
  },
  "/api/[environment]/payees/account-checks/preview": { needs: "payees:edit", body: () => "" },
  "/api/[environment]/payees/import": { needs: "payees:edit", body: () => "", query: "?name=a+file" },
  "/api/[environment]/payees/import/preview": { needs: "payees:edit", body: () => "" },
  "/api/[environment]/payees/payable": { needs: "withdrawals:create", body: () => ({ currency: "JPY" }) },
  "/api/[environment]/player-files/[fileId]": { needs: "players:read" },
  "/api/[environment]/player-files/[fileId]/results": { needs: "players:export" },
  "/api/[environment]/player-files/known-players": {
    needs: "players:register",
    body: () => ({ playerIds: ["unknown"] }),
  },
  "/api/[environment]/player-files/parse": { needs: "players:register", body: () => "player_id,name\n1,ヤマダ\n" },
  "/api/[environment]/players": { needs: "players:read" },
  "/api/[environment]/players/[playerId]": { needs: "players:read" },
  "/api/[environment]/players/export": { needs: "players:export" },
  "/api/[environment]/reconciliation/[runId]": {
    needs: "reconciliation:read",
    with: oneReconciliation,
    seeded: ofReconciliation,
  },
  "/api/[environment]/reconciliation/[runId]/rows": {
    needs: "reconciliation:read",
    with: oneReconciliation,
    seeded: ofReconciliation,
  },
  "/api/[environment]/reconciliation/[runId]/rows/[position]": {
    needs: "reconciliation:read",
    with: { ...oneReconciliation, position: "1" },
    seeded: ofReconciliation,
  },
  "/api/[environment]/reconciliation/[runId]/export": {
    needs: "reconciliation:export",
    with: oneReconciliation,
    seeded: ofReconciliation,
  },
  "/api/[environment]/reconciliation/in-force": {
    needs: "reconciliation:read",
    query: "?firstDay=2026-01-01&lastDay=2026-01-01",
  },
  "/api/[environment]/reconciliation/movements": { needs: "reconciliation:read" },
  "/api/[environment]/reconciliation/movements/[movementId]": {
    needs: "reconciliation:read",
    with: { movementId: UNKNOWN_ID },
    seeded: { movementId: "movementId" },
  },
  "/api/[environment]/reconciliation/statements": {
    needs: "reconciliation:change",
    body: () => "no statement",
    query: "?name=planted.txt&account=own",
  },
  "/api/[environment]/reconciliation/statements/entries": { needs: "reconciliation:read" },
  "/api/[environment]/reconciliation/statements/entries/[entryId]": {
    needs: "reconciliation:read",
    with: { entryId: UNKNOWN_ID },
    seeded: { entryId: "entryId" },
  },
  "/api/[environment]/reconciliation/files/[fileId]": {
    needs: "reconciliation:change",
    seeded: { fileId: "ledgerFileId" },
    body: () => "",
  },
  "/api/[environment]/search": { needs: "transactions:read", body: () => ({ q: "WD-planted" }) },
  "/api/[environment]/setting-words": { needs: "security:own" },
  "/api/[environment]/approvals": { needs: "approvals:read" },
  "/api/[environment]/dashboard": { needs: "activity:read" },
  "/api/[environment]/dashboard/volume": { needs: "transactions:read" },
  "/api/[environment]/transactions": { needs: "transactions:read" },
  "/api/[environment]/transactions/export": { needs: "transactions:export" },
  "/api/[environment]/transactions/totals": { needs: "transactions:read" },
  "/api/[environment]/transactions/fee-estimate": {
    needs: "transactions:read",
    query: "?type=WITHDRAW&currency=JPY&amount=12000",
  },
  "/api/[environment]/transactions/[referenceId]": { needs: "transactions:read" },
  "/api/[environment]/transactions/[referenceId]/timeline": {
    needs: "transactions:read",
    query: "?before=2026-01-01%2000:00:00%2B00%7C0%7Cx&limit=1",
  },
  "/api/[environment]/withdrawals/advice": {
    needs: "withdrawals:create",
    body: () => ({ ...typedForm(), amount: "12000" }),
  },
  "/api/[environment]/withdrawals/recent-recipients": {
    needs: "withdrawals:create",
    body: () => ({ currency: "JPY", search: "" }),
  },
  "/api/[environment]/withdrawals/similar": {
    needs: "withdrawals:create",
    body: () => ({ ...typedForm(), amount: "12000" }),
  },
  "/api/[environment]/withdrawals/awaiting-approval": { needs: "withdrawals:approve" },
};

/** The messages by which a page refuses a signed-in user; without: there is none. */
type Page = { needs: Permission; says?: string; with?: Record<string, string>; seeded?: Record<string, keyof Seeded> };

export const PAGES: Record<string, Page> = {
  "/[environment]": { needs: "transactions:read" },
  "/[environment]/activity": { needs: "activity:read" },
  "/[environment]/approvals": { needs: "approvals:read", says: "approvals.mayNot" },
  "/[environment]/balances": { needs: "balances:read" },
  "/[environment]/reports": { needs: "transactions:read" },
  "/[environment]/reports/findings": { needs: "reconciliation:read" },
  "/[environment]/banks": { needs: "banks:read" },
  "/[environment]/batches": { needs: "transactions:read" },
  "/[environment]/batches/[batchId]": { needs: "transactions:read", with: oneBatch },
  "/[environment]/batches/new": { needs: "withdrawals:create", says: "batches.mayNot" },
  "/[environment]/daily-close": { needs: "daily_close:read", says: "dailyClose.mayNot" },
  "/[environment]/daily-close/[day]": {
    needs: "daily_close:read",
    says: "dailyClose.mayNot",
    with: { day: "2026-01-01" },
  },
  "/[environment]/daily-close/months": { needs: "daily_close:read", says: "dailyClose.mayNot" },
  "/[environment]/daily-close/months/[month]": { needs: "daily_close:read", says: "dailyClose.mayNot", with: oneMonth },
  "/[environment]/api-status": { needs: "activity:read" },
  "/[environment]/deposits": { needs: "transactions:read" },
  "/[environment]/deposits/new": { needs: "deposits:create", says: "deposits.mayNot" },
  "/[environment]/payees": { needs: "payees:read" },
  "/[environment]/payees/[payeeId]": { needs: "payees:read", with: { payeeId: UNKNOWN_ID } },
  "/[environment]/payees/[payeeId]/edit": {
    needs: "payees:edit",
    says: "payees.mayNot",
    with: { payeeId: UNKNOWN_ID },
  },
  "/[environment]/payees/account-checks": { needs: "payees:edit", says: "payees.mayNot" },
  "/[environment]/payees/import": { needs: "payees:edit", says: "payees.mayNot" },
  "/[environment]/payees/imports/[importId]": { needs: "payees:read", with: { importId: UNKNOWN_ID } },
  "/[environment]/payees/new": { needs: "payees:edit", says: "payees.mayNot" },
  "/[environment]/players": { needs: "players:read" },
  "/[environment]/players/[playerId]": { needs: "players:read" },
  "/[environment]/players/bulk": { needs: "players:register", says: "players.bulk.mayNot" },
  "/[environment]/players/bulk/[fileId]": { needs: "players:read" },
  "/[environment]/players/new": { needs: "players:register", says: "players.mayNot" },
  "/[environment]/reconciliation": { needs: "reconciliation:read" },
  "/[environment]/reconciliation/[runId]": {
    needs: "reconciliation:read",
    with: oneReconciliation,
    seeded: ofReconciliation,
  },
  "/[environment]/reconciliation/movements": { needs: "reconciliation:read" },
  "/[environment]/reconciliation/statements": { needs: "reconciliation:read" },
  "/[environment]/reconciliation/new": { needs: "reconciliation:change", says: "reconciliation.mayNot" },
  "/[environment]/search": { needs: "transactions:read" },
  "/[environment]/settings": { needs: "security:own" },
  "/[environment]/settings/api-keys": { needs: "api_keys:manage", says: "apiKeys.mayNot" },
  "/[environment]/settings/approval-rules": { needs: "approval_rules:read", says: "rules.mayNot" },
  "/[environment]/settings/journal-accounts": { needs: "journal_accounts:change", says: "journals.mayNot" },
  "/[environment]/settings/developers": { needs: "activity:read" },
  "/[environment]/settings/freezes": { needs: "freezes:freeze", says: "freezes.mayNot" },
  "/[environment]/settings/audit": { needs: "audit:verify", says: "audit.mayNot" },
  "/[environment]/settings/callbacks": { needs: "callbacks:read", says: "callbacks.mayNot" },
  "/[environment]/settings/notifications": { needs: "notifications:own" },
  "/[environment]/settings/webhooks": { needs: "webhooks:manage", says: "webhooks.mayNot" },
  "/[environment]/settings/ledger-source": { needs: "reconciliation:change", says: "ledgerSource.mayNot" },
  "/[environment]/settings/security": { needs: "security:own" },
  "/[environment]/settings/team": { needs: "users:read", says: "team.mayNot" },
  "/[environment]/settings/team/[userId]": { needs: "users:read", says: "team.mayNot" },
  "/[environment]/transactions": { needs: "transactions:read" },
  "/[environment]/transactions/[referenceId]": { needs: "transactions:read" },
  "/[environment]/transactions/backfill": { needs: "backfill:start", says: "backfill.mayNot" },
  "/[environment]/transactions/backfill/[runId]": { needs: "backfill:start" },
  "/[environment]/withdrawals": { needs: "transactions:read" },
  "/[environment]/withdrawals/new": { needs: "withdrawals:create", says: "withdrawals.mayNot" },
};

/** The endpoints of `/v1` by their address, for keys alone. `api.test.ts` tries each with every scope and state of a key. */
export const API = Object.fromEntries(
  Object.entries(ENDPOINTS).map(([id, { path }]) => [path.replaceAll(/\{(\w+)\}/g, "[$1]"), id]),
) as Record<string, EndpointId>;

/** For keys with its scope alone. `api.test.ts` tries it with every scope and state of a key. */
export const MCP = "/mcp";

/** Public entry points, and why. Each has tests of its own. */
export const OPEN: Record<string, string> = {
  "/": "leads to the first environment, which asks who one is",
  "/_not-found": "holds nothing",
  "/_global-error": "holds nothing",
  "/sign-in": "where one signs in",
  "/sign-in/password-reset": "asks for an e-mail, and answers the same for every address",
  "/sign-in/link/[token]": "the holder of a link may use it once",
  "/sign-in/second-step": "leads back to the sign-in page without a half-open session",
  "/api/auth/[...nextauth]": "where one signs in; guarded by a token of its own against other sites",
  "/api/callbacks/[environment]/[token]": "the service's; the address is the secret, and nothing is believed unasked",
  "/api/password-reset": "for those who cannot sign in; limited, and answered alike",
  "/api/sign-in-link": "the holder of a link chooses a password",
  "/v1/openapi.json": "the document of the API; holds nothing of the merchant's",
  "/v1/[...path]": "says that there is no such endpoint",
  "/api/metrics": "needs METRICS_TOKEN; without one set it does not exist",
  "/api/health": "says whether the database answers, and nothing else",
  "/api/live": "says that the process answers, and nothing else",
  "/api/ready": "says whether requests should be sent here, and nothing else",
  "/api/server-time": "says what time it is, as every answer does in its Date header",
  "/api/passkey-challenge": "checks the session in its handler",
  "/api/keep-alive": "checks the session in its handler",
};
