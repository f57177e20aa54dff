import { createHash } from "node:crypto";
import type { AuditAction } from "@/lib/audit/audit-actions";
import { payeeKey } from "@/lib/limits/payee";
import { digestOf } from "@/lib/transactions/submission/digest";
import { WAITS_HOURS } from "@/lib/withdrawals/approvers";
import { digested } from "@/lib/withdrawals/request";
import { type DemoOrder, later } from "../order";
import { type Random, randomFrom } from "../random";
import { recordCall, recordLook } from "./heard";
import { nextPollOf, type State } from "./order-state";
import { audit, ENVIRONMENT, job, type Recorder } from "./records";
import { recordAttempt } from "./sent";
import { depositTermsOf, withdrawalTerms } from "./terms";

/** The ID of an order's row, which others refer to. */
export const rowIdOf = (order: Pick<DemoOrder, "referenceId">) => randomFrom(`row ${order.referenceId}`).uuid();

/** One order's rows in every table, as its life would have left them. */
export function recordOrder(recorder: Recorder, order: DemoOrder): void {
  const random = randomFrom(`records ${order.referenceId}`);
  const state = request(recorder, order, random);
  decisions(recorder, order, state);
  recordAttempt(recorder, order, state, random);
  const checks = order.checks.map((at) => ({ at, hear: () => recordLook(recorder, order, state, { at, random }) }));
  const calls = order.calls.map((call) => ({
    at: call.at,
    hear: () => recordCall(recorder, order, state, { call, random }),
  }));
  for (const { hear } of [...checks, ...calls].toSorted((a, b) => +a.at - +b.at)) hear();
  notCreated(recorder, order, state);
  users(recorder, order, state);
  const { hintedPaid: _hintedPaid, ...row } = state;
  recorder.records.transactions.push({ ...row, nextPollAt: nextPollOf(order, state, random, recorder.at) });
}

function request(recorder: Recorder, order: DemoOrder, random: Random): State {
  const { type, referenceId, currency, amount, playerId, requestedAt: at, replaces } = order;
  const requester = recorder.person(order.requestedBy);
  const id = rowIdOf(order);
  const terms =
    type === "WITHDRAW"
      ? digested(withdrawalTerms(order), { purpose: order.purpose, attached: [], payee: null })
      : depositTermsOf(order);
  const digest = digestOf(recorder.vault, { environment: ENVIRONMENT, type, referenceId }, terms);
  const intent = {
    transactionRow: id,
    formId: replaces ? null : random.uuid(),
    digest,
    requestedBy: requester.id,
    requestedAt: at,
  };
  const noun = type === "WITHDRAW" ? "withdrawal" : "deposit";
  const { needed } = order;
  if (type === "WITHDRAW") {
    const { currency: _currency, amount: _amount, playerId: _playerId, ...recipient } = withdrawalTerms(order);
    recorder.records.withdrawals.push({
      ...{ ...intent, ...recipient, purpose: order.purpose, warnings: [], payeeKey: payeeKey(recipient) },
      ...{
        approvalBasis: needed.counted.basis,
        approvalAmount: needed.counted.amount,
        approversNeeded: needed.approvers,
      },
      approvalExpiresAt: needed.approvers > 0 ? later(at, WAITS_HOURS * 3_600) : null,
    });
  } else {
    const { currency: _currency, amount: _amount, playerId: _playerId, ...payer } = depositTermsOf(order);
    const given = { payerAccountName: null, payerAccount: null, payerBankCode: null, ...payer };
    recorder.records.deposits.push({ ...intent, ...given });
  }
  const asked = type === "WITHDRAW" ? { approversNeeded: needed.approvers, counted: needed.counted } : {};
  const detail = { currency, amount, digest, ...asked, ...(replaces && { inPlaceOf: replaces }) };
  const action: AuditAction = replaces ? `${noun}.reissued` : `${noun}.requested`;
  audit(recorder, { at, actor: requester, action, subject: referenceId, detail });
  if (replaces) {
    audit(recorder, {
      at,
      actor: requester,
      action: `${noun}.replaced`,
      subject: replaces,
      detail: { by: referenceId },
    });
  }
  return {
    ...{ id, environment: ENVIRONMENT, referenceId, type, currency, amount, playerId, method: "BANK_TRANSFER" },
    ...{
      transactionId: null,
      status: null,
      statusSource: null,
      statusAt: null,
      fee: null,
      netAmount: null,
      actualAmount: null,
    },
    ...{
      discrepancyAt: null,
      discrepancyKind: null,
      resolvedAt: null,
      endedAt: null,
      endedAtSource: null,
      firstSeenAt: null,
      endKnownAt: null,
    },
    submission: needed.approvers > 0 ? "awaiting_approval" : "queued",
    replaces: replaces ? rowIdOf({ referenceId: replaces }) : null,
    callbackToken: order.callbackToken,
    lastPolledAt: null,
    polls: 0,
    createdAt: at,
    updatedAt: at,
    hintedPaid: false,
    ...partyOf(order),
  };
}

/** As the triggers of the two intents would copy it: then they have nothing to write. */
function partyOf(order: DemoOrder) {
  const { type, party } = order;
  if (type === "WITHDRAW") return { partyName: party.destinationAccountName, partyAccount: party.destinationAccount };
  const { payerAccountName, payerAccount } = depositTermsOf(order);
  return { partyName: payerAccountName ?? null, partyAccount: payerAccount ?? null };
}

function decisions(recorder: Recorder, order: DemoOrder, state: State): void {
  const { referenceId: subject, ended } = order;
  const digest = recorder.records.withdrawals.at(-1)?.digest ?? "";
  for (const { by, at, decision, reason } of order.decided) {
    const actor = recorder.person(by);
    const id = randomFrom(`approval ${subject} ${by}`).uuid();
    recorder.records.approvals.push({
      id,
      transactionRow: state.id,
      decision,
      by: actor.id,
      at,
      digest,
      reason: reason ?? null,
    });
    audit(recorder, {
      at,
      actor,
      action: `withdrawal.${decision}`,
      subject,
      detail: { digest, ...(reason && { reason }) },
    });
    state.updatedAt = at;
  }
  const approved = order.decided.filter(({ decision }) => decision === "approved").length;
  if (state.submission === "awaiting_approval" && approved >= order.needed.approvers) state.submission = "queued";
  if (ended === null) return;
  Object.assign(state, { submission: ended.as, updatedAt: ended.at });
  if (ended.as === "declined" || ended.as === "sent_back") return;
  const actor = ended.as === "expired" ? job("sweep") : recorder.person(order.requestedBy);
  audit(recorder, { at: ended.at, actor, action: `withdrawal.${ended.as}`, subject });
}

function notCreated(
  recorder: Recorder,
  { notCreatedAt: at, attempt, checks, referenceId }: DemoOrder,
  state: State,
): void {
  if (at === null || attempt === null) return;
  Object.assign(state, { submission: "not_created", polls: 0, updatedAt: at });
  const detail = { expiredAt: expiryOf(attempt.claimedAt), checks: checks.slice(-2) };
  audit(recorder, { at, actor: job("poll-order"), action: "submission.not_created", subject: referenceId, detail });
}

/** Eleven minutes after it was signed no clock of the service would accept it any more. */
const expiryOf = (signedAt: Date) => later(new Date(Math.floor(signedAt.getTime() / 1000) * 1000), 630);

function users(recorder: Recorder, order: DemoOrder, state: State): void {
  const { records } = recorder;
  const { referenceId: subject, notes, dismissed, resolved } = order;
  const transactionRow = state.id;
  for (const { by, at, text } of notes) {
    const actor = recorder.person(by);
    const id = randomFrom(`note ${subject} ${text}`).uuid();
    records.notes.push({ id, transactionRow, by: actor.id, at, text });
    audit(recorder, { at, actor, action: "transaction.note_added", subject, detail: noteDetail(id, text) });
  }
  if (resolved) {
    const { at, finding, reason } = resolved;
    const actor = recorder.person(resolved.by);
    records.discrepancyResolutions.push({ transactionRow, at, by: actor.id, finding, reason });
    audit(recorder, { at, actor, action: "discrepancy.resolved", subject, detail: { finding, reason } });
    Object.assign(state, { resolvedAt: at, updatedAt: at });
  }
  if (dismissed) {
    const { at } = dismissed;
    const actor = recorder.person(dismissed.by);
    const setback = state.status ?? state.submission;
    records.orderDismissals.push({ transactionRow, at, by: actor.id, setback });
    audit(recorder, { at, actor, action: "withdrawal.dismissed", subject, detail: { setback } });
  }
}

const noteDetail = (note: string, text: string) => ({ note, sha256: createHash("sha256").update(text).digest("hex") });
