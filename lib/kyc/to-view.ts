import "server-only";
import type { AuditEvent } from "@/drizzle/schema/audit";
import type { exchanges } from "@/drizzle/schema/evidence";
import type { registrationAttempts, registrationReports } from "@/drizzle/schema/registration-evidence";
import type { Registration } from "@/drizzle/schema/registrations";
import type { Ctx } from "@/lib/auth/context";
import type { Failure } from "@/lib/payments-api/failure";
import { mayReveal, seesPii } from "@/lib/pii/access";
import { maskedName, namesOf, shownFailure } from "@/lib/pii/mask";
import { did } from "@/lib/transactions/timeline";
import type { KycEntry, PlayerRow } from "./schema";

type Attempt = typeof registrationAttempts.$inferSelect;
type Exchange = typeof exchanges.$inferSelect;
type Report = typeof registrationReports.$inferSelect;

/** What a list shows of a registration. */
export function playerRow(ctx: Ctx, row: Registration): PlayerRow {
  const { id: registrationId, playerId, submission, status, statusSource: source, statusAt: at } = row;
  const isMasked = row.userName !== null && !seesPii(ctx);
  const userName = row.userName !== null && isMasked ? maskedName(row.userName) : row.userName;
  return {
    ...{
      registrationId,
      playerId,
      userName,
      masked: isMasked,
      revealable: isMasked && mayReveal(ctx),
      submission,
      status,
      notFoundAt: row.notFoundAt?.toISOString() ?? null,
      superseded: row.supersededAt !== null,
    },
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
export function kycTimelineOf(ctx: Ctx, { registered, tried, exchanged, reported, done }: OnRecord): KycEntry[] {
  const hidden = seesPii(ctx) ? null : registered.map(({ userName }) => userName);
  const names = new Map(registered.map((row) => [row.id, playerRow(ctx, row).userName ?? ""]));
  const wire = exchanged.map((exchange) => ({ ...exchange, failure: readableFor(ctx, exchange.failure, registered) }));
  const byExchange = new Map(wire.map((exchange) => [exchange.id, exchange]));
  const said = new Map(reported.flatMap((report) => (report.exchangeId ? [[report.exchangeId, report]] : [])));
  const entries = [
    ...tried.flatMap((attempt) => attempted(attempt, names.get(attempt.registrationRow) ?? "", byExchange)),
    ...wire.filter(({ purpose }) => purpose !== "create").map((exchange) => asked(exchange, said.get(exchange.id))),
    ...reported.filter(({ deliveryId }) => deliveryId !== null).map(reportEntry),
    ...done.map((event) => did(event, hidden)),
  ];
  return entries.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
}

/** Why the service gave no answer about a player, as the reader may see it. */
export const readableFor = (ctx: Ctx, failure: Failure | null, registered: Registration[]): Failure | null =>
  failure && !seesPii(ctx) ? shownFailure(failure, namesOf(registered)) : failure;

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

function reportEntry({ id, at, source, status, verdict, deliveryId }: Report): KycEntry {
  return { kind: "reported", id, at: at.toISOString(), source, status, verdict, deliveryId };
}
