import { setTimeout as sleep } from "node:timers/promises";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context } from "hono";
import { z } from "zod";
import type { Env } from "../env";

/** Whether it happens instead of what was asked, or after that is done. */
const when = z.enum(["before", "after"]);
const delayMs = z.int().positive().max(600_000);

/** A way for an answer to go wrong. */
export const fault = z.discriminatedUnion("kind", [
  /** The connection is reset. */
  z.object({ kind: z.literal("drop"), when }),
  /** The right answer comes late; with `before`, what was asked is done late too. */
  z.object({ kind: z.literal("delay"), when, delayMs }),
  /** An error, optionally with a code, as a page of HTML, or late. */
  z.object({
    kind: z.literal("status"),
    when,
    status: z.int().min(400).max(599),
    code: z.string().optional(),
    html: z.boolean().optional(),
    delayMs: delayMs.optional(),
  }),
  /** What was asked is done, and the answer is a 200 with this body. */
  z.object({ kind: z.literal("unreadable"), body: z.string().default('{"transactionId":') }),
]);
export type Fault = z.output<typeof fault>;

type Request = {
  context: Context<Env>;
  /** Does what was asked and gives the right answer. */
  respond: () => Promise<Response>;
  /** Ends delays early, so that the server can close. */
  ended: AbortSignal;
};

/** Answers a request wrongly. */
export async function injectFault(fault: Fault, { context, respond, ended }: Request): Promise<Response> {
  const wait = (ms: number) => sleep(ms, undefined, { signal: ended }).catch(() => undefined);
  switch (fault.kind) {
    case "drop":
      if (fault.when === "after") await respond();
      context.env.incoming.socket.resetAndDestroy();
      return RESPONSE_ALREADY_SENT;
    case "delay": {
      if (fault.when === "before") await wait(fault.delayMs);
      const response = await respond();
      if (fault.when === "after") await wait(fault.delayMs);
      return response;
    }
    case "status":
      if (fault.when === "after") await respond();
      if (fault.delayMs !== undefined) await wait(fault.delayMs);
      return upstreamError(fault.status, fault.code, fault.html);
    case "unreadable":
      await respond();
      return new Response(fault.body, { headers: { "content-type": "application/json" } });
  }
}

function upstreamError(status: number, code: string | undefined, html = false): Response {
  const message = `Upstream error ${status}`;
  if (!html) return Response.json({ message, ...(code && { code }) }, { status });
  return new Response(`<html><body><h1>${message}</h1></body></html>`, {
    status,
    headers: { "content-type": "text/html" },
  });
}
