import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage, ServerResponse } from "node:http";
import { onRequest } from "@/lib/process/on-request";
import { perProcess } from "@/lib/process/per-process";

/** A request that calls a server action. `reached`: its body was decoded and our code runs. */
type ActionCall = { reached: boolean; status: number | null };

const BAD_REQUEST = 400;

const calls = perProcess("action calls", () => new AsyncLocalStorage<ActionCall | null>());

/**
 * Next answers 500 to a body that it cannot decode, as to a bug. This answers with the status that `faultOfRequest`
 * found while Next reported the failure.
 */
export const watchActionCalls = (): void =>
  onRequest("action calls", ({ request, response }) => {
    const call: ActionCall | null = callsAction(request) ? { reached: false, status: null } : null;
    // Set for every request: pipelined requests begin in the same context.
    calls.enterWith(call);
    if (call) answerWithStatusOf(call, response);
  });

const callsAction = ({ method, headers }: IncomingMessage): boolean =>
  method === "POST" &&
  (headers["next-action"] !== undefined || headers["content-type"]?.startsWith("multipart/form-data") === true);

function answerWithStatusOf(call: ActionCall, response: ServerResponse) {
  const { writeHead } = response;
  response.writeHead = (status: number, ...rest: unknown[]) =>
    Reflect.apply(writeHead, response, [status >= 500 ? (call.status ?? status) : status, ...rest]);
}

/** Called first by each action: later failures are ours. */
export function reachAction(): void {
  const call = calls.getStore();
  if (call) call.reached = true;
}

/** The 4xx status of a failure that the request caused before our code ran; null for all others. */
export function faultOfRequest(error: unknown): number | null {
  const call = calls.getStore();
  if (!call || call.reached || isThrownByOurBuild(error)) return null;
  call.status = statusIn(error) ?? BAD_REQUEST;
  return call.status;
}

/** The code of an action is loaded after its body was decoded. A failure to load it is a bug of the build. */
const isThrownByOurBuild = (error: unknown): boolean =>
  error instanceof Error && /^\s+at .*$/m.exec(error.stack ?? "")?.[0].includes("/.next/server/") === true;

/** Next gives a status to some failures, such as 413 to a body above its limit. */
function statusIn(error: unknown): number | null {
  const status = error instanceof Error && "statusCode" in error ? error.statusCode : null;
  return typeof status === "number" && status >= 400 && status < 500 ? status : null;
}
