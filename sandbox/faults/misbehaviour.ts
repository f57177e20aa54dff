import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";

/** Whether it happens instead of what was asked, or once that is done. */
const when = z.enum(["before", "after"]);
const delayMs = z.int().positive().max(600_000);

/** A way for an answer to go wrong. */
export const misbehaviour = z.discriminatedUnion("kind", [
  /** The connection is reset. */
  z.object({ kind: z.literal("drop"), when }),
  /** The right answer comes late; with `before`, what was asked is done late too. */
  z.object({ kind: z.literal("delay"), when, delayMs }),
  /** An error, with a code, as a page of HTML, or late. */
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
export type Misbehaviour = z.output<typeof misbehaviour>;

/** What is sent. `drop` resets the connection. */
export type Answer = { status: number; body: string; type: string } | "drop";

/** Answers a request wrongly. `process` does what was asked and gives the right answer; `ended` cuts waits short. */
export async function misbehave(
  how: Misbehaviour,
  process: () => Promise<Answer>,
  ended: AbortSignal,
): Promise<Answer> {
  const wait = (ms: number) => sleep(ms, undefined, { signal: ended }).catch(() => undefined);
  switch (how.kind) {
    case "drop":
      if (how.when === "after") await process();
      return "drop";
    case "delay": {
      if (how.when === "before") await wait(how.delayMs);
      const answer = await process();
      if (how.when === "after") await wait(how.delayMs);
      return answer;
    }
    case "status":
      if (how.when === "after") await process();
      if (how.delayMs !== undefined) await wait(how.delayMs);
      return errorAnswer(how.status, how.code, how.html);
    case "unreadable":
      await process();
      return { status: 200, body: how.body, type: "application/json" };
  }
}

function errorAnswer(status: number, code: string | undefined, html = false): Answer {
  const message = `Upstream error ${status}`;
  if (html) return { status, body: `<html><body><h1>${message}</h1></body></html>`, type: "text/html" };
  return { status, body: JSON.stringify({ message, ...(code && { code }) }), type: "application/json" };
}
