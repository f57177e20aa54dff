import "server-only";
import { and, gte, lt, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { attempts, isFinalReport, reports } from "@/drizzle/schema/evidence";
import { inFlight, transactions } from "@/drizzle/schema/transactions";
import { lostRequestsExpireAt } from "@/lib/transactions/non-creation/rules";

const e = alias(reports, "e");

const EXPIRY_SECONDS = lostRequestsExpireAt(new Date(0)).getTime() / 1000;

/** A lost database may have sent it. One that was created after all that it sent had expired was looked up before it left. */
const mayBeSentByLost = sql`coalesce(${transactions.createdAt}
  < ${transactions.possiblySentUntil} + make_interval(secs => ${EXPIRY_SECONDS}), false)`;

/**
 * A request of ours had left by then, or may have. Where none is known to have left, another system created the order.
 * One that provably did not leave does not count.
 */
const hadLeftBy = (at: Date): SQL => sql`(${mayBeSentByLost}
  or coalesce((select min(a.claimed_at) from ${attempts} a
    where a.transaction_row = ${transactions.id} and a.outcome is distinct from 'not_sent') < ${at}, true))`;

/** The service has it or may have it since then, and it is not final. */
export const inFlightSince = (at: Date): SQL | undefined => and(inFlight(transactions), hadLeftBy(at));

/**
 * Ended at that time or later, and had left by then. An order that operations had closed before was no longer open. Said
 * as a case: of two alternatives PostgreSQL checks the part that both have first, here on every order.
 */
export const endedFrom = (at: Date): SQL | undefined =>
  and(
    gte(transactions.endedAt, at),
    sql`case when exists (select from ${reports} e where e.transaction_row = ${transactions.id}
      and e.status <> ${transactions.status} and coalesce(e.service_updated_at, e.at) < ${at} and ${isFinalReport(e)})
      then false else ${hadLeftBy(at)} end`,
  );

/** The service had it or may have had it, and it was not final. */
export const wasOpenAt = (at: Date): SQL | undefined =>
  and(lt(transactions.createdAt, at), or(inFlightSince(at), endedFrom(at)));
