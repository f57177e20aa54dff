import { readCallback } from "@/lib/callbacks/body-schemas";
import { applyKycReport, isDecided, type KycReport } from "@/lib/kyc/state";
import { kycRegistered, kycStatus } from "@/lib/payments-api/shapes";
import { providerStatus } from "@/sandbox/kyc/provider-status";
import { later } from "../order";
import { type Random, randomFrom } from "../random";
import type { DemoRegistration } from "../registrations";
import { callbackUrlOf, kycCallOf } from "../service";
import { keepExchange, questionOf } from "./exchange";
import { keepDelivery } from "./heard";
import { audit, ENVIRONMENT, job, type Recorder, type Records } from "./records";

type State = Records["registrations"][number] & { id: string; status: string | null; updatedAt: Date };

/** The rows of one registration. */
export function recordRegistration(recorder: Recorder, of: DemoRegistration): void {
  const random = randomFrom(`registration ${of.callbackToken}`);
  const requester = recorder.person(of.requestedBy);
  const { playerId, userName, requestedAt, claimedAt, answeredAt, decidedAt } = of;
  const state: State = {
    ...{ id: random.uuid(), environment: ENVIRONMENT, playerId, userName, currency: "JPY", formId: random.uuid() },
    ...{ submission: "accepted", status: null, statusSource: null, statusAt: null, callbackToken: of.callbackToken },
    ...{ requestedBy: requester.id, dueAt: requestedAt, sentAt: claimedAt, endedAt: answeredAt, lastPolledAt: null },
    ...{ nextPollAt: null, polls: 0, supersededAt: of.supersededAt, createdAt: requestedAt, updatedAt: answeredAt },
  };
  const detail = { userName, before: null };
  audit(recorder, { at: requestedAt, actor: requester, action: "registration.requested", subject: playerId, detail });
  const believe = believer(recorder, state, random);
  register(recorder, of, state, { random, believe });
  if (decidedAt === null) state.nextPollAt = later(recorder.at, random.between(5, 60));
  else hearDecision(recorder, of, state, { random, believe, decidedAt });
  recorder.records.registrations.push(state);
}

type Believe = (
  report: KycReport,
  at: Date,
  actor: string,
  evidence: { exchangeId: string } | { deliveryId: string },
) => void;
type Doing = { random: Random; believe: Believe };

/** Decided by the function that decides it in the console. */
function believer(recorder: Recorder, state: State, random: Random): Believe {
  return (report, at, actor, evidence) => {
    const held = {
      ...state,
      submission: "accepted" as const,
      statusAt: state.statusAt ?? null,
      endedAt: state.endedAt ?? null,
      notFoundAt: state.notFoundAt ?? null,
      // Every registration of the demo is accepted: an answer is never about an earlier one.
      before: null,
      mayBeOurs: false,
    };
    const verdict = applyKycReport(held, report);
    const { source, status, asOf } = report;
    const row = { id: random.uuid(), registrationRow: state.id, at, source, status, verdict };
    recorder.records.registrationReports.push({ exchangeId: null, deliveryId: null, ...row, ...evidence });
    if (verdict !== "moved") return;
    const detail = { held: state.status, reported: status, source };
    audit(recorder, { at, actor: job(actor), action: "registration.status_changed", subject: state.playerId, detail });
    Object.assign(state, { status, statusSource: source, statusAt: asOf, updatedAt: at });
  };
}

function register(recorder: Recorder, of: DemoRegistration, state: State, { random, believe }: Doing): void {
  const { playerId, userName, claimedAt, answeredAt, callbackToken } = of;
  const { appUrl, merchant } = recorder.service;
  const api = recorder.apiAt(claimedAt, random.hex(16));
  const callbackUrl = callbackUrlOf(appUrl, callbackToken);
  const { path, body, nonce, signedAt } = api.prepareKycRegister({ playerId, userName, currency: "JPY", callbackUrl });
  const [id, exchangeId] = [random.uuid(), random.uuid()];
  const actor = job("register-player");
  const subject = playerId;
  audit(recorder, { at: claimedAt, actor, action: "registration.claimed", subject, detail: { number: 1, nonce } });
  const message = "KYC registration accepted. It can take up to 30 minutes.";
  const answer = {
    status: 200,
    body: JSON.stringify({ playerId, gateway: merchant.gateways[0], status: "PENDING", message }),
  };
  const about = { id: exchangeId, registrationRow: state.id, purpose: "create", path, requestBody: body } as const;
  const result = keepExchange(recorder, "create", kycRegistered, { ...about, sentAt: claimedAt, answeredAt, answer });
  const attempt = { id, registrationRow: state.id, number: 1, nonce, signedAt, path, body, claimedAt };
  recorder.records.registrationAttempts.push({ ...attempt, outcome: "accepted", endedAt: answeredAt, exchangeId });
  audit(recorder, { at: answeredAt, actor, action: "registration.accepted", subject, detail: { number: 1 } });
  if (!result.ok) throw new Error(`the answer about ${playerId} cannot be read`);
  const { status } = result.value;
  believe({ source: "create_answer", status, playerId, currency: null, asOf: claimedAt }, answeredAt, actor.id, {
    exchangeId,
  });
}

/** The service calls; where that proves nothing it is asked. */
function hearDecision(
  recorder: Recorder,
  of: DemoRegistration,
  state: State,
  doing: Doing & { decidedAt: Date },
): void {
  const { random, believe, decidedAt } = doing;
  const { text, signature } = kycCallOf(of, recorder.service);
  const receivedAt = later(decidedAt, random.between(0.2, 1.5));
  const processedAt = later(receivedAt, 0.03);
  const body = Buffer.from(text);
  const read = readCallback(body);
  if (!read.ok || read.value.kind !== "kyc") throw new Error(`a callback about ${of.playerId} cannot be read`);
  const { kind: _kind, status, playerId, currency } = read.value;
  const deliveryId = random.uuid();
  const source = signature === null ? "unsigned_callback" : "signed_callback";
  believe({ source, status, playerId, currency, asOf: receivedAt }, processedAt, "process-deliveries", { deliveryId });
  const effect = signature === null ? "asked" : "applied";
  keepDelivery(recorder, {
    id: deliveryId,
    body,
    read: read.value,
    signature,
    receivedAt,
    processedAt,
    effect,
    about: { registrationRow: state.id },
  });
  if (signature !== null || !isDecided(of.status)) return;

  const at = later(processedAt, random.between(0.3, 0.8));
  const sentAt = later(at, -0.1);
  const exchangeId = random.uuid();
  const gateway = recorder.service.merchant.gateways[0] ?? null;
  const requestBody = questionOf({ gateway, playerId: of.playerId }, sentAt, random.hex(16));
  const said = {
    playerId: of.playerId,
    gateway,
    status: of.status,
    providerStatus: providerStatus(of.status, recorder.service.merchant),
    updatedAt: decidedAt,
  };
  const about = {
    id: exchangeId,
    registrationRow: state.id,
    purpose: "status_check",
    path: "/kyc/status",
    requestBody,
  } as const;
  const answer = { status: 200, body: JSON.stringify(said) };
  keepExchange(recorder, "query", kycStatus, { ...about, sentAt, answeredAt: at, answer });
  Object.assign(state, { lastPolledAt: at, polls: 1 });
  const report = { source: "query", status: of.status, playerId: of.playerId, currency: null, asOf: sentAt } as const;
  believe(report, at, "poll-player", { exchangeId });
}
