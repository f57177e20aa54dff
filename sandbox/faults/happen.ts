import { setTimeout as sleep } from "node:timers/promises";
import type { Fault } from "./faults";

/** What is sent instead of the right answer. `drop` resets the connection. */
export type Answer = { status: number; body: string; type: string } | "drop";

/** Lets a fault happen to a request: `process` does what was asked and gives the right answer. */
export async function happen(fault: Fault, process: () => Promise<Answer>, ended: AbortSignal): Promise<Answer> {
  switch (fault.kind) {
    case "drop":
      if (fault.when === "after") await process();
      return "drop";
    case "delay": {
      const early = fault.when === "after" ? await process() : null;
      await sleep(fault.delayMs, undefined, { signal: ended }).catch(() => undefined);
      return early ?? process();
    }
    case "status":
      if (fault.when === "after") await process();
      return errorPage(fault.status, fault.code, fault.html);
    case "unreadable":
      await process();
      return { status: 200, body: fault.body, type: "application/json" };
  }
}

function errorPage(status: number, code: string | undefined, html: boolean): Answer {
  const message = `Upstream error ${status}`;
  if (html) return { status, body: `<html><body><h1>${message}</h1></body></html>`, type: "text/html" };
  return { status, body: JSON.stringify({ message, ...(code && { code }) }), type: "application/json" };
}
