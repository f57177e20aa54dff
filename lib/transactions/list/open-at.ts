import "server-only";
import { and, gte, lt, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { isFinalReport, reports } from "@/drizzle/schema/evidence";
import { inFlight, transactions } from "@/drizzle/schema/transactions";

const e = alias(reports, "e");

/** Ended at that time or later. An order that operations had closed before was no longer open. */
export const endedFrom = (at: Date): SQL | undefined =>
  and(
    gte(transactions.endedAt, at),
    sql`not exists (select from ${reports} e where e.transaction_row = ${transactions.id}
      and e.status <> ${transactions.status} and coalesce(e.service_updated_at, e.at) < ${at} and ${isFinalReport(e)})`,
  );

/** The service had it or may have had it, and it was not final. */
export const wasOpenAt = (at: Date): SQL | undefined =>
  and(lt(transactions.createdAt, at), or(inFlight(transactions), endedFrom(at)));
