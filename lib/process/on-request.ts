import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { perProcess } from "./per-process";

type Started = { request: IncomingMessage; response: ServerResponse; server: Server };

/** Calls back as soon as Node has parsed a request, before Next sees it. Once in a process under each name. */
export function onRequest(name: string, work: (started: Started) => unknown): void {
  perProcess(`on request: ${name}`, () => {
    // Node's diagnostics channel: https://nodejs.org/api/diagnostics_channel.html#http
    subscribe("http.server.request.start", (message) => work(message as Started));
  });
}
