import "server-only";
import { context, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, type ReadableSpan, type SpanExporter, TracerProvider } from "@opentelemetry/sdk-trace";
import { env } from "@/lib/env";
import { version } from "@/package.json";

/** All that may leave. Next's own attributes name the whole address, with what was searched for. */
const ATTRIBUTES = [
  ...["http.method", "http.route", "http.status_code", "next.route", "next.span_type", "next.rsc"],
  ...["choba.reference_id", "choba.action", "choba.status", "choba.source", "choba.verdict"],
  ...["choba.endpoint", "choba.outcome", "choba.task", "choba.environment"],
];

/** Errors have events with messages, which may quote a value: events are left out whole. */
export function withoutPersonalData(exporter: SpanExporter): SpanExporter {
  const bare = (span: ReadableSpan): ReadableSpan => ({
    name: nameOf(span),
    ...{ kind: span.kind, spanContext: () => span.spanContext(), startTime: span.startTime, endTime: span.endTime },
    ...(span.parentSpanContext && { parentSpanContext: span.parentSpanContext }),
    ...{ duration: span.duration, ended: span.ended, status: { code: span.status.code } },
    attributes: Object.fromEntries(
      ATTRIBUTES.flatMap((name) => (name in span.attributes ? [[name, span.attributes[name]]] : [])),
    ),
    links: span.links.map((link) => ({ context: link.context })),
    events: [],
    ...{ resource: span.resource, instrumentationScope: span.instrumentationScope },
    ...{ droppedAttributesCount: 0, droppedEventsCount: 0, droppedLinksCount: 0 },
  });
  return {
    export: (spans, done) => exporter.export(spans.map(bare), done),
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  };
}

/** A name of ours as it is; one of Next's by its method and route, never by an address. */
function nameOf({ name, attributes, instrumentationScope }: ReadableSpan): string {
  if (instrumentationScope.name === "choba") return name;
  const route = attributes["next.route"] ?? attributes["http.route"];
  const [first = "span"] = name.split(/\s/);
  if (attributes["http.method"] !== undefined) return `${attributes["http.method"]} ${route ?? ""}`.trim();
  return String(attributes["next.span_type"] ?? first);
}

const kept = globalThis as { chobaTracing?: TracerProvider };

/** Makes traces and sends them to TRACES_URL; without that setting there are none. `part`: which process this is. */
export function startTracing(part: string): void {
  const { tracesUrl } = env();
  if (tracesUrl === null || kept.chobaTracing) return;
  const exporter = withoutPersonalData(new OTLPTraceExporter({ url: tracesUrl }));
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": `choba-${part}`, "service.version": version }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  kept.chobaTracing = provider;
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(provider);
}

/** For a process that ends: sends what was not sent yet, as far as the collector answers. */
export async function endTracing(): Promise<void> {
  await kept.chobaTracing?.forceFlush({ timeoutMillis: 1_000 });
}
