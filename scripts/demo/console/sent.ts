import { created, createdDeposit } from "@/lib/payments-api/shapes";
import { afterAttempt, outcomeOf } from "@/lib/transactions/submission/submission";
import { createdBody, depositBody } from "@/sandbox/api/order-bodies";
import type { DemoOrder } from "../order";
import type { Random } from "../random";
import { callbackUrlOf, serviceOrder } from "../service";
import { keepExchange } from "./exchange";
import { believe, type State } from "./order-state";
import { audit, job, type Recorder } from "./records";
import { depositTermsOf, withdrawalTerms } from "./terms";

/** The request to the service, and what came of it. */
export function recordAttempt(recorder: Recorder, order: DemoOrder, state: State, random: Random): void {
  const { attempt, referenceId, type } = order;
  if (attempt === null) return;
  const { claimedAt, answeredAt } = attempt;
  const { records } = recorder;
  const transactionRow = state.id;
  const actor = job(type === "WITHDRAW" ? "send-withdrawal" : "send-deposit");
  const { path, body, nonce, signedAt } = prepared(recorder, order, random);
  const [id, exchangeId] = [random.uuid(), random.uuid()];
  const claimed = { id, transactionRow, number: 1, nonce, signedAt, path, body, claimedAt };
  audit(recorder, {
    at: claimedAt,
    actor,
    action: "attempt.claimed",
    subject: referenceId,
    detail: { number: 1, nonce },
  });
  Object.assign(state, { submission: "submitting", updatedAt: claimedAt });
  if (answeredAt === null) {
    records.attempts.push({ ...claimed, outcome: null, endedAt: null, exchangeId: null });
    return;
  }
  const answer = answerOf(recorder, order);
  const exchange = { id: exchangeId, transactionRow, purpose: "create", path, requestBody: body } as const;
  const sent = {
    ...exchange,
    sentAt: claimedAt,
    answeredAt,
    answer,
    ...(order.notCreatedAt && { clock: clockAt(answeredAt) }),
  };
  const result = keepExchange(recorder, "create", type === "DEPOSIT" ? createdDeposit : created, sent);
  const outcome = outcomeOf(result.ok ? null : result.error);
  records.attempts.push({ ...claimed, outcome, endedAt: answeredAt, exchangeId });
  Object.assign(state, { submission: afterAttempt("submitting", outcome), updatedAt: answeredAt });
  audit(recorder, { at: answeredAt, actor, action: `attempt.${outcome}`, subject: referenceId, detail: { number: 1 } });
  if (!result.ok) return;
  const report = { source: "create_answer", ...result.value } as const;
  believe(recorder, state, { report, evidence: { exchangeId }, at: answeredAt, actor, random });
  if (type === "DEPOSIT") keepInstructions(recorder, order, { transactionRow, exchangeId, at: answeredAt });
}

/** A monotonic clock that began with 1970: it only has to be the same one throughout. */
export const clockAt = (at: Date) => ({ process: "demo", ms: at.getTime() });

function prepared({ apiAt, service }: Recorder, order: DemoOrder, random: Random) {
  const api = apiAt(order.attempt?.claimedAt ?? order.requestedAt, random.hex(16));
  const to = { referenceId: order.referenceId, callbackUrl: callbackUrlOf(service.appUrl, order.callbackToken) };
  return order.type === "WITHDRAW"
    ? api.prepareWithdraw({ ...to, ...withdrawalTerms(order) })
    : api.prepareDeposit({ ...to, ...depositTermsOf(order) });
}

function answerOf({ service, payUrl }: Recorder, order: DemoOrder): { status: number; body: string } | null {
  const { attempt, type } = order;
  const json = (status: number, body: object) => ({ status, body: JSON.stringify(body) });
  switch (attempt?.answer) {
    case "refused": {
      const field =
        type === "DEPOSIT" ? "payerBankCode: is not a listed bank" : "destination: is not the code of a listed bank";
      return json(400, { message: "Validation failed.", fields: [field] });
    }
    case "server_error":
      return json(504, { message: "Upstream error 504" });
    case "created": {
      const placed = order.placedAt && serviceOrder({ ...order, moves: [] }, service, order.placedAt);
      if (!placed) throw new Error(`${order.referenceId} was answered and never made`);
      const { merchant } = service;
      return json(200, type === "DEPOSIT" ? depositBody(placed, merchant, payUrl) : createdBody(placed, merchant));
    }
    default:
      return null;
  }
}

type Instructed = { transactionRow: string; exchangeId: string; at: Date };

function keepInstructions({ records, service, payUrl }: Recorder, order: DemoOrder, sent: Instructed): void {
  const receiver = order.placedAt && serviceOrder(order, service, order.placedAt)?.parties.receiver;
  records.paymentInstructions.push({ ...sent, address: `${payUrl}/pay/${order.payToken}`, ...receiver });
}
