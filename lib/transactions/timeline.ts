import "server-only";
import type { auditEvents } from "@/drizzle/schema/audit";
import type { attempts, exchanges, reports } from "@/drizzle/schema/evidence";
import type { notes } from "@/drizzle/schema/notes";
import { failureWithout, maskedDetail, type Values, without } from "@/lib/pii/mask";
import type { TimelineEntry } from "./schema";

type Attempt = typeof attempts.$inferSelect;
type Exchange = typeof exchanges.$inferSelect;
type Report = typeof reports.$inferSelect;
type AuditEvent = typeof auditEvents.$inferSelect;
type Noted = { note: typeof notes.$inferSelect; byName: string };
type OnRecord = { tried: Attempt[]; exchanged: Exchange[]; reported: Report[]; done: AuditEvent[]; noted: Noted[] };

/** Values to mask in free text; null if the reader sees all. */
type Hidden = Values | null;

/** All records about one order as one list, newest first. */
export function timelineOf({ tried, exchanged, reported, done, noted }: OnRecord, hidden: Hidden): TimelineEntry[] {
  const wire = exchanged.map((exchange) => readable(exchange, hidden));
  const byExchange = new Map(wire.map((exchange) => [exchange.id, exchange]));
  const said = new Map(reported.flatMap((report) => (report.exchangeId ? [[report.exchangeId, report]] : [])));
  const entries = [
    ...tried.flatMap((attempt) => attempted(attempt, byExchange)),
    ...wire.filter(({ purpose }) => purpose !== "create").map((exchange) => asked(exchange, said.get(exchange.id))),
    ...reported.filter(isNews).map(reportEntry),
    ...done.map((event) => did(event, hidden)),
    ...noted.map((note) => written(note, hidden)),
  ];
  return entries.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
}

const readable = (exchange: Exchange, hidden: Hidden): Exchange => ({
  ...exchange,
  failure: exchange.failure && hidden ? failureWithout(exchange.failure, hidden) : exchange.failure,
});

function attempted(attempt: Attempt, byExchange: Map<string, Exchange>): TimelineEntry[] {
  const { id, number, nonce, signedAt, claimedAt, outcome, endedAt, exchangeId } = attempt;
  const sent: TimelineEntry = {
    ...{ kind: "sent", id: `${id}:sent`, number, nonce },
    at: claimedAt.toISOString(),
    signedAt: signedAt.toISOString(),
  };
  if (!outcome || !endedAt) return [sent];
  const failure = (exchangeId && byExchange.get(exchangeId)?.failure) || null;
  return [
    { kind: "answered", id: `${id}:answered`, at: endedAt.toISOString(), number, outcome, failure, exchangeId },
    sent,
  ];
}

function asked(exchange: Exchange, report: Report | undefined): TimelineEntry {
  const { id, purpose, failure, sentAt, answeredAt, serviceTime } = exchange;
  return {
    ...{ kind: "asked", id, exchangeId: id, failure },
    at: (answeredAt ?? sentAt).toISOString(),
    found: failure === null,
    isControl: purpose === "control",
    status: report?.status ?? null,
    verdict: report?.verdict ?? null,
    serviceTime: serviceTime?.toISOString() ?? null,
  };
}

/** A normal report in an answer is shown with the exchange; callbacks and discrepancies are entries of their own. */
function isNews({ source, verdict }: Report): boolean {
  switch (source) {
    case "query":
      return false;
    case "create_answer":
      return verdict !== "moved" && verdict !== "same";
    case "unsigned_callback":
    case "signed_callback":
      return true;
  }
}

function reportEntry({ id, at, source, status, verdict, exchangeId, deliveryId }: Report): TimelineEntry {
  return { kind: "reported", id, at: at.toISOString(), source, status, verdict, exchangeId, deliveryId };
}

function did({ id, at, actorName, action, detail }: AuditEvent, hidden: Hidden): TimelineEntry {
  const shown = hidden ? maskedDetail(detail, hidden) : detail;
  return { kind: "did", id: `audit:${id}`, at: at.toISOString(), by: actorName, action, detail: shown };
}

function written({ note: { id, at, text }, byName }: Noted, hidden: Hidden): TimelineEntry {
  const shown = hidden ? without(text, hidden) : text;
  return { kind: "noted", id: `note:${id}`, at: at.toISOString(), by: byName, text: shown };
}
