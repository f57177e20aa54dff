import { context, SpanStatusCode, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { inCallSpan, inJobSpan, inOrderTrace, traceOrder } from "@/lib/telemetry/order-trace";
import { withoutPersonalData } from "@/lib/telemetry/trace-export";

const memory = new InMemorySpanExporter();
const ORDER = "WD-20261121-7KQ2M9XB";

beforeAll(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const exporter = withoutPersonalData(memory);
  trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }));
});
afterAll(() => {
  trace.disable();
  context.disable();
});
beforeEach(() => memory.reset());

const spans = () => memory.getFinishedSpans();
const call = () =>
  inCallSpan(
    "withdraw",
    () => "2xx",
    async () => "answer",
  );

test("an order has one trace: request, job, call, callback and reissue, in whichever process they come", async () => {
  await inJobSpan("request", async () => traceOrder(ORDER, "withdrawal.requested"));
  await inJobSpan("send-withdrawal", () => inOrderTrace(ORDER, "send", call));
  traceOrder(ORDER, "status report", { "choba.source": "signed_callback" });
  traceOrder(`${ORDER}-2`, "attempt.claimed");

  const named = (name: string) => spans().find((one) => one.name === name);
  const names = ["withdrawal.requested", "send", "call withdraw", "status report", "attempt.claimed"];
  expect(new Set(names.map((name) => named(name)?.spanContext().traceId)).size).toBe(1);
  expect(named("call withdraw")?.parentSpanContext?.spanId).toBe(named("send")?.spanContext().spanId);
  // The request and the job have traces of their own, which those of the order link to.
  for (const [inside, around] of [
    ["withdrawal.requested", "job request"],
    ["send", "job send-withdrawal"],
  ] as const) {
    expect(named(inside)?.links.map((link) => link.context.spanId)).toEqual([named(around)?.spanContext().spanId]);
    expect(named(around)?.spanContext().traceId).not.toBe(named(inside)?.spanContext().traceId);
  }
});

test("what is not an order of ours is in no trace: a subject may be an address or another system's name", async () => {
  for (const subject of ["taro@example.com", "山田太郎", "WD-1", "0001234", `${ORDER}\n`, "WD-20261121-a b"]) {
    traceOrder(subject, "user.added");
    expect(await inOrderTrace(subject, "send", async () => "done")).toBe("done");
  }
  expect(spans()).toEqual([]);
});

const SECRETS = ["Yamada Taro", "1234567", "taro@example.com", "token-in-address"];

test("no personal data leaves: neither in names nor in attributes, events, errors or links", () => {
  const next = trace.getTracer("next.js");
  const span = next.startSpan("GET /sandbox/players?q=Yamada Taro", {
    attributes: {
      "http.method": "GET",
      "http.target": "/sandbox/players?q=Yamada Taro",
      "http.url": "https://console.example/api/callbacks/sandbox/token-in-address",
      "next.span_name": "GET /sandbox/players?q=Yamada Taro",
      "next.route": "/[environment]/players",
      "user.email": "taro@example.com",
    },
    links: [
      { context: { traceId: "1".repeat(32), spanId: "1".repeat(16), traceFlags: 1 }, attributes: { q: "1234567" } },
    ],
  });
  span.addEvent("query", { value: "1234567" });
  span.recordException(new Error("no account 1234567"));
  span.setStatus({ code: SpanStatusCode.ERROR, message: "Yamada Taro" });
  span.end();
  next.startSpan("fetch GET https://console.example/api/callbacks/sandbox/token-in-address").end();
  next.startSpan("GET /sandbox/1234567", { attributes: { "http.method": "GET" } }).end();

  expect(spans().map(({ name }) => name)).toEqual(["GET /[environment]/players", "fetch", "GET"]);
  const sent = JSON.stringify(
    spans().map(({ name, attributes, events, links, status }) => ({ name, attributes, events, links, status })),
  );
  for (const secret of SECRETS) expect(sent).not.toContain(secret);
  expect(spans()[0]?.status).toEqual({ code: SpanStatusCode.ERROR });
});
