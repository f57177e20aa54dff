import "server-only";
import { createHash } from "node:crypto";
import { type Attributes, context, ROOT_CONTEXT, type Span, SpanKind, TraceFlags, trace } from "@opentelemetry/api";

/** Our own names of orders, with that of the first attempt. Another system's may say more than it should. */
const OURS = /^((?:WD|DP)-\d{8}-\w+|WB-\w{12}-\d+)(?:-\d+)?$/;

const tracer = () => trace.getTracer("choba");

/**
 * An order has one trace, from the request to the last callback, in whichever processes they come: its ID follows from
 * the reference ID. Reissues share it.
 */
function contextOf(referenceId: string) {
  const hash = createHash("sha256")
    .update(OURS.exec(referenceId)?.[1] ?? referenceId)
    .digest("hex");
  return trace.setSpanContext(ROOT_CONTEXT, {
    ...{ traceId: hash.slice(0, 32), spanId: hash.slice(32, 48), traceFlags: TraceFlags.SAMPLED, isRemote: true },
  });
}

function begin(referenceId: string, name: string, attributes: Attributes): Span {
  const around = trace.getSpanContext(context.active());
  const links = around ? [{ context: around }] : [];
  const options = { attributes: { "choba.reference_id": referenceId, ...attributes }, links };
  return tracer().startSpan(name, options, contextOf(referenceId));
}

/** Notes in the order's trace that this happened, linked to the request or job that did it. */
export function traceOrder(referenceId: string, name: string, attributes: Attributes = {}): void {
  if (OURS.test(referenceId)) begin(referenceId, name, attributes).end();
}

/** Does this work in the order's trace: what it calls is part of that. */
export async function inOrderTrace<T>(referenceId: string, name: string, work: () => Promise<T>): Promise<T> {
  if (!OURS.test(referenceId)) return work();
  const span = begin(referenceId, name, {});
  try {
    return await context.with(trace.setSpan(context.active(), span), work);
  } finally {
    span.end();
  }
}

/** A job has a trace of its own. */
export const inJobSpan = <T>(task: string, work: () => Promise<T>): Promise<T> =>
  tracer().startActiveSpan(`job ${task}`, { attributes: { "choba.task": task } }, async (span) => {
    try {
      return await work();
    } finally {
      span.end();
    }
  });

/** A call of the service, in whichever trace it is made. Nothing of the trace is sent along. */
export async function inCallSpan<T>(
  endpoint: string,
  outcomeOf: (result: T) => string,
  work: () => Promise<T>,
): Promise<T> {
  const span = tracer().startSpan(`call ${endpoint}`, {
    kind: SpanKind.CLIENT,
    attributes: { "choba.endpoint": endpoint },
  });
  try {
    const result = await work();
    span.setAttribute("choba.outcome", outcomeOf(result));
    return result;
  } finally {
    span.end();
  }
}
