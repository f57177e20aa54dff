import "server-only";
import type { AuditEvent } from "@/drizzle/schema/audit";
import type { attempts, exchanges, reports } from "@/drizzle/schema/evidence";
import type { notes } from "@/drizzle/schema/notes";
import type { Failure } from "@/lib/payments-api/failure";
import { type Hidden, type HiddenInOrder, maskedDetail, shownFailure, shownText } from "@/lib/pii/mask";
import { lostRequestsExpireAt, surelyExpiredOf } from "./non-creation/rules";
import type { TimelineEntry } from "./schema";

type Attempt = typeof attempts.$inferSelect;
type Exchange = typeof exchanges.$inferSelect;
type Report = typeof reports.$inferSelect;
type Noted = { note: typeof notes.$inferSelect; byName: string };
type OnRecord = { tried: Attempt[]; exchanged: Exchange[]; reported: Report[]; done: AuditEvent[]; noted: Noted[] };
/** All requests for the order that may have left, those of a lost database included. */
type Requests = { sent: Pick<Attempt, "claimedAt" | "signedAt">[]; possiblySentUntil: Date | null };

/** The entries that records about one order make, in no order. */
export function timelineOf(
  { tried, exchanged, reported, done, noted }: OnRecord,
  requests: Requests,
  hidden: HiddenInOrder,
): TimelineEntry[] {
  const wire = exchanged.map((exchange) => ({ ...exchange, failure: readable(exchange.failure, hidden) }));
  const byExchange = new Map(wire.map((exchange) => [exchange.id, exchange]));
  const said = new Map(reported.flatMap((report) => (report.exchangeId ? [[report.exchangeId, report]] : [])));
  return [
    ...tried.flatMap((attempt) => attempted(attempt, byExchange)),
    ...wire
      .filter(({ purpose }) => purpose !== "create")
      .map((exchange) => asked(exchange, said.get(exchange.id), isEarly(exchange, requests))),
    ...reported.map(reportEntry),
    ...done.map((event) => did(event, hidden?.typed ?? null)),
    ...noted.map((note) => written(note, hidden)),
  ];
}

/** Why the service said no, without what the reader may not see. */
const readable = (failure: Failure | null, hidden: HiddenInOrder): Failure | null =>
  failure && hidden ? shownFailure(failure, hidden.said) : failure;

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

/**
 * Whether a request for the order could still be accepted when this was asked. Of one that never left here and that no
 * lost database may have sent any more, it is not known.
 */
const isEarly = ({ sentAt }: Exchange, { sent, possiblySentUntil: until }: Requests): boolean =>
  (sent.length === 0 && until === null) ||
  sent.some(({ claimedAt, signedAt }) => claimedAt <= sentAt && sentAt <= surelyExpiredOf(signedAt)) ||
  (until !== null && sentAt <= lostRequestsExpireAt(until));

function asked(exchange: Exchange, report: Report | undefined, early: boolean): TimelineEntry {
  const { id, purpose, failure, sentAt, answeredAt, serviceTime } = exchange;
  return {
    ...{ kind: "asked", id, exchangeId: id, failure },
    at: (answeredAt ?? sentAt).toISOString(),
    found: failure === null,
    isControl: purpose === "control",
    isEarly: early,
    status: report?.status ?? null,
    verdict: report?.verdict ?? null,
    serviceTime: serviceTime?.toISOString() ?? null,
  };
}

function reportEntry({ id, at, source, status, verdict, exchangeId, deliveryId }: Report): TimelineEntry {
  return { kind: "reported", id, at: at.toISOString(), source, status, verdict, exchangeId, deliveryId };
}

/** An action in the audit log as an entry, of an order or a player. */
export function did({ id, at, actorKind, actorName, action, detail }: AuditEvent, hidden: Hidden | null) {
  const shown = hidden ? maskedDetail(detail, hidden) : detail;
  const by = { byKind: actorKind, by: actorName };
  return { kind: "did" as const, id: `audit:${id}`, at: at.toISOString(), ...by, action, detail: shown };
}

function written({ note: { id, at, text }, byName }: Noted, hidden: HiddenInOrder): TimelineEntry {
  return { kind: "noted", id: `note:${id}`, at: at.toISOString(), by: byName, text: shownText(text, hidden) };
}
