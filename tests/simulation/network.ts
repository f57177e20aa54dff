import type { z } from "zod";
import type { Answer, PaymentsApi } from "@/lib/payments-api/client";
import { serviceTimeFrom } from "@/lib/payments-api/clock";
import type { Call } from "@/lib/payments-api/failure";
import { type Reply, readReply } from "@/lib/payments-api/reply";
import { balances, created, transaction } from "@/lib/payments-api/shapes";
import type { Process } from "./process";
import type { Service } from "./service";
import { NO_ORDER } from "./service-constants";

/** What the way to the service and back makes of a create request. */
export const CREATE_FAULTS = [
  "none",
  "connection_refused",
  "name_not_found",
  "reset before",
  "reset after",
  "silence before",
  "silence after",
  "held",
  "held and slow",
  "slow inside",
  "500 before",
  "502 after",
  "503 of HTML before",
  "504 after",
  "cut after",
  "HTML after",
  "without an id after",
  "not enough balance",
  "unauthorised",
  "404 before",
  "409 before",
] as const;
/** The worst of them: unknown whether it will still arrive. */
export const HELD = ["held", "held and slow", "slow inside"] as const;
export type CreateFault = (typeof CREATE_FAULTS)[number];

export const QUERY_FAULTS = [
  "none",
  "connection_refused",
  "silence",
  "500",
  "404 of a proxy",
  "unreadable",
  "no clock",
  "clock behind",
  "clock ahead",
  "unauthorised",
] as const;
export type QueryFault = (typeof QUERY_FAULTS)[number];

export type NetworkFaults = {
  /** What happens to the next requests, in this order; after that nothing does. */
  creates: CreateFault[];
  queries: QueryFault[];
  /** Another server answers at that address and knows no order. */
  misrouted: boolean;
  slowMs: number;
};

type Wire = {
  api: PaymentsApi;
  process: Process;
  service: Service;
  weather: NetworkFaults;
  now: () => Date;
  /** A create request is about to leave. */
  onLeaving: (body: string) => void;
};

/** The client of one process: the real one makes the bytes and reads the answers, and what is between them is ours. */
export function faultyApi({ api, process, service, weather, now, onLeaving }: Wire): PaymentsApi {
  /** A boundary before the request and one before its answer, so that anything can come between. */
  async function exchange<T>(call: Call, path: string, body: string, shape: z.ZodType<T, unknown>, go: () => Reply) {
    await pass(process);
    if (call === "create") onLeaving(body);
    const sentAt = now();
    const reply = go();
    await pass(process);
    return answerOf(readReply(call, reply, shape), { path, body, sentAt, reply, now });
  }

  const query = <T>(path: string, fields: Record<string, string>, shape: z.ZodType<T, unknown>, ask: () => Spoken) =>
    exchange("query", path, JSON.stringify(fields), shape, () => {
      service.tick();
      return answerQuery(weather, service, ask);
    });

  return {
    ...api,
    sendWithdraw: ({ path, body }) =>
      exchange("create", path, body, created, () => {
        service.tick();
        return deliverCreate(weather, service, body);
      }),
    // Signed in the same moment as it is sent.
    transaction: (id) => query("/transactions", { id }, transaction, () => service.transaction(id, now())),
    balance: () =>
      query("/balance", {}, balances, () => ({
        status: 200,
        body: [{ currency: "JPY", available_balance: 1000, ledger_balance: 1000 }],
      })),
  };
}

type Spoken = { status: number; body: unknown };

async function pass(process: Process) {
  const mishap = await process.boundary();
  if (mishap.kind === "dies" || mishap.kind === "dies after it is done") await process.die();
  process.rested();
}

const NOT_SENT: Reply = { kind: "not_sent", reason: "connection_refused" };
const RESET: Reply = { kind: "silence", reason: "connection_lost" };
const SILENCE: Reply = { kind: "silence", reason: "no_answer" };

function said(service: Service, status: number, body: unknown, clock: number | null = service.now()): Reply {
  const at = service.tells ? clock : null;
  const headers: Record<string, string> = at === null ? {} : { date: new Date(at + service.toldAheadMs).toUTCString() };
  return {
    kind: "answer",
    status,
    headers,
    body: typeof body === "string" ? body : JSON.stringify(body),
    broken: null,
  };
}

/** What a create request comes to in this weather. */
export function deliverCreate(weather: NetworkFaults, service: Service, body: string): Reply {
  const fault = weather.creates.shift() ?? "none";
  const say = (status: number, spoken: unknown) => said(service, status, spoken);
  switch (fault) {
    case "none": {
      const { status, body: spoken } = service.create(body);
      return say(status, spoken);
    }
    case "connection_refused":
      return NOT_SENT;
    case "name_not_found":
      return { kind: "not_sent", reason: "name_not_found" };
    case "reset before":
      return RESET;
    case "silence before":
      return SILENCE;
    case "held":
      service.held.push({ body, slowMs: 0 });
      return SILENCE;
    case "held and slow":
      service.held.push({ body, slowMs: weather.slowMs });
      return RESET;
    case "slow inside":
      service.create(body, weather.slowMs);
      return SILENCE;
    case "500 before":
      return say(500, { message: "Internal error" });
    case "503 of HTML before":
      return say(503, "<html>Service Unavailable</html>");
    case "404 before":
      return say(404, { message: NO_ORDER });
    case "409 before":
      return say(409, { message: "Conflict" });
    case "not enough balance":
      return say(400, { message: "Insufficient available balance" });
    case "unauthorised":
      return say(401, { message: "Invalid API key" });
    case "reset after":
      service.create(body);
      return RESET;
    case "silence after":
      service.create(body);
      return SILENCE;
    case "502 after":
      service.create(body);
      return say(502, { message: "Upstream", code: "KYC_NOT_REGISTERED" });
    case "504 after":
      service.create(body);
      return say(504, "");
    case "cut after": {
      const { body: spoken } = service.create(body);
      return say(200, JSON.stringify(spoken).slice(0, -9));
    }
    case "HTML after":
      service.create(body);
      return say(200, "<html>OK</html>");
    case "without an id after":
      service.create(body);
      return say(200, { status: "SUCCESS" });
  }
}

/** However long a clock may be behind that some machine between us and the service puts into its answers. */
const BEHIND_MS = 400_000;
const AHEAD_MS = 290_000;

/** The same of a question. */
export function answerQuery(weather: NetworkFaults, service: Service, ask: () => Spoken): Reply {
  const fault = weather.queries.shift() ?? "none";
  if (weather.misrouted) return said(service, 404, { message: NO_ORDER });
  const { status, body } = ask();
  switch (fault) {
    case "none":
      return said(service, status, body);
    case "connection_refused":
      return NOT_SENT;
    case "silence":
      return SILENCE;
    case "500":
      return said(service, 500, { message: "Internal error" });
    case "404 of a proxy":
      return said(service, 404, "<html>Not Found</html>");
    case "unreadable":
      return said(service, 200, "{");
    case "no clock":
      return said(service, status, body, null);
    case "clock behind":
      return said(service, status, body, service.now() - BEHIND_MS);
    case "clock ahead":
      return said(service, status, body, service.now() + AHEAD_MS);
    case "unauthorised":
      return said(service, 401, { message: "Invalid API key" });
  }
}

type Sent = { path: string; body: string; sentAt: Date; reply: Reply; now: () => Date };

function answerOf<T>(result: Answer<T>["result"], { path, body, sentAt, reply, now }: Sent): Answer<T> {
  const answer = reply.kind === "answer" ? reply : null;
  const { status = null, headers = {}, body: text = null } = answer ?? {};
  const serviceTime = serviceTimeFrom(headers.date);
  const answeredAt = answer && now();
  return {
    result,
    exchange: { path, requestBody: body, sentAt, answeredAt, status, headers, body: text, serviceTime },
  };
}
