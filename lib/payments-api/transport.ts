import "server-only";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { whenOverdue } from "@/lib/shutdown";
import { telemetry } from "@/lib/telemetry/counters";
import { inCallSpan } from "@/lib/telemetry/order-trace";
import type { Broken, Reply } from "./reply";

type Post = { url: string; headers: Record<string, string>; body: string; timeoutMs: number };

/** The API's answers are a few kilobytes. Where one is longer, the rest is not read. */
const MAX_ANSWER_BYTES = 1024 * 1024;

/**
 * One POST and its outcome; never a retry, never a redirect. Every request has its own socket: only then do
 * "name_not_found" and "connection refused" prove that no byte was sent.
 */
export async function post(request: Post): Promise<Reply> {
  const since = performance.now();
  const endpoint = new URL(request.url).pathname.split("/").at(-1) ?? "";
  const reply = await inCallSpan(endpoint, outcomeOf, () => postOnce(request));
  const labels = { endpoint, outcome: outcomeOf(reply) };
  telemetry().serviceCalls.observe(labels, (performance.now() - since) / 1000);
  return reply;
}

/** One of few words, for metrics and traces. */
function outcomeOf(reply: Reply): string {
  if (reply.kind !== "answer") return reply.reason;
  return reply.broken ?? `${Math.floor(reply.status / 100)}xx`;
}

async function postOnce({ url, headers, body, timeoutMs }: Post): Promise<Reply> {
  const limit = AbortSignal.any([AbortSignal.timeout(timeoutMs), whenOverdue()]);
  const { request } = url.startsWith("https:") ? https : http;
  try {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const open = request(url, { method: "POST", headers, agent: false, signal: limit });
      open.on("response", resolve).on("error", reject);
      // A refused upgrade (101) closes the request without an error.
      open.on("close", () => reject(new Error("closed without an answer")));
      open.end(body);
    });
    return await readAnswer(answer, limit);
  } catch (error) {
    if (!(error instanceof Error) || error instanceof TypeError) throw error;
    return withoutAnswer(error, limit);
  }
}

async function readAnswer(answer: IncomingMessage, limit: AbortSignal): Promise<Reply> {
  const chunks: Buffer[] = [];
  let broken: Broken | null = null;
  try {
    let bytes = 0;
    for await (const chunk of answer) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > MAX_ANSWER_BYTES) {
        broken = "unreadable_answer";
        break;
      }
    }
  } catch {
    broken = limit.aborted ? "no_answer" : "connection_lost";
  }
  const body = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES));
  return { kind: "answer", status: answer.statusCode ?? 0, headers: plain(answer.headers), body, broken };
}

function withoutAnswer(error: Error, limit: AbortSignal): Reply {
  // A name with several addresses fails with one error for each of them.
  const causes: NodeJS.ErrnoException[] = error instanceof AggregateError ? error.errors : [error];
  if (limit.aborted) return { kind: "silence", reason: "no_answer" };
  if (causes.every((cause) => cause.syscall === "getaddrinfo")) return { kind: "not_sent", reason: "name_not_found" };
  if (causes.every((cause) => cause.code === "ECONNREFUSED")) return { kind: "not_sent", reason: "connection_refused" };
  const notHttp = causes.some((cause) => cause.code?.startsWith("HPE_"));
  return { kind: "silence", reason: notHttp ? "unreadable_answer" : "connection_lost" };
}

/** Only `set-cookie` is a list. It is left out: evidence must not hold credentials. */
const plain = (headers: IncomingMessage["headers"]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
