import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context } from "hono";
import type { Env } from "../env";
import type { Answer } from "../faults/misbehaviour";
import { type Json, writeJson } from "../wire/digits";

export const json = (status: number, body: Json) => ({ status, body: writeJson(body), type: "application/json" });

/** Hands an answer to the server, or resets the connection where that is the answer. */
export function send(c: Context<Env>, answer: Answer): Response {
  if (answer !== "drop") {
    return new Response(answer.body, { status: answer.status, headers: { "content-type": answer.type } });
  }
  c.env.incoming.socket.resetAndDestroy();
  return RESPONSE_ALREADY_SENT;
}
