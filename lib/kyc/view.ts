import "server-only";
import type { auditEvents } from "@/drizzle/schema/audit";
import type { exchanges } from "@/drizzle/schema/evidence";
import type { registrationAttempts, registrationReports } from "@/drizzle/schema/registration-evidence";
import type { registrations } from "@/drizzle/schema/registrations";
import type { KycEntry, PlayerRow } from "./schema";

type Registration = typeof registrations.$inferSelect;
type Attempt = typeof registrationAttempts.$inferSelect;
type Exchange = typeof exchanges.$inferSelect;
type Report = typeof registrationReports.$inferSelect;
type AuditEvent = typeof auditEvents.$inferSelect;

/** What a list shows of a registration. */
export function playerRow(row: Registration): PlayerRow {
  const { id: registrationId, playerId, userName, submission, status, statusSource: source, statusAt: at } = row;
  return {
    ...{ registrationId, playerId, userName, submission, status },
    evidence: source && at ? { source, at: at.toISOString() } : null,
    since: (row.sentAt ?? row.createdAt).toISOString(),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

type OnRecord = {
  registered: Registration[];
  tried: Attempt[];
  exchanged: Exchange[];
  reported: Report[];
  done: AuditEvent[];
};

/** Everything that is on record about one player as one story, newest first. */
export function kycTimelineOf({ registered, tried, exchanged, reported, done }: OnRecord): KycEntry[] {
  const names = new Map(registered.map(({ id, userName }) => [id, userName ?? ""]));
  const byExchange = new Map(exchanged.map((exchange) => [exchange.id, exchange]));
  const said = new Map(reported.flatMap((report) => (report.exchangeId ? [[report.exchangeId, report]] : [])));
  const entries = [
    ...tried.flatMap((attempt) => attempted(attempt, names.get(attempt.registrationRow) ?? "", byExchange)),
    ...exchanged
      .filter(({ purpose }) => purpose !== "create")
      .map((exchange) => asked(exchange, said.get(exchange.id))),
    ...reported.filter(({ deliveryId }) => deliveryId !== null).map(told),
    ...done.map(did),
  ];
  return entries.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
}

function attempted(attempt: Attempt, userName: string, byExchange: Map<string, Exchange>): KycEntry[] {
  const { id, number, nonce, signedAt, claimedAt, outcome, endedAt, exchangeId } = attempt;
  const sent: KycEntry = {
    ...{ kind: "sent", id: `${id}:sent`, userName, number, nonce },
    at: claimedAt.toISOString(),
    signedAt: signedAt.toISOString(),
  };
  if (!outcome || !endedAt) return [sent];
  const failure = (exchangeId && byExchange.get(exchangeId)?.failure) || null;
  return [{ kind: "answered", id: `${id}:answered`, at: endedAt.toISOString(), outcome, failure, exchangeId }, sent];
}

function asked({ id, failure, sentAt, answeredAt }: Exchange, report: Report | undefined): KycEntry {
  const at = (answeredAt ?? sentAt).toISOString();
  const { status = null, verdict = null } = report ?? {};
  return { kind: "asked", id, at, exchangeId: id, failure, status, verdict };
}

function told({ id, at, source, status, verdict, deliveryId }: Report): KycEntry {
  return { kind: "reported", id, at: at.toISOString(), source, status, verdict, deliveryId };
}

function did({ id, at, actorName, action, detail }: AuditEvent): KycEntry {
  return { kind: "did", id: `audit:${id}`, at: at.toISOString(), by: actorName, action, detail };
}
