import { factsOfDelivery } from "@/lib/api-drift/detect";
import { type KycCallback, readCallback, saidIn, type TransactionCallback } from "@/lib/callbacks/body-schemas";
import type { Effect } from "@/lib/callbacks/delivery";
import { transaction } from "@/lib/payments-api/shapes";
import { isFinal } from "@/lib/transactions/status/status";
import type { ReportOutcome } from "@/lib/transactions/status/status-report";
import { transactionBody } from "@/sandbox/api/order-bodies";
import { type DemoOrder, later } from "../order";
import { type Random, randomFrom } from "../random";
import { callOf, serviceOrder } from "../service";
import { keepExchange, questionOf } from "./exchange";
import { believe, type State } from "./order-state";
import { ENVIRONMENT, job, type Recorder, seen } from "./records";
import { clockAt } from "./sent";

/** A status check, its answer, and what was made of it. */
export function recordLook(
  recorder: Recorder,
  order: DemoOrder,
  state: State,
  { at, random }: { at: Date; random: Random },
) {
  const sentAt = later(at, -random.between(0.04, 0.2));
  const exchangeId = random.uuid();
  const requestBody = questionOf({ id: order.referenceId }, sentAt, random.hex(16));
  const about = {
    id: exchangeId,
    transactionRow: state.id,
    purpose: "status_check",
    path: "/transactions",
    requestBody,
  } as const;
  const clock = order.attempt?.answer === "lost" ? { clock: clockAt(sentAt) } : {};
  const result = keepExchange(recorder, "query", transaction, {
    ...about,
    ...clock,
    sentAt,
    answeredAt: at,
    answer: foundAt(recorder, order, at),
  });
  Object.assign(state, { lastPolledAt: at, polls: (state.polls ?? 0) + 1 });
  if (!result.ok) return;
  const report = { source: "query", ...result.value } as const;
  believe(recorder, state, { report, evidence: { exchangeId }, at, actor: job("poll-order"), random });
}

export function foundAt(
  { service, available }: Recorder,
  order: DemoOrder,
  at: Date,
): { status: number; body: string } {
  const held = serviceOrder(order, service, at);
  if (!held) return { status: 404, body: JSON.stringify({ message: "Transaction not found" }) };
  return { status: 200, body: JSON.stringify(transactionBody(held, service.merchant, available(order.currency, at))) };
}

type Called = { call: DemoOrder["calls"][number]; random: Random };

/** A callback as it came in, and what it did. */
export function recordCall(recorder: Recorder, order: DemoOrder, state: State, { call, random }: Called): void {
  const { text, signature } = callOf(order, recorder.service, call);
  const body = Buffer.from(text);
  const read = readCallback(body);
  if (!read.ok || read.value.kind !== "transaction")
    throw new Error(`a callback about ${order.referenceId} cannot be read`);
  const { kind: _kind, ...reported } = read.value;
  const deliveryId = random.uuid();
  const processedAt = later(call.at, 0.03);
  const source = signature === null ? "unsigned_callback" : "signed_callback";
  const heard = {
    report: { source, ...reported } as const,
    evidence: { deliveryId },
    at: processedAt,
    actor: job("process-deliveries"),
    random,
  };
  const outcome = believe(recorder, state, heard);
  const isKnown = state.status === reported.status && isFinal(state.status);
  const about = { transactionRow: state.id, referenceId: order.referenceId };
  const effect = effectOf(outcome, isKnown);
  keepDelivery(recorder, {
    id: deliveryId,
    body,
    read: read.value,
    signature,
    receivedAt: call.at,
    processedAt,
    effect,
    about,
  });
}

function effectOf({ verdict }: ReportOutcome, isKnown: boolean): Effect {
  if (verdict === "hint") return isKnown ? "repeat" : "asked";
  return ({ moved: "applied", same: "repeat", conflict: "contested", mismatch: "mismatch" } as const)[verdict];
}

type Kept = {
  id: string;
  body: Buffer;
  read: TransactionCallback | KycCallback;
  signature: string | null;
  receivedAt: Date;
  processedAt: Date;
  effect: Effect;
  about: { transactionRow: string; referenceId: string } | { registrationRow: string };
};

/** A delivery that was acknowledged and judged. */
export function keepDelivery({ records }: Recorder, { read, signature, about, effect, body, ...same }: Kept): void {
  const said = saidIn(read);
  const row = { transactionRow: null, referenceId: null, registrationRow: null, ...about };
  const isSigned = signature !== null;
  records.deliveries.push({
    ...{ ...same, ...row, body, effect, said, environment: ENVIRONMENT, refusal: null, answered: 200 },
    sourceAddress: "127.0.0.1",
    headers: headersOf(body, signature),
    signature: isSigned ? "valid" : "absent",
  });
  const came = { signature: isSigned ? "valid" : "absent", isRepeat: effect === "repeat", said };
  const kind = [read.kind, read.status, came.signature, came.isRepeat].join(" ");
  seen(records, kind, same.processedAt, () => factsOfDelivery({ ...came, text: body.toString() }));
}

const headersOf = (body: Buffer, signature: string | null) => ({
  "content-type": "application/json",
  "content-length": String(body.byteLength),
  ...(signature !== null && { "x-signature": signature }),
});

/** A forged callback to the address of an order: kept, and refused. */
export function recordForged(recorder: Recorder, order: DemoOrder, at: Date): void {
  const { text } = callOf(order, recorder.service, { at, status: "COMPLETED", isSigned: false });
  const random = randomFrom(`forged ${order.referenceId}`);
  const body = Buffer.from(text);
  recorder.records.deliveries.push({
    ...{ id: random.uuid(), environment: ENVIRONMENT, transactionRow: null, referenceId: null, registrationRow: null },
    ...{ receivedAt: at, processedAt: null, body, effect: null, said: null, refusal: "wrong_signature", answered: 401 },
    sourceAddress: "203.0.113.24",
    headers: headersOf(body, random.hex(32)),
    signature: "wrong",
  });
}
