import type { ServerResponse } from "node:http";
import type { Answer } from "../faults/misbehaviour";
import { type Json, writeJson } from "../wire/digits";

export const json = (status: number, body: Json) => ({ status, body: writeJson(body), type: "application/json" });

/** Sends an answer with the service's time, or resets the connection where that is the answer. */
export function send(outgoing: ServerResponse, answer: Answer, now: Date): void {
  if (answer === "drop") {
    outgoing.req.socket.resetAndDestroy();
    return;
  }
  const { status, body, type } = answer;
  const length = Buffer.byteLength(body);
  outgoing.writeHead(status, { "content-type": type, "content-length": length, date: now.toUTCString() });
  outgoing.end(body);
}
