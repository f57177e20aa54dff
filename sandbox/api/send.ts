import type { ServerResponse } from "node:http";
import type { Clock } from "../clock";
import type { Answer } from "../faults/misbehaviour";
import { type Json, writeJson } from "../wire/digits";

export const json = (status: number, body: Json) => ({ status, body: writeJson(body), type: "application/json" });

/** Sends an answer with what it tells of the service's time, or resets the connection where that is the answer. */
export function send(outgoing: ServerResponse, answer: Answer, told: Clock["told"]): void {
  if (answer === "drop") {
    outgoing.req.socket.resetAndDestroy();
    return;
  }
  const { status, body, type } = answer;
  const length = Buffer.byteLength(body);
  outgoing.sendDate = false; // Node's own would be that of this machine.
  outgoing.writeHead(status, { "content-type": type, "content-length": length, ...told });
  outgoing.end(body);
}
